//! Schemas with only some of their fields.

use ingot_schema::{Json, Schema, Type, Value};

const ORDER: &str = r#"{"type": "record", "name": "shop.Order", "fields": [
    {"name": "id", "type": "long"},
    {"name": "from", "type": {"type": "record", "name": "Place", "fields": [
        {"name": "town", "type": "string"},
        {"name": "road", "type": "string", "default": "-"},
        {"name": "near", "type": ["null", "Place"], "default": null}
    ]}},
    {"name": "to", "type": "Place", "default": {"near": {"town": "b", "near": null}, "town": "a"}},
    {"name": "items", "type": {"type": "map", "values": [
        {"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "int"}, {"name": "price", "type": "int"}]},
        {"type": "record", "name": "Cup", "fields": [{"name": "price", "type": "int"}, {"name": "blue", "type": "boolean"}]}
    ]}}
]}"#;

fn projected(paths: &[&str]) -> Result<String, String> {
    let schema = Schema::parse(ORDER).unwrap();
    let part = schema.project(paths).map_err(|error| error.to_string())?;
    let text = part.to_string();
    let again = Schema::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(again.canonical_form(), part.canonical_form());
    Ok(part.canonical_form())
}

#[test]
fn only_the_fields_that_are_named_stay() {
    assert_eq!(
        projected(&["id"]).unwrap(),
        r#"{"name":"shop.Order","type":"record","fields":[{"name":"id","type":"long"}]}"#
    );
    assert_eq!(projected(&[]).unwrap(), r#"{"name":"shop.Order","type":"record","fields":[]}"#);
    let whole = Schema::parse(ORDER).unwrap();
    assert_eq!(projected(&["id", "from", "to", "items"]).unwrap(), whole.canonical_form());
    // A type that is defined in a field that goes is defined where it is used first.
    assert!(projected(&["to.town"]).unwrap().contains(
        r#"{"name":"to","type":{"name":"shop.Place","type":"record","fields":[{"name":"town","type":"string"}]}}"#
    ));
}

#[test]
fn paths_go_through_maps_unions_and_types_that_hold_themselves() {
    let items = projected(&["items.price"]).unwrap();
    assert_eq!(items.matches(r#""fields":[{"name":"price","type":"int"}]"#).count(), 2, "{items}");
    let items = projected(&["items.blue"]).unwrap();
    assert!(items.contains(r#"{"name":"shop.Tea","type":"record","fields":[]}"#), "{items}");
    // A record has one form in all places, so the nearer one keeps its own nearer one.
    let near = projected(&["from.near.town"]).unwrap();
    assert!(
        near.contains(r#"[{"name":"town","type":"string"},{"name":"near","type":["null","shop.Place"]}]"#),
        "{near}"
    );
}

#[test]
fn defaults_are_values_of_what_stays() {
    let part = Schema::parse(ORDER).unwrap().project(&["to.near.town"]).unwrap();
    let Type::Record(record) = &part[part.root()].shape else { panic!() };
    let default = record.fields[0].default.as_ref().unwrap();
    let place = |town: &str, near| Value::Record(vec![Value::String(town.into()), near]);
    let near = place("b", Value::Union(0, Box::new(Value::Null)));
    assert_eq!(default.value, Some(place("a", Value::Union(1, Box::new(near)))));
    let again = Schema::parse(&part.to_string()).unwrap();
    let Type::Record(record) = &again[again.root()].shape else { panic!() };
    assert_eq!(record.fields[0].default.as_ref().unwrap().value, default.value);
    assert_eq!(default.json, Json::parse(r#"{"town": "a", "near": {"town": "b", "near": null}}"#).unwrap());
}

#[test]
fn a_path_that_is_none_is_told() {
    assert_eq!(projected(&["id", "items.prize"]).unwrap_err(), r#"items.prize: there is no field "prize""#);
    assert_eq!(projected(&["id.x"]).unwrap_err(), r#"id.x: there is no field "x""#);
    assert_eq!(projected(&[""]).unwrap_err(), r#": there is no field """#);
}

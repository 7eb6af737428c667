//! Defaults become values of the field's type, or are refused.

use ingot_schema::{Schema, SchemaClass, Type, Value};

/// The default of a record's only field, or the class of the error.
fn default(kind: &str, json: &str) -> Result<Value, SchemaClass> {
    let text =
        format!(r#"{{"type": "record", "name": "R", "fields": [{{"name": "f", "type": {kind}, "default": {json}}}]}}"#);
    let schema = Schema::parse(&text).map_err(|error| error.class)?;
    let Type::Record(record) = &schema[schema.root()].shape else { panic!("no record") };
    Ok(record.fields[0].default.as_ref().and_then(|default| default.value.clone()).expect("a value"))
}

fn branch(index: u32, value: Value) -> Value {
    Value::Union(index, Box::new(value))
}

#[test]
fn what_fits_becomes_a_value() {
    let rows = [
        (r#""null""#, "null", Value::Null),
        (r#""boolean""#, "true", Value::Boolean(true)),
        (r#""int""#, "-2147483648", Value::Int(i32::MIN)),
        (r#""int""#, "1e2", Value::Int(100)),
        (r#""long""#, "9223372036854775807", Value::Long(i64::MAX)),
        (r#""float""#, "16777217", Value::Float(16_777_216.0)),
        (r#""double""#, "-0.0", Value::Double(-0.0)),
        (r#""double""#, r#""NaN""#, Value::Double(f64::NAN)),
        (r#""float""#, r#""-INF""#, Value::Float(f32::NEG_INFINITY)),
        (r#""double""#, r#""Infinity""#, Value::Double(f64::INFINITY)),
        (r#""string""#, r#""\u00ff""#, Value::String("ÿ".into())),
        (r#""bytes""#, r#""\u00ff\u0000""#, Value::Bytes(vec![255, 0])),
        (r#"{"type": "fixed", "name": "F", "size": 2}"#, r#""ab""#, Value::Fixed(b"ab".to_vec())),
        (r#"{"type": "enum", "name": "E", "symbols": ["a", "b"]}"#, r#""b""#, Value::Enum(1)),
        (r#"{"type": "array", "items": "int"}"#, "[1, 2]", Value::Array(vec![Value::Int(1), Value::Int(2)])),
        (r#"{"type": "map", "values": "int"}"#, r#"{"x": 1}"#, Value::Map(vec![("x".into(), Value::Int(1))])),
        (r#"["int", "double"]"#, "1.5", branch(1, Value::Double(1.5))),
        (r#"["null", "int"]"#, "7", branch(1, Value::Int(7))),
        (r#"["bytes", "string"]"#, r#""\u0100""#, branch(1, Value::String("Ā".into()))),
        (
            r#"{"type": "record", "name": "S", "fields": [{"name": "a", "type": "int", "default": 3}, {"name": "b", "type": "int"}]}"#,
            r#"{"b": 4}"#,
            Value::Record(vec![Value::Int(3), Value::Int(4)]),
        ),
        (
            r#"[{"type": "map", "values": "string"}, {"type": "record", "name": "S", "fields": [{"name": "a", "type": "int"}]}]"#,
            r#"{"a": 1}"#,
            branch(1, Value::Record(vec![Value::Int(1)])),
        ),
    ];
    for (kind, json, expected) in rows {
        assert_eq!(default(kind, json), Ok(expected), "{kind} {json}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let rows = [
        (r#""null""#, r#""null""#),
        (r#""int""#, "2147483648"),
        (r#""int""#, "1.5"),
        (r#""int""#, r#""1""#),
        (r#""long""#, "9223372036854775808"),
        (r#""float""#, "1e39"),
        (r#""double""#, "1e400"),
        (r#""double""#, r#""nan""#),
        (r#""bytes""#, r#""\u0100""#),
        (r#"{"type": "fixed", "name": "F", "size": 2}"#, r#""abc""#),
        (r#"{"type": "enum", "name": "E", "symbols": ["a"]}"#, r#""b""#),
        (r#"{"type": "array", "items": "int"}"#, r#"[1, "2"]"#),
        (r#"["null", "int"]"#, r#""x""#),
        (r#"{"type": "record", "name": "S", "fields": [{"name": "a", "type": "int"}]}"#, "{}"),
        (r#"{"type": "record", "name": "S", "fields": [{"name": "a", "type": "int"}]}"#, r#"{"a": 1, "b": 2}"#),
    ];
    for (kind, json) in rows {
        assert_eq!(default(kind, json), Err(SchemaClass::DefaultInvalid), "{kind} {json}");
    }
}

#[test]
fn a_default_that_needs_itself_has_no_end() {
    let text = r#"{"type": "record", "name": "R", "fields": [{"name": "r", "type": ["R", "null"], "default": {}}]}"#;
    assert_eq!(Schema::parse(text).unwrap_err().class, SchemaClass::DefaultInvalid);
    assert_eq!(Schema::parse_lenient(text).unwrap().warnings()[0].class, SchemaClass::DefaultInvalid);
}

#[test]
fn a_file_with_a_default_that_does_not_fit_can_be_read() {
    let text = r#"{"type": "record", "name": "R", "fields": [{"name": "f", "type": ["int", "null"], "default": "x"}]}"#;
    let schema = Schema::parse_lenient(text).unwrap();
    let Type::Record(record) = &schema[schema.root()].shape else { panic!("no record") };
    let default = record.fields[0].default.as_ref().expect("the default stays");
    assert_eq!((default.json.to_string().as_str(), &default.value), (r#""x""#, &None));
}

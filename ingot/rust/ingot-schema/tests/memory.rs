//! What schemas of strangers take at most, counted by the allocator.

mod counting;

use ingot_schema::{Reason, Schema, SchemaClass};

const MOST: usize = 64 << 20;

fn many(part: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
}

/// A text with a namespace, which all names in it inherit.
fn within(namespace: usize, what: &str) -> String {
    let namespace = vec!["a"; namespace / 2].join(".");
    format!(r#"{{"name":"R","namespace":"{namespace}",{what}}}"#)
}

#[test]
fn the_largest_schemas_take_less_than_64_mib() {
    let field = |number: usize| format!(r#"{{"name":"f{number}","type":"int"}}"#);
    let default = |number: usize| format!(r#"{{"name":"f{number}","type":"int","default":0}}"#);
    let array = |number: usize| format!(r#"{{"name":"f{number}","type":{{"type":"array","items":"int"}}}}"#);
    let fixed = |number: usize| format!(r#"{{"type":"fixed","name":"F{number}","size":1}}"#);
    let record = |number: usize| format!(r#"{{"type":"record","name":"R{number}","fields":[]}}"#);
    let one = |fields: String| format!(r#"{{"type":"record","name":"R","fields":[{fields}]}}"#);
    let member = |number: usize| format!(r#""k{number}":0"#);
    let full = |number: usize| {
        format!(r#"{{"name":"f{number}","type":["null","int"],"doc":"d","aliases":["a{number}"],"default":null}}"#)
    };
    let alias = |number: usize| format!(r#""a{number}""#);
    for (what, text) in [
        ("members", format!(r#"{{"type":"int",{}}}"#, many(member, 262_000))),
        ("values", format!(r#"{{"type":"int","x":[{}]}}"#, many(|_| "[]".into(), 262_000))),
        ("whole fields", one(many(full, 21_000))),
        ("aliases", format!(r#"{{"type":"fixed","name":"F","size":1,"aliases":[{}]}}"#, many(alias, 262_000))),
        ("fields", one(many(field, 60_000))),
        ("defaults", one(many(default, 60_000))),
        ("arrays", one(many(array, 30_000))),
        ("fixed", format!("[{}]", many(fixed, 60_000))),
        ("records", format!("[{}]", many(record, 60_000))),
    ] {
        let (schema, most) = counting::most(|| Schema::parse_lenient(&text).unwrap());
        assert!(most < MOST, "{what}: {most} bytes for {} types", schema.nodes().len());
    }
}

#[test]
fn names_inherit_a_namespace_only_so_often() {
    let aliases = many(|number| format!(r#""b{number}""#), 50_000);
    let aliases = format!(r#""type":"fixed","size":1,"aliases":[{aliases}]"#);
    let field = |number: usize| {
        format!(r#"{{"name":"f{number}","type":{{"type":"enum","name":"E{number}","symbols":["a"]}}}}"#)
    };
    let enums = format!(r#""type":"record","fields":[{}]"#, many(field, 10_000));
    let again = format!(r#""type":"record","fields":[{{"name":"f","type":[{}]}}]"#, vec![r#""R""#; 60_000].join(","));
    for (what, namespace, most_names) in [(&aliases, 64 << 10, 250), (&enums, 64 << 10, 1000), (&again, 4 << 20, 100)] {
        let text = within(namespace, what);
        let (read, most) = counting::most(|| Schema::parse_lenient(&text).map(|schema| schema.nodes().len()));
        assert_eq!(read.unwrap_err().class, SchemaClass::LimitText, "{}", &what[..30]);
        assert!(most < MOST, "{most} bytes for {}", &what[..30]);
        let text = within(most_names, what);
        let (schema, most) = counting::most(|| Schema::parse_lenient(&text).unwrap());
        assert!(most < MOST, "{most} bytes for {}", &what[..30]);
        // The canonical form has no namespaces to inherit.
        assert!(schema.canonical_form().len() < MOST);
    }
}

#[test]
fn a_long_default_is_taken_only_so_often() {
    let text = |length: usize, count: usize| {
        let long = "x".repeat(length);
        let one =
            format!(r#"{{"type":"record","name":"A","fields":[{{"name":"f","type":"string","default":"{long}"}}]}}"#);
        let items = many(|_| "{}".to_owned(), count);
        let all = format!(r#"{{"name":"g","type":{{"type":"array","items":"A"}},"default":[{items}]}}"#);
        format!(r#"{{"type":"record","name":"R","fields":[{{"name":"a","type":{one}}},{all}]}}"#)
    };
    let hostile = text(64 << 10, 100_000);
    let (read, most) = counting::most(|| Schema::parse(&hostile).map(|schema| schema.nodes().len()));
    assert_eq!(read.unwrap_err().class, SchemaClass::LimitDefaults);
    assert!(most < MOST, "{most} bytes");
    let (schema, most) = counting::most(|| Schema::parse(&text(1000, 10_000)).unwrap());
    assert!(most < MOST, "{most} bytes for {} types", schema.nodes().len());
    // A text that is a default itself may be as long as a schema.
    let long = "x".repeat((16 << 20) - 200);
    let text = format!(
        r#"{{"type":"record","name":"A","fields":[{{"name":"f","type":["null","string"],"default":"{long}"}}]}}"#
    );
    let (schema, most) = counting::most(|| Schema::parse(&text).unwrap());
    assert!(most < MOST, "{most} bytes for {} types", schema.nodes().len());
}

#[test]
fn a_record_is_compared_with_many_only_within_limits() {
    let records = many(|number| format!(r#"{{"type":"record","name":"n{number}.R","fields":[]}}"#), 60_000);
    let writer = Schema::parse(&format!("[{records}]")).unwrap();
    let fields = |count: usize, default: &str| {
        let field = |number: usize| format!(r#"{{"name":"f{number}","type":"int"{default}}}"#);
        Schema::parse(&format!(r#"{{"type":"record","name":"R","fields":[{}]}}"#, many(field, count))).unwrap()
    };
    for (count, default, expected) in [
        (10, "", Some(Reason::FieldMissing)),
        (100, "", Some(Reason::Limit)),
        (10, r#","default":0"#, None),
        (100, r#","default":0"#, Some(Reason::Limit)),
    ] {
        let reader = fields(count, default);
        let (reasons, most) = counting::most(|| reader.incompatibilities(&writer));
        assert_eq!(reasons.first().map(|one| one.reason), expected, "{count}{default}");
        assert!(most < MOST, "{most} bytes for {count}{default}");
    }
    let aliases = many(|number| format!(r#""a{number}""#), 190_000);
    let text = format!(r#"{{"type":"record","name":"S","fields":[],"aliases":[{aliases}]}}"#);
    assert_eq!(Schema::parse(&text).unwrap().incompatibilities(&writer)[0].reason, Reason::Limit);
    let text =
        format!(r#"{{"type":"record","name":"R","fields":[{{"name":"f","type":"int","aliases":[{aliases}]}}]}}"#);
    assert_eq!(Schema::parse(&text).unwrap().incompatibilities(&writer)[0].reason, Reason::Limit);
}

//! What schemas of strangers take at most, counted by the allocator.

mod counting;

use ingot_schema::Schema;

#[test]
fn the_largest_schemas_take_less_than_64_mib() {
    let many = |part: &dyn Fn(usize) -> String, count: usize| (0..count).map(part).collect::<Vec<_>>().join(",");
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
        ("members", format!(r#"{{"type":"int",{}}}"#, many(&member, 262_000))),
        ("values", format!(r#"{{"type":"int","x":[{}]}}"#, many(&|_| "[]".into(), 262_000))),
        ("whole fields", one(many(&full, 21_000))),
        ("aliases", format!(r#"{{"type":"fixed","name":"F","size":1,"aliases":[{}]}}"#, many(&alias, 262_000))),
        ("fields", one(many(&field, 60_000))),
        ("defaults", one(many(&default, 60_000))),
        ("arrays", one(many(&array, 30_000))),
        ("fixed", format!("[{}]", many(&fixed, 60_000))),
        ("records", format!("[{}]", many(&record, 60_000))),
    ] {
        let (schema, most) = counting::most(|| Schema::parse_lenient(&text).unwrap());
        assert!(most < 64 << 20, "{what}: {most} bytes for {} types", schema.nodes().len());
    }
}

//! Schemas and JSON of strangers: each ends soon, in a value or in an error of its class. Each of these would take
//! hours if a value were a step, however much is looked at for it.

#[path = "../../ingot-schema/tests/counting/mod.rs"]
mod counting;

use ingot_codec::{Codec, DataClass, Json, Options, Resolver, Schema, Value};

fn many(part: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
}

/// A codec of arrays.
fn items(kind: &str) -> Codec {
    Codec::new(Schema::parse_lenient(&format!(r#"{{"type":"array","items":{kind}}}"#)).unwrap())
}

fn again(item: &str, count: usize) -> Json {
    Json::parse(&format!("[{}]", vec![item; count].join(","))).unwrap()
}

fn last(value: Value) -> Option<Value> {
    if let Value::Array(mut items) = value { items.pop() } else { None }
}

#[test]
fn symbols_are_not_gone_through_each_time() {
    let symbols = many(|number| format!(r#""s{number}""#), 1 << 16);
    let codec = items(&format!(r#"{{"type":"enum","name":"E","symbols":[{symbols}]}}"#));
    let value = codec.from_json(&again(r#""s65535""#, 190_000)).unwrap();
    assert_eq!(last(value), Some(Value::Enum(65_535)));
    assert_eq!(codec.from_json(&again(r#""s65536""#, 1)).unwrap_err().class, DataClass::ValueInvalid);
}

#[test]
fn branches_are_not_gone_through_each_time() {
    let fixed = |number: usize| format!(r#"{{"type":"fixed","name":"n.F{number}","size":1}}"#);
    let codec = items(&format!("[{}]", many(fixed, 60_000)));
    for name in ["n.F59999", "F59999"] {
        let value = codec.from_json(&again(&format!(r#"{{"{name}":"a"}}"#), 100_000)).unwrap();
        assert_eq!(last(value), Some(Value::Union(59_999, Box::new(Value::Fixed(b"a".to_vec())))));
    }
    let value =
        items(&format!(r#"[{},"null"]"#, many(fixed, 60_000))).from_plain_json(&again("null", 190_000)).unwrap();
    assert_eq!(last(value), Some(Value::Union(60_000, Box::new(Value::Null))));
}

#[test]
fn what_is_tried_in_vain_counts_by_its_size() {
    let codec = items(&format!("[{}]", vec![r#"{"type":"array","items":"int"}"#; 30_000].join(",")));
    let long = format!(r#"[{},"x"]"#, vec!["0"; 200_000].join(","));
    let json = Json::parse(&format!("[{long}]")).unwrap();
    let error = codec.from_json_with(&json, &Options::lenient()).unwrap_err();
    assert_eq!(error.class, DataClass::LimitTrials);

    let size = 12 << 20;
    let fixed = |number: usize| format!(r#"{{"type":"fixed","name":"F{number}","size":{size}}}"#);
    let codec = items(&format!("[{}]", many(fixed, 60_000)));
    let json = Json::parse(&format!(r#"["{}Ā"]"#, "x".repeat(size))).unwrap();
    let error = codec.from_json_with(&json, &Options::lenient()).unwrap_err();
    assert_eq!(error.class, DataClass::LimitTrials);
}

#[test]
fn a_record_is_resolved_with_many_only_within_limits() {
    let records = many(|number| format!(r#"{{"type":"record","name":"n{number}.R","fields":[]}}"#), 60_000);
    let writer = Schema::parse(&format!("[{records}]")).unwrap();
    let reader = |count: usize| {
        let zeros = vec!["0"; 100_000 / count].join(",");
        let kind = format!(r#"{{"type":"array","items":"int"}},"default":[{zeros}]"#);
        let fields = many(|number| format!(r#"{{"name":"f{number}","type":{kind}}}"#), count);
        Schema::parse(&format!(r#"{{"type":"record","name":"R","fields":[{fields}]}}"#)).unwrap()
    };
    for (count, fits) in [(10, true), (100, false)] {
        let reader = reader(count);
        let (resolver, most) = counting::most(|| Resolver::new(&writer, &reader));
        assert_eq!(resolver.is_ok(), fits, "{count}");
        assert!(most < 64 << 20, "{most} bytes for {count}");
    }
}

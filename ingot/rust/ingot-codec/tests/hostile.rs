//! Schemas of strangers: each ends soon, in a plan or in an error.

#[path = "../../ingot-schema/tests/counting/mod.rs"]
mod counting;

use ingot_codec::{Resolver, Schema};

fn many(part: impl Fn(usize) -> String, count: usize) -> String {
    (0..count).map(part).collect::<Vec<_>>().join(",")
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

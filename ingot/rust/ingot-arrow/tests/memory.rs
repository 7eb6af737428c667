//! What bytes of strangers take at most as columns, counted by the allocator.

#[path = "../../ingot-schema/tests/counting/mod.rs"]
mod counting;

use ingot_arrow::Columns;
use ingot_codec::Schema;

/// A record of so many fields of a type, as text.
fn record(name: &str, count: usize, part: &dyn Fn(usize) -> String) -> String {
    let fields: Vec<String> = (0..count).map(|n| format!(r#"{{"name":"f{n}","type":{}}}"#, part(n))).collect();
    format!(r#"{{"type":"record","name":"{name}","fields":[{}]}}"#, fields.join(","))
}

#[test]
fn nulls_of_wide_records_take_no_more_than_may_stand_in_for_them() {
    let inner = |n: usize| record(&format!("Inner{n}"), 100, &|_| "\"int\"".into());
    for (what, schema, count) in [
        ("one", record("R", 1, &|_| format!("[\"null\",{}]", record("Inner", 5000, &|_| "\"int\"".into()))), 1_000_000),
        ("many", record("R", 100, &|n| format!("[\"null\",{}]", inner(n))), 10_000),
        ("in lists", record("R", 1, &|n| format!(r#"{{"type":"array","items":["null",{}]}}"#, inner(n))), 1_000_000),
    ] {
        let columns = Columns::new(Schema::parse(&schema).unwrap()).unwrap();
        let nulls = vec![0; 1_000_000];
        let (done, most) = counting::most(|| columns.decode_block(count, &nulls).map(|batch| batch.num_rows()));
        let done = done.map_err(|error| error.class.name());
        assert_eq!(done, if what == "in lists" { Ok(1_000_000) } else { Err("limit-columns") }, "{what}");
        assert!(most < 256 << 20, "{what}: {most} bytes");
    }
}

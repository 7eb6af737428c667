//! The order of data and of values.

#[path = "../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;

use std::cmp::Ordering;

use ingot_codec::{Codec, DataClass, Schema, Value};
use ingot_schema::Random;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kinds::schema_text;

fn codec(text: &str) -> Codec {
    Codec::new(Schema::parse(text).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(11), ..ProptestConfig::default() })]

    #[test]
    fn data_have_the_order_of_their_values(text in schema_text(), seed in any::<u64>(), order in 0..3_usize) {
        let order = ["ascending", "descending", "ignore"][order];
        let text = text.replacen(r#""name":"f0""#, &format!(r#""order":"{order}","name":"f0""#), 1);
        let codec = codec(&text);
        let values: Vec<Value> = Random::new(codec.schema(), seed).take(4).collect();
        for a in &values {
            for b in &values {
                let found = codec.compare_values(a, b);
                let bytes = codec.compare(&codec.encode(a).unwrap(), &codec.encode(b).unwrap());
                match (&found, bytes) {
                    (Ok(found), Ok(bytes)) => prop_assert_eq!(*found, bytes),
                    (Err(found), Err(bytes)) => {
                        prop_assert_eq!(found.class, DataClass::OrderUndefined);
                        prop_assert_eq!((found.class, &found.path), (bytes.class, &bytes.path));
                    }
                    (found, bytes) => prop_assert!(false, "{found:?} {bytes:?}"),
                }
                if let (Ok(found), Ok(back)) = (found, codec.compare_values(b, a)) {
                    prop_assert_eq!(found, back.reverse());
                    prop_assert!(a != b || found == Ordering::Equal);
                }
            }
        }
    }
}

#[test]
fn unions_are_no_level_of_their_own() {
    let codec = codec(
        r#"{"type": "record", "name": "Node", "fields": [
            {"name": "v", "type": "int"}, {"name": "next", "type": ["null", "Node"]}
        ]}"#,
    );
    let list = |length, last| {
        let node = |v, next| Value::Record(vec![Value::Int(v), next]);
        let end = node(last, Value::Union(0, Box::new(Value::Null)));
        (1..length).fold(end, |list, v| node(v, Value::Union(1, Box::new(list))))
    };
    for length in [60, 100] {
        let (a, b) = (list(length, 7), list(length, 8));
        assert_eq!(codec.compare_values(&a, &b), Ok(Ordering::Less));
        assert_eq!(codec.compare(&codec.encode(&a).unwrap(), &codec.encode(&b).unwrap()), Ok(Ordering::Less));
    }
    let error = codec.compare_values(&list(101, 7), &list(101, 8)).unwrap_err();
    assert_eq!(error.class, DataClass::LimitDepth);
}

#[test]
fn floats_have_the_order_of_their_numbers() {
    let codec = codec("\"double\"");
    let row = [f64::NEG_INFINITY, -1.0, -0.0, 0.0, f64::MIN_POSITIVE, 1.0, f64::INFINITY, f64::NAN];
    for pair in row.windows(2) {
        let found = codec.compare(&pair[0].to_le_bytes(), &pair[1].to_le_bytes());
        assert_eq!(found, Ok(Ordering::Less), "{pair:?}");
    }
    assert_eq!(codec.compare(&f64::NAN.to_le_bytes(), &(-f64::NAN).to_le_bytes()), Ok(Ordering::Equal));
}

#[test]
fn strings_have_the_order_of_their_characters_and_not_of_utf_16() {
    let codec = codec("\"string\"");
    let encoded = |text: &str| codec.encode(&Value::String(text.into())).unwrap();
    assert_eq!(codec.compare(&encoded("\u{ffff}"), &encoded("\u{10000}")), Ok(Ordering::Less));
    assert_eq!(codec.compare(&encoded("ab"), &encoded("abc")), Ok(Ordering::Less));
}

#[test]
fn arrays_have_one_order_whatever_their_blocks() {
    let codec = codec(r#"{"type": "array", "items": "int"}"#);
    let whole = [6, 2, 4, 6, 0];
    let parts = [2, 2, 3, 4, 4, 6, 0];
    assert_eq!(codec.compare(&whole, &parts), Ok(Ordering::Equal));
    assert_eq!(codec.compare(&[4, 2, 4, 0], &parts), Ok(Ordering::Less));
    assert_eq!(codec.compare(&parts, &[2, 3, 0]), Ok(Ordering::Greater));
    // The second block has a byte less than it says.
    let error = codec.compare(&whole, &[2, 2, 3, 6, 4, 6, 0]).unwrap_err();
    assert_eq!(error.class, DataClass::BlockSize);
}

#[test]
fn maps_have_none() {
    let map = r#"{"type": "map", "values": "int"}"#;
    assert_eq!(codec(map).compare(&[0], &[0]).unwrap_err().class, DataClass::OrderUndefined);
    let record = |order: &str| {
        codec(&format!(
            r#"{{"type": "record", "name": "R", "fields": [
                {{"name": "m", "type": {map}, "order": "{order}"}}, {{"name": "x", "type": "int"}}
            ]}}"#
        ))
    };
    let (a, b) = ([0, 2], [2, 2, b'k', 0, 0, 4]);
    assert_eq!(record("ignore").compare(&a, &b), Ok(Ordering::Less));
    assert_eq!(
        record("ascending").compare(&a, &b).unwrap_err().to_string(),
        "m, byte 0: maps have no order: compare what holds none, or ignore the field"
    );
}

//! Keys of maps.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{both, codec, record, written};

#[test]
fn keys_may_be_wrapped_and_nothing_but_text() {
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct Code(String);
    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    enum Side {
        Left,
        Right,
    }
    let ints = codec(r#"{"type": "map", "values": "int"}"#);
    both(&ints, &BTreeMap::from([(Code("a".into()), 1)]), &[2, 2, b'a', 2, 0]);
    both(&ints, &BTreeMap::from([(Some("a".to_string()), 1)]), &[2, 2, b'a', 2, 0]);
    both(&ints, &BTreeMap::from([('a', 1)]), &[2, 2, b'a', 2, 0]);
    both(&ints, &BTreeMap::from([(Side::Left, 1), (Side::Right, 2)]), b"\x04\x08Left\x02\x0aRight\x04\0");
    // The fields of a record are entries, too.
    let pair = codec(&record(&[("a", r#""int""#), ("b", r#""int""#)]));
    both(&pair, &BTreeMap::from([(Code("a".into()), 1), (Code("b".into()), 2)]), &[2, 4]);

    let map = r#"{"type": "map", "values": "int"}"#;
    let wrong = |error: &str| Err(format!("value-invalid: the datum: {error} is no key of a map: a key is a string"));
    assert_eq!(written(map, &BTreeMap::from([(1, 1)])), wrong("an integer"));
    assert_eq!(written(map, &BTreeMap::from([(true, 1)])), wrong("a boolean"));
    assert_eq!(written(map, &BTreeMap::from([((1, 2), 1)])), wrong("a sequence"));
    assert_eq!(written(map, &BTreeMap::from([(None::<String>, 1)])), wrong("null"));
}

#[test]
fn a_number_beyond_a_float_is_told_shortly() {
    assert_eq!(written(r#""float""#, &1e300), Err("value-invalid: the datum: 1e300 is beyond a float".to_string()));
}

//! Errors have the class, the path and the offset that they have for any other value.

use serde::{Deserialize, Serialize};

use crate::{codec, read, record, written};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Row {
    id: i32,
    tags: Vec<String>,
}

fn row() -> String {
    record(&[("id", r#""int""#), ("tags", r#"{"type": "array", "items": "string"}"#)])
}

#[test]
fn what_a_type_refuses_is_told_with_its_place() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Narrow {
        id: u8,
        tags: Vec<char>,
    }
    let error = read::<Narrow>(&row(), &[1, 0]).unwrap_err();
    assert_eq!(error.to_string(), "id, byte 0: invalid value: integer `-1`, expected u8");
    assert_eq!(error.class.name(), "type-mismatch");
    let error = read::<Narrow>(&row(), &[2, 4, 2, b'a', 4, b'b', b'c', 0]).unwrap_err();
    assert_eq!(error.to_string(), r#"tags[1], byte 4: invalid value: string "bc", expected a character"#);
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Strict {
        #[expect(dead_code, reason = "it is not reached")]
        id: i32,
    }
    let error = read::<Strict>(&row(), &[2, 0]).unwrap_err();
    assert_eq!(error.to_string(), "the datum, byte 0: unknown field `tags`, expected `id`");
}

#[test]
fn what_the_bytes_have_wrong_is_told_as_for_other_values() {
    let codec = codec(&row());
    let good = codec.to_vec(&Row { id: 300, tags: vec!["a".into(), "bc".into()] }).unwrap();
    let mut cases: Vec<Vec<u8>> = (0..good.len()).map(|end| good[..end].to_vec()).collect();
    cases.extend((0..good.len()).flat_map(|at| {
        [0, 1, 3, 0x7f, 0x80, 0xff].map(|byte| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            bytes
        })
    }));
    cases.push([&good[..], &[0]].concat());
    for bytes in cases {
        let (own, other) = (codec.from_slice::<Row>(&bytes).err(), codec.decode(&bytes).err());
        assert_eq!(own, other, "{bytes:?}");
    }
}

#[test]
fn what_a_value_has_wrong_is_told_with_its_path() {
    #[derive(Serialize)]
    struct Other {
        id: i64,
        tags: [&'static str; 1],
        name: (),
    }
    let error = written(&row(), &Other { id: 1, tags: ["a"], name: () }).unwrap_err();
    assert_eq!(error, r#"value-invalid: the datum: R has no field "name""#);
    let int = record(&[("id", r#""int""#), ("tags", r#"{"type": "array", "items": "int"}"#)]);
    let error = written(&int, &Row { id: 1, tags: vec!["a".into()] }).unwrap_err();
    assert_eq!(error, "value-invalid: tags[0]: a string is no int of the schema");
    let error = written(&int, &(i64::MAX, [0; 0])).unwrap_err();
    assert_eq!(error, "value-invalid: id: 9223372036854775807 is beyond an int");
    let map = r#"{"type": "map", "values": "int"}"#;
    let error = written(map, &std::collections::BTreeMap::from([("k", "v")])).unwrap_err();
    assert_eq!(error, r#"value-invalid: {"k"}: a string is no int of the schema"#);
    // And nothing of it stays behind.
    let mut out = vec![1];
    assert!(codec(&int).to_buffer(&(1, ["a"]), &mut out).is_err());
    assert_eq!(out, [1]);
}

#[test]
fn depth_has_its_limit_both_ways() {
    #[derive(Debug, Serialize, Deserialize)]
    struct List {
        next: Option<Box<List>>,
    }
    let codec = codec(r#"{"type": "record", "name": "List", "fields": [{"name": "next", "type": ["null", "List"]}]}"#);
    let deep = |depth| (1..depth).fold(List { next: None }, |list, _| List { next: Some(Box::new(list)) });
    let bytes = codec.to_vec(&deep(100)).unwrap();
    assert!(codec.from_slice::<List>(&bytes).is_ok());
    assert_eq!(codec.to_vec(&deep(101)).unwrap_err().class.name(), "limit-depth");
    let deeper = [&[2], &bytes[..]].concat();
    assert_eq!(codec.from_slice::<List>(&deeper).unwrap_err(), codec.decode(&deeper).unwrap_err());
    assert_eq!(codec.from_slice::<serde::de::IgnoredAny>(&deeper).unwrap_err().class.name(), "limit-depth");
}

#[test]
fn items_without_bytes_have_their_limit() {
    let codec = codec(r#"{"type": "array", "items": "null"}"#);
    let claim = [0xfe, 0xff, 0xff, 0xff, 0x0f, 0];
    assert_eq!(codec.from_slice::<Vec<()>>(&claim).unwrap_err(), codec.decode(&claim).unwrap_err());
    assert_eq!(codec.from_slice::<Vec<()>>(&[6, 0]), Ok(vec![(); 3]));
}

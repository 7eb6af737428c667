//! Which values stand for which branches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::{both, codec, record, written};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct A {
    a: i32,
}

const RECORDS: &str = r#"[
    "null",
    {"type": "record", "name": "x.A", "fields": [{"name": "a", "type": "int"}]},
    {"type": "record", "name": "x.B", "fields": [{"name": "b", "type": "int"}]},
    {"type": "enum", "name": "x.E", "symbols": ["P", "Q"]},
    "string",
    "long"
]"#;

#[test]
fn options_are_unions_with_null() {
    for (schema, none, some) in [(r#"["null", "int"]"#, 0, 2), (r#"["int", "null"]"#, 2, 0)] {
        both(&codec(schema), &None::<i32>, &[none]);
        both(&codec(schema), &Some(1), &[some, 2]);
    }
    both(&codec(r#"["string", "null", "int"]"#), &Some(1), &[4, 2]);
    both(&codec(r#"["string", "null", "int"]"#), &None::<i32>, &[2]);
    assert!(codec(r#"["string", "int"]"#).to_vec(&None::<i32>).is_err());
}

#[test]
fn variants_are_branches_by_the_names_that_other_libraries_use() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Full {
        Null,
        #[serde(rename = "x.A")]
        A(A),
        #[serde(rename = "x.B")]
        B {
            b: i32,
        },
        #[serde(rename = "x.E")]
        E(E),
        String(String),
        Long(i64),
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Simple {
        #[serde(rename = "long")]
        Number(u16),
        #[serde(rename = "string")]
        Text(String),
        E(E),
        A(A),
        B((i32,)),
        #[serde(rename = "null")]
        Nothing,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum E {
        P,
        Q,
    }
    let codec = codec(RECORDS);
    both(&codec, &Full::Null, &[0]);
    both(&codec, &Full::A(A { a: 1 }), &[2, 2]);
    both(&codec, &Full::B { b: 1 }, &[4, 2]);
    both(&codec, &Full::E(E::Q), &[6, 2]);
    both(&codec, &Full::String("s".into()), &[8, 2, b's']);
    both(&codec, &Full::Long(1), &[10, 2]);
    both(&codec, &Simple::Nothing, &[0]);
    both(&codec, &Simple::A(A { a: 1 }), &[2, 2]);
    both(&codec, &Simple::B((1,)), &[4, 2]);
    both(&codec, &Simple::E(E::P), &[6, 0]);
    both(&codec, &Simple::Text("s".into()), &[8, 2, b's']);
    both(&codec, &Simple::Number(1), &[10, 2]);
    both(&codec, &Some(Simple::A(A { a: 1 })), &[2, 2]);
    both(&codec, &None::<Simple>, &[0]);
}

#[test]
fn variants_of_other_names_are_branches_by_their_numbers() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Numbered {
        Nothing,
        One(A),
        Two { b: i32 },
        Three(String),
        Four(String),
        Five(i64),
    }
    let codec = codec(RECORDS);
    both(&codec, &Numbered::Nothing, &[0]);
    both(&codec, &Numbered::One(A { a: 1 }), &[2, 2]);
    both(&codec, &Numbered::Two { b: 1 }, &[4, 2]);
    both(&codec, &Numbered::Three("P".into()), &[6, 0]);
    both(&codec, &Numbered::Four("P".into()), &[8, 2, b'P']);
    both(&codec, &Numbered::Five(1), &[10, 2]);
}

#[test]
fn values_without_a_name_are_of_the_branch_that_suits_them_best() {
    both(&codec(RECORDS), &1_i64, &[10, 2]);
    both(&codec(RECORDS), &"s".to_owned(), &[8, 2, b's']);
    both(&codec(RECORDS), &A { a: 1 }, &[2, 2]);
    let numbers = codec(r#"["double", "long", "int", "float"]"#);
    assert_eq!(numbers.to_vec(&1_i32), Ok(vec![4, 2]));
    assert_eq!(numbers.to_vec(&1_u32), Ok(vec![4, 2]));
    assert_eq!(numbers.to_vec(&u32::MAX), Ok(vec![2, 254, 255, 255, 255, 31]));
    assert_eq!(numbers.to_vec(&1_i64), Ok(vec![2, 2]));
    assert_eq!(numbers.to_vec(&0_f32), Ok(vec![6, 0, 0, 0, 0]));
    assert_eq!(numbers.to_vec(&0_f64), Ok(vec![0; 9]));
    let bytes =
        codec(r#"[{"type": "fixed", "name": "F", "size": 1}, "bytes", {"type": "fixed", "name": "G", "size": 2}]"#);
    assert_eq!(bytes.to_vec(&ByteBuf::from([7])), Ok(vec![0, 7]));
    assert_eq!(bytes.to_vec(&ByteBuf::from([7, 7])), Ok(vec![2, 4, 7, 7]));
    let error = written(r#"["null", "int"]"#, "x").unwrap_err();
    assert_eq!(error, "value-invalid: the datum: the union has no branch for a string, or more than one");
}

#[test]
fn symbols_may_stand_in_unions() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum E {
        P,
        Q,
    }
    both(&codec(RECORDS), &E::Q, &[6, 2]);
    both(&codec(r#"["null", {"type": "enum", "name": "E", "symbols": ["P", "Q"]}]"#), &Some(E::P), &[2, 0]);
    both(&codec(r#"["string", "null"]"#), &Some(E::P), &[0, 2, b'P']);
}

#[test]
fn untagged_enums_are_told_by_their_values() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(i64),
        Text(String),
        Record { b: i32 },
        Nothing,
    }
    both(&codec(RECORDS), &Untagged::Number(1), &[10, 2]);
    both(&codec(RECORDS), &Untagged::Text("s".into()), &[8, 2, b's']);
    both(&codec(RECORDS), &Untagged::Nothing, &[0]);
    // Nothing tells which record it is.
    assert!(codec(RECORDS).to_vec(&Untagged::Record { b: 1 }).is_err());
    assert_eq!(codec(RECORDS).from_slice(&[4, 2]), Ok(Untagged::Record { b: 1 }));
}

#[test]
fn tagged_enums_are_records() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Circle { radius: i32 },
        Square { side: i32 },
    }
    let schema = r#"{"type": "record", "name": "Shape", "fields": [
        {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["Circle", "Square"]}},
        {"name": "radius", "type": ["null", "int"]},
        {"name": "side", "type": ["null", "int"]}
    ]}"#;
    both(&codec(schema), &Tagged::Circle { radius: 1 }, &[0, 2, 2, 0]);
    both(&codec(schema), &Tagged::Square { side: 1 }, &[2, 0, 2, 2]);
    let schema =
        record(&[("t", r#"{"type": "enum", "name": "T", "symbols": ["Int", "Text"]}"#), ("c", r#"["int", "string"]"#)]);
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Int(i32),
        Text(String),
    }
    both(&codec(&schema), &Adjacent::Int(1), &[0, 0, 2]);
    both(&codec(&schema), &Adjacent::Text("s".into()), &[2, 2, 2, b's']);
}

#[test]
fn maps_and_records_in_a_union() {
    let union = codec(r#"["null", {"type": "map", "values": "int"}]"#);
    both(&union, &BTreeMap::from([("a".to_owned(), 1)]), &[2, 2, 2, b'a', 2, 0]);
    both(&union, &Some(BTreeMap::from([("a".to_owned(), 1)])), &[2, 2, 2, b'a', 2, 0]);
}

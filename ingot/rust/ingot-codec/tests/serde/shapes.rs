//! Which types stand for which schemas.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_bytes::{ByteArray, ByteBuf};

use crate::{both, codec, read, record, written};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Point {
    x: i32,
    y: i64,
}

fn point() -> String {
    record(&[("x", r#""int""#), ("y", r#""long""#)])
}

#[test]
fn fields_are_found_by_their_names_in_any_order() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Turned {
        y: i64,
        x: i32,
    }
    both(&codec(&point()), &Point { x: 1, y: -1 }, &[2, 1]);
    both(&codec(&point()), &Turned { x: 1, y: -1 }, &[2, 1]);
    // Within each other, with fields behind the ones that are out of order.
    let outer = record(&[("a", &point()), ("b", r#""string""#), ("c", r#""R""#)]).replacen("\"R\"", "\"Outer\"", 1);
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        c: Turned,
        b: String,
        a: Turned,
    }
    let outer_value = Outer { c: Turned { y: 3, x: 4 }, b: "b".into(), a: Turned { y: 1, x: 2 } };
    both(&codec(&outer), &outer_value, &[4, 2, 2, b'b', 8, 6]);
    // And behind what was there before.
    let mut out = vec![9, 9];
    codec(&point()).to_buffer(&Turned { x: 1, y: -1 }, &mut out).unwrap();
    assert_eq!(out, [9, 9, 2, 1]);
}

#[test]
fn aliases_do_not_lead_fields_astray() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Aliased {
        #[serde(alias = "y")]
        x: i64,
        #[serde(default)]
        z: i64,
    }
    // The list of names that serde hands over has the aliases in it, too.
    let schema = record(&[("x", r#""long""#), ("y", r#""long""#), ("z", r#""long""#)]);
    assert!(read::<Aliased>(&schema, &[2, 4, 6]).is_err());
    let schema = record(&[("z", r#""long""#), ("y", r#""long""#)]);
    assert_eq!(read::<Aliased>(&schema, &[2, 4]), Ok(Aliased { x: 2, z: 1 }));
}

#[test]
fn fields_that_are_missing_have_their_defaults() {
    let schema = r#"{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": "int", "default": 7},
        {"name": "b", "type": ["string", "null"]},
        {"name": "c", "type": {"type": "array", "items": "int"}, "default": [1, 2]},
        {"name": "d", "type": "int"}
    ]}"#;
    #[derive(Serialize)]
    struct Last {
        d: i32,
    }
    #[derive(Serialize)]
    struct Some {
        d: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        c: Option<Vec<i32>>,
        a: i32,
    }
    assert_eq!(written(schema, &Last { d: 3 }), Ok(vec![14, 2, 4, 2, 4, 0, 6]));
    assert_eq!(written(schema, &Some { d: 3, c: None, a: 1 }), Ok(vec![2, 2, 4, 2, 4, 0, 6]));
    assert_eq!(written(schema, &Some { d: 3, c: Some(vec![]), a: 1 }), Ok(vec![2, 2, 0, 6]));
    let error = written(schema, &BTreeMap::from([("a", 1)])).unwrap_err();
    assert_eq!(error, "value-invalid: the datum: the field d is missing");
    // One that the type leaves out while its fields come in order.
    #[derive(Serialize)]
    struct InOrder {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<i32>,
        b: &'static str,
        c: [i32; 1],
        d: i32,
    }
    assert_eq!(written(schema, &InOrder { a: None, b: "x", c: [5], d: 3 }), Ok(vec![14, 0, 2, b'x', 2, 10, 0, 6]));
}

#[test]
fn fields_that_the_type_has_not_are_passed_over() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct Y {
        y: i64,
    }
    assert_eq!(read::<Y>(&point(), &[2, 1]), Ok(Y { y: -1 }));
    let nested = record(&[("x", r#"{"type": "map", "values": ["null", "string"]}"#), ("y", r#""long""#)]);
    assert_eq!(read::<Y>(&nested, &[2, 2, b'k', 2, 2, b'v', 0, 1]), Ok(Y { y: -1 }));
    // Not less strictly than what is wanted.
    let error = read::<Y>(&nested, &[2, 2, b'k', 2, 2, 0xff, 0, 1]).unwrap_err();
    assert_eq!(error.to_string(), r#"x{"k"}, byte 5: a string that is not UTF-8"#);
}

#[test]
fn flattened_fields_are_those_of_the_record() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Inner {
        y: i64,
        z: String,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Outer {
        x: i32,
        #[serde(flatten)]
        inner: Inner,
    }
    let schema = record(&[("x", r#""int""#), ("y", r#""long""#), ("z", r#""string""#)]);
    both(&codec(&schema), &Outer { x: 1, inner: Inner { y: 2, z: "z".into() } }, &[2, 4, 2, b'z']);
    let schema = record(&[("z", r#""string""#), ("x", r#""int""#), ("y", r#""long""#)]);
    both(&codec(&schema), &Outer { x: 1, inner: Inner { y: 2, z: "z".into() } }, &[2, b'z', 2, 4]);
}

#[test]
fn bytes_are_bytes_however_they_come() {
    let bytes = codec(r#""bytes""#);
    both(&bytes, &ByteBuf::from([1, 255]), &[4, 1, 255]);
    both(&bytes, &vec![1_u8, 255], &[4, 1, 255]);
    both(&bytes, &Vec::<u8>::new(), &[0]);
    both(&bytes, &[1_u8, 255], &[4, 1, 255]);
    assert_eq!(bytes.from_slice::<&[u8]>(&[4, 1, 255]), Ok(&[1, 255][..]));
    let fixed = codec(r#"{"type": "fixed", "name": "F", "size": 2}"#);
    both(&fixed, &ByteArray::new([1, 255]), &[1, 255]);
    both(&fixed, &[1_u8, 255], &[1, 255]);
    both(&fixed, &vec![1_u8, 255], &[1, 255]);
    assert!(fixed.to_vec(&[1_u8; 3]).is_err());
    assert!(fixed.from_slice::<[u8; 3]>(&[1, 255]).is_err());
    let decimal = codec(r#"{"type": "bytes", "logicalType": "decimal", "precision": 2}"#);
    both(&decimal, &ByteBuf::from([99]), &[2, 99]);
    both(&decimal, &vec![99_u8], &[2, 99]);
    assert!(decimal.to_vec(&vec![100_u8]).is_err());
    assert!(decimal.to_vec(&ByteBuf::from([100])).is_err());
    assert!(decimal.from_slice::<ByteBuf>(&[2, 100]).is_err());
}

#[test]
fn sequences_are_arrays_tuples_too() {
    let ints = codec(r#"{"type": "array", "items": "int"}"#);
    both(&ints, &vec![1, -1], &[4, 2, 1, 0]);
    both(&ints, &Vec::<i32>::new(), &[0]);
    both(&ints, &[1, -1], &[4, 2, 1, 0]);
    both(&ints, &(1_i8, 2_u64), &[4, 2, 4, 0]);
    // In two blocks, one of them with its size.
    assert_eq!(ints.from_slice(&[2, 2, 1, 2, 1, 0]), Ok(vec![1, -1]));
    assert!(ints.from_slice::<[i32; 1]>(&[4, 2, 1, 0]).is_err());
    assert!(ints.from_slice::<[i32; 3]>(&[4, 2, 1, 0]).is_err());
    // Of a length that is not known before, and of a wrong one.
    struct Lying(Option<usize>);
    impl Serialize for Lying {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut sequence = serializer.serialize_seq(self.0)?;
            (0..3).try_for_each(|number| sequence.serialize_element(&number))?;
            sequence.end()
        }
    }
    for length in [None, Some(0), Some(1), Some(3), Some(1000)] {
        assert_eq!(ints.to_vec(&Lying(length)), Ok(vec![6, 0, 2, 4, 0]), "{length:?}");
        assert_eq!(codec(r#""bytes""#).to_vec(&Lying(length)), Ok(vec![6, 0, 1, 2]), "{length:?}");
    }
    both(&codec(&point()), &(1, -1), &[2, 1]);
}

#[test]
fn maps_are_maps_and_structs() {
    let ints = codec(r#"{"type": "map", "values": "int"}"#);
    both(&ints, &BTreeMap::from([("a".to_owned(), 1), ("b".to_owned(), 2)]), &[4, 2, b'a', 2, 2, b'b', 4, 0]);
    both(&ints, &Point { x: 1, y: 2 }, &[4, 2, b'x', 2, 2, b'y', 4, 0]);
    assert_eq!(ints.from_slice(&[2, 2, b'a', 2, 2, 2, b'a', 4, 0]), Ok(BTreeMap::from([("a", 2)])));
}

#[test]
fn integers_of_all_widths_are_checked() {
    let (int, long) = (codec(r#""int""#), codec(r#""long""#));
    both(&int, &i8::MIN, &[255, 1]);
    both(&int, &u16::MAX, &[254, 255, 7]);
    both(&int, &i64::from(i32::MIN), &[255, 255, 255, 255, 15]);
    both(&long, &u32::MAX, &[254, 255, 255, 255, 31]);
    both(&long, &u64::from(u32::MAX), &[254, 255, 255, 255, 31]);
    assert!(int.to_vec(&u32::MAX).is_err());
    assert!(int.to_vec(&i64::MAX).is_err());
    assert!(long.to_vec(&u64::MAX).is_err());
    assert!(long.to_vec(&1_i128).is_err());
    assert!(int.from_slice::<u8>(&[1]).is_err());
    assert!(long.from_slice::<i32>(&[254, 255, 255, 255, 31]).is_err());
    assert!(long.from_slice::<u64>(&[1]).is_err());
}

#[test]
fn floats_stay_within_their_range() {
    let (float, double) = (codec(r#""float""#), codec(r#""double""#));
    both(&float, &1.5_f32, &[0, 0, 192, 63]);
    both(&float, &1.5_f64, &[0, 0, 192, 63]);
    both(&double, &1.5_f32, &[0, 0, 0, 0, 0, 0, 248, 63]);
    assert!(float.to_vec(&1e300).is_err());
    assert_eq!(float.to_vec(&f64::INFINITY), float.to_vec(&f32::INFINITY));
}

#[test]
fn texts_and_enums() {
    let string = codec(r#""string""#);
    both(&string, &'ä', &[4, 0xc3, 0xa4]);
    both(&string, &"a".to_owned(), &[2, b'a']);
    assert_eq!(string.from_slice::<&str>(&[2, b'a']), Ok("a"));
    assert!(string.from_slice::<char>(&[4, b'a', b'b']).is_err());
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Suit {
        Hearts,
        #[serde(rename = "SPADES", alias = "Clubs")]
        Spades,
    }
    let suits = codec(r#"{"type": "enum", "name": "E", "symbols": ["Clubs", "SPADES", "Hearts"]}"#);
    both(&suits, &Suit::Spades, &[2]);
    both(&suits, &Suit::Hearts, &[4]);
    both(&suits, &"Hearts".to_owned(), &[4]);
    assert_eq!(suits.from_slice(&[0]), Ok(Suit::Spades));
    both(&string, &Suit::Spades, &[12, b'S', b'P', b'A', b'D', b'E', b'S']);
    assert!(suits.to_vec("None").is_err());
}

#[test]
fn newtypes_are_what_they_hold() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Id(i64);
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Nothing;
    both(&codec(r#""long""#), &Id(3), &[6]);
    both(&codec(r#""null""#), &Nothing, &[]);
    both(&codec(r#""null""#), &(), &[]);
    both(&codec(r#""null""#), &None::<i32>, &[]);
    both(&codec(r#""int""#), &Some(1), &[2]);
    both(&codec(&record(&[])), &Nothing, &[]);
}

#[test]
fn logical_types_are_what_they_stand_on_and_are_checked() {
    let uuid = codec(r#"{"type": "string", "logicalType": "uuid"}"#);
    let text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6";
    assert_eq!(uuid.from_slice::<&str>(&uuid.to_vec(text).unwrap()), Ok(text));
    assert!(uuid.to_vec("x").is_err());
    let time = codec(r#"{"type": "int", "logicalType": "time-millis"}"#);
    both(&time, &1, &[2]);
    assert!(time.to_vec(&-1).is_err());
    assert_eq!(time.from_slice::<i32>(&[1]).unwrap_err().class.name(), "logical-invalid");
}

//! Types read data of other schemas as values do: the same outcome, the same error at the same place.

use std::collections::BTreeMap;
use std::fmt::Debug;

use ingot::schema::Random;
use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Codec, Limits, Record, Resolver, Schema, Typed, TypedResolver};

#[derive(Record, Debug, PartialEq)]
struct Tea<'a> {
    #[avro(aliases("title"))]
    name: &'a str,
    grams: f64,
    #[avro(default = "[\"green\"]")]
    kinds: Vec<String>,
    leaf: Option<Leaf>,
    #[avro(default = "\"COLD\"")]
    served: Served,
    prices: BTreeMap<String, i64>,
}

#[derive(Record, Debug, PartialEq)]
struct Leaf {
    length: i64,
    #[avro(default = "\"\\u00ff\"")]
    colour: Vec<u8>,
}

#[derive(Record, Debug, PartialEq)]
#[avro(default = "COLD")]
enum Served {
    #[avro(rename = "HOT")]
    Hot,
    #[avro(rename = "COLD")]
    Cold,
}

/// Other names and numbers, fields in another order, some more and some less, a symbol that the type does not know.
const OLD: &str = r#"{"type": "record", "name": "Tea", "fields": [
    {"name": "prices", "type": {"type": "map", "values": "int"}},
    {"name": "secret", "type": {"type": "array", "items": ["null", "string"]}},
    {"name": "title", "type": "string"},
    {"name": "leaf", "type": ["null", {"type": "record", "name": "Leaf", "fields": [{"name": "length", "type": "int"}]}]},
    {"name": "grams", "type": "float"},
    {"name": "served", "type": {"type": "enum", "name": "Served", "symbols": ["ICED", "HOT", "COLD"]}}
]}"#;

/// All values by chance of a writer's, whole, cut and with a byte changed, as a type and as a value.
fn alike<T>(writer: &Schema, values: usize)
where
    T: Shaped,
    for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
{
    let typed = TypedResolver::new(Typed::<T>::of().unwrap(), writer).unwrap();
    let resolver = Resolver::new(writer, typed.typed().schema()).unwrap();
    let (written, read) = (Codec::new(writer.clone()), Codec::new(typed.typed().schema().clone()));
    let mut room = b"left from before".to_vec();
    let mut check = |bytes: &[u8]| {
        let wanted = resolver.decode(bytes);
        let found = typed.decode_in(bytes, &mut room).map(|value| ingot::typed::encode(&value).unwrap());
        match (wanted, found) {
            (Ok(wanted), Ok(found)) => assert_eq!(read.decode(&found), Ok(wanted)),
            (wanted, found) => assert_eq!(found.map(|_| ()), wanted.map(|_| ()), "{bytes:?}"),
        }
    };
    for value in Random::new(writer, 7).take(values) {
        let bytes = written.encode(&value).unwrap();
        check(&bytes);
        for place in 0..bytes.len().min(60) {
            check(&bytes[..place]);
            let mut spoiled = bytes.clone();
            spoiled[place] ^= 0x83;
            check(&spoiled);
        }
    }
}

#[test]
fn types_and_values_are_resolved_alike() {
    alike::<Tea<'_>>(&Schema::parse(OLD).unwrap(), 60);
    alike::<Tea<'_>>(Typed::<Tea<'_>>::of().unwrap().schema(), 20);
    alike::<Vec<Option<f64>>>(&Schema::parse(r#"{"type": "array", "items": "int"}"#).unwrap(), 40);
}

#[test]
fn what_borrows_borrows_from_the_room() {
    let teas = TypedResolver::new(Typed::<Tea<'_>>::of().unwrap(), &Schema::parse(OLD).unwrap()).unwrap();
    let bytes = b"\x00\x00\x0coolong\x00\x00\x00\x80\x3f\x00";
    let mut room = Vec::new();
    let tea = teas.decode_in(bytes, &mut room).unwrap();
    let wanted = Tea {
        name: "oolong",
        grams: 1.0,
        kinds: vec!["green".into()],
        leaf: None,
        served: Served::Cold,
        prices: BTreeMap::new(),
    };
    assert_eq!(tea, wanted);
}

#[test]
fn schemas_that_do_not_fit_are_told() {
    let error = TypedResolver::new(Typed::<Leaf>::of().unwrap(), &Schema::parse(OLD).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the whole: the reader has the record Leaf, the writer the record Tea");
}

#[test]
fn items_without_bytes_have_one_limit_for_both_steps() {
    #[derive(Record)]
    struct Nothing {}
    let schema = |fields: &str| {
        let text =
            format!(r#"{{"type": "array", "items": {{"type": "record", "name": "Nothing", "fields": [{fields}]}}}}"#);
        Schema::parse(&text).unwrap()
    };
    let few = Typed::<Vec<Nothing>>::of().unwrap().with_limits(Limits { zero_width: 3, ..Limits::default() });
    for (writer, item) in [(schema(""), &[][..]), (schema(r#"{"name": "gone", "type": "int"}"#), &[2])] {
        let typed = TypedResolver::new(few.clone(), &writer).unwrap();
        let bytes = |count: u8| [&[2 * count], &item.repeat(count.into())[..], &[0]].concat();
        assert_eq!(typed.decode(&bytes(3)).unwrap().len(), 3);
        assert_eq!(typed.decode(&bytes(4)).map(|_| ()).unwrap_err().class.name(), "limit-zero-width");
    }
}

#[test]
fn messages_of_types_are_those_of_values() {
    let typed = Typed::<Leaf>::of().unwrap();
    let codec = Codec::new(typed.schema().clone());
    for value in Random::new(codec.schema(), 3).take(10) {
        let leaf = typed.decode(&codec.encode(&value).unwrap()).unwrap();
        for _ in 0..2 {
            let object = codec.encode_single_object(&value).unwrap();
            assert_eq!(typed.encode_single_object(&leaf).unwrap(), object);
            assert_eq!(typed.decode_single_object(&object).unwrap(), leaf);
            assert_eq!(codec.decode_single_object(&object), Ok(value.clone()));
        }
        let message = codec.encode_registry(9, &value).unwrap();
        assert_eq!(typed.encode_registry(9, &leaf).unwrap(), message);
        assert_eq!(typed.decode_registry(9, &message).unwrap(), leaf);
    }
    assert_eq!(typed.fingerprint(), typed.clone().schema().fingerprint());

    let same = |typed: Result<Leaf, ingot::DataError>, value: Result<ingot::Value, _>| {
        assert_eq!(typed.unwrap_err(), value.unwrap_err());
    };
    for cut in 0..12 {
        let object = &codec.single_object_head()[..cut.min(10)];
        same(typed.decode_single_object(object), codec.decode_single_object(object));
        let message = &[0, 0, 0, 0, 9, 2, 2][..cut.min(6)];
        same(typed.decode_registry(9, message), codec.decode_registry(9, message));
        same(typed.decode_registry(8, message), codec.decode_registry(8, message));
    }
    let mut other = codec.single_object_head().to_vec();
    other[4] ^= 1;
    same(typed.decode_single_object(&other), codec.decode_single_object(&other));
}

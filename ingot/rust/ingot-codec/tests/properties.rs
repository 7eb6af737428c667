//! What holds for the data of every schema, and for bytes that are none.

#[path = "../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;

use ingot_codec::{Codec, Json, Options, Schema, Value};
use ingot_schema::{Data, Random, infer};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use kinds::schema_text;

/// A codec and some values of its schema.
fn made(text: &str, seed: u64) -> (Codec, Vec<Value>) {
    let codec = Codec::new(Schema::parse(text).unwrap());
    let values = Random::new(codec.schema(), seed).take(3).collect();
    (codec, values)
}

/// Documents' parts, whose keys and texts are words that Avro's JSON has another sense for.
fn part() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(|value| Json::from(Data::Bool(value))),
        (1..5_i32).prop_map(|value| Json::parse(&format!("{value}.5")).unwrap()),
        prop_oneof!["NaN", "-INF", "null", "tea"].prop_map(|text| Json::from(text.as_str())),
    ];
    leaf.prop_recursive(3, 20, 3, |inner| {
        let key = prop_oneof![6 => "[ab]", 3 => "string|double|array|map|null|Root_a", 1 => "a b"];
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|items| Data::Array(items).into()),
            btree_map(key, inner, 0..4).prop_map(|members| Data::Object(members.into_iter().collect()).into()),
        ]
    })
}

/// The same, with its members by their keys: a record has its own order.
fn in_order(json: &Json) -> Json {
    match &json.data {
        Data::Array(items) => Data::Array(items.iter().map(in_order).collect()).into(),
        Data::Object(members) => {
            let mut members: Vec<_> = members.iter().map(|(key, part)| (key.clone(), in_order(part))).collect();
            members.sort_by(|a, b| a.0.cmp(&b.0));
            Data::Object(members).into()
        }
        _ => json.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn a_value_written_and_read_is_the_same(text in schema_text(), seed in any::<u64>()) {
        let (codec, values) = made(&text, seed);
        let mut together = Vec::new();
        for value in &values {
            let bytes = codec.encode(value).unwrap_or_else(|error| panic!("{error}\n{text}"));
            prop_assert_eq!(codec.encoded_len(value), Ok(bytes.len()));
            prop_assert_eq!(&codec.decode(&bytes).unwrap_or_else(|error| panic!("{error}\n{text}")), value);
            codec.encode_into(value, &mut together).unwrap();
        }
        let mut rest = &together[..];
        for value in &values {
            let (found, taken) = codec.decode_first(rest, &Options::default()).unwrap();
            prop_assert_eq!(&found, value);
            rest = &rest[taken..];
        }
        prop_assert!(rest.is_empty());
    }

    #[test]
    fn a_value_as_json_and_read_again_has_the_same_bytes(text in schema_text(), seed in any::<u64>()) {
        let (codec, values) = made(&text, seed);
        for value in values {
            let json = codec.to_json(&value).unwrap();
            let again = codec.from_json(&Json::parse(&json.to_string()).unwrap());
            let again = again.unwrap_or_else(|error| panic!("{error}\n{json}\n{text}"));
            // Not the value: JSON has one NaN.
            prop_assert_eq!(codec.to_json(&again).unwrap(), json);
            prop_assert_eq!(codec.encode(&again).unwrap().len(), codec.encode(&value).unwrap().len());
        }
    }

    #[test]
    fn documents_are_the_same_in_the_schema_that_is_made_from_them(documents in vec(part(), 1..6)) {
        let codec = Codec::new(infer(&documents, "Root").unwrap());
        for document in &documents {
            let value = codec.from_plain_json(document).unwrap_or_else(|error| panic!("{error}\n{document}"));
            let value = codec.decode(&codec.encode(&value).unwrap()).unwrap();
            prop_assert_eq!(&in_order(&codec.to_plain_json(&value).unwrap()), document);
        }
    }

    #[test]
    fn a_schema_and_its_text_read_the_same(text in schema_text(), seed in any::<u64>()) {
        let (codec, values) = made(&text, seed);
        let again = Codec::new(Schema::parse(&codec.schema().to_string()).unwrap());
        for value in values {
            prop_assert_eq!(again.decode(&codec.encode(&value).unwrap()).unwrap(), value);
        }
    }

    #[test]
    fn a_cut_datum_is_refused(text in schema_text(), seed in any::<u64>(), at in any::<prop::sample::Index>()) {
        let (codec, values) = made(&text, seed);
        for value in values {
            let bytes = codec.encode(&value).unwrap();
            if !bytes.is_empty() {
                let error = codec.decode(&bytes[..at.index(bytes.len())]).map(|_| ()).unwrap_err();
                prop_assert_eq!(error.class.name(), "end-of-input");
            }
        }
    }

    #[test]
    fn spoiled_bytes_are_an_error_or_a_value(
        text in schema_text(),
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        with in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        let (codec, values) = made(&text, seed);
        for value in values {
            let mut bytes = codec.encode(&value).unwrap();
            let at = at.index(bytes.len() + 1);
            bytes.splice(at.., with.iter().copied());
            match codec.decode(&bytes) {
                // Written again it may be shorter, for there are longer forms of integers and blocks; but it stays itself.
                Ok(found) => prop_assert_eq!(codec.decode(&codec.encode(&found).unwrap()).unwrap(), found),
                Err(error) => prop_assert!(error.offset.unwrap() <= bytes.len()),
            }
            let lenient = codec.decode_with(&bytes, &Options::lenient());
            prop_assert!(lenient.is_ok() || codec.decode(&bytes).is_err());
        }
    }
}

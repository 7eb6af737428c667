//! Any value, read by `deserialize_any` and written by its sort, against the same as a `Value`.

#[path = "../../../ingot-schema/tests/kinds/mod.rs"]
mod kinds;

use std::fmt;

use ingot_codec::{Codec, Options, Schema, Value};
use ingot_schema::{Random, Type};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use kinds::schema_text;

/// What a format tells of itself.
#[derive(Debug, PartialEq)]
enum Told {
    Unit,
    Bool(bool),
    Integer(i64),
    Float(u64),
    Text(String),
    Bytes(Vec<u8>),
    Sequence(Vec<Told>),
    Map(Vec<(String, Told)>),
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Told;

            fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
                out.write_str("anything")
            }

            fn visit_unit<E>(self) -> Result<Told, E> {
                Ok(Told::Unit)
            }

            fn visit_bool<E>(self, value: bool) -> Result<Told, E> {
                Ok(Told::Bool(value))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Told, E> {
                Ok(Told::Integer(value))
            }

            fn visit_f64<E>(self, value: f64) -> Result<Told, E> {
                Ok(Told::Float(value.to_bits()))
            }

            fn visit_str<E>(self, value: &str) -> Result<Told, E> {
                Ok(Told::Text(value.into()))
            }

            fn visit_bytes<E>(self, value: &[u8]) -> Result<Told, E> {
                Ok(Told::Bytes(value.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Told, A::Error> {
                let mut found = Vec::new();
                while let Some(item) = items.next_element()? {
                    found.push(item);
                }
                Ok(Told::Sequence(found))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Told, A::Error> {
                let mut found: Vec<(String, Told)> = Vec::new();
                while let Some((key, value)) = entries.next_entry()? {
                    found.retain(|(known, _)| *known != key);
                    found.push((key, value));
                }
                Ok(Told::Map(found))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

/// What is told of a value by its schema.
fn told(schema: &Schema, shape: &Type, value: &Value) -> Told {
    let of = |id: ingot_schema::NodeId, value: &Value| told(schema, &schema[id].shape, value);
    match (shape, value) {
        (_, Value::Null) => Told::Unit,
        (_, Value::Boolean(value)) => Told::Bool(*value),
        (_, Value::Int(value)) => Told::Integer((*value).into()),
        (_, Value::Long(value)) => Told::Integer(*value),
        (_, Value::Float(value)) => Told::Float(f64::from(*value).to_bits()),
        (_, Value::Double(value)) => Told::Float(value.to_bits()),
        (_, Value::Bytes(bytes) | Value::Fixed(bytes)) => Told::Bytes(bytes.clone()),
        (_, Value::String(text)) => Told::Text(text.clone()),
        (Type::Enum(one), Value::Enum(place)) => Told::Text(one.symbols[*place as usize].clone()),
        (Type::Union(branches), Value::Union(place, inner)) => of(branches[*place as usize], inner),
        (Type::Array(part), Value::Array(items)) => Told::Sequence(items.iter().map(|item| of(*part, item)).collect()),
        (Type::Map(part), Value::Map(entries)) => {
            Told::Map(entries.iter().map(|(key, value)| (key.clone(), of(*part, value))).collect())
        }
        (Type::Record(record), Value::Record(values)) => {
            let fields = record.fields.iter().zip(values);
            Told::Map(fields.map(|(field, value)| (field.name.clone(), of(field.node, value))).collect())
        }
        _ => panic!("{value:?} is no {}", shape.word()),
    }
}

/// That bytes are the same value, or the same error, to serde as to `decode_with`.
pub(crate) fn same(codec: &Codec, bytes: &[u8], options: &Options) -> Result<(), String> {
    let schema = codec.schema();
    let value = codec.decode_with(bytes, options);
    let own = codec.from_slice_with::<Told>(bytes, options);
    let expected = value.clone().map(|value| told(schema, &schema[schema.root()].shape, &value));
    if own != expected {
        return Err(format!("{own:?}, not {expected:?}"));
    }
    if !options.lenient {
        let ignored = codec.from_slice_with::<IgnoredAny>(bytes, options).map(drop);
        if ignored != value.clone().map(drop) {
            return Err(format!("passed over: {ignored:?}, not {value:?}"));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, rng_seed: RngSeed::Fixed(42), ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_the_same_value_or_the_same_error(
        text in schema_text(),
        seed in any::<u64>(),
        at in any::<prop::sample::Index>(),
        with in proptest::collection::vec(any::<u8>(), 0..12),
    ) {
        let codec = Codec::new(Schema::parse(&text).unwrap());
        for value in Random::new(codec.schema(), seed).take(3) {
            let mut bytes = codec.encode(&value).unwrap();
            let whole = same(&codec, &bytes, &Options::default());
            prop_assert!(whole.is_ok(), "{}\n{text}", whole.unwrap_err());
            let at = at.index(bytes.len() + 1);
            let cut = same(&codec, &bytes[..at], &Options::default());
            prop_assert!(cut.is_ok(), "{}\n{text}", cut.unwrap_err());
            bytes.splice(at.., with.iter().copied());
            for options in [Options::default(), Options::lenient()] {
                let spoiled = same(&codec, &bytes, &options);
                prop_assert!(spoiled.is_ok(), "{}\n{text}", spoiled.unwrap_err());
            }
        }
    }
}

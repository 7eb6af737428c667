//! What serde needs besides its derives to write records as `docs/formats.md` has them in self-describing formats:
//! hooks that the attributes of the generated types name, and the types that bytes have in JSON.
//!
//! A union's value stands alone in these formats. Serde tries the branches one after another, and takes much for a
//! branch's value that is none; the hooks are stricter.

use std::fmt::Formatter;
use std::marker::PhantomData;

use serde::de::value::{BorrowedBytesDeserializer, BytesDeserializer};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

pub mod json;

/// A field that must be there. Serde takes an absent one for null.
pub fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// The null of a union. A format whose values say what they are may call it none, which serde takes for no unit.
pub fn null<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    struct Null;

    impl Visitor<'_> for Null {
        type Value = ();

        fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
            formatter.write_str("null")
        }

        fn visit_none<E: Error>(self) -> Result<(), E> {
            Ok(())
        }

        fn visit_unit<E: Error>(self) -> Result<(), E> {
            Ok(())
        }
    }

    deserializer.deserialize_option(Null)
}

/// Bytes or a fixed, and no text. What reads them is handed the bytes as they came, borrowed or not.
pub fn only_bytes<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    struct OnlyBytes<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OnlyBytes<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
            formatter.write_str("bytes")
        }

        fn visit_borrowed_bytes<E: Error>(self, content: &'de [u8]) -> Result<T, E> {
            T::deserialize(BorrowedBytesDeserializer::new(content))
        }

        fn visit_bytes<E: Error>(self, content: &[u8]) -> Result<T, E> {
            T::deserialize(BytesDeserializer::new(content))
        }
    }

    deserializer.deserialize_bytes(OnlyBytes(PhantomData))
}

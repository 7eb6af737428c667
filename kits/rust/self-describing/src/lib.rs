//! What serde needs besides its derives to write records as `docs/formats.md` has them in self-describing formats:
//! hooks that the attributes of the generated types name, and the types that bytes have in JSON.
//!
//! A union's value stands alone in these formats. Serde tries the branches one after another, and takes much for a
//! branch's value that is none; the hooks are stricter.

use std::fmt::Formatter;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

pub mod json;

/// A field that must be there. Serde takes an absent one for null.
pub fn required<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// Bytes or a fixed, and no text.
pub fn only_bytes<'de, D: Deserializer<'de>, T: FromBytes>(deserializer: D) -> Result<T, D::Error> {
    struct OnlyBytes<T>(PhantomData<T>);

    impl<T: FromBytes> Visitor<'_> for OnlyBytes<T> {
        type Value = T;

        fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
            formatter.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, content: &[u8]) -> Result<T, E> {
            self.visit_byte_buf(content.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, content: Vec<u8>) -> Result<T, E> {
            let length = content.len();
            T::from_bytes(content).ok_or_else(|| E::invalid_length(length, &"the size of the fixed"))
        }
    }

    deserializer.deserialize_byte_buf(OnlyBytes(PhantomData))
}

/// The types of bytes that MessagePack is read into.
pub trait FromBytes: Sized {
    /// None where the length is not the fixed's.
    fn from_bytes(content: Vec<u8>) -> Option<Self>;
}

impl FromBytes for assay_kit::typed::Bytes {
    fn from_bytes(content: Vec<u8>) -> Option<Self> {
        Some(content.into())
    }
}

impl<const N: usize> FromBytes for assay_kit::typed::Fixed<N> {
    fn from_bytes(content: Vec<u8>) -> Option<Self> {
        <[u8; N]>::try_from(content).ok().map(Self::new)
    }
}

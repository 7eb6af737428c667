//! What generated types that borrow from the bytes are made of.

use std::borrow::Cow;
use std::fmt::Formatter;
use std::ops::Deref;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// Avro's bytes, where the format holds them as they are.
pub type Bytes<'a> = &'a serde_bytes::Bytes;

/// Avro's fixed of `N` bytes, borrowed too.
pub type Fixed<'a, const N: usize> = &'a serde_bytes::ByteArray<N>;

/// A string: borrowed where the format holds it as it is, else (JSON's escapes) a copy.
///
/// It is a type of its own since serde makes a `Cow` borrow only where it is itself a field.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub struct Text<'a>(Cow<'a, str>);

impl Deref for Text<'_> {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    #[inline]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Strings;

        impl<'de> Visitor<'de> for Strings {
            type Value = Text<'de>;

            fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
                formatter.write_str("a string")
            }

            #[inline]
            fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Borrowed(text)))
            }

            #[inline]
            fn visit_str<E: Error>(self, text: &str) -> Result<Text<'de>, E> {
                self.visit_string(text.to_string())
            }

            #[inline]
            fn visit_string<E: Error>(self, text: String) -> Result<Text<'de>, E> {
                Ok(Text(Cow::Owned(text)))
            }
        }

        deserializer.deserialize_str(Strings)
    }
}

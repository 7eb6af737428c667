//! Bytes in JSON: base64 with padding.

use std::fmt::Formatter;

use assay_kit::typed::bare;
use assay_kit::{Plain, Readable, Reading, Typed};
use base64::engine::general_purpose::STANDARD;
use base64::Engine;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Avro's bytes.
pub struct Bytes(pub bare::Bytes);

/// Avro's fixed of `N` bytes.
pub struct Fixed<const N: usize>(pub bare::Fixed<N>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Bytes;

            fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
                formatter.write_str("bytes in base64")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Bytes, E> {
                STANDARD.decode(text).map(Bytes).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Text)
    }
}

impl<const N: usize> Serialize for Fixed<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(self.0))
    }
}

impl<'de, const N: usize> Deserialize<'de> for Fixed<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text<const N: usize>;

        impl<const N: usize> Visitor<'_> for Text<N> {
            type Value = Fixed<N>;

            fn expecting(&self, formatter: &mut Formatter) -> std::fmt::Result {
                write!(formatter, "{N} bytes in base64")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Fixed<N>, E> {
                let mut content = [0; N];
                match STANDARD.decode_slice(text, &mut content) {
                    Ok(length) if length == N => Ok(Fixed(content)),
                    Ok(length) => Err(E::invalid_length(length, &self)),
                    Err(error) => Err(E::custom(error)),
                }
            }
        }

        deserializer.deserialize_str(Text)
    }
}

impl Typed for Bytes {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        bare::Bytes::from_plain(plain).map(Bytes)
    }

    fn to_plain(&self) -> Plain {
        self.0.to_plain()
    }
}

impl<const N: usize> Typed for Fixed<N> {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        bare::Fixed::from_plain(plain).map(Fixed)
    }

    fn to_plain(&self) -> Plain {
        self.0.to_plain()
    }
}

impl Readable for Bytes {
    fn read(&self, reading: &mut Reading) {
        reading.bytes(&self.0);
    }
}

impl<const N: usize> Readable for Fixed<N> {
    fn read(&self, reading: &mut Reading) {
        reading.bytes(&self.0);
    }
}

/// Bytes in a union that has text, too: `{"bytes": "…"}`. For serde's `with`.
pub mod marked {
    use super::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(serde::Serialize, serde::Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Marked<T> {
        bytes: T,
    }

    pub fn serialize<S: Serializer, T: Serialize>(content: &T, serializer: S) -> Result<S::Ok, S::Error> {
        Marked { bytes: content }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
        Marked::deserialize(deserializer).map(|marked| marked.bytes)
    }
}

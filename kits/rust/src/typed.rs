//! Plain values to typed ones and back: what the code generated from a schema is made of.

use std::collections::BTreeMap;

use crate::plain::Plain;

/// Avro's bytes, in the type with which serde reads and writes them as a whole.
pub type Bytes = serde_bytes::ByteBuf;

/// Avro's fixed of `N` bytes.
pub type Fixed<const N: usize> = serde_bytes::ByteArray<N>;

/// The same for libraries that know Rust's own types.
pub mod bare {
    pub type Bytes = Vec<u8>;

    pub type Fixed<const N: usize> = [u8; N];
}

/// A generated type, or the Rust type of one of Avro's primitive types.
pub trait Typed: Sized {
    /// Errors name the types; they cannot come up for a plain value of the same schema.
    fn from_plain(plain: &Plain) -> Result<Self, String>;

    fn to_plain(&self) -> Plain;
}

macro_rules! primitive {
    ($type:ty, $variant:ident) => {
        impl Typed for $type {
            fn from_plain(plain: &Plain) -> Result<Self, String> {
                match plain {
                    Plain::$variant(value) => Ok(value.clone()),
                    other => Err(unexpected(stringify!($variant), other)),
                }
            }

            fn to_plain(&self) -> Plain {
                Plain::$variant(self.clone())
            }
        }
    };
}

primitive!(bool, Boolean);
primitive!(i32, Int);
primitive!(i64, Long);
primitive!(f32, Float);
primitive!(f64, Double);
primitive!(String, String);

impl Typed for () {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        match plain {
            Plain::Null => Ok(()),
            other => Err(unexpected("Null", other)),
        }
    }

    fn to_plain(&self) -> Plain {
        Plain::Null
    }
}

impl Typed for bare::Bytes {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        match plain {
            Plain::Bytes(content) => Ok(content.clone()),
            other => Err(unexpected("Bytes", other)),
        }
    }

    fn to_plain(&self) -> Plain {
        Plain::Bytes(self.clone())
    }
}

impl<const N: usize> Typed for bare::Fixed<N> {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        match plain {
            Plain::Fixed(content) => <[u8; N]>::try_from(content.as_slice())
                .map_err(|_| format!("{} bytes where the fixed has {N}", content.len())),
            other => Err(unexpected("Fixed", other)),
        }
    }

    fn to_plain(&self) -> Plain {
        Plain::Fixed(self.to_vec())
    }
}

impl Typed for Bytes {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        bare::Bytes::from_plain(plain).map(Bytes::from)
    }

    fn to_plain(&self) -> Plain {
        Plain::Bytes(self.to_vec())
    }
}

impl<const N: usize> Typed for Fixed<N> {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        bare::Fixed::from_plain(plain).map(Fixed::new)
    }

    fn to_plain(&self) -> Plain {
        Plain::Fixed(self.to_vec())
    }
}

/// A record that holds itself.
impl<T: Typed> Typed for Box<T> {
    fn from_plain(plain: &Plain) -> Result<Self, String> {
        T::from_plain(plain).map(Box::new)
    }

    fn to_plain(&self) -> Plain {
        (**self).to_plain()
    }
}

pub fn array_from<T>(plain: &Plain, item: impl Fn(&Plain) -> Result<T, String>) -> Result<Vec<T>, String> {
    match plain {
        Plain::Array(items) => items.iter().map(item).collect(),
        other => Err(unexpected("Array", other)),
    }
}

pub fn array_to<T>(items: &[T], item: impl Fn(&T) -> Plain) -> Plain {
    Plain::Array(items.iter().map(item).collect())
}

pub fn map_from<T>(plain: &Plain, value: impl Fn(&Plain) -> Result<T, String>) -> Result<BTreeMap<String, T>, String> {
    match plain {
        Plain::Map(entries) => entries.iter().map(|(key, entry)| Ok((key.clone(), value(entry)?))).collect(),
        other => Err(unexpected("Map", other)),
    }
}

pub fn map_to<T>(entries: &BTreeMap<String, T>, value: impl Fn(&T) -> Plain) -> Plain {
    Plain::Map(entries.iter().map(|(key, entry)| (key.clone(), value(entry))).collect())
}

/// A union of null and one other type.
pub fn option_from<T>(plain: &Plain, value: impl Fn(&Plain) -> Result<T, String>) -> Result<Option<T>, String> {
    match union_from(plain)? {
        (_, Plain::Null) => Ok(None),
        (_, inner) => value(inner).map(Some),
    }
}

/// `null` is the number of the null branch, 0 or 1.
pub fn option_to<T>(option: &Option<T>, null: u32, value: impl Fn(&T) -> Plain) -> Plain {
    match option {
        None => union_to(null, Plain::Null),
        Some(inner) => union_to(1 - null, value(inner)),
    }
}

/// The branch's number and the value in it.
pub fn union_from(plain: &Plain) -> Result<(u32, &Plain), String> {
    match plain {
        Plain::Union(number, inner) => Ok((*number, inner)),
        other => Err(unexpected("Union", other)),
    }
}

pub fn union_to(number: u32, inner: Plain) -> Plain {
    Plain::Union(number, Box::new(inner))
}

/// The values of all fields, in the schema's order.
pub fn record_from<const N: usize>(plain: &Plain) -> Result<[&Plain; N], String> {
    match plain {
        Plain::Record(fields) => {
            let values: Vec<&Plain> = fields.iter().map(|(_, value)| value).collect();
            values.try_into().map_err(|_| format!("{} fields where the record has {N}", fields.len()))
        }
        other => Err(unexpected("Record", other)),
    }
}

pub fn record_to<const N: usize>(fields: [(&str, Plain); N]) -> Plain {
    Plain::Record(fields.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

/// The symbol's number.
pub fn enum_from(plain: &Plain) -> Result<u32, String> {
    match plain {
        Plain::Enum(number, _) => Ok(*number),
        other => Err(unexpected("Enum", other)),
    }
}

pub fn enum_to(number: u32, symbol: &str) -> Plain {
    Plain::Enum(number, symbol.to_string())
}

/// The error of a number that is neither a symbol's nor a branch's.
pub fn no_such<T>(number: u32) -> Result<T, String> {
    Err(format!("the schema has no symbol or branch {number}"))
}

fn unexpected(expected: &str, found: &Plain) -> String {
    format!("expected {expected}, found {}", found.type_name())
}

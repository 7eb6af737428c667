//! What the other crates of Ingot use, too. It is no part of the interface, and may change with any version.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::compatibility::{Incompatibility, reasons};
pub use crate::fields::Match;
use crate::json::{Data, Json};
pub use crate::pairs::{How, Pair, Pairs, Scope};
use crate::schema::Type;
pub use crate::symbols::Symbols;
use crate::value::Value;

/// Makes an enum of error classes, each with the name that all languages share.
#[doc(hidden)]
#[macro_export]
macro_rules! classes {
    ($(#[doc = $about:literal])+ $classes:ident: $($(#[doc = $doc:literal])+ $class:ident = $name:literal,)+) => {
        $(#[doc = $about])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum $classes {
            $($(#[doc = $doc])+ $class,)+
        }

        impl $classes {
            /// All classes, in the order of this page.
            pub const ALL: &'static [$classes] = &[$($classes::$class,)+];

            /// The name that all languages share.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($classes::$class => $name,)+
                }
            }
        }

        impl core::fmt::Display for $classes {
            fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                out.write_str(self.name())
            }
        }
    };
}

/// The first reasons why pairs do not fit; none if they do.
#[must_use]
pub fn why(pairs: Option<&Pairs<'_>>) -> Vec<Incompatibility> {
    reasons(pairs)
}

/// A name or a text as errors show it: not longer than a glance.
#[must_use]
pub fn cut(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

/// The value of a type without parts that a JSON value stands for, in defaults and in Avro's JSON; enums have
/// [`Symbols`].
#[must_use]
pub fn plain_value(shape: &Type, json: &Json) -> Option<Value> {
    match (shape, &json.data) {
        (Type::Null, Data::Null) => Some(Value::Null),
        (Type::Boolean, Data::Bool(value)) => Some(Value::Boolean(*value)),
        (Type::Int, Data::Number(number)) => {
            number.as_i64().and_then(|value| i32::try_from(value).ok()).map(Value::Int)
        }
        (Type::Long, Data::Number(number)) => number.as_i64().map(Value::Long),
        (Type::Float, Data::Number(number)) => number.as_f32().map(Value::Float),
        (Type::Double, Data::Number(number)) => number.as_f64().map(Value::Double),
        (Type::Float, Data::String(word)) => special_float(word).map(Value::Float),
        (Type::Double, Data::String(word)) => special_float(word).map(|value| Value::Double(value.into())),
        (Type::String, Data::String(text)) => Some(Value::String(text.clone())),
        (Type::Bytes, Data::String(text)) => latin_bytes(text).map(Value::Bytes),
        (Type::Fixed(fixed), Data::String(text)) => {
            let bytes = if may_have_bytes(text, fixed.size) { latin_bytes(text) } else { None };
            bytes.filter(|bytes| bytes.len() == fixed.size as usize).map(Value::Fixed)
        }
        _ => None,
    }
}

/// How many bytes of a text or a number have to be looked at to say whether it is of a type, or are copied.
#[must_use]
pub fn bytes_looked_at(shape: &Type, json: &Json) -> usize {
    match (shape, &json.data) {
        (Type::String | Type::Bytes | Type::Enum(_), Data::String(text)) => text.len(),
        (Type::Fixed(fixed), Data::String(text)) if may_have_bytes(text, fixed.size) => text.len(),
        (Type::Int | Type::Long | Type::Float | Type::Double, Data::Number(number)) => number.text().len(),
        _ => 0,
    }
}

/// Floats that JSON has no number for, as Java writes them.
fn special_float(word: &str) -> Option<f32> {
    Some(match word {
        "NaN" => f32::NAN,
        "Infinity" | "INF" => f32::INFINITY,
        "-Infinity" | "-INF" => f32::NEG_INFINITY,
        _ => return None,
    })
}

/// Whether a text may be as many bytes, written as characters up to U+00FF, which take one byte or two.
fn may_have_bytes(text: &str, size: u32) -> bool {
    let size = size as usize;
    size <= text.len() && text.len() / 2 <= size
}

/// Bytes, written as the characters U+0000 to U+00FF.
fn latin_bytes(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|one| u8::try_from(u32::from(one)).ok()).collect()
}

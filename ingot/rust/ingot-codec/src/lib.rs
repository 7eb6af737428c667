//! Avro data by any schema: values become bytes, and bytes values, strictly and within [`Limits`], so that bytes of
//! strangers end in a value or in a [`DataError`] that says what is wrong, in which part, at which byte.
//!
//! ```
//! use ingot_codec::{Codec, Schema, Value};
//!
//! let codec = Codec::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
//!     {"name": "name", "type": "string"},
//!     {"name": "grams", "type": ["null", "long"]}
//! ]}"#).unwrap());
//!
//! let tea = Value::Record(vec![Value::String("oolong".into()), Value::Union(1, Box::new(Value::Long(250)))]);
//! let bytes = codec.encode(&tea)?;
//! assert_eq!(bytes, b"\x0coolong\x02\xf4\x03");
//! assert_eq!(codec.decode(&bytes)?, tea);
//!
//! let error = codec.decode(b"\x0coolong\x04").unwrap_err();
//! assert_eq!(error.to_string(), "grams, byte 7: branch 2 of 2");
//! # Ok::<(), ingot_codec::DataError>(())
//! ```
#![no_std]
#![deny(unsafe_code)]
#![cfg_attr(feature = "safe", forbid(unsafe_code))]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod blocks;
mod codec;
mod decode;
mod encode;
mod error;
mod fingerprint;
mod framing;
mod json;
mod limits;
pub mod logical;
mod order;
mod plan;
mod resolve;
mod scan;
#[cfg(feature = "serde")]
mod serde;
mod skip;
pub mod typed;
pub mod wire;

pub use codec::Codec;
pub use error::{DataClass, DataError, Details};
pub use framing::{registry_datum, registry_message, single_object_message};
pub use ingot_schema::{Json, Matching, Schema, Value};
pub use limits::{Limits, Options};
pub use resolve::{ResolveError, Resolver};

//! Avro for Rust: schemas and data, strict and within limits.
//!
//! This crate is the one to depend on; it hands on what its parts offer. [`Codec`] reads and writes values of any
//! schema, [`schema`] is all about schemas, and [`container`] about files. With the feature `arrow`, data become record
//! batches.
//!
//! ```
//! use ingot::{Codec, Schema, Value};
//!
//! let codec = Codec::new(Schema::parse(r#"{"type": "array", "items": "int"}"#)?);
//! let bytes = codec.encode(&Value::Array(vec![Value::Int(1), Value::Int(-1)]))?;
//! assert_eq!(bytes, [4, 2, 1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `serde`, values of any type with serde's derives are written and read, too:
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! # use ingot::{Codec, Schema};
//! let ints = Codec::new(Schema::parse(r#"{"type": "array", "items": "int"}"#)?);
//! let bytes = ints.to_vec(&[1, -1])?;
//! assert_eq!(ints.from_slice::<Vec<i64>>(&bytes)?, [1, -1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
pub use ingot_arrow as arrow;
pub use ingot_codec::{
    Codec, DataClass, DataError, Limits, Matching, Options, ResolveError, Resolver, Schema, Value, registry_datum,
    registry_message, single_object_message,
};
#[cfg(feature = "container")]
pub use ingot_container as container;
pub use ingot_schema as schema;

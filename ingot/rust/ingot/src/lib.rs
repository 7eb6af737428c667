//! Avro for Rust: schemas and data, strict and within limits.
//!
//! This crate is the one to depend on; it hands on what its parts offer. A struct that derives `Record` is Avro of itself:
//!
//! ```
//! use ingot::{Record, Typed};
//!
//! #[derive(Record, Debug, PartialEq)]
//! #[avro(namespace = "shop")]
//! struct Tea<'a> {
//!     name: &'a str,
//!     grams: Option<i64>,
//! }
//!
//! let teas = Typed::<Tea>::of()?;
//! let bytes = teas.encode(&Tea { name: "oolong", grams: Some(250) })?;
//! assert_eq!(bytes, b"\x0coolong\x02\xf4\x03");
//! assert_eq!(teas.decode(&bytes)?, Tea { name: "oolong", grams: Some(250) });
//!
//! let error = teas.decode(b"\x0coolong\x04").unwrap_err();
//! assert_eq!(error.to_string(), "grams, byte 7: branch 2 of 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A `&str` borrows from the bytes, a `String` is owned; [`typed`] says which types there are. [`Codec`] reads and writes
//! values of any schema, [`schema`] is all about schemas, and [`container`] about files. With the feature
//! `arrow`, data become record batches.
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
pub use ingot_codec::typed::{Typed, TypedResolver};
pub use ingot_codec::{
    Codec, DataClass, DataError, Limits, Matching, Options, ResolveError, Resolver, Schema, Value, registry_datum,
    registry_message, single_object_message, typed,
};
#[cfg(feature = "container")]
pub use ingot_container as container;
#[cfg(feature = "derive")]
pub use ingot_derive::Record;
pub use ingot_schema as schema;

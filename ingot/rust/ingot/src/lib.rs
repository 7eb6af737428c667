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
//! A `&str` borrows from the bytes, a `String` is owned; [`typed`] says which types there are. Data that was written by
//! another schema is read by a [`TypedResolver`].
//!
//! | for | there is |
//! |---|---|
//! | types that are Avro of themselves | `#[derive(Record)]`, [`Typed`], [`TypedResolver`]; JSON by [`TypedJson`] |
//! | types with serde's derives | `Codec::to_vec`, `Codec::from_slice` (feature `serde`) |
//! | values of any schema | [`Codec`], [`Value`], [`Resolver`]; JSON by [`Codec::to_json`], order by [`Codec::compare`] |
//! | schemas | [`Schema`], [`schema`] |
//! | messages that name their schema | [`Codec::encode_single_object`], [`Codec::encode_registry`]; the same of [`Typed`] |
//! | dates, decimals, uuids | [`logical`] |
//! | files | `container` |
//! | record batches | `arrow` |
//!
//! # Values of any schema
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
//! # Types with serde's derives
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! # use ingot::{Codec, Schema};
//! let ints = Codec::new(Schema::parse(r#"{"type": "array", "items": "int"}"#)?);
//! let bytes = ints.to_vec(&[1, -1])?;
//! assert_eq!(ints.from_slice::<Vec<i64>>(&bytes)?, [1, -1]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Files
//!
#![cfg_attr(all(feature = "container", feature = "derive"), doc = "```")]
#![cfg_attr(not(all(feature = "container", feature = "derive")), doc = "```ignore")]
//! use ingot::{Record, container::{Reader, TypedWriter, WriteOptions}};
//!
//! #[derive(Record)]
//! struct Tea { name: String, grams: i32 }
//!
//! let mut writer = TypedWriter::new(Vec::new(), &WriteOptions::default())?;
//! writer.write(&Tea { name: "oolong".into(), grams: 250 })?;
//! let file = writer.finish()?;
//!
//! for tea in Reader::from_slice(&file)?.typed::<Tea>()? {
//!     assert_eq!(tea?.grams, 250);
//! }
//! # Ok::<(), ingot::container::ContainerError>(())
//! ```
//!
//! # Features
//!
//! | feature | what it gives | what it costs |
//! |---|---|---|
//! | `derive` (default) | `#[derive(Record)]` | crates that read Rust, built before yours |
//! | `serde` | types with serde's derives | the crate serde; slower than the derive |
//! | `std` (default) | `HashMap`s are maps | the standard library |
//! | `simd` (default) | long texts are checked by vector instructions | a small crate, with unsafe code |
//! | `container` (default) | files | the standard library |
//! | `deflate`, `snappy`, `bzip2` (default) | these codecs of files | crates in Rust alone |
//! | `zstandard`, `xz` (default) | these codecs | libraries in C: the build needs a C compiler |
//! | `libdeflate` (default) | deflate up to twice as fast | the same |
//! | `async` | files over `futures-io` | a small crate |
//! | `arrow` | record batches | the crates of Arrow, which take long to build |
//! | `safe` | no unsafe code in Ingot's own crates | speed |
//!
//! Without default features it is `no_std`, with `alloc`, and needs no C compiler.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "arrow")]
pub use ingot_arrow as arrow;
pub use ingot_codec::typed::{Typed, TypedJson, TypedResolver};
pub use ingot_codec::{
    Codec, DataClass, DataError, Details, Json, Limits, Matching, Options, ResolveError, Resolver, Schema, Value,
    logical, registry_datum, registry_message, single_object_message, typed,
};
#[cfg(feature = "container")]
pub use ingot_container as container;
#[cfg(feature = "derive")]
pub use ingot_derive::Record;
pub use ingot_schema as schema;

/// The examples of Ingot's page are tests, too.
#[cfg(all(doctest, feature = "derive", feature = "serde", feature = "snappy"))]
#[doc = include_str!("../../../README.md")]
struct Readme;

//! Avro container files: a header with the schema, and blocks of records, packed by a codec.
//!
//! ```
//! use ingot_container::{Compression, Reader, Schema, Value, Writer};
//!
//! let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
//!     {"name": "name", "type": "string"},
//!     {"name": "grams", "type": "int"}
//! ]}"#)?;
//! let mut writer = Writer::new(Vec::new(), schema, &Compression::Deflate(6).into())?;
//! writer.write(&Value::Record(vec![Value::String("oolong".into()), Value::Int(250)]))?;
//! let file = writer.finish()?;
//!
//! let mut reader = Reader::from_slice(&file)?;
//! assert_eq!(reader.compression().name(), "deflate");
//! let tea = reader.next_value().unwrap()?;
//! assert_eq!(tea, Value::Record(vec![Value::String("oolong".into()), Value::Int(250)]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is wrong with a file
//!
//! What is wrong ends the reading with a [`ContainerError`]. What is whole but odd, as some libraries write it, is read, and
//! told by [`Reader::warnings`]. [`Tolerance`] says less or more: nothing odd is read, or what is whole of a cut file, or
//! all that can be saved of a damaged one, and [`Reader::lost`] tells what could not. Schemas of files are always read leniently, records as [`ReadOptions::data`] says.
//!
//! # Features
//!
//! | feature | what it gives | what it costs |
//! |---|---|---|
//! | `deflate`, `snappy`, `bzip2` | these codecs | crates in Rust alone |
//! | `zstandard`, `xz` | these codecs | libraries in C: the build needs a C compiler |
//! | `libdeflate` | deflate up to twice as fast, levels 11 and 12 | the same, and unsafe calls of it |
//! | `async` | `AsyncReader`, `AsyncWriter` over `futures-io` | one small crate |
//! | `serde` | `Writer::serialize`, `Reader::deserialize` for types with serde's derives | the crate serde |
//! | `safe` | no unsafe code of this crate's own: `libdeflate` is not used | its speed |
//!
//! The codecs and `libdeflate` are on by default, so that any file can be read.
#![deny(unsafe_code)]

mod ahead;
#[cfg(feature = "async")]
mod asynchronous;
mod block;
mod compression;
mod error;
mod frame;
mod header;
mod options;
mod parallel;
mod reader;
mod records;
#[cfg(feature = "serde")]
mod serde;
mod source;
mod told;
mod typed;
mod unpacked;
mod writer;

pub use ahead::Ahead;
#[cfg(feature = "async")]
pub use asynchronous::{AsyncReader, AsyncWriter};
pub use block::Block;
pub use compression::Compression;
pub use error::{Class, ContainerClass, ContainerError};
pub use header::Header;
pub use ingot_codec::{Codec, DataError, Options, Schema, Value};
pub use options::{ReadOptions, Tolerance, WriteOptions};
pub use reader::Reader;
pub use source::{Source, Stream};
pub use told::Loss;
pub use typed::TypedWriter;
pub use unpacked::Unpacked;
pub use writer::Writer;

//! What a contestant implements: calls of its library, and nothing else.

use std::fmt::Display;

use crate::{Error, Plain};

/// A library, ready to work on the records of one schema.
///
/// The kit makes one adapter for each measuring thread.
pub trait Adapter: Sized + Send {
    /// The library's package name, as `hello` reports it.
    const LIBRARY: &'static str;
    /// The library's version: `assay_kit::library_version!()`.
    const VERSION: &'static str;
    /// The operations that the library has, of `encode` and `decode`.
    const OPERATIONS: &'static [&'static str] = &["encode", "decode"];

    /// The domain value: a record as the library's user holds it.
    type Record: Send + Sync + 'static;
    type EncodeError: Display + Send;
    type DecodeError: Display + Send;

    /// Makes the adapter from the text of an Avro schema. The time that it takes is reported as setup.
    ///
    /// Errors: `Error::unsupported` for a schema that the library cannot do.
    fn new(schema: &str) -> Result<Self, Error>;

    /// The domain value of a plain value of the schema. Outside any clock.
    #[allow(clippy::wrong_self_convention)] // An adapter may need its schema for it.
    fn from_plain(&self, plain: &Plain) -> Result<Self::Record, Error>;

    /// The plain value of a domain value, every field read. Outside any clock but that of `inspect`.
    fn to_plain(&self, record: &Self::Record) -> Result<Plain, Error>;

    /// Domain value to owned bytes.
    fn encode(&mut self, record: &Self::Record) -> Result<Vec<u8>, Self::EncodeError>;

    /// Bytes to an owned domain value.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Record, Self::DecodeError>;
}

//! What a contestant implements: calls of its library, and nothing else.

use std::fmt::Display;

use crate::{ContainerSettings, Error, Plain};

/// A library, ready to work on the records of one schema.
///
/// The kit makes one adapter for each measuring thread.
pub trait Adapter: Sized + Send {
    /// The library's package name, as `hello` reports it.
    const LIBRARY: &'static str;
    /// The library's version: `assay_kit::library_version!()`.
    const VERSION: &'static str;
    /// The operations that the library has, of `encode`, `encode-into`, `decode`, `access`, `write` and
    /// `read`.
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

    /// Domain value to bytes at the end of the caller's buffer, whose bytes so far stay as they are.
    fn encode_into(&mut self, _record: &Self::Record, _buffer: &mut Vec<u8>) -> Result<(), Self::EncodeError> {
        unreachable!("OPERATIONS has no encode-into")
    }

    /// Bytes to an owned domain value.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Record, Self::DecodeError>;

    /// Bytes to the reading of the record in them: `reading` of a value that may borrow from the bytes, or
    /// `decode_and_read`.
    fn access(&mut self, _bytes: &[u8]) -> Result<u64, Self::DecodeError> {
        unreachable!("OPERATIONS has no access")
    }

    /// Makes ready for container files with these settings, once, where the lab asks for them: what can be made before
    /// the first file and kept for all of them. The time that it takes is reported as setup.
    ///
    /// Errors: `Error::unsupported` for a codec or a level that the library cannot do.
    fn prepare_containers(&mut self, _settings: &ContainerSettings) -> Result<(), Error> {
        Err(Error::unsupported("the contestant has no containers"))
    }

    /// All domain values to the owned bytes of one container file. Comes after `prepare_containers`.
    fn write(&mut self, _records: &[Self::Record]) -> Result<Vec<u8>, Self::EncodeError> {
        unreachable!("OPERATIONS has no write")
    }

    /// The bytes of a container file to its records, each an owned domain value that is made when it is asked for.
    /// Comes after `prepare_containers`.
    fn read(
        &mut self,
        _container: &[u8],
    ) -> Result<impl Iterator<Item = Result<Self::Record, Self::DecodeError>>, Self::DecodeError> {
        Ok(std::iter::from_fn(|| unreachable!("OPERATIONS has no read")))
    }
}

//! What a contestant implements: calls of its library, and nothing else.
//!
//! Every contestant has an [`Adapter`]; a trait stands for each other thing that its library can do. The operations that
//! it offers are named in `assay_kit::main!`, which does not compile for one whose trait is missing.

use std::fmt::Display;

use crate::{reading, Ask, ContainerSettings, Error, Found, Plain};

/// A library, ready to work on the records of one schema: `encode` and `decode`.
///
/// The kit makes one adapter for each measuring thread.
pub trait Adapter: Sized + Send {
    /// The library's package name, as `hello` reports it.
    const LIBRARY: &'static str;
    /// The library's version: `assay_kit::library_version!()`.
    const VERSION: &'static str;

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

    /// The plain value of a domain value. Outside any clock, if the adapter has a `reading` of its own.
    fn to_plain(&self, record: &Self::Record) -> Result<Plain, Error>;

    /// The reading of a domain value, every field of it read as a user would. For `inspect`, which asks what decoding
    /// left to that. By default it goes by way of the plain value, and making that takes longer than most decoders.
    fn reading(&self, record: &Self::Record) -> Result<u64, Error> {
        Ok(reading(&self.to_plain(record)?))
    }

    /// Domain value to owned bytes.
    fn encode(&mut self, record: &Self::Record) -> Result<Vec<u8>, Self::EncodeError>;

    /// Bytes to an owned domain value.
    fn decode(&mut self, bytes: &[u8]) -> Result<Self::Record, Self::DecodeError>;

    /// What the library does beside its operations, for `assay conform` only; none for what it does not have.
    #[allow(clippy::type_complexity)] // None, an error, or what was found: that is what there is to say.
    fn conform(&mut self, ask: &Ask<'_, Self::Record>) -> Option<Result<Found<Self::Record>, Error>> {
        let _ = ask;
        None
    }
}

/// A library that appends to the caller's buffer.
pub trait EncodeInto: Adapter {
    /// Domain value to bytes at the end of the buffer, whose bytes so far stay as they are.
    fn encode_into(&mut self, record: &Self::Record, buffer: &mut Vec<u8>) -> Result<(), Self::EncodeError>;
}

/// A library whose records can be read where they lie, or decoded and then read.
pub trait Access: Adapter {
    /// Bytes to the reading of the record in them: `reading` of a value that may borrow from the bytes, or
    /// `decode_and_read`.
    fn access(&mut self, bytes: &[u8]) -> Result<u64, Self::DecodeError>;
}

/// A library with container files: `write` and `read`.
pub trait Containers: Adapter {
    /// Makes ready for container files with these settings, once, where the lab asks for them: what can be made before
    /// the first file and kept for all of them. The time that it takes is reported as setup.
    ///
    /// Errors: `Error::unsupported` for a codec or a level that the library cannot do.
    fn prepare_containers(&mut self, settings: &ContainerSettings) -> Result<(), Error>;

    /// All domain values to the owned bytes of one container file. Comes after `prepare_containers`.
    fn write(&mut self, records: &[Self::Record]) -> Result<Vec<u8>, Self::EncodeError>;

    /// The bytes of a container file to its records, each an owned domain value that is made when it is asked for.
    /// Comes after `prepare_containers`.
    fn read(
        &mut self,
        container: &[u8],
    ) -> Result<impl Iterator<Item = Result<Self::Record, Self::DecodeError>>, Self::DecodeError>;
}

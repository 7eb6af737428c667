//! What is wrong with a file, in one line: the class, the byte, what was met.

use std::error::Error;
use std::fmt;
use std::io;

use ingot_codec::typed::Mismatch;
use ingot_codec::{DataClass, DataError, ResolveError};
use ingot_schema::{SchemaClass, SchemaError, classes};

classes! {
    /// What kind of thing is wrong with a container file: the same in every language, by its name.
    ContainerClass:
    /// The input does not begin as a container file does.
    Magic = "magic",
    /// The file does not say the schema of its records.
    SchemaMissing = "schema-missing",
    /// An entry of the header's that the specification names is there twice.
    KeyDuplicate = "key-duplicate",
    /// The file's codec is not known, not in this build, or has no such level.
    CodecUnknown = "codec-unknown",
    /// A block is no whole stream of the file's codec.
    CodecData = "codec-data",
    /// A block does not end with the file's marker.
    SyncMismatch = "sync-mismatch",
    /// A block of more bytes than [`ReadOptions::block_bytes`](crate::ReadOptions::block_bytes), packed or unpacked.
    LimitBlock = "limit-block",
    /// A header of more bytes than [`ReadOptions::header_bytes`](crate::ReadOptions::header_bytes), or of more than
    /// 65,536 entries.
    LimitHeader = "limit-header",
    /// The file could not be read or written.
    Io = "io",
}

/// What kind of thing is wrong: with the file, with its schema, or with a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// With the file.
    Container(ContainerClass),
    /// With a record, or with a number or a text of the file's own.
    Data(DataClass),
    /// With the schema.
    Schema(SchemaClass),
}

impl Class {
    /// The name that all languages share.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Container(class) => class.name(),
            Class::Data(class) => class.name(),
            Class::Schema(class) => class.name(),
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl From<ContainerClass> for Class {
    fn from(class: ContainerClass) -> Self {
        Class::Container(class)
    }
}

impl From<DataClass> for Class {
    fn from(class: DataClass) -> Self {
        Class::Data(class)
    }
}

/// What is wrong with a container file, and where.
///
/// ```
/// let error = ingot_container::Reader::from_slice(b"Obi").unwrap_err();
/// assert_eq!(error.class().name(), "magic");
/// assert_eq!(error.to_string(), "byte 0: no container file: it begins with \"Obi\"");
/// ```
#[derive(Debug)]
pub struct ContainerError(Box<Parts>);

#[derive(Debug)]
struct Parts {
    class: Class,
    offset: Option<u64>,
    message: String,
    cause: Option<Cause>,
}

#[derive(Debug)]
enum Cause {
    Io(io::Error),
    Schema(SchemaError),
    Data(DataError),
    Resolution(ResolveError),
    Mismatch(Mismatch),
}

pub(crate) type Outcome<T> = Result<T, ContainerError>;

impl ContainerError {
    pub(crate) fn new(class: impl Into<Class>, offset: u64, message: impl Into<String>) -> Self {
        Self::with(class.into(), Some(offset), message.into(), None)
    }

    fn with(class: Class, offset: Option<u64>, message: String, cause: Option<Cause>) -> Self {
        ContainerError(Box::new(Parts { class, offset, message, cause }))
    }

    /// Of what a caller asks for: there is no place in a file.
    pub(crate) fn asked(class: impl Into<Class>, message: impl Into<String>) -> Self {
        Self::with(class.into(), None, message.into(), None)
    }

    pub(crate) fn schema(error: SchemaError, offset: u64) -> Self {
        let message = format!("the schema: {error}");
        Self::with(Class::Schema(error.class), Some(offset), message, Some(Cause::Schema(error)))
    }

    /// Of a record of the block that begins here.
    pub(crate) fn record(error: DataError, block: u64, record: u64) -> Self {
        let message = format!("in the block that begins here, record {record}: {error}");
        Self::with(error.class.into(), Some(block), message, Some(Cause::Data(error)))
    }

    /// Of the bytes of the block that begins here.
    pub(crate) fn within(error: DataError, block: u64) -> Self {
        let message = format!("in the block that begins here: {error}");
        Self::with(error.class.into(), Some(block), message, Some(Cause::Data(error)))
    }

    /// What kind of thing it is.
    #[must_use]
    pub fn class(&self) -> Class {
        self.0.class
    }

    /// The offset in the file of what is wrong; of what is wrong within a block, that of the block.
    #[must_use]
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    pub(crate) fn resolution(error: ResolveError) -> Self {
        Self::with(ResolveError::CLASS.into(), None, error.to_string(), Some(Cause::Resolution(error)))
    }

    /// Of a type whose data the records are not, or which has no schema.
    pub(crate) fn mismatch(error: Mismatch) -> Self {
        Self::with(ResolveError::CLASS.into(), None, error.to_string(), Some(Cause::Mismatch(error)))
    }

    /// Whether the input has nothing as yet.
    pub(crate) fn would_block(&self) -> bool {
        matches!(&self.0.cause, Some(Cause::Io(error)) if error.kind() == io::ErrorKind::WouldBlock)
    }

    /// What is wrong with a record, with the path and the byte in the unpacked block, if that is what it is.
    #[must_use]
    pub fn data(&self) -> Option<&DataError> {
        match &self.0.cause {
            Some(Cause::Data(error)) => Some(error),
            _ => None,
        }
    }
}

impl fmt::Display for ContainerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(offset) = self.0.offset {
            write!(out, "byte {offset}: ")?;
        }
        out.write_str(&self.0.message)
    }
}

impl Error for ContainerError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self.0.cause.as_ref()? {
            Cause::Io(error) => Some(error),
            Cause::Schema(error) => Some(error),
            Cause::Data(error) => Some(error),
            Cause::Resolution(error) => Some(error),
            Cause::Mismatch(error) => Some(error),
        }
    }
}

impl From<io::Error> for ContainerError {
    fn from(error: io::Error) -> Self {
        Self::with(ContainerClass::Io.into(), None, error.to_string(), Some(Cause::Io(error)))
    }
}

/// Of a value that is to be written.
impl From<DataError> for ContainerError {
    fn from(error: DataError) -> Self {
        Self::with(error.class.into(), None, error.to_string(), Some(Cause::Data(error)))
    }
}

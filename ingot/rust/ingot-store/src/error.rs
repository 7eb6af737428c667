//! What is wrong, in one line: the class, the file, what to do.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use ingot_schema::classes;

classes! {
    /// What kind of thing is wrong: the same in every language, by its name.
    StoreClass:
    /// A file could not be read or written.
    Io = "io",
    /// Another process writes to the store.
    Locked = "locked",
    /// There is no store, or no collection of this name.
    Missing = "missing",
    /// The store is of a version that this one does not read.
    Version = "version",
    /// What cannot be the name of a collection.
    NameInvalid = "name-invalid",
    /// What is put is no document: no JSON object, or one with fields that it cannot have.
    DocumentInvalid = "document-invalid",
    /// The document has another key than that under which it is put.
    KeyDifferent = "key-different",
    /// A key or a document is too long, or nested too deep.
    Limit = "limit",
    /// A file is not what was written.
    Damaged = "damaged",
    /// The store was opened for reading.
    ReadOnly = "read-only",
    /// The collection is open for writing already, in this process.
    Open = "open",
    /// Writing failed before: the store has to be opened again.
    Stopped = "stopped",
    /// A document is no value of the type that it is to become, or a value cannot be a document.
    TypeMismatch = "type-mismatch",
    /// An archive that is not what packing a store writes.
    ArchiveInvalid = "archive-invalid",
    /// A condition that cannot be read.
    ConditionInvalid = "condition-invalid",
}

/// What is wrong with a store, or with what it was asked for.
#[derive(Debug)]
pub struct StoreError(Box<Parts>);

#[derive(Debug)]
struct Parts {
    class: StoreClass,
    file: Option<PathBuf>,
    message: String,
    io: Option<io::Error>,
}

pub(crate) type Outcome<T> = Result<T, StoreError>;

impl StoreError {
    pub(crate) fn new(class: StoreClass, message: impl Into<String>) -> Self {
        StoreError(Box::new(Parts { class, file: None, message: message.into(), io: None }))
    }

    pub(crate) fn at(mut self, file: &Path) -> Self {
        self.0.file = Some(file.to_path_buf());
        self
    }

    /// Of a file that is not what was written.
    pub(crate) fn damaged(file: &Path, message: impl fmt::Display) -> Self {
        let message = format!("{message}; copy the store, then repair it");
        Self::new(StoreClass::Damaged, message).at(file)
    }

    pub(crate) fn io(file: &Path, error: io::Error) -> Self {
        let message = error.to_string();
        StoreError(Box::new(Parts { class: StoreClass::Io, file: Some(file.into()), message, io: Some(error) }))
    }

    /// What kind of thing it is.
    #[must_use]
    pub fn class(&self) -> StoreClass {
        self.0.class
    }

    /// The file that is wrong, if it is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.0.file.as_deref()
    }

    /// What the system said, if it did.
    #[must_use]
    pub fn io_kind(&self) -> Option<io::ErrorKind> {
        self.0.io.as_ref().map(io::Error::kind)
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.0.file {
            write!(out, "{}: ", file.display())?;
        }
        out.write_str(&self.0.message)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.io.as_ref().map(|error| error as _)
    }
}

/// Adds the file to what the system says.
pub(crate) trait Of<T> {
    fn of(self, file: &Path) -> Outcome<T>;

    /// The same of a file that a collection has to have, with so many bytes: other hands have removed or cut it.
    fn of_own(self, file: &Path) -> Outcome<T>;
}

impl<T> Of<T> for io::Result<T> {
    fn of(self, file: &Path) -> Outcome<T> {
        self.map_err(|error| StoreError::io(file, error))
    }

    fn of_own(self, file: &Path) -> Outcome<T> {
        self.map_err(|error| match error.kind() {
            ErrorKind::NotFound => StoreError::damaged(file, "it is not there"),
            ErrorKind::UnexpectedEof => StoreError::damaged(file, error),
            _ => StoreError::io(file, error),
        })
    }
}

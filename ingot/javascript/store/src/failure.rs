//! Errors as JavaScript sees them: one line, and the class as `code`.

use ingot_store::StoreError;

/// An error whose first part becomes `code`.
pub(crate) type Failure = napi::Error<String>;

pub(crate) type Result<T, E = Failure> = std::result::Result<T, E>;

pub(crate) fn failure(code: &str, message: impl Into<String>) -> Failure {
    Failure::new(code.to_string(), message.into())
}

/// What the store says.
pub(crate) fn of_store(error: &StoreError) -> Failure {
    failure(error.class().name(), error.to_string())
}

/// What the runtime says: a value of a kind that the files of `lib` do not hand over, or no memory.
pub(crate) fn of_runtime(error: &napi::Error) -> Failure {
    failure("type-mismatch", error.reason.clone())
}

/// Makes errors of both kinds into one.
pub(crate) trait Told<T> {
    fn told(self) -> Result<T>;
}

impl<T> Told<T> for Result<T, StoreError> {
    fn told(self) -> Result<T> {
        self.map_err(|error| of_store(&error))
    }
}

impl<T> Told<T> for napi::Result<T> {
    fn told(self) -> Result<T> {
        self.map_err(|error| of_runtime(&error))
    }
}

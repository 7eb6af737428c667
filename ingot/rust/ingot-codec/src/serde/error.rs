//! What types say of values that do not suit them, as errors of the engine.

use alloc::boxed::Box;
use alloc::string::ToString;
use core::fmt::{self, Display};

use crate::error::{DataClass, Fault};

impl Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.error, out)
    }
}

impl core::error::Error for Fault {}

impl serde::ser::Error for Box<Fault> {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Box::new(Fault::new(DataClass::ValueInvalid, None, message.to_string()))
    }
}

impl serde::de::Error for Box<Fault> {
    #[cold]
    fn custom<T: Display>(message: T) -> Self {
        Box::new(Fault::new(DataClass::TypeMismatch, None, message.to_string()))
    }
}

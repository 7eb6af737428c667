//! What errors say was to be there, and what is.

use ingot_codec::wire::Fault;
use ingot_codec::{DataClass, DataError};

use crate::failure::{Done, Failure};
use crate::objects::type_name;
use crate::plan::{Op, Plan, Special, Union};

/// An error of data that has its place, and what was to be there and is, where that is known.
pub(crate) struct Known {
    pub(crate) error: DataError,
    pub(crate) expected: Option<String>,
    pub(crate) met: Option<String>,
}

/// An error on its way up, of which both are known where it arises.
pub(crate) struct Told {
    pub(crate) fault: Box<Fault>,
    pub(crate) expected: String,
    pub(crate) met: String,
}

impl From<DataError> for Known {
    fn from(error: DataError) -> Self {
        let met = Some(met_by(&error));
        Known { error, expected: None, met }
    }
}

impl From<Told> for Known {
    fn from(told: Told) -> Self {
        Known { error: told.fault.into(), expected: Some(told.expected), met: Some(told.met) }
    }
}

/// What was met: what the message says, which does not say it otherwise.
fn met_by(error: &DataError) -> String {
    match error.class {
        DataClass::EndOfInput => "the end of the input".into(),
        _ => error.message.clone(),
    }
}

/// An error of an object that is no value.
#[cold]
pub(crate) fn unmet<T>(met: impl Into<String>, expected: impl Into<String>, message: impl Into<String>) -> Done<T> {
    told(ingot_codec::wire::fault(DataClass::ValueInvalid, None, message), met, expected)
}

/// The same for any error.
#[cold]
pub(crate) fn told<T>(outcome: Result<T, Box<Fault>>, met: impl Into<String>, expected: impl Into<String>) -> Done<T> {
    outcome.map_err(|fault| Failure::Told(Box::new(Told { fault, expected: expected.into(), met: met.into() })))
}

/// An object of a wrong type.
#[cold]
pub(crate) unsafe fn wrong<T>(object: *mut pyo3::ffi::PyObject, what: &str) -> Done<T> {
    let met = unsafe { type_name(object) };
    let message = format!("{met}, not {what}");
    unmet(met, what, message)
}

impl Plan {
    /// An error with all that is known of it; the type is the one that it arose in, if that is known.
    #[cold]
    #[inline(never)]
    pub(crate) fn known(&self, failure: Failure, index: Option<u32>) -> Failure {
        match failure {
            Failure::Fault(fault) => {
                let expected = Some(self.expected(index.unwrap_or(self.root)));
                Failure::Data(Box::new(Known { expected, ..Known::from(DataError::from(fault)) }))
            }
            Failure::Told(told) => Failure::Data(Box::new(Known::from(*told))),
            other => other,
        }
    }

    /// A type, as errors name what was to be there.
    pub(crate) fn expected(&self, index: u32) -> String {
        let word = match &self.node(index).op {
            Op::Special(special, carrier) => match **special {
                Special::Native(native) => native.what(),
                Special::Shaped(_) => return self.expected(*carrier),
            },
            Op::Null => "null",
            Op::Boolean => "a boolean",
            Op::Int => "an int",
            Op::Long => "a long",
            Op::Float => "a float",
            Op::Double => "a double",
            Op::Bytes => "bytes",
            Op::String => "a string",
            Op::Enum(_) => "a symbol",
            Op::Array(_) => "an array",
            Op::Map(_) => "a map",
            Op::Fixed(size) => return format!("a fixed of {size} bytes"),
            Op::Record(record) => return record.name.clone(),
            Op::Union(union) => return self.expected_of(union),
        };
        word.into()
    }

    /// The branches of a union.
    pub(crate) fn expected_of(&self, union: &Union) -> String {
        const MOST: usize = 8;
        let mut branches: Vec<String> = union.branches.iter().take(MOST).map(|part| self.expected(*part)).collect();
        if union.branches.len() > MOST {
            branches.push(format!("one of {} more", union.branches.len() - MOST));
        }
        branches.join(" or ")
    }
}

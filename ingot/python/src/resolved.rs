//! Data of one schema read by another, or by some fields of its own: what was made for that is kept.

use std::mem::take;
use std::sync::{Arc, Mutex, PoisonError};

use ingot_codec::Resolver;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit};

use crate::failure::resolution_exception;
use crate::schema::Schema;

/// How many readers a schema keeps; the one that was not asked for longest goes.
const MOST_KEPT: usize = 16;

/// A reader, and the way from the writer's bytes to its own.
pub(crate) struct Resolved {
    asked: Asked,
    pub(crate) reader: Py<Schema>,
    pub(crate) resolver: Resolver,
}

/// How the reader was named.
enum Asked {
    Schema(Py<Schema>),
    Fields(Vec<String>),
}

/// The readers of one writer, those asked for last at the end.
#[derive(Default)]
pub(crate) struct Readers(Mutex<Vec<Arc<Resolved>>>);

impl Readers {
    /// By another schema.
    pub(crate) fn by(&self, writer: &Schema, reader: &Bound<'_, Schema>) -> PyResult<Arc<Resolved>> {
        let is_it = |asked: &Asked| matches!(asked, Asked::Schema(known) if known.is(reader));
        self.kept(is_it, || {
            let py = reader.py();
            let resolver = Resolver::new(writer.schema(), reader.get().schema())
                .map_err(|error| resolution_exception(py, &error))?;
            let asked = Asked::Schema(reader.clone().unbind());
            Ok(Resolved { asked, reader: reader.clone().unbind(), resolver })
        })
    }

    /// By some fields, as paths.
    pub(crate) fn of(&self, py: Python<'_>, writer: &Schema, fields: &[String]) -> PyResult<Arc<Resolved>> {
        let is_it = |asked: &Asked| matches!(asked, Asked::Fields(known) if known == fields);
        let made = || {
            let part = writer.schema().project(fields).map_err(|error| PyValueError::new_err(error.to_string()))?;
            let resolver = Resolver::new(writer.schema(), &part).map_err(|error| resolution_exception(py, &error))?;
            let reader = Py::new(py, writer.like(py, part)?)?;
            Ok(Resolved { asked: Asked::Fields(fields.to_vec()), reader, resolver })
        };
        self.kept(is_it, made)
    }

    fn kept(
        &self,
        is_it: impl Fn(&Asked) -> bool,
        make: impl FnOnce() -> PyResult<Resolved>,
    ) -> PyResult<Arc<Resolved>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = kept.iter().position(|one| is_it(&one.asked)) {
            let found = kept.remove(place);
            kept.push(found.clone());
            return Ok(found);
        }
        // What is made runs the interpreter, which may let another thread in here: the list is not held meanwhile.
        drop(kept);
        let found = Arc::new(make()?);
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let gone = (kept.len() >= MOST_KEPT).then(|| kept.remove(0));
        kept.push(found.clone());
        drop(kept);
        // This may be the end of a schema and its class, and run code.
        drop(gone);
        Ok(found)
    }

    /// Shows the collector the readers that are held here alone: another holder would show them, too.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(kept) = self.0.try_lock() else { return Ok(()) };
        for one in kept.iter().filter(|one| Arc::strong_count(one) == 1) {
            visit.call(&one.reader)?;
            if let Asked::Schema(asked) = &one.asked {
                visit.call(asked)?;
            }
        }
        Ok(())
    }

    /// Lets go of all readers.
    pub(crate) fn clear(&self) {
        let gone = self.0.try_lock().map(|mut kept| take(&mut *kept));
        drop(gone);
    }
}

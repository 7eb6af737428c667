//! The way from a writer's data to those of a reader, and texts on it that are not UTF-8.

use ingot_codec::{DataClass, Options, Resolver};
use pyo3::prelude::*;
use pyo3::{PyTraverseError, PyVisit, ffi};

use super::compile::Compiled;
use super::read::Names;
use crate::decode::Decoder;
use crate::encode::Encoder;
use crate::failure::{Done, Failure, resolution_exception, schema_exception};
use crate::manner::{Reading, Writing};
use crate::objects::Owned;
use crate::plan::{Field, Plan, Union};

/// The way from a writer's data to those of a reader.
#[pyclass(frozen, module = "ingot._ingot")]
pub(crate) struct FastavroResolved {
    resolver: Resolver,
    pub(super) reader: Py<Compiled>,
}

#[pymethods]
impl FastavroResolved {
    /// The writer's schema keeps the way to a reader, whose schema may be the same.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.reader)
    }
}

/// Resolves two schemas, as texts, the reader of which is compiled, too. Raises `SchemaError` if nothing can be read so.
#[pyfunction]
pub(crate) fn fastavro_resolve(writer: &str, text: &str, reader: Bound<'_, Compiled>) -> PyResult<FastavroResolved> {
    let py = reader.py();
    let parse = |text| ingot_schema::Schema::parse_lenient(text).map_err(|error| schema_exception(py, &error));
    let resolver = Resolver::new(&parse(writer)?, &parse(text)?).map_err(|error| resolution_exception(py, &error))?;
    Ok(FastavroResolved { resolver, reader: reader.unbind() })
}

impl FastavroResolved {
    /// Adds the reader's bytes for the writer's value that bytes begin with; how many of them it takes.
    pub(super) fn transcoded(&self, writer: &Compiled, names: &Names, data: &[u8], out: &mut Vec<u8>) -> Done<usize> {
        let options = Options::default();
        match self.resolver.transcode_first(data, out, &options) {
            Ok(taken) => Ok(taken),
            Err(error) if error.class == DataClass::Utf8Invalid => {
                let (texts, taken) = unsafe { with_texts(writer, names, data) }?;
                self.resolver.transcode_first(&texts, out, &options)?;
                Ok(taken)
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// A writer's value once more, its texts as the user wants those that are not UTF-8; how many bytes it takes as it was.
#[cold]
unsafe fn with_texts(writer: &Compiled, names: &Names, data: &[u8]) -> Done<(Vec<u8>, usize)> {
    let (plan, options) = (&writer.plan, &writer.options);
    let mut decoder = Decoder::new(plan, options, data, Marked { names });
    let value = unsafe { decoder.value(plan.root) }?;
    let taken = decoder.input.at();
    let mut out = Vec::new();
    unsafe { Encoder::new(plan, options, &mut out, Marked { names }).value(plan.root, value.as_ptr()) }?;
    Ok((out, taken))
}

/// Plain values, those of unions as pairs with the places of their branches: what was read is written as it was.
struct Marked<'n> {
    names: &'n Names,
}

impl Reading for Marked<'_> {
    unsafe fn made(&mut self, _: u32, value: Owned) -> Done<Owned> {
        Ok(value)
    }

    unsafe fn branched(&mut self, _: u32, branch: usize, value: Owned) -> Done<Owned> {
        unsafe {
            let place = Owned::new(ffi::PyLong_FromSize_t(branch))?;
            Ok(Owned::new(ffi::PyTuple_Pack(2, place.as_ptr(), value.as_ptr()))?)
        }
    }

    unsafe fn odd_text(&mut self, content: &[u8]) -> Option<Done<Owned>> {
        Some(unsafe { self.names.text(content) })
    }
}

impl Writing for Marked<'_> {
    unsafe fn prepared(&mut self, _: &Plan, _: u32, _: *mut ffi::PyObject) -> Done<Option<Owned>> {
        Ok(None)
    }

    unsafe fn branch(&mut self, _: &Plan, _: u32, _: &Union, pair: *mut ffi::PyObject) -> Done<(u32, Option<Owned>)> {
        unsafe {
            let (place, value) = (ffi::PyTuple_GetItem(pair, 0), ffi::PyTuple_GetItem(pair, 1));
            if place.is_null() || value.is_null() {
                return Err(Failure::Raised);
            }
            // It was the place of a branch when the pair was made.
            let branch = u32::try_from(ffi::PyLong_AsLong(place)).unwrap_or(0);
            Ok((branch, Some(Owned::borrowed(value))))
        }
    }

    fn may_lack(&self, _: &Field) -> bool {
        false
    }

    unsafe fn may_exceed(&self, _: *mut ffi::PyObject) -> bool {
        false
    }
}

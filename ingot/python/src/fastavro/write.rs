//! Objects written as fastavro writes them.

use core::cell::Cell;
use core::mem::take;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::compile::Compiled;
use super::errors::raised;
use super::manner::{Manner, Ways};
use crate::encode::Encoder;
use crate::scratch::scratch;

impl Compiled {
    /// Adds the bytes of a record; nothing is added if it is none.
    pub(super) fn put(&self, py: Python<'_>, record: &Bound<'_, PyAny>, ways: Ways, out: &mut Vec<u8>) -> PyResult<()> {
        let (start, odd) = (out.len(), Cell::new(false));
        let mut write = |asks: bool| {
            let manner = Manner { compiled: self, ways, asks, odd: &odd };
            let mut encoder = Encoder::new(&self.plan, &self.options, out, manner);
            let done = unsafe { encoder.value(self.plan.root, record.as_ptr()) };
            if done.is_err() || (odd.get() && !asks && self.has_optional && !ways.tagged) {
                out.truncate(start);
            }
            done
        };
        let mut done = write(false);
        if done.is_ok() && odd.get() && self.has_optional && !ways.tagged {
            done = write(true);
        }
        done.map_err(|failure| raised(py, failure))
    }
}

/// The compiled schema that a parsed one carries; another one is parsed first.
pub(super) fn compiled<'py>(schema: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Compiled>> {
    let py = schema.py();
    // Only dicts that `parse_schema` made have it.
    if schema.is_exact_instance_of::<PyDict>() {
        return compiled_first(schema);
    }
    match schema.getattr_opt(intern!(py, "_compiled"))? {
        Some(found) if !found.is_none() => Ok(found.cast_into::<Compiled>()?),
        _ => compiled_first(schema),
    }
}

#[cold]
fn compiled_first<'py>(schema: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Compiled>> {
    let module = schema.py().import("ingot.fastavro._parsed")?;
    Ok(module.call_method1("compiled", (schema,))?.cast_into::<Compiled>()?)
}

/// Writes one record, without a header, to a file.
#[pyfunction]
#[pyo3(signature = (fo, schema, record, *, strict = false, strict_allow_default = false, disable_tuple_notation = false))]
pub(crate) fn fastavro_schemaless_writer(
    fo: &Bound<'_, PyAny>,
    schema: &Bound<'_, PyAny>,
    record: &Bound<'_, PyAny>,
    strict: bool,
    strict_allow_default: bool,
    disable_tuple_notation: bool,
) -> PyResult<()> {
    let py = fo.py();
    let compiled = compiled(schema)?;
    let ways = Ways { strict, strict_allow_default, no_tuples: disable_tuple_notation, ..Ways::default() };
    let bytes = scratch(|out| {
        compiled.get().put(py, record, ways, out)?;
        Ok::<_, PyErr>(PyBytes::new(py, out))
    })?;
    fo.call_method1(intern!(py, "write"), (bytes,))?;
    Ok(())
}

/// The bytes of a value of JSON.
#[pyfunction]
pub(crate) fn fastavro_from_json<'py>(
    schema: &Bound<'py, Compiled>,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = schema.py();
    let ways = Ways { json: true, tagged: true, no_tuples: true, ..Ways::default() };
    let mut out = Vec::new();
    schema.get().put(py, value, ways, &mut out)?;
    Ok(PyBytes::new(py, &out))
}

/// Records of a block that is not written yet.
#[pyclass(module = "ingot._ingot")]
pub(crate) struct FastavroBlock {
    compiled: Py<Compiled>,
    ways: Ways,
    bytes: Vec<u8>,
    #[pyo3(get)]
    count: u64,
}

#[pymethods]
impl FastavroBlock {
    #[new]
    fn new(compiled: Py<Compiled>, strict: bool, strict_allow_default: bool, no_tuples: bool) -> Self {
        let ways = Ways { strict, strict_allow_default, no_tuples, ..Ways::default() };
        FastavroBlock { compiled, ways, bytes: Vec::new(), count: 0 }
    }

    /// Adds records until the block has so many bytes; whether these were all.
    fn fill(slf: &Bound<'_, Self>, records: &Bound<'_, PyAny>, most: usize) -> PyResult<bool> {
        let py = slf.py();
        let (compiled, ways, mut bytes, before) = {
            let mut block = slf.borrow_mut();
            (block.compiled.clone_ref(py), block.ways, take(&mut block.bytes), block.count)
        };
        let Compiled { plan, options, .. } = compiled.get();
        // Readers refuse a block of more records without bytes than the limit.
        let most_records = if plan.node(plan.root).least == 0 { options.limits.zero_width / 2 } else { u64::MAX };
        let mut count = 0;
        let mut add = || -> PyResult<bool> {
            for record in records.try_iter()? {
                compiled.get().put(py, &record?, ways, &mut bytes)?;
                count += 1;
                if bytes.len() >= most || before + count >= most_records {
                    return Ok(false);
                }
            }
            Ok(true)
        };
        let ended = add();
        let mut block = slf.borrow_mut();
        if !block.bytes.is_empty() {
            return Err(PyValueError::new_err("records were added to the block while others were"));
        }
        block.bytes = bytes;
        block.count += count;
        ended
    }

    /// The bytes and how many records they are; the block is empty then.
    fn taken<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyBytes>, u64) {
        let taken = (PyBytes::new(py, &self.bytes), self.count);
        self.bytes.clear();
        self.count = 0;
        taken
    }

    fn __len__(&self) -> usize {
        self.bytes.len()
    }
}

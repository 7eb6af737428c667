//! Values made as fastavro makes them.

use ingot_codec::DataClass;
use ingot_codec::wire::{Input, fault};
use pyo3::exceptions::PyNotImplementedError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};
use pyo3::{ffi, intern};

use super::compile::{Compiled, Kind};
use super::errors::unread;
use super::resolved::FastavroResolved;
use super::stream::pulled;
use super::write::compiled;
use crate::decode::Decoder;
use crate::failure::{Done, Failure};
use crate::manner::Reading;
use crate::objects::Owned;
use crate::plan::Op;
use crate::scratch::scratch;
use crate::threads::found;

/// How values are returned.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are fastavro's")]
pub(crate) struct Names {
    pub(super) record: bool,
    pub(super) record_override: bool,
    pub(super) named: bool,
    pub(super) named_override: bool,
    /// What `str.decode` is told to do with errors.
    pub(super) errors: Option<Py<PyString>>,
    /// Values are those of JSON, and so are unions; with the names of their branches if this says so.
    pub(super) json: Option<bool>,
    /// Floats are the shortest numbers that stand for them, as JSON has them.
    pub(super) shortest: bool,
    /// They were read by another schema than their writer's.
    pub(super) resolved: bool,
}

impl Names {
    /// The string of bytes that are not UTF-8, or the exception that `str.decode` raises for them.
    #[cold]
    pub(super) unsafe fn text(&self, content: &[u8]) -> Done<Owned> {
        unsafe {
            let errors = match &self.errors {
                Some(errors) => ffi::PyUnicode_AsUTF8AndSize(errors.as_ptr(), core::ptr::null_mut()),
                None => c"strict".as_ptr(),
            };
            if errors.is_null() {
                return Err(Failure::Raised);
            }
            let (start, length) = (content.as_ptr().cast(), content.len().cast_signed());
            Ok(Owned::new(ffi::PyUnicode_DecodeUTF8(start, length, errors))?)
        }
    }
}

struct Manner<'c> {
    compiled: &'c Compiled,
    names: &'c Names,
}

impl Reading for Manner<'_> {
    #[inline]
    unsafe fn made(&mut self, index: u32, value: Owned) -> Done<Owned> {
        if self.names.shortest {
            return match self.compiled.plan.node(index).op {
                Op::Bytes | Op::Fixed(_) if self.names.json.is_some() => unsafe { latin(&value) },
                Op::Float => unsafe { shortest(&value) },
                _ if self.names.json.is_some() => Ok(value),
                _ => unsafe { self.logical(index, value) },
            };
        }
        match &self.compiled.extras[index as usize].logical {
            None => Ok(value),
            Some(_) => unsafe { self.logical(index, value) },
        }
    }

    #[inline]
    unsafe fn branched(&mut self, index: u32, branch: usize, value: Owned) -> Done<Owned> {
        if self.names.json == Some(true) || self.names.record || self.names.named {
            return unsafe { self.with_name(index, branch, value) };
        }
        Ok(value)
    }

    unsafe fn odd_text(&mut self, content: &[u8]) -> Option<Done<Owned>> {
        Some(unsafe { self.names.text(content) })
    }
}

impl Manner<'_> {
    unsafe fn logical(&self, index: u32, value: Owned) -> Done<Owned> {
        let extra = &self.compiled.extras[index as usize];
        let Some(logical) = &extra.logical else { return Ok(value) };
        unsafe {
            let Some(reader) = found(logical.readers.as_ptr(), logical.key.as_ptr())? else { return Ok(value) };
            let py = Python::assume_attached();
            let plain = Bound::from_borrowed_ptr(py, value.as_ptr());
            let made = match &logical.host {
                Some((host, _, ours)) if ours.as_ptr() == reader.as_ptr() => host.object(&plain),
                _ => {
                    let schema = Bound::from_borrowed_ptr(py, extra.schema.as_ptr());
                    let by = self.names.resolved.then(|| schema.clone());
                    Bound::from_borrowed_ptr(py, reader.as_ptr()).call1((plain, schema, by))
                }
            };
            match made {
                Ok(made) => Ok(Owned::new(made.into_ptr())?),
                Err(error) => {
                    error.restore(py);
                    Err(Failure::Raised)
                }
            }
        }
    }

    #[cold]
    unsafe fn with_name(&self, index: u32, branch: usize, value: Owned) -> Done<Owned> {
        let extra = &self.compiled.extras[index as usize];
        let (Some(known), Op::Union(union)) = (&extra.union, &self.compiled.plan.node(index).op) else {
            return Ok(value);
        };
        let label = &self.compiled.extras[union.branches[branch] as usize].label;
        let (names, kind) = (self.names, known.kinds[branch]);
        unsafe {
            if names.json == Some(true) {
                if label.text == "null" {
                    return Ok(value);
                }
                let dict = Owned::new(ffi::PyDict_New())?;
                if ffi::PyDict_SetItem(dict.as_ptr(), label.object.as_ptr(), value.as_ptr()) < 0 {
                    return Err(Failure::Raised);
                }
                return Ok(dict);
            }
            let plain = (names.named_override && known.one_named)
                || !(names.named && kind != Kind::Plain)
                    && ((names.record_override && known.one_record)
                        || !(names.record && matches!(kind, Kind::Record | Kind::Reference)));
            if plain {
                return Ok(value);
            }
            let (name, value) = (label.object.as_ptr(), value.as_ptr());
            Ok(Owned::new(ffi::PyTuple_Pack(2, name, value))?)
        }
    }
}

unsafe fn shortest(value: &Owned) -> Done<Owned> {
    let exact = unsafe { ffi::PyFloat_AsDouble(value.as_ptr()) };
    #[expect(clippy::cast_possible_truncation, reason = "it was a float")]
    let number = (exact as f32).to_string().parse().unwrap_or(exact);
    Ok(unsafe { Owned::new(ffi::PyFloat_FromDouble(number)) }?)
}

unsafe fn latin(value: &Owned) -> Done<Owned> {
    unsafe {
        let (start, length) = (ffi::PyBytes_AsString(value.as_ptr()), ffi::PyBytes_Size(value.as_ptr()));
        Ok(Owned::new(ffi::PyUnicode_DecodeLatin1(start, length, core::ptr::null()))?)
    }
}

/// The value that bytes begin with, and how many of them it takes.
fn first(compiled: &Compiled, resolved: Option<&FastavroResolved>, names: &Names, data: &[u8]) -> Done<(Owned, usize)> {
    let read = |compiled: &Compiled, data: &[u8]| {
        let mut decoder = Decoder::new(&compiled.plan, &compiled.options, data, Manner { compiled, names });
        let value = unsafe { decoder.value(compiled.plan.root) }?;
        Ok((value, decoder.input.at()))
    };
    let Some(resolved) = resolved else { return read(compiled, data) };
    scratch(|out| {
        let taken = resolved.transcoded(compiled, names, data, out)?;
        Ok((read(resolved.reader.get(), out)?.0, taken))
    })
}

/// Reads one record, without a header, from a file.
#[pyfunction]
#[pyo3(signature = (fo, writer_schema, reader_schema = None, return_record_name = false, return_record_name_override = false, handle_unicode_errors = None, return_named_type = false, return_named_type_override = false))]
#[expect(clippy::too_many_arguments, clippy::fn_params_excessive_bools, reason = "they are fastavro's")]
pub(crate) fn fastavro_schemaless_reader<'py>(
    fo: &Bound<'py, PyAny>,
    writer_schema: &Bound<'py, PyAny>,
    reader_schema: Option<&Bound<'py, PyAny>>,
    return_record_name: bool,
    return_record_name_override: bool,
    handle_unicode_errors: Option<Bound<'py, PyString>>,
    return_named_type: bool,
    return_named_type_override: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = fo.py();
    let resolved = match reader_schema {
        Some(reader) if !reader.is(writer_schema) => by(writer_schema, reader)?,
        _ => None,
    };
    let compiled = compiled(writer_schema)?;
    let names = Names {
        record: return_record_name,
        record_override: return_record_name_override,
        named: return_named_type,
        named_override: return_named_type_override,
        errors: handle_unicode_errors.map(Bound::unbind),
        json: None,
        shortest: false,
        resolved: resolved.is_some(),
    };
    let resolved = resolved.as_ref().map(Bound::get);
    let read = |data: &[u8]| first(compiled.get(), resolved, &names, data).map_err(|failure| unread(py, failure));
    let value = if fo.is_exact_instance(bytes_io(py)?) {
        let at: usize = fo.call_method0(intern!(py, "tell"))?.extract()?;
        if at == 0 {
            // A `BytesIO` lends the bytes that it was made of, if all are asked for.
            let whole = fo.call_method0(intern!(py, "read"))?.cast_into::<PyBytes>()?;
            let (value, taken) = read(whole.as_bytes())?;
            if taken < whole.as_bytes().len() {
                fo.call_method1(intern!(py, "seek"), (taken,))?;
            }
            value
        } else {
            let view = pyo3::buffer::PyBuffer::<u8>::get(&fo.call_method0(intern!(py, "getbuffer"))?)?;
            // While it is lent, it does not become larger or smaller.
            let whole = unsafe { core::slice::from_raw_parts(view.buf_ptr().cast::<u8>(), view.len_bytes()) };
            let (value, taken) = read(whole.get(at..).unwrap_or(&[]))?;
            drop(view);
            fo.call_method1(intern!(py, "seek"), (at + taken,))?;
            value
        }
    } else {
        let data = pulled(fo, compiled.get())?;
        read(&data)?.0
    };
    Ok(unsafe { Bound::from_owned_ptr(py, value.into_ptr()) })
}

fn by<'py>(writer: &Bound<'py, PyAny>, reader: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, FastavroResolved>>> {
    let module = writer.py().import("ingot.fastavro._parsed")?;
    let found = module.call_method1("resolved", (writer, reader))?;
    Ok(found.cast_into::<FastavroResolved>().ok())
}

fn bytes_io(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    CLASS.import(py, "io", "BytesIO")
}

/// The value of bytes as JSON has it.
#[pyfunction]
pub(crate) fn fastavro_to_json<'py>(
    schema: &Bound<'py, Compiled>,
    data: &Bound<'py, PyBytes>,
    tagged: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = schema.py();
    let names = Names { json: Some(tagged), shortest: true, ..Names::default() };
    let (value, _) = first(schema.get(), None, &names, data.as_bytes()).map_err(|failure| unread(py, failure))?;
    Ok(unsafe { Bound::from_owned_ptr(py, value.into_ptr()) })
}

/// Records of blocks, one by one; a class derived from it says where the blocks come from.
#[pyclass(subclass, module = "ingot._ingot")]
pub(crate) struct FastavroRecords {
    by: Option<(Py<Compiled>, Option<Py<FastavroResolved>>)>,
    names: Names,
    block: Option<Py<PyBytes>>,
    at: usize,
    left: u64,
}

#[pymethods]
impl FastavroRecords {
    #[new]
    #[pyo3(signature = (*_arguments, **_options))]
    fn new(_arguments: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, pyo3::types::PyDict>>) -> Self {
        FastavroRecords { by: None, names: Names::default(), block: None, at: 0, left: 0 }
    }

    /// By which schema records are read, and how their unions are.
    fn _read_by(
        &mut self,
        compiled: Py<Compiled>,
        resolved: Option<Py<FastavroResolved>>,
        wanted: (bool, bool, bool, bool),
        errors: Py<PyString>,
        shortest: bool,
    ) {
        let (record, record_override, named, named_override) = wanted;
        let (errors, is_resolved) = (Some(errors), resolved.is_some());
        self.names = Names {
            record,
            record_override,
            named,
            named_override,
            errors,
            json: None,
            shortest,
            resolved: is_resolved,
        };
        self.by = Some((compiled, resolved));
    }

    /// The block that is read next. Raises an error if it has more records without bytes than the limit.
    fn _begin(&mut self, py: Python<'_>, block: Py<PyBytes>, count: u64) -> PyResult<()> {
        if let Some((compiled, _)) = &self.by {
            let Compiled { plan, options, .. } = compiled.get();
            if plan.node(plan.root).least == 0 && count > options.limits.zero_width {
                return too_many().map_err(|failure| unread(py, failure));
            }
        }
        (self.block, self.at, self.left) = (Some(block), 0, count);
        Ok(())
    }

    /// Begins the next block; whether there is one.
    #[expect(clippy::unused_self, reason = "derived classes have another")]
    fn _next_block(&self) -> PyResult<bool> {
        Err(PyNotImplementedError::new_err("no blocks"))
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = slf.py();
        while slf.borrow().left == 0 {
            if !slf.call_method0(intern!(py, "_next_block"))?.is_truthy()? {
                return Ok(None);
            }
        }
        // Readers of logical types may be a user's code: this reader is not held meanwhile.
        let (by, names, block, at) = {
            let mut records = slf.borrow_mut();
            let by = records.by.as_ref().map(|(compiled, resolved)| {
                (compiled.clone_ref(py), resolved.as_ref().map(|resolved| resolved.clone_ref(py)))
            });
            let block = records.block.as_ref().map(|block| block.clone_ref(py));
            (by, core::mem::take(&mut records.names), block, records.at)
        };
        let (Some((compiled, resolved)), Some(block)) = (by, block) else {
            return Err(PyNotImplementedError::new_err("no schema"));
        };
        let data = &block.as_bytes(py)[at..];
        let read = first(compiled.get(), resolved.as_ref().map(Py::get), &names, data);
        let mut records = slf.borrow_mut();
        records.names = names;
        match read {
            Ok((value, taken)) => {
                records.at += taken;
                records.left -= 1;
                Ok(Some(unsafe { Bound::from_owned_ptr(py, value.into_ptr()) }))
            }
            Err(failure) => {
                records.left = 0;
                drop(records);
                Err(unread(py, failure))
            }
        }
    }
}

/// Reads a long that bytes begin with, and how many bytes it has.
#[pyfunction]
pub(crate) fn fastavro_long(data: &[u8]) -> PyResult<(i64, usize)> {
    let mut input = Input::new(data);
    let read = input.long();
    Python::attach(|py| read.map(|value| (value, input.at())).map_err(|error| unread(py, error.into())))
}

/// More records without bytes than a block may have are told before they are made.
pub(super) fn too_many<T>() -> Done<T> {
    Ok(fault(DataClass::LimitZeroWidth, None, "a block of more records without bytes than the limit")?)
}

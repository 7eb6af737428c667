//! Whether an object is a value of a schema, by fastavro's rules.

use ingot_codec::DataClass;
use ingot_codec::wire::fault;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

use super::compile::Compiled;
use super::errors::raised;
use super::manner::Ways;
use crate::failure::{Done, Failure};
use crate::objects::{Owned, utf8};
use crate::plan::{Op, Record, Union};
use crate::threads::own;

pub(super) struct Validator<'c> {
    compiled: &'c Compiled,
    ways: Ways,
    /// What is wrong: an object, the schema of which it is no value, the field. Kept only if somebody asks.
    wrong: Option<Vec<(Owned, Owned, String)>>,
    /// How much deeper values may lie.
    depth: usize,
}

/// The classes of objects that are asked only if they are of none of the interpreter's own types.
#[derive(Clone, Copy)]
enum Class {
    Integral,
    Real,
    Sequence,
    Mapping,
}

impl<'c> Validator<'c> {
    pub(super) fn new(compiled: &'c Compiled, ways: Ways, telling: bool) -> Self {
        let depth = compiled.options.limits.depth;
        Validator { compiled, ways, wrong: telling.then(Vec::new), depth }
    }

    /// Whether an object, or what stands for a missing one, is a value of a type. The interpreter is held.
    pub(super) unsafe fn valid(&mut self, index: u32, object: Option<*mut ffi::PyObject>, field: &str) -> Done<bool> {
        let compiled = self.compiled;
        let extra = &compiled.extras[index as usize];
        let before = self.wrong.as_ref().map_or(0, Vec::len);
        // The checks may run a user's code.
        let mut object = unsafe { Owned::borrowed(object.unwrap_or(ffi::Py_None())) };
        if let Some(logical) = &extra.logical
            && let Some(plain) = unsafe { logical.prepared(extra, object.as_ptr()) }?
        {
            object = plain;
        }
        let valid = unsafe { self.fits(index, &object, field) }?;
        if !valid
            && let Some(wrong) = &mut self.wrong
            && wrong.len() == before
        {
            let schema = unsafe { Owned::borrowed(extra.schema.as_ptr()) };
            wrong.push((object, schema, field.to_owned()));
        }
        Ok(valid)
    }

    unsafe fn fits(&mut self, index: u32, object: &Owned, field: &str) -> Done<bool> {
        let compiled = self.compiled;
        let pointer = object.as_ptr();
        unsafe {
            let is_bool = ffi::PyBool_Check(pointer) != 0;
            let is_int = ffi::PyLong_Check(pointer) != 0 && !is_bool;
            Ok(match &compiled.plan.node(index).op {
                // fastavro's schemas have no special types.
                Op::Special(..) => false,
                Op::Null => pointer == ffi::Py_None(),
                Op::Boolean => is_bool,
                Op::String => ffi::PyUnicode_Check(pointer) != 0,
                Op::Bytes => ffi::PyBytes_Check(pointer) != 0 || ffi::PyByteArray_Check(pointer) != 0,
                Op::Int => (is_int || (!is_bool && is(Class::Integral, object)?)) && in_range(object, 32)?,
                Op::Long => (is_int || (!is_bool && is(Class::Integral, object)?)) && in_range(object, 64)?,
                Op::Float | Op::Double => {
                    ffi::PyFloat_Check(pointer) != 0 || is_int || (!is_bool && is(Class::Real, object)?)
                }
                Op::Fixed(size) => {
                    let length = if ffi::PyBytes_Check(pointer) != 0 {
                        ffi::PyBytes_Size(pointer)
                    } else if ffi::PyByteArray_Check(pointer) != 0 {
                        ffi::PyByteArray_Size(pointer)
                    } else {
                        -1
                    };
                    usize::try_from(length) == Ok(*size)
                }
                Op::Enum(symbols) => {
                    ffi::PyUnicode_Check(pointer) != 0 && {
                        let text = utf8(pointer)?;
                        symbols.iter().any(|symbol| symbol.text.as_bytes() == text)
                    }
                }
                Op::Union(union) => self.union(union, object, field)?,
                Op::Array(part) => self.array(*part, object, field)?,
                Op::Map(part) => self.map(*part, object, field)?,
                Op::Record(record) => self.record(index, record, object, field)?,
            })
        }
    }

    /// One level deeper: records, arrays and maps are levels, as they are for who writes them. What is none of these is
    /// no level, though it may be asked whether it is one.
    fn nested(&mut self, check: impl FnOnce(&mut Self) -> Done<bool>) -> Done<bool> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Ok(fault(DataClass::LimitDepth, None, "values are nested too deeply")?);
        };
        self.depth = depth;
        let valid = check(self)?;
        self.depth += 1;
        Ok(valid)
    }

    unsafe fn union(&mut self, union: &Union, object: &Owned, field: &str) -> Done<bool> {
        unsafe {
            let pointer = object.as_ptr();
            if ffi::PyTuple_Check(pointer) != 0 && !self.ways.no_tuples {
                if ffi::PyTuple_Size(pointer) != 2 {
                    return Ok(false);
                }
                let (name, value) = (ffi::PyTuple_GetItem(pointer, 0), ffi::PyTuple_GetItem(pointer, 1));
                if ffi::PyUnicode_Check(name) == 0 {
                    return Ok(false);
                }
                let name = utf8(name)?;
                let label = |part: &&u32| self.compiled.extras[**part as usize].label.text.as_bytes() == name;
                return match union.branches.iter().find(label) {
                    Some(part) => self.valid(*part, Some(value), field),
                    None => Ok(false),
                };
            }
            let before = self.wrong.as_ref().map_or(0, Vec::len);
            for part in &union.branches {
                if self.valid(*part, Some(pointer), field)? {
                    if let Some(wrong) = &mut self.wrong {
                        wrong.truncate(before);
                    }
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    unsafe fn array(&mut self, part: u32, object: &Owned, field: &str) -> Done<bool> {
        unsafe {
            let pointer = object.as_ptr();
            let is_own = ffi::PyList_Check(pointer) != 0 || ffi::PyTuple_Check(pointer) != 0;
            if !is_own && (ffi::PyUnicode_Check(pointer) != 0 || !is(Class::Sequence, object)?) {
                return Ok(false);
            }
            // A tuple stays as it is; a list may change while its items are looked at.
            let items = Owned::new(ffi::PySequence_Tuple(pointer))?;
            self.nested(|inner| {
                for place in 0..ffi::PyTuple_Size(items.as_ptr()) {
                    if !inner.valid(part, Some(ffi::PyTuple_GetItem(items.as_ptr(), place)), field)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })
        }
    }

    unsafe fn map(&mut self, part: u32, object: &Owned, field: &str) -> Done<bool> {
        unsafe {
            let Some(dict) = dict(object)? else { return Ok(false) };
            let (mut place, mut key, mut value) = (0, core::ptr::null_mut(), core::ptr::null_mut());
            while ffi::PyDict_Next(dict.as_ptr(), &raw mut place, &raw mut key, &raw mut value) != 0 {
                if ffi::PyUnicode_Check(key) == 0 {
                    return Ok(false);
                }
            }
            place = 0;
            self.nested(|inner| {
                while ffi::PyDict_Next(dict.as_ptr(), &raw mut place, &raw mut key, &raw mut value) != 0 {
                    if !inner.valid(part, Some(value), field)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            })
        }
    }

    unsafe fn record(&mut self, index: u32, record: &Record, object: &Owned, field: &str) -> Done<bool> {
        unsafe {
            let Some(dict) = dict(object)? else { return Ok(false) };
            let kind = ffi::PyDict_GetItemString(dict.as_ptr(), c"-type".as_ptr());
            if !kind.is_null() && (ffi::PyUnicode_Check(kind) == 0 || utf8(kind)? != record.name.as_bytes()) {
                return Ok(false);
            }
            self.nested(|inner| inner.fields(index, record, &dict, field))
        }
    }

    unsafe fn fields(&mut self, index: u32, record: &Record, dict: &Owned, field: &str) -> Done<bool> {
        unsafe {
            for (place, one) in record.fields.iter().enumerate() {
                let inner = if self.wrong.is_some() { named(record, field, &one.key.text) } else { String::new() };
                let value = ffi::PyDict_GetItemWithError(dict.as_ptr(), one.key.object.as_ptr());
                let valid = if value.is_null() {
                    if !ffi::PyErr_Occurred().is_null() {
                        return Err(Failure::Raised);
                    }
                    match self.compiled.default(index, place)? {
                        Some(default) => self.valid(one.node, Some(default.as_ptr()), &inner)?,
                        None if self.ways.strict => {
                            self.missing(one.node, &inner);
                            false
                        }
                        None => self.valid(one.node, None, &inner)?,
                    }
                } else {
                    self.valid(one.node, Some(value), &inner)?
                };
                if !valid {
                    return Ok(false);
                }
            }
            Ok(true)
        }
    }

    fn missing(&mut self, node: u32, field: &str) {
        if let Some(wrong) = &mut self.wrong {
            let schema = unsafe { Owned::borrowed(self.compiled.extras[node as usize].schema.as_ptr()) };
            wrong.push((unsafe { Owned::borrowed(ffi::Py_None()) }, schema, field.to_owned()));
        }
    }
}

/// A dict, or one that holds what any other mapping holds; none if it is no mapping.
unsafe fn dict(object: &Owned) -> Done<Option<Owned>> {
    unsafe {
        if ffi::PyDict_Check(object.as_ptr()) != 0 {
            return Ok(Some(own(object.as_ptr())?));
        }
        if !is(Class::Mapping, object)? {
            return Ok(None);
        }
        let dict = Owned::new(ffi::PyDict_New())?;
        if ffi::PyDict_Update(dict.as_ptr(), object.as_ptr()) < 0 {
            return Err(Failure::Raised);
        }
        Ok(Some(dict))
    }
}

/// How a field of a record is called that lies in another field.
fn named(record: &Record, outer: &str, field: &str) -> String {
    if outer.is_empty() || record.name.contains('.') {
        format!("{}.{field}", record.name)
    } else {
        format!("{outer}.{}.{field}", record.name)
    }
}

/// Whether an integer of any type has room in so many bits.
unsafe fn in_range(object: &Owned, bits: u32) -> Done<bool> {
    unsafe {
        let number = Owned::new(ffi::PyNumber_Index(object.as_ptr()))?;
        let mut beyond = 0;
        let value = ffi::PyLong_AsLongLongAndOverflow(number.as_ptr(), &raw mut beyond);
        Ok(beyond == 0 && (bits == 64 || i32::try_from(value).is_ok()))
    }
}

/// Whether an object is of a class that anybody may register with. Strings, bytes and the like are asked, too.
#[cold]
unsafe fn is(class: Class, object: &Owned) -> Done<bool> {
    static CLASSES: PyOnceLock<[Py<PyAny>; 4]> = PyOnceLock::new();
    let py = unsafe { Python::assume_attached() };
    let asked = || -> PyResult<bool> {
        let classes = CLASSES.get_or_try_init(py, || -> PyResult<[Py<PyAny>; 4]> {
            let (numbers, abc) = (py.import("numbers")?, py.import("collections.abc")?);
            let sequences = (abc.getattr("Sequence")?, py.import("array")?.getattr("array")?);
            Ok([
                numbers.getattr("Integral")?.unbind(),
                numbers.getattr("Real")?.unbind(),
                sequences.into_pyobject(py)?.into_any().unbind(),
                abc.getattr("Mapping")?.unbind(),
            ])
        })?;
        let object = unsafe { Bound::from_borrowed_ptr(py, object.as_ptr()) };
        object.is_instance(classes[class as usize].bind(py))
    };
    asked().map_err(|error| {
        error.restore(py);
        Failure::Raised
    })
}

/// What is wrong with an object: nothing if it is a value of the schema, or triples of an object, a schema and a field. Only
/// the first is looked for unless `telling`.
#[pyfunction]
pub(crate) fn fastavro_invalid<'py>(
    schema: &Bound<'py, Compiled>,
    datum: &Bound<'py, PyAny>,
    field: &str,
    telling: bool,
    strict: bool,
    no_tuples: bool,
) -> PyResult<Option<Bound<'py, PyList>>> {
    let py = schema.py();
    let compiled = schema.get();
    let ways = Ways { strict, no_tuples, ..Ways::default() };
    let mut validator = Validator::new(compiled, ways, telling);
    let valid = unsafe { validator.valid(compiled.plan.root, Some(datum.as_ptr()), field) };
    if valid.map_err(|failure| raised(py, failure))? {
        return Ok(None);
    }
    let list = PyList::empty(py);
    for (datum, schema, field) in validator.wrong.into_iter().flatten() {
        let (datum, schema) =
            unsafe { (Bound::from_borrowed_ptr(py, datum.as_ptr()), Bound::from_borrowed_ptr(py, schema.as_ptr())) };
        list.append((datum, schema, field))?;
    }
    Ok(Some(list))
}

//! What fastavro takes for a value of each type, and which branch of a union it is.
//!
//! fastavro writes some objects that it does not find valid: any object as a boolean, a string as a float. Within a union it
//! asks first, and refuses them. Asking costs as much as writing, so the second branch of a union with null is taken without,
//! and what was taken for something else is noted: where that happened, all is written again, and unions ask.

use core::cell::Cell;

use ingot_codec::DataClass;
use ingot_codec::wire::fault;
use pyo3::ffi;
use pyo3::prelude::*;

use super::compile::{Compiled, Extra, Logical};
use super::valid::Validator;
use crate::failure::{Done, Failure};
use crate::manner::Writing;
use crate::objects::{Owned, Raised, type_name, utf8};
use crate::plan::{Field, Op, Plan, Union};
use crate::threads::{found, own};
use crate::told::wrong;

/// How records are written.
#[derive(Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "they are fastavro's")]
pub(crate) struct Ways {
    pub(super) strict: bool,
    pub(super) strict_allow_default: bool,
    pub(super) no_tuples: bool,
    /// Values are those of JSON: bytes are strings of their code points, and there are no logical types.
    pub(super) json: bool,
    /// Branches of unions are objects with the branch's name.
    pub(super) tagged: bool,
}

impl Ways {
    /// For defaults of schemas.
    pub(super) fn of_json() -> Ways {
        Ways { json: true, no_tuples: true, ..Ways::default() }
    }
}

#[derive(Clone, Copy)]
pub(super) struct Manner<'c> {
    pub(super) compiled: &'c Compiled,
    pub(super) ways: Ways,
    /// Whether unions ask, all of them.
    pub(super) asks: bool,
    /// Whether something was written that is not valid as it is.
    pub(super) odd: &'c Cell<bool>,
}

impl Writing for Manner<'_> {
    #[inline]
    unsafe fn prepared(&mut self, plan: &Plan, index: u32, object: *mut ffi::PyObject) -> Done<Option<Owned>> {
        let extra = &self.compiled.extras[index as usize];
        unsafe {
            let made = match extra.logical.as_ref().filter(|_| !self.ways.json) {
                Some(logical) => logical.prepared(extra, object)?,
                None => None,
            };
            let given = self.plain(&plan.node(index).op, made.as_ref().map_or(object, Owned::as_ptr))?.or(made);
            if extra.asked.is_empty() || self.ways.json {
                return Ok(given);
            }
            let record = given.unwrap_or_else(|| Owned::borrowed(object));
            self.with_defaults(plan, index, record).map(Some)
        }
    }

    unsafe fn branch(
        &mut self,
        plan: &Plan,
        index: u32,
        union: &Union,
        object: *mut ffi::PyObject,
    ) -> Done<(u32, Option<Owned>)> {
        unsafe {
            if object == ffi::Py_None()
                && let Some((null, _)) = union.optional
            {
                return Ok((null, None));
            }
            if self.ways.tagged {
                return self.tagged(index, union, object);
            }
            if ffi::PyTuple_Check(object) != 0 && !self.ways.no_tuples {
                return self.named(index, union, object);
            }
            if let Some((_, other)) = union.optional.filter(|_| !self.asks) {
                return Ok((other, None));
            }
            // What follows may run a user's code.
            let held = Owned::borrowed(object);
            let branch = self.chosen(plan, index, union, &held)?;
            Ok((branch, Some(held)))
        }
    }

    #[inline]
    fn may_lack(&self, field: &Field) -> bool {
        !(self.ways.strict || self.ways.strict_allow_default && field.assumed)
    }

    #[inline]
    unsafe fn may_exceed(&self, object: *mut ffi::PyObject) -> bool {
        let may = !self.ways.strict && !self.ways.strict_allow_default;
        // It may name another type.
        if may && !unsafe { ffi::PyDict_GetItemString(object, c"-type".as_ptr()) }.is_null() {
            self.odd.set(true);
        }
        may
    }

    fn lack(&self, field: &Field) -> String {
        let name = &field.key.text;
        if self.ways.strict || self.ways.strict_allow_default {
            format!("Field {name} is specified in the schema but missing from the record")
        } else {
            format!("no value and no default for {name}")
        }
    }

    fn excess(&self, _: &str, key: &str) -> String {
        format!("record contains more fields than the schema specifies: {key}")
    }
}

impl Manner<'_> {
    /// What stands for an object of another type than the encoder takes.
    #[inline]
    unsafe fn plain(&self, op: &Op, object: *mut ffi::PyObject) -> Done<Option<Owned>> {
        unsafe {
            let fits = match op {
                Op::Boolean => ffi::PyBool_Check(object) != 0,
                Op::Float | Op::Double => {
                    ffi::PyFloat_Check(object) != 0
                        || (ffi::PyLong_Check(object) != 0 && ffi::PyBool_Check(object) == 0)
                }
                Op::Array(_) => ffi::PyList_Check(object) != 0 || ffi::PyTuple_Check(object) != 0,
                Op::Map(_) | Op::Record(_) => ffi::PyDict_Check(object) != 0,
                Op::Int | Op::Long => ffi::PyIndex_Check(object) != 0 && ffi::PyBool_Check(object) == 0,
                Op::Bytes | Op::Fixed(_) => !self.ways.json,
                _ => true,
            };
            if fits {
                return Ok(None);
            }
            // JSON that was written elsewhere is checked: who writes the value itself tells what is wrong with it.
            if self.ways.tagged && matches!(op, Op::Boolean | Op::Int | Op::Long | Op::Float | Op::Double) {
                return Ok(None);
            }
            // Other mappings are valid as they are.
            if !matches!(op, Op::Map(_) | Op::Record(_)) {
                self.odd.set(true);
            }
            converted(op, object)
        }
    }

    /// The branch that a pair names.
    #[cold]
    unsafe fn named(&self, index: u32, union: &Union, pair: *mut ffi::PyObject) -> Done<(u32, Option<Owned>)> {
        unsafe {
            if ffi::PyTuple_Size(pair) != 2 {
                return wrong(pair, "a pair of a branch's name and a value");
            }
            let (name, value) = (ffi::PyTuple_GetItem(pair, 0), ffi::PyTuple_GetItem(pair, 1));
            match self.labelled(union, name)? {
                Some(branch) => Ok((branch, Some(Owned::borrowed(value)))),
                None => self.no_branch(index, name),
            }
        }
    }

    /// The branch that an object of JSON names.
    unsafe fn tagged(&self, index: u32, union: &Union, object: *mut ffi::PyObject) -> Done<(u32, Option<Owned>)> {
        unsafe {
            let (mut place, mut key, mut value) = (0, core::ptr::null_mut(), core::ptr::null_mut());
            let held = own(object)?;
            let object = held.as_ptr();
            if object == ffi::Py_None() {
                let null = union.branches.iter().position(|part| self.label(*part) == "null");
                return match null.and_then(|place| u32::try_from(place).ok()) {
                    Some(null) => Ok((null, None)),
                    None => wrong(object, "a value of the union"),
                };
            }
            if ffi::PyDict_Check(object) == 0
                || ffi::PyDict_Size(object) != 1
                || ffi::PyDict_Next(object, &raw mut place, &raw mut key, &raw mut value) == 0
            {
                return wrong(object, "an object with the name of a branch");
            }
            match self.labelled(union, key)? {
                Some(branch) => Ok((branch, Some(Owned::borrowed(value)))),
                None => self.no_branch(index, key),
            }
        }
    }

    fn label(&self, part: u32) -> &str {
        &self.compiled.extras[part as usize].label.text
    }

    unsafe fn labelled(&self, union: &Union, name: *mut ffi::PyObject) -> Done<Option<u32>> {
        unsafe {
            if ffi::PyUnicode_Check(name) == 0 {
                return wrong(name, "the name of a branch");
            }
            let name = utf8(name)?;
            let found = union.branches.iter().position(|part| self.label(*part).as_bytes() == name);
            Ok(found.and_then(|place| u32::try_from(place).ok()))
        }
    }

    #[cold]
    unsafe fn no_branch<T>(&self, index: u32, name: *mut ffi::PyObject) -> Done<T> {
        let py = unsafe { Python::assume_attached() };
        let (name, schema) = unsafe {
            let schema = self.compiled.extras[index as usize].schema.as_ptr();
            (Bound::from_borrowed_ptr(py, name), Bound::from_borrowed_ptr(py, schema))
        };
        let message = format!("provided union type name {name} not found in schema {schema}");
        Ok(fault(DataClass::ValueInvalid, None, message)?)
    }

    /// The first branch that an object is valid for; of several records the one that has the most of its keys.
    unsafe fn chosen(&self, plan: &Plan, index: u32, union: &Union, object: &Owned) -> Done<u32> {
        let floats = self.compiled.extras[index as usize].union.as_ref().map_or((None, None), |union| union.floats);
        let mut validator = Validator::new(self.compiled, self.ways, false);
        let mut best: Option<(u32, u32)> = None;
        for (place, part) in (0..).zip(&union.branches) {
            if !unsafe { validator.valid(*part, Some(object.as_ptr()), "") }? {
                continue;
            }
            match &plan.node(*part).op {
                Op::Record(record) => {
                    let dict = unsafe { self.plain(&plan.node(*part).op, object.as_ptr()) }?;
                    let dict = dict.as_ref().unwrap_or(object).as_ptr();
                    let mut met = 0;
                    for field in record.fields.iter().filter(|_| unsafe { ffi::PyDict_Check(dict) } != 0) {
                        match unsafe { ffi::PyDict_Contains(dict, field.key.object.as_ptr()) } {
                            -1 => return Err(Failure::Raised),
                            found => met += u32::from(found == 1),
                        }
                    }
                    if best.is_none_or(|(most, _)| met > most) {
                        best = Some((met, place));
                    }
                }
                // A float of Python's is a double: nothing of it is lost there.
                Op::Float => return Ok(floats.1.filter(|double| *double > place).unwrap_or(place)),
                _ => return Ok(place),
            }
        }
        if let Some((_, place)) = best {
            return Ok(place);
        }
        let py = unsafe { Python::assume_attached() };
        let (shown, schema) = unsafe {
            let schema = self.compiled.extras[index as usize].schema.as_ptr();
            (Bound::from_borrowed_ptr(py, object.as_ptr()), Bound::from_borrowed_ptr(py, schema))
        };
        let shown = shown.repr().map_or_else(|_| String::new(), |text| text.to_string());
        let message = format!("{shown} (type {}) do not match {schema}", unsafe { type_name(object.as_ptr()) });
        Ok(fault(DataClass::ValueInvalid, None, message)?)
    }
}

/// What stands for an object that the encoder does not take as it is.
#[cold]
unsafe fn converted(op: &Op, object: *mut ffi::PyObject) -> Done<Option<Owned>> {
    unsafe {
        // What is asked here may run a user's code.
        let held = Owned::borrowed(object);
        let made = match op {
            Op::Boolean => match ffi::PyObject_IsTrue(object) {
                -1 => return Err(Failure::Raised),
                0 => Owned::borrowed(ffi::Py_False()),
                _ => Owned::borrowed(ffi::Py_True()),
            },
            Op::Int | Op::Long => return whole(held),
            Op::Float | Op::Double => Owned::new(ffi::PyNumber_Float(object))?,
            Op::Array(_) => {
                let is_text = ffi::PyUnicode_Check(object) != 0 || ffi::PyDict_Check(object) != 0;
                if is_text || ffi::PyObject_Size(object) < 0 {
                    ffi::PyErr_Clear();
                    return wrong(object, "an array");
                }
                Owned::new(ffi::PySequence_List(object))?
            }
            Op::Map(_) | Op::Record(_) => {
                let dict = Owned::new(ffi::PyDict_New())?;
                if ffi::PyMapping_Check(object) == 0 || ffi::PyObject_HasAttrString(object, c"keys".as_ptr()) == 0 {
                    return Ok(Some(held));
                }
                if ffi::PyDict_Update(dict.as_ptr(), object) < 0 {
                    return Err(Failure::Raised);
                }
                dict
            }
            Op::Bytes | Op::Fixed(_) if ffi::PyUnicode_Check(object) != 0 => {
                Owned::new(ffi::PyUnicode_AsLatin1String(object))?
            }
            _ => held,
        };
        Ok(Some(made))
    }
}

/// The integer that a number is which is of another type: a truth value, a float or a decimal without a fraction. fastavro
/// cuts fractions off; here that is an error, told by who writes the number itself.
unsafe fn whole(number: Owned) -> Done<Option<Owned>> {
    unsafe {
        if ffi::PyNumber_Check(number.as_ptr()) == 0 || ffi::PyComplex_Check(number.as_ptr()) != 0 {
            return Ok(Some(number));
        }
        let made = Owned::new(ffi::PyNumber_Long(number.as_ptr()))?;
        match ffi::PyObject_RichCompareBool(made.as_ptr(), number.as_ptr(), ffi::Py_EQ) {
            -1 => Err(Failure::Raised),
            1 => Ok(Some(made)),
            _ => Ok(Some(number)),
        }
    }
}

impl Logical {
    /// What the writer of the type makes of an object; none if that is the object.
    pub(super) unsafe fn prepared(&self, extra: &Extra, object: *mut ffi::PyObject) -> Result<Option<Owned>, Raised> {
        unsafe {
            let Some(writer) = found(self.writers.as_ptr(), self.key.as_ptr())? else { return Ok(None) };
            let py = Python::assume_attached();
            let object = Bound::from_borrowed_ptr(py, object);
            let made = match &self.host {
                Some((host, ours, _)) if ours.as_ptr() == writer.as_ptr() => host.plain(&object),
                _ => {
                    let schema = Bound::from_borrowed_ptr(py, extra.schema.as_ptr());
                    Bound::from_borrowed_ptr(py, writer.as_ptr()).call1((&object, schema)).map(Some)
                }
            };
            match made {
                // The object itself is held, as what was asked of it may have run a user's code.
                Ok(made) => Ok(Some(Owned::borrowed(made.unwrap_or(object).as_ptr()))),
                Err(error) => {
                    error.restore(py);
                    Err(Raised)
                }
            }
        }
    }
}

//! Which branch of a union an object is.
//!
//! The branches are asked in their order, those first whose type is the object's own: an integer is an int before it is a
//! float, a datetime a timestamp. Of several records the one of an object's class is it, or that with the class's name, or
//! the one that has the most of a dict's keys. What is of no branch's type may stand for an integer or for bytes.

use core::mem::MaybeUninit;

use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::classes::symbol_of;
use crate::encode::text;
use crate::failure::{Done, Failure};
use crate::internals;
use crate::objects::{Owned, Raised, forget_exception, type_name};
use crate::plan::{Field, Op, Plain, Plan, Record, Special, Union};
use crate::told::unmet;
use crate::word::Word;

/// The branch of an object of one of the interpreter's own types, where its type alone tells.
#[inline]
pub(crate) unsafe fn plain(branches: &Plain, object: *mut PyObject) -> Option<u32> {
    unsafe {
        if object == ffi::Py_None() {
            branches.null
        } else if ffi::PyUnicode_CheckExact(object) != 0 {
            branches.text
        } else if let Some(value) = internals::integer(object) {
            if i32::try_from(value).is_ok() { branches.int } else { branches.long }
        } else if ffi::PyFloat_CheckExact(object) != 0 {
            branches.real
        } else if ffi::PyBool_Check(object) != 0 {
            branches.boolean
        } else if ffi::PyBytes_CheckExact(object) != 0 {
            branches.bytes
        } else {
            None
        }
    }
}

/// The place of the branch. The interpreter is held, and so is the object.
pub(crate) unsafe fn choose(plan: &Plan, union: &Union, object: *mut PyObject) -> Done<u32> {
    let mut best: Option<(u32, u32)> = None;
    for (place, part) in (0..).zip(&union.branches) {
        let fit = unsafe { fit(plan, *part, object) }?;
        if fit > 0 && best.is_none_or(|(found, _)| fit > found) {
            best = Some((fit, place));
        }
    }
    if let Some((_, place)) = best {
        return Ok(place);
    }
    if let Some(place) = unsafe { stand_in(plan, union, object) }? {
        return Ok(place);
    }
    let met = unsafe { type_name(object) };
    let message = format!("{met} is of no branch of the union");
    unmet(met, plan.expected_of(union), message)
}

/// The branch of an object that no branch has the type of, and that stands for an integer or for bytes, as those of
/// `NumPy` do. It has no other branch, so the first one that takes it is it; of bytes a fixed of their size.
#[cold]
#[inline(never)]
unsafe fn stand_in(plan: &Plan, union: &Union, object: *mut PyObject) -> Done<Option<u32>> {
    unsafe {
        let carriers = || (0..).zip(&union.branches).map(|(place, part)| (place, carrier(plan, *part)));
        if carriers().any(|(_, op)| matches!(op, Op::Int | Op::Long))
            && let Some(number) = index_of(object)?
        {
            let takes = |op: &Op| match op {
                Op::Int => within(number.as_ptr(), i32::MIN.into(), i32::MAX.into()),
                Op::Long => within(number.as_ptr(), i64::MIN, i64::MAX),
                _ => false,
            };
            return Ok(carriers().find(|(_, op)| takes(op)).map(|(place, _)| place));
        }
        if carriers().any(|(_, op)| matches!(op, Op::Bytes | Op::Fixed(_)))
            && let Some(size) = size_of_lent(object)?
        {
            let fixed = carriers().find(|(_, op)| matches!(op, Op::Fixed(due) if *due == size));
            let found = fixed.or_else(|| carriers().find(|(_, op)| matches!(op, Op::Bytes)));
            return Ok(found.map(|(place, _)| place));
        }
    }
    Ok(None)
}

/// What carries the values of a type.
fn carrier(plan: &Plan, part: u32) -> &Op {
    match &plan.node(part).op {
        Op::Special(_, carrier) => &plan.node(*carrier).op,
        op => op,
    }
}

/// The integer that an object stands for; none if it is a truth value, or if its type has none, as those of truth values
/// and of arrays in `NumPy`, which say so by a `TypeError`.
unsafe fn index_of(object: *mut PyObject) -> Done<Option<Owned>> {
    unsafe {
        if ffi::PyLong_Check(object) != 0 || ffi::PyIndex_Check(object) == 0 {
            return Ok(None);
        }
        match Owned::new(ffi::PyNumber_Index(object)) {
            Ok(number) => Ok(Some(number)),
            Err(Raised) if ffi::PyErr_ExceptionMatches(ffi::PyExc_TypeError) != 0 => {
                forget_exception();
                Ok(None)
            }
            Err(Raised) => Err(Failure::Raised),
        }
    }
}

/// How many bytes an object lends; none if it lends none, or if it is a number, whose bytes are those of the machine.
unsafe fn size_of_lent(object: *mut PyObject) -> Done<Option<usize>> {
    unsafe {
        let is_number = ffi::PyNumber_Check(object) != 0 && ffi::PySequence_Check(object) == 0;
        if ffi::PyObject_CheckBuffer(object) == 0 || is_number {
            return Ok(None);
        }
        let mut view = MaybeUninit::<ffi::Py_buffer>::uninit();
        if ffi::PyObject_GetBuffer(object, view.as_mut_ptr(), ffi::PyBUF_FULL_RO) < 0 {
            return Err(Failure::Raised);
        }
        let view = view.assume_init_mut();
        let size = (view.ndim > 0).then(|| view.len.cast_unsigned());
        ffi::PyBuffer_Release(view);
        Ok(size)
    }
}

/// How well an object fits whose type is that of a branch.
const EXACT: u32 = 1 << 16;

/// How well an object is a value of a type: 0 is not at all.
unsafe fn fit(plan: &Plan, part: u32, object: *mut PyObject) -> Done<u32> {
    unsafe {
        let is_bool = ffi::PyBool_Check(object) != 0;
        let is_int = ffi::PyLong_Check(object) != 0 && !is_bool;
        let is_float = ffi::PyFloat_Check(object) != 0;
        let is_text = ffi::PyUnicode_Check(object) != 0;
        let is_bytes = ffi::PyBytes_Check(object) != 0 || ffi::PyByteArray_Check(object) != 0;
        let is_list =
            ffi::PyList_Check(object) != 0 || ffi::PyTuple_Check(object) != 0 || ffi::PyAnySet_Check(object) != 0;
        let is_dict = ffi::PyDict_Check(object) != 0;
        let yes = |fits: bool, how: u32| if fits { how } else { 0 };
        Ok(match &plan.node(part).op {
            Op::Special(special, _) if matches!(**special, Special::Native(native) if native.has(object)) => 2 * EXACT,
            Op::Special(_, carrier) => fit(plan, *carrier, object)?,
            Op::Null => yes(object == ffi::Py_None(), EXACT),
            Op::Boolean => yes(is_bool, EXACT),
            Op::Int => yes(is_int && within(object, i32::MIN.into(), i32::MAX.into()), EXACT),
            Op::Long => yes(is_int && within(object, i64::MIN, i64::MAX), EXACT),
            // A double loses nothing of a Python float.
            Op::Double if is_float => EXACT,
            Op::Float if is_float => EXACT - 1,
            Op::Double => yes(is_int, 2),
            Op::Float => yes(is_int, 1),
            Op::String => yes(is_text, EXACT - 1),
            Op::Enum(symbols) if is_text && has(symbols, object)? => EXACT,
            Op::Bytes => yes(is_bytes, EXACT - 1),
            Op::Fixed(size) => yes(is_bytes && length(object).cast_unsigned() == *size, EXACT),
            Op::Array(_) => yes(is_list, EXACT),
            Op::Map(_) => yes(is_dict, 1),
            Op::Record(record) if is_dict => fields(record, object)?,
            Op::Record(record) => attributes(record, object)?,
            Op::Enum(_) if ffi::PyUnicode_CheckExact(object) != 0 => 0,
            Op::Enum(symbols) => match symbol_of(object)? {
                Some(symbol) => yes(has(symbols, symbol.as_ptr())?, 2 * EXACT),
                None => 0,
            },
            Op::Union(_) => 0,
        })
    }
}

/// How many bytes there are in `bytes` or a `bytearray`, whatever a derived class says.
unsafe fn length(object: *mut PyObject) -> isize {
    unsafe { if ffi::PyBytes_Check(object) != 0 { ffi::PyBytes_Size(object) } else { ffi::PyByteArray_Size(object) } }
}

/// Whether a text is one of the symbols.
unsafe fn has(symbols: &[Word], object: *mut PyObject) -> Done<bool> {
    let text = unsafe { text(object) }?;
    Ok(symbols.iter().any(|symbol| symbol.text.as_bytes() == text))
}

/// Whether an integer lies in a range.
unsafe fn within(object: *mut PyObject, least: i64, most: i64) -> bool {
    let mut beyond = 0;
    let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(object, &raw mut beyond) };
    beyond == 0 && (least..=most).contains(&value)
}

/// How well an object of a class is a record: best by the class itself or its name, else by its fields.
unsafe fn attributes(record: &Record, object: *mut PyObject) -> Done<u32> {
    unsafe {
        if ffi::PyTuple_CheckExact(object) != 0 {
            return Ok(u32::from(ffi::PyTuple_Size(object).cast_unsigned() == record.fields.len()));
        }
        let known = record.known.of(record, object)?;
        let Some(names) = &known.names else { return Ok(0) };
        let whole = |(field, name): (&Field, &Option<Owned>)| name.is_some() || field.default.is_some();
        if known.unknown.is_some() || !record.fields.iter().zip(names).all(whole) {
            return Ok(0);
        }
        let met = u32::try_from(names.iter().flatten().count()).unwrap_or(u32::MAX);
        let is_its = record.maker.as_ref().is_some_and(|maker| maker.makes(object));
        Ok(met.saturating_add(if is_its {
            4 * EXACT
        } else if known.is_named {
            3 * EXACT
        } else {
            2 * EXACT
        }))
    }
}

/// How many of a record's fields a dict has, if it has all that have no default and no others.
unsafe fn fields(record: &Record, object: *mut PyObject) -> Done<u32> {
    let mut met = 0;
    for field in &record.fields {
        match unsafe { ffi::PyDict_Contains(object, field.key.object.as_ptr()) } {
            -1 => return Err(Failure::Raised),
            0 if field.default.is_none() => return Ok(0),
            found => met += u32::from(found == 1),
        }
    }
    let is_all = usize::try_from(unsafe { ffi::PyDict_Size(object) }) == Ok(met as usize);
    Ok(if is_all { met + 2 } else { 0 })
}

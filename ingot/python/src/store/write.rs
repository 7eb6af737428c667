//! From Python's objects to the bytes of a document, without a step between.
//!
//! Only a mapping of a class of its own runs other code than the interpreter's. It may take away what dicts and lists
//! lend: so they are looked up again for each value, and what has parts is held. The invariant of all `unsafe` here:
//! the interpreter is held, and so is the object.

use ingot_codec::DataClass;
use ingot_codec::wire::{Step, fault};
use pyo3::ffi;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use super::text::put_string;
use crate::encode::text;
use crate::failure::{Done, Failure, within};
use crate::internals;
use crate::objects::{Owned, ascii, utf8};
use crate::threads::own;
use crate::told::{unmet, wrong};

/// How deep values may be nested, as in the store.
const DEPTH: usize = 127;

/// Adds the JSON of a document; an error, with its path, for what JSON cannot hold.
pub(crate) unsafe fn document(object: *mut PyObject, out: &mut Vec<u8>) -> Done<()> {
    if unsafe { ffi::PyDict_Check(object) == 0 && !is_mapping(object) } {
        return unsafe { wrong(object, "a dict, or the bytes of a JSON object") };
    }
    unsafe { other(object, out, DEPTH) }
}

/// Whether an object that is no dict is a mapping nevertheless. Its class may run a user's code.
#[cold]
unsafe fn is_mapping(object: *mut PyObject) -> bool {
    unsafe { Bound::from_borrowed_ptr(Python::assume_attached(), object).cast::<PyMapping>().is_ok() }
}

/// Adds a string of ASCII characters or a small integer, as most values are; false for any other.
#[inline]
unsafe fn plain(object: *mut PyObject, out: &mut Vec<u8>) -> bool {
    unsafe {
        if let Some(text) = ascii_string(object) {
            put_string(text, out);
            return true;
        }
        if let Some(integer) = internals::integer(object) {
            put_integer(integer, out);
            return true;
        }
        false
    }
}

#[inline]
unsafe fn ascii_string<'o>(object: *mut PyObject) -> Option<&'o [u8]> {
    unsafe { if ffi::PyUnicode_CheckExact(object) != 0 { ascii(object) } else { None } }
}

/// Adds any value. The object is held.
unsafe fn other(object: *mut PyObject, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    unsafe {
        if object == ffi::Py_None() {
            out.extend_from_slice(b"null");
        } else if object == ffi::Py_True() {
            out.extend_from_slice(b"true");
        } else if object == ffi::Py_False() {
            out.extend_from_slice(b"false");
        } else if ffi::PyDict_CheckExact(object) != 0 {
            return dict(own(object)?.as_ptr(), out, deeper(depth)?);
        } else if ffi::PyList_Check(object) != 0 {
            return list(own(object)?.as_ptr(), out, deeper(depth)?);
        } else if ffi::PyUnicode_Check(object) != 0 {
            put_string(text(object)?, out);
        } else if ffi::PyFloat_Check(object) != 0 {
            return float(ffi::PyFloat_AsDouble(object), out);
        } else if ffi::PyLong_Check(object) != 0 {
            return long(object, out);
        } else if ffi::PyTuple_Check(object) != 0 {
            return tuple(object, out, deeper(depth)?);
        } else if ffi::PyDict_Check(object) != 0 || is_mapping(object) {
            return derived(object, out, deeper(depth)?);
        } else {
            return wrong(object, "a value of JSON");
        }
    }
    Ok(())
}

#[inline]
fn deeper(depth: usize) -> Done<usize> {
    match depth.checked_sub(1) {
        Some(depth) => Ok(depth),
        None => Ok(fault(DataClass::LimitDepth, None, format!("nested more than {DEPTH} deep"))?),
    }
}

unsafe fn dict(object: *mut PyObject, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    let (mut place, mut key, mut entry) = (0, core::ptr::null_mut(), core::ptr::null_mut());
    out.push(b'{');
    let start = out.len();
    unsafe {
        while internals::next(object, &mut place, &mut key, &mut entry) {
            member(key, entry, out, start, depth)?;
        }
    }
    out.push(b'}');
    Ok(())
}

#[inline]
unsafe fn member(key: *mut PyObject, entry: *mut PyObject, out: &mut Vec<u8>, start: usize, depth: usize) -> Done<()> {
    if out.len() > start {
        out.push(b',');
    }
    unsafe {
        if let Some(text) = ascii_string(key) {
            put_string(text, out);
        } else if ffi::PyUnicode_Check(key) != 0 {
            put_string(text(key)?, out);
        } else {
            return wrong(key, "a string, as keys are");
        }
        out.push(b':');
        if plain(entry, out) {
            return Ok(());
        }
        let _held = (Owned::borrowed(key), Owned::borrowed(entry));
        within(other(entry, out, depth), || Step::Field(name(key)))
    }
}

#[cold]
unsafe fn name(key: *mut PyObject) -> String {
    unsafe { utf8(key).map_or_else(|_| "?".into(), |text| String::from_utf8_lossy(text).into_owned()) }
}

unsafe fn list(object: *mut PyObject, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    let mut place = 0;
    out.push(b'[');
    unsafe {
        while place < ffi::PyList_Size(object) {
            item(ffi::PyList_GetItem(object, place), place, out, depth)?;
            place += 1;
        }
    }
    out.push(b']');
    Ok(())
}

unsafe fn tuple(object: *mut PyObject, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    out.push(b'[');
    unsafe {
        for place in 0..ffi::PyTuple_Size(object) {
            item(ffi::PyTuple_GetItem(object, place), place, out, depth)?;
        }
    }
    out.push(b']');
    Ok(())
}

#[inline]
unsafe fn item(object: *mut PyObject, place: isize, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    if place > 0 {
        out.push(b',');
    }
    unsafe {
        if plain(object, out) {
            return Ok(());
        }
        let _held = Owned::borrowed(object);
        within(other(object, out, depth), || Step::Item(place.unsigned_abs()))
    }
}

/// A dict of a class of its own, which may have another order, or a mapping that is none.
unsafe fn derived(object: *mut PyObject, out: &mut Vec<u8>, depth: usize) -> Done<()> {
    out.push(b'{');
    let start = out.len();
    unsafe {
        // The method may run a user's code.
        let _held = Owned::borrowed(object);
        let items = Owned::new(ffi::PyMapping_Items(object))?;
        let mut place = 0;
        while place < ffi::PyList_Size(items.as_ptr()) {
            let pair = ffi::PyList_GetItem(items.as_ptr(), place);
            if ffi::PyTuple_Check(pair) == 0 || ffi::PyTuple_Size(pair) != 2 {
                return wrong(pair, "a pair of key and value");
            }
            member(ffi::PyTuple_GetItem(pair, 0), ffi::PyTuple_GetItem(pair, 1), out, start, depth)?;
            place += 1;
        }
    }
    out.push(b'}');
    Ok(())
}

fn float(value: f64, out: &mut Vec<u8>) -> Done<()> {
    if !value.is_finite() {
        return unmet(value.to_string(), "a finite number", format!("{value}: JSON has finite numbers only"));
    }
    out.extend_from_slice(zmij::Buffer::new().format_finite(value).as_bytes());
    Ok(())
}

/// An integer that is not a small one: of a class of its own, or of many digits.
unsafe fn long(object: *mut PyObject, out: &mut Vec<u8>) -> Done<()> {
    unsafe {
        let mut overflow = 0;
        let value = ffi::PyLong_AsLongLongAndOverflow(object, &raw mut overflow);
        if overflow == 0 {
            put_integer(value, out);
            return Ok(());
        }
        // Python limits how many digits it makes, and says so.
        let digits = Owned::new(ffi::PyNumber_ToBase(object, 10))?;
        out.extend_from_slice(utf8(digits.as_ptr()).map_err(Failure::from)?);
    }
    Ok(())
}

const PAIRS: &[u8; 200] = b"0001020304050607080910111213141516171819\
    2021222324252627282930313233343536373839\
    4041424344454647484950515253545556575859\
    6061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899";

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "below 100")]
fn put_integer(value: i64, out: &mut Vec<u8>) {
    let mut room = [0; 20];
    let mut at = room.len();
    let mut rest = value.unsigned_abs();
    while rest >= 100 {
        let pair = (rest % 100) as usize * 2;
        rest /= 100;
        at -= 2;
        room[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    }
    let pair = rest as usize * 2;
    at -= 2;
    room[at..at + 2].copy_from_slice(&PAIRS[pair..pair + 2]);
    if rest < 10 {
        at += 1;
    }
    if value < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&room[at..]);
}

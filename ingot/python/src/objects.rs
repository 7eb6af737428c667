//! The interpreter's objects, by its C interface: owned references, and what is read of and made for records.
//!
//! All functions here need the interpreter to be held by this thread, which every method that Python calls has. They take
//! and give pointers to living objects, or null where an exception is set.

use core::ffi::c_char;
use core::ptr::NonNull;
use core::slice;

#[cfg(not(Py_LIMITED_API))]
use ingot_codec::wire::{copy, is_ascii};
use pyo3::ffi;
use pyo3::ffi::PyObject;

#[cfg(not(Py_LIMITED_API))]
use crate::internals::is_compact_and_ascii;
#[cfg(making)]
use crate::internals::{making, usable};
#[cfg(not(Py_LIMITED_API))]
use crate::texts::wide;

/// The interpreter holds an exception.
#[derive(Debug)]
pub(crate) struct Raised;

/// A reference that is given back when it is dropped.
#[repr(transparent)]
pub(crate) struct Owned(NonNull<PyObject>);

impl Owned {
    /// What the interpreter gave: a new reference, or null and an exception.
    #[inline]
    pub(crate) unsafe fn new(object: *mut PyObject) -> Result<Owned, Raised> {
        NonNull::new(object).map(Owned).ok_or(Raised)
    }

    /// One more reference to a living object.
    #[inline]
    pub(crate) unsafe fn borrowed(object: *mut PyObject) -> Owned {
        unsafe {
            ffi::Py_INCREF(object);
            Owned(NonNull::new_unchecked(object))
        }
    }

    #[inline]
    pub(crate) fn as_ptr(&self) -> *mut PyObject {
        self.0.as_ptr()
    }

    /// The reference itself, which somebody else gives back.
    #[inline]
    pub(crate) fn into_ptr(self) -> *mut PyObject {
        let object = self.0.as_ptr();
        core::mem::forget(self);
        object
    }
}

impl Drop for Owned {
    #[inline]
    fn drop(&mut self) {
        // The interpreter is held wherever an `Owned` lives.
        unsafe { ffi::Py_DECREF(self.0.as_ptr()) }
    }
}

/// The text of a string of ASCII characters, where it lies; nothing of any other string.
#[inline]
pub(crate) unsafe fn ascii<'o>(object: *mut PyObject) -> Option<&'o [u8]> {
    #[cfg(not(Py_LIMITED_API))]
    unsafe {
        if is_compact_and_ascii(object) == (true, true) {
            let object = object.cast::<ffi::PyASCIIObject>();
            // The characters of such a string lie behind its head.
            return Some(slice::from_raw_parts(object.add(1).cast(), (*object).length.cast_unsigned()));
        }
    }
    #[cfg(Py_LIMITED_API)]
    let _ = object;
    None
}

/// The text of a string as UTF-8, where the interpreter has it already.
#[inline]
pub(crate) unsafe fn known_text<'o>(object: *mut PyObject) -> Option<&'o [u8]> {
    unsafe {
        if let Some(text) = ascii(object) {
            return Some(text);
        }
        // Where threads run at once, another one may be at setting it.
        #[cfg(not(any(Py_LIMITED_API, Py_GIL_DISABLED)))]
        if is_compact_and_ascii(object) == (true, false) {
            // A compact string that is not ASCII keeps its UTF-8 once it was asked for.
            let object = object.cast::<ffi::PyCompactUnicodeObject>();
            if !(*object).utf8.is_null() {
                return Some(slice::from_raw_parts((*object).utf8.cast(), (*object).utf8_length.cast_unsigned()));
            }
        }
        None
    }
}

/// The text of any string as UTF-8; an exception where it has half of a surrogate pair.
pub(crate) unsafe fn utf8<'o>(object: *mut PyObject) -> Result<&'o [u8], Raised> {
    let mut length = 0;
    unsafe {
        let start = ffi::PyUnicode_AsUTF8AndSize(object, &raw mut length);
        if start.is_null() {
            return Err(Raised);
        }
        Ok(slice::from_raw_parts(start.cast(), length.cast_unsigned()))
    }
}

/// A string of these bytes; an exception where they are not UTF-8.
#[inline]
pub(crate) unsafe fn string(bytes: &[u8]) -> Result<Owned, Raised> {
    #[cfg(not(Py_LIMITED_API))]
    // Strings of one character are shared: the interpreter's own function knows them.
    if bytes.len() > 1 {
        if is_ascii(bytes) {
            unsafe {
                #[cfg(making)]
                if usable() {
                    return making::text(bytes);
                }
                let made = Owned::new(ffi::PyUnicode_New(bytes.len().cast_signed(), 127))?;
                // A new string of so many ASCII characters has room for as many bytes, and is not known elsewhere yet.
                copy(bytes, ffi::PyUnicode_DATA(made.as_ptr()).cast());
                return Ok(made);
            }
        }
        if let Some(text) = unsafe { wide(bytes) }? {
            return Ok(text);
        }
    }
    unsafe {
        let (start, length) = (bytes.as_ptr().cast::<c_char>(), bytes.len().cast_signed());
        Owned::new(ffi::PyUnicode_DecodeUTF8(start, length, core::ptr::null()))
    }
}

/// An integer.
#[inline]
pub(crate) unsafe fn integer(value: i64) -> Result<Owned, Raised> {
    #[cfg(making)]
    if usable() {
        return unsafe { making::integer(value) };
    }
    unsafe { Owned::new(ffi::PyLong_FromLongLong(value)) }
}

/// Bytes of their own.
#[inline]
pub(crate) unsafe fn bytes(content: &[u8]) -> Result<Owned, Raised> {
    #[cfg(making)]
    if usable() && content.len() > 1 {
        return unsafe { making::bytes(content) };
    }
    unsafe { Owned::new(ffi::PyBytes_FromStringAndSize(content.as_ptr().cast(), content.len().cast_signed())) }
}

/// The content of an exact or derived `bytes`, where it lies.
#[inline]
pub(crate) unsafe fn content<'o>(object: *mut PyObject) -> &'o [u8] {
    unsafe {
        #[cfg(not(Py_LIMITED_API))]
        let (start, length) = (ffi::PyBytes_AS_STRING(object), (*object.cast::<ffi::PyVarObject>()).ob_size);
        #[cfg(Py_LIMITED_API)]
        let (start, length) = (ffi::PyBytes_AsString(object), ffi::PyBytes_Size(object));
        slice::from_raw_parts(start.cast(), length.cast_unsigned())
    }
}

/// Forgets the exception that is set.
#[cold]
pub(crate) unsafe fn forget_exception() {
    unsafe { ffi::PyErr_Clear() }
}

/// The name of an object's type, for messages.
#[cold]
pub(crate) unsafe fn type_name(object: *mut PyObject) -> String {
    unsafe {
        let name = Owned::new(ffi::PyType_GetName(ffi::Py_TYPE(object)));
        let text = name.as_ref().ok().and_then(|name| utf8(name.as_ptr()).ok());
        text.map_or_else(
            || {
                forget_exception();
                "an object".into()
            },
            |text| String::from_utf8_lossy(text).into_owned(),
        )
    }
}

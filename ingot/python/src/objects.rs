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
        #[cfg(not(Py_LIMITED_API))]
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
                let made = Owned::new(ffi::PyUnicode_New(bytes.len().cast_signed(), 127))?;
                // A new string of so many ASCII characters has room for as many bytes, and is not known elsewhere yet.
                copy(bytes, ffi::PyUnicode_DATA(made.as_ptr()).cast());
                return Ok(made);
            }
        }
        if let Ok(text) = core::str::from_utf8(bytes) {
            return unsafe { wide(text) };
        }
    }
    unsafe {
        let (start, length) = (bytes.as_ptr().cast::<c_char>(), bytes.len().cast_signed());
        Owned::new(ffi::PyUnicode_DecodeUTF8(start, length, core::ptr::null()))
    }
}

/// A string of a text that is not ASCII, of more than one byte.
#[cfg(not(Py_LIMITED_API))]
unsafe fn wide(text: &str) -> Result<Owned, Raised> {
    // Each byte that begins a character says how many it has: those of up to U+00FF begin with at most 0xc3.
    let (mut count, mut most) = (0_usize, 0_u8);
    for byte in text.bytes() {
        count += usize::from(byte.cast_signed() >= -64);
        most = most.max(byte);
    }
    let highest = match most {
        ..0xc4 => 0xff,
        0xc4..0xf0 => 0xffff,
        0xf0.. => 0x0010_ffff,
    };
    if count == 1 {
        return unsafe { Owned::new(ffi::PyUnicode_FromStringAndSize(text.as_ptr().cast(), text.len().cast_signed())) };
    }
    unsafe {
        let made = Owned::new(ffi::PyUnicode_New(count.cast_signed(), highest))?;
        // A new string has room for `count` characters of the width that the highest of them needs, and is not
        // known elsewhere yet.
        let start = ffi::PyUnicode_DATA(made.as_ptr());
        match highest {
            0xff => fill(text, start.cast::<u8>()),
            0xffff => fill(text, start.cast::<u16>()),
            _ => fill(text, start.cast::<u32>()),
        }
        Ok(made)
    }
}

/// Writes the characters of a text, each of which has to fit.
#[cfg(not(Py_LIMITED_API))]
#[inline]
unsafe fn fill<Unit: TryFrom<u32> + From<u8> + Default>(text: &str, mut to: *mut Unit) {
    let mut rest = text;
    unsafe {
        loop {
            // Most characters of most texts are ASCII, eight of them at once.
            while let Some(word) = rest.as_bytes().first_chunk::<8>()
                && word.is_ascii()
            {
                for byte in word {
                    to.write(Unit::from(*byte));
                    to = to.add(1);
                }
                // Behind an ASCII character there begins another one.
                rest = rest.get_unchecked(8..);
            }
            for _ in 0..8 {
                let mut characters = rest.chars();
                let Some(character) = characters.next() else { return };
                to.write(Unit::try_from(u32::from(character)).unwrap_or_default());
                to = to.add(1);
                rest = characters.as_str();
            }
        }
    }
}

/// Bytes of their own.
#[inline]
pub(crate) unsafe fn bytes(content: &[u8]) -> Result<Owned, Raised> {
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

//! Names: the keys of dicts, and symbols. One is known by the object that it is, or else by its text.

use core::cell::Cell;
use core::ptr::null_mut;

use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::objects::{Owned, Raised, ascii, string};

/// A name, as text and as the string that keys and symbols are.
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) object: Owned,
    shape: Shape,
    /// Another string of this text: the one that was met last, which a caller's dicts may have again and again. Null, or
    /// a reference that is held. It is only touched while the interpreter is held.
    seen: Cell<*mut PyObject>,
    /// How often another one may still take its place: callers whose keys are always new ones gain nothing by it.
    changes: Cell<u32>,
}

/// How often a word takes note of another string: never where threads run at once.
const CHANGES: u32 = if cfg!(Py_GIL_DISABLED) { 0 } else { 16 };

impl Word {
    pub(crate) unsafe fn new(text: &str) -> Result<Word, Raised> {
        let object = unsafe {
            let mut object = string(text.as_bytes())?.into_ptr();
            // Keys of dicts that Python's own code makes are interned: they then are this very object.
            ffi::PyUnicode_InternInPlace(&raw mut object);
            Owned::new(object)?
        };
        let shape = Shape::of(text.as_bytes());
        Ok(Word { text: text.into(), object, shape, seen: Cell::new(null_mut()), changes: Cell::new(CHANGES) })
    }

    /// Whether an object is this word, as a key. The interpreter is held, and so is the object.
    #[inline]
    pub(crate) unsafe fn is_key(&self, key: *mut PyObject) -> bool {
        key == self.object.as_ptr() || key == self.seen.get() || unsafe { self.is_new_key(key) }
    }

    #[inline(never)]
    unsafe fn is_new_key(&self, key: *mut PyObject) -> bool {
        unsafe {
            // A derived string may be equal to others than its own text.
            let equal = ffi::PyUnicode_CheckExact(key) != 0 && ascii(key).is_some_and(|text| self.is_text(text));
            if equal && self.changes.get() > 0 {
                self.changes.set(self.changes.get() - 1);
                ffi::Py_INCREF(key);
                ffi::Py_XDECREF(self.seen.replace(key));
            }
            equal
        }
    }

    /// Whether this is its text.
    #[inline]
    pub(crate) fn is_text(&self, text: &[u8]) -> bool {
        self.has_shape(Shape::of(text), text)
    }

    /// The same, for a text whose shape is known.
    #[inline]
    pub(crate) fn has_shape(&self, shape: Shape, text: &[u8]) -> bool {
        self.shape == shape && (text.len() <= Shape::WHOLE || self.text.as_bytes() == text)
    }
}

impl Drop for Word {
    fn drop(&mut self) {
        // The interpreter is held wherever a word is dropped, as for its object.
        unsafe { ffi::Py_XDECREF(self.seen.get()) }
    }
}

/// The length of a text, and its first and its last bytes: all of it, where it is short.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    length: usize,
    first: u64,
    last: u64,
}

impl Shape {
    /// Up to how many bytes texts of one shape are equal.
    const WHOLE: usize = 16;

    #[inline]
    pub(crate) fn of(text: &[u8]) -> Shape {
        let length = text.len();
        let (first, last) = if let (Some(first), Some(last)) = (text.first_chunk::<8>(), text.last_chunk::<8>()) {
            (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
        } else if let (Some(first), Some(last)) = (text.first_chunk::<4>(), text.last_chunk::<4>()) {
            (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into())
        } else if let [first, .., last] = text {
            ((*first).into(), u64::from(*last) | u64::from(text[length / 2]) << 8)
        } else {
            (text.first().copied().unwrap_or(0).into(), 0)
        };
        Shape { length, first, last }
    }
}

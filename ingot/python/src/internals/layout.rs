//! The layouts themselves, as far as they are read.

#[cfg(making)]
use pyo3::ffi::PyVarObject;
use pyo3::ffi::{PyDictObject, PyObject};

/// An integer: its digits of 30 bits, the lowest first.
#[repr(C)]
pub(super) struct Integer {
    pub(super) object: PyObject,
    /// How many digits, negative for a negative integer.
    #[cfg(not(Py_3_12))]
    pub(super) size: isize,
    /// How many digits, in all bits but the lowest three; the lowest two are 0 for positive integers, 1 for 0, and 2.
    #[cfg(Py_3_12)]
    pub(super) tag: usize,
    pub(super) digits: [u32; 2],
}

impl Integer {
    /// Its sign, and how many digits it has.
    #[inline]
    pub(super) fn sign_and_size(&self) -> (i64, usize) {
        #[cfg(not(Py_3_12))]
        return (self.size.signum() as i64, self.size.unsigned_abs());
        #[cfg(Py_3_12)]
        return (1 - (self.tag & 3).cast_signed() as i64, self.tag >> 3);
    }

    /// A digit that it has. The second one lies in the object only where there are two.
    #[inline]
    pub(super) unsafe fn digit(this: *const Integer, place: usize) -> i64 {
        unsafe { i64::from((&raw const (*this).digits).cast::<u32>().add(place).read()) }
    }
}

/// The head of bytes, behind which they lie, and a zero.
#[cfg(making)]
#[repr(C)]
pub(super) struct Bytes {
    pub(super) object: PyVarObject,
    pub(super) hash: isize,
}

/// The table of a dict, behind which lie its indices and then its entries, in the order in which they were added.
#[repr(C)]
pub(super) struct Table {
    pub(super) references: isize,
    log2_size: u8,
    log2_index_bytes: u8,
    kind: u8,
    version: u32,
    pub(super) usable: isize,
    pub(super) entries: isize,
}

/// An entry of a table whose keys are exact strings. One that was taken out has no value.
#[repr(C)]
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) key: *mut PyObject,
    pub(super) value: *mut PyObject,
}

const EXACT_STRINGS: u8 = 1;

/// The table of a dict and its first entry, if its keys are exact strings and its values lie beside them.
#[inline]
pub(super) unsafe fn table(dict: *mut PyObject) -> Option<(*mut Table, *mut Entry)> {
    unsafe {
        let dict = dict.cast::<PyDictObject>();
        let table = (*dict).ma_keys.cast::<Table>();
        if (*table).kind != EXACT_STRINGS || !(*dict).ma_values.is_null() {
            return None;
        }
        let entries = table.add(1).cast::<u8>().add(1 << (*table).log2_index_bytes);
        Some((table, entries.cast()))
    }
}

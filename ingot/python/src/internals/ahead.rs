//! Objects that will be read soon: those of a long list do not stay in the processor's caches, and each dict leads to its
//! table, the table to its values. They are asked for some places ahead, so that the memory's answers overlap.

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
use core::ptr::{NonNull, null_mut};

use pyo3::ffi;
use pyo3::ffi::{PyDictObject, PyObject};

use super::layout;

/// Bytes that come from memory together.
const LINE: usize = 64;

/// How many places ahead a dict, its table and its values are asked for.
const DICTS: isize = 24;
const TABLES: isize = 16;
const VALUES: isize = 8;

/// No more values of a dict are asked for: the processor waits for so many lines at a time.
const MOST: isize = 16;

/// Asks for what a list has ahead of a place. Nothing is read that a living list does not hold.
#[inline]
pub(crate) unsafe fn ask(list: *mut PyObject, place: isize) {
    unsafe {
        let count = ffi::PyList_GET_SIZE(list);
        let item = |ahead: isize| {
            let place = place + ahead;
            let item = if place < count { ffi::PyList_GET_ITEM(list, place) } else { null_mut() };
            // A list that is still being made has places without items.
            NonNull::new(item).map(NonNull::as_ptr)
        };
        if let Some(object) = item(DICTS) {
            line(object.cast());
        }
        let dict = |ahead: isize| item(ahead).filter(|object| ffi::PyDict_CheckExact(*object) != 0);
        if let Some(object) = dict(TABLES) {
            let table = (*object.cast::<PyDictObject>()).ma_keys.cast::<u8>();
            // A table of eight entries has as many lines.
            for part in 0..4 {
                line(table.wrapping_add(part * LINE));
            }
        }
        if let Some(object) = dict(VALUES)
            && let Some((table, first)) = layout::table(object)
        {
            for place in 0..(*table).entries.min(MOST) {
                line((*first.offset(place)).value.cast());
            }
        }
    }
}

/// Asks for a line. Nothing is read: the processor passes over an address that has no memory.
#[inline]
unsafe fn line(address: *const u8) {
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) }
}

//! Where the interpreter keeps what its functions would give: digits of integers, entries of dicts.
//!
//! `build.rs` lets this in for the versions whose layouts are known; [`start`] tries all of it on objects of the running
//! interpreter before it is used, and `INGOT_PUBLIC_ONLY` keeps it out. Whatever is not known is `None` or false here,
//! and the caller goes by the public interface, as it does on any other interpreter.
//!
//! The invariant of all `unsafe` here: pointers are to living objects, the interpreter is held, and a layout is read only
//! behind [`usable`], which says that it was met as it is written below.

use core::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::objects::{Owned, Raised};

static USABLE: AtomicBool = AtomicBool::new(false);

/// Whether the layouts below are those of this interpreter.
#[inline]
pub(crate) fn usable() -> bool {
    cfg!(internals) && USABLE.load(Ordering::Relaxed)
}

/// Tries all layouts, once, before any is used.
pub(crate) fn start() -> Result<(), Raised> {
    let wanted = cfg!(internals) && std::env::var_os("INGOT_PUBLIC_ONLY").is_none_or(|value| value.is_empty());
    USABLE.store(wanted, Ordering::Relaxed);
    if wanted {
        let right =
            unsafe { integers_are_right()? && texts_are_right()? && entries_are_right()? && copies_are_right()? };
        USABLE.store(right, Ordering::Relaxed);
    }
    Ok(())
}

#[cfg(internals)]
mod layout {
    use pyo3::ffi::{PyDictObject, PyObject};

    /// An integer: its digits of 30 bits, the lowest first.
    #[repr(C)]
    pub(super) struct Integer {
        object: PyObject,
        /// How many digits, negative for a negative integer.
        #[cfg(not(Py_3_12))]
        size: isize,
        /// How many digits, in all bits but the lowest three; the lowest two are 0 for positive integers, 1 for 0, and 2.
        #[cfg(Py_3_12)]
        tag: usize,
        digits: [u32; 2],
    }

    impl Integer {
        /// Its sign, and how many digits it has.
        #[inline]
        pub(super) fn sign_and_size(&self) -> (i64, usize) {
            #[cfg(not(Py_3_12))]
            return (self.size.signum() as i64, self.size.unsigned_abs());
            #[cfg(Py_3_12)]
            return (1 - (self.tag & 3) as i64, self.tag >> 3);
        }

        /// A digit that it has. The second one lies in the object only where there are two.
        #[inline]
        pub(super) unsafe fn digit(this: *const Integer, place: usize) -> i64 {
            unsafe { i64::from((&raw const (*this).digits).cast::<u32>().add(place).read()) }
        }
    }

    /// The table of a dict, behind which lie its indices and then its entries, in the order in which they were added.
    #[repr(C)]
    pub(super) struct Table {
        references: isize,
        log2_size: u8,
        log2_index_bytes: u8,
        kind: u8,
        version: u32,
        usable: isize,
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
    pub(super) unsafe fn table(dict: *mut PyObject) -> Option<(*const Table, *mut Entry)> {
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
}

/// An exact integer of up to 60 bits.
#[inline]
pub(crate) unsafe fn integer(object: *mut PyObject) -> Option<i64> {
    #[cfg(internals)]
    unsafe {
        if ffi::PyLong_CheckExact(object) != 0 && usable() {
            let object = object.cast::<layout::Integer>();
            let (sign, size) = (*object).sign_and_size();
            if size <= 1 {
                return Some(sign * layout::Integer::digit(object, 0));
            }
            if size == 2 {
                return Some(sign * (layout::Integer::digit(object, 0) | layout::Integer::digit(object, 1) << 30));
            }
        }
    }
    let _ = object;
    None
}

/// Whether a string is compact, so that its characters lie behind its head, and whether all of them are ASCII.
#[cfg(not(Py_LIMITED_API))]
#[inline]
pub(crate) unsafe fn is_compact_and_ascii(text: *mut PyObject) -> (bool, bool) {
    let text = text.cast::<ffi::PyASCIIObject>();
    // Up to 3.13 the head of a string is part of the interface that extensions are compiled against.
    #[cfg(not(Py_3_14))]
    return unsafe { ((*text).compact() != 0, (*text).ascii() != 0) };
    #[cfg(Py_3_14)]
    {
        let state = if usable() { unsafe { (*text).state } } else { 0 };
        (state & 1 << 5 != 0, state & 1 << 6 != 0)
    }
}

/// `PyDict_Next`: the entry of a dict at a place or behind it. What was found before may be gone by then; the table is
/// looked up again each time, for values that are asked in between may have put another one there.
#[inline]
pub(crate) unsafe fn next(
    dict: *mut PyObject,
    place: &mut isize,
    key: &mut *mut PyObject,
    value: &mut *mut PyObject,
) -> bool {
    unsafe {
        #[cfg(internals)]
        if usable()
            && let Some((table, entries)) = layout::table(dict)
        {
            while *place < (*table).entries {
                let entry = *entries.offset(*place);
                *place += 1;
                if !entry.value.is_null() {
                    (*key, *value) = (entry.key, entry.value);
                    return true;
                }
            }
            return false;
        }
        ffi::PyDict_Next(dict, place, key, value) != 0
    }
}

/// The values of a dict that no other code has, to be set one by one, in the order in which its keys were added.
pub(crate) struct Slots {
    #[cfg(internals)]
    next: *mut layout::Entry,
}

impl Slots {
    /// Of a new copy of a dict with so many keys that are strings; nothing if it is not laid out as is known.
    #[inline]
    pub(crate) unsafe fn of(copy: *mut PyObject, count: usize) -> Option<Slots> {
        #[cfg(internals)]
        unsafe {
            if usable()
                && let Some((table, next)) = layout::table(copy)
                && (*table).entries.cast_unsigned() == count
            {
                return Some(Slots { next });
            }
        }
        let _ = (copy, count);
        None
    }

    /// Sets the next value, which there has to be.
    #[inline]
    #[cfg_attr(not(internals), expect(clippy::unused_self, reason = "there are none"))]
    pub(crate) unsafe fn set(&mut self, value: Owned) {
        #[cfg(internals)]
        unsafe {
            let old = core::mem::replace(&mut (*self.next).value, value.into_ptr());
            ffi::Py_DECREF(old);
            self.next = self.next.add(1);
        }
        #[cfg(not(internals))]
        drop(value);
    }
}

/// Whether the collector may have to know of an object.
#[inline]
pub(crate) unsafe fn may_be_tracked(object: &Owned) -> bool {
    #[cfg(internals)]
    return unsafe { ffi::PyObject_IS_GC(object.as_ptr()) != 0 };
    #[cfg(not(internals))]
    {
        let _ = object;
        true
    }
}

/// Lets the collector know of a dict: it leaves out one whose values refer to nothing, as those of a template.
#[inline]
pub(crate) unsafe fn track(dict: &Owned) {
    unsafe {
        if ffi::PyObject_GC_IsTracked(dict.as_ptr()) == 0 {
            ffi::PyObject_GC_Track(dict.as_ptr().cast());
        }
    }
}

unsafe fn integers_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for bits in 0..62 {
        for near in [-1, 0, 1] {
            for sign in [-1, 1] {
                let value = sign * ((1_i64 << bits) + near);
                let made = unsafe { Owned::new(ffi::PyLong_FromLongLong(value)) }?;
                let expected = (value.unsigned_abs() < 1 << 60).then_some(value);
                right &= unsafe { integer(made.as_ptr()) } == expected;
            }
        }
    }
    Ok(right)
}

unsafe fn texts_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for text in ["", "a", "ascii", "latin \u{ff}", "wide \u{20ac}", "wider \u{1f600}"] {
        unsafe {
            let (start, length) = (text.as_ptr().cast(), text.len().cast_signed());
            let made = Owned::new(ffi::PyUnicode_FromStringAndSize(start, length))?;
            right &= crate::objects::known_text(made.as_ptr()) == text.is_ascii().then_some(text.as_bytes());
            right &= crate::objects::utf8(made.as_ptr())? == text.as_bytes();
            // From now on the interpreter has it.
            right &= crate::objects::known_text(made.as_ptr()) == Some(text.as_bytes());
        }
    }
    Ok(right)
}

/// A dict of so many keys, with the integers from 0 on as values.
unsafe fn dict_of(keys: usize) -> Result<Owned, Raised> {
    unsafe {
        let dict = Owned::new(ffi::PyDict_New())?;
        for number in 0..keys {
            let key = crate::objects::string(format!("key{number}").as_bytes())?;
            let value = Owned::new(ffi::PyLong_FromSize_t(number))?;
            if ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), value.as_ptr()) < 0 {
                return Err(Raised);
            }
        }
        Ok(dict)
    }
}

/// Whether all entries are those that the public function gives, in its order.
unsafe fn entries_agree(dict: &Owned) -> bool {
    let (mut place, mut public_place) = (0, 0);
    let [mut key, mut value, mut public_key, mut public_value] = [core::ptr::null_mut(); 4];
    loop {
        let (more, public_more) = unsafe {
            (
                next(dict.as_ptr(), &mut place, &mut key, &mut value),
                ffi::PyDict_Next(dict.as_ptr(), &raw mut public_place, &raw mut public_key, &raw mut public_value) != 0,
            )
        };
        if more != public_more || (more && (key, value) != (public_key, public_value)) {
            return false;
        }
        if !more {
            return true;
        }
    }
}

unsafe fn entries_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for keys in [0, 1, 5, 6, 8, 100, 300] {
        unsafe {
            let dict = dict_of(keys)?;
            right &= entries_agree(&dict);
            if keys > 1 {
                if ffi::PyDict_DelItemString(dict.as_ptr(), c"key1".as_ptr()) < 0 {
                    return Err(Raised);
                }
                right &= entries_agree(&dict);
            }
            // A key that is no string makes it another kind of table.
            let number = Owned::new(ffi::PyLong_FromSize_t(keys))?;
            if ffi::PyDict_SetItem(dict.as_ptr(), number.as_ptr(), number.as_ptr()) < 0 {
                return Err(Raised);
            }
            right &= entries_agree(&dict);
        }
    }
    Ok(right)
}

unsafe fn copies_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for keys in [1, 5, 6, 8, 100, 300] {
        unsafe {
            let dict = dict_of(keys)?;
            let copy = Owned::new(ffi::PyDict_Copy(dict.as_ptr()))?;
            let Some(mut slots) = Slots::of(copy.as_ptr(), keys) else { return Ok(false) };
            for number in 0..keys {
                slots.set(Owned::new(ffi::PyLong_FromSize_t(number + 1000))?);
            }
            let (mut place, mut number) = (0, 0);
            let [mut key, mut value] = [core::ptr::null_mut(); 2];
            while ffi::PyDict_Next(copy.as_ptr(), &raw mut place, &raw mut key, &raw mut value) != 0 {
                let before = ffi::PyDict_GetItemWithError(dict.as_ptr(), key);
                right &= ffi::PyLong_AsSize_t(value) == number + 1000;
                right &= !before.is_null() && ffi::PyLong_AsSize_t(before) == number;
                right &= ffi::PyDict_GetItemWithError(copy.as_ptr(), key) == value;
                number += 1;
            }
            right &= number == keys;
        }
    }
    Ok(right)
}

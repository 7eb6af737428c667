//! Where the interpreter keeps what its functions would give: digits of integers, entries of dicts; and how it makes them.
//!
//! `build.rs` lets this in for the versions whose layouts are known; [`start`] tries all of it on objects of the running
//! interpreter before it is used, and `INGOT_PUBLIC_ONLY` keeps it out. Whatever is not known is `None` or false here,
//! and the caller goes by the public interface, as it does on any other interpreter.
//!
//! The invariant of all `unsafe` here: pointers are to living objects, the interpreter is held, and a layout is read only
//! behind [`usable`], which says that it was met as it is written below.

#[cfg(all(internals, target_arch = "x86_64"))]
mod ahead;
mod filling;
#[cfg(internals)]
mod layout;
#[cfg(making)]
pub(crate) mod making;

use core::sync::atomic::{AtomicBool, Ordering};

use pyo3::ffi;
use pyo3::ffi::PyObject;

pub(crate) use self::filling::{Filling, Template};
use self::filling::{dict_of, dicts_are_right};
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
        #[cfg(making)]
        let right = unsafe { making::start() }?;
        #[cfg(not(making))]
        let right = true;
        let right = right
            && unsafe { integers_are_right()? && texts_are_right()? && entries_are_right()? && dicts_are_right()? };
        USABLE.store(right, Ordering::Relaxed);
    }
    Ok(())
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

/// The entries of a dict, which stay where they are as long as no code runs that may change it.
#[derive(Clone, Copy)]
pub(crate) struct Entries {
    #[cfg(internals)]
    first: *const layout::Entry,
}

impl Entries {
    /// Those of a dict whose table has so many, with any that were taken out.
    #[inline]
    pub(crate) unsafe fn of(dict: *mut PyObject, count: usize) -> Option<Entries> {
        #[cfg(internals)]
        unsafe {
            if usable()
                && let Some((table, first)) = layout::table(dict)
                && (*table).entries.cast_unsigned() == count
            {
                return Some(Entries { first });
            }
        }
        let _ = (dict, count);
        None
    }

    /// The key and the value at a place below the count; nothing if they were taken out.
    #[inline]
    #[cfg_attr(not(internals), expect(clippy::unused_self, reason = "there are none"))]
    pub(crate) unsafe fn at(self, place: usize) -> Option<(*mut PyObject, *mut PyObject)> {
        #[cfg(internals)]
        unsafe {
            let entry = *self.first.add(place);
            (!entry.value.is_null()).then_some((entry.key, entry.value))
        }
        #[cfg(not(internals))]
        {
            let _ = place;
            None
        }
    }
}

/// Asks the memory for the dicts that a long list has ahead of a place; nothing where they cannot be looked into.
#[inline]
pub(crate) unsafe fn ask_ahead(list: *mut PyObject, place: isize) {
    #[cfg(all(internals, target_arch = "x86_64"))]
    if usable() {
        // SAFETY: the list lives, and what it holds does.
        unsafe { ahead::ask(list, place) }
    }
    let _ = (list, place);
}

/// Whether the collector may have to know of an object.
#[inline]
pub(crate) unsafe fn may_be_tracked(object: &Owned) -> bool {
    #[cfg(internals)]
    return unsafe { ffi::PyType_HasFeature(ffi::Py_TYPE(object.as_ptr()), ffi::Py_TPFLAGS_HAVE_GC) != 0 };
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

/// Whether all entries are those that the public function gives, in its order.
unsafe fn entries_agree(dict: &Owned) -> bool {
    let count = unsafe { ffi::PyDict_Size(dict.as_ptr()) }.cast_unsigned();
    let entries = unsafe { Entries::of(dict.as_ptr(), count) };
    let mut met = 0;
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
        if more && entries.is_some_and(|entries| unsafe { entries.at(met) } != Some((key, value))) {
            return false;
        }
        met += 1;
        if !more {
            return true;
        }
    }
}

unsafe fn entries_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for keys in [0, 1, 5, 6, 8, 100, 300] {
        unsafe {
            let (_, dict) = dict_of(keys)?;
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

//! Dicts whose keys are known, filled value by value.

use pyo3::ffi;

#[cfg(internals)]
use super::layout;
use super::usable;
use crate::objects::{Owned, Raised};

/// The keys of dicts, in the order in which they come.
pub(crate) struct Template {
    /// A dict with these keys, whose values are none.
    dict: Owned,
    count: usize,
}

impl Template {
    /// With these keys, which are strings.
    pub(crate) unsafe fn new<'k>(keys: impl Iterator<Item = &'k Owned>) -> Result<Template, Raised> {
        let dict = unsafe { Owned::new(ffi::PyDict_New()) }?;
        let mut count = 0;
        for key in keys {
            if unsafe { ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), ffi::Py_None()) } < 0 {
                return Err(Raised);
            }
            count += 1;
        }
        Ok(Template { dict, count })
    }

    /// A dict for all keys, in their order, whose values are yet to be set: none of them is any.
    #[cfg_attr(Py_GIL_DISABLED, expect(clippy::unused_self, reason = "the dict begins without keys there"))]
    pub(crate) unsafe fn copied(&self) -> Result<Owned, Raised> {
        // Threads that run at once would wait for each other at the template: there the keys are set with the values.
        #[cfg(Py_GIL_DISABLED)]
        unsafe {
            Owned::new(ffi::PyDict_New())
        }
        #[cfg(not(Py_GIL_DISABLED))]
        unsafe {
            Owned::new(ffi::PyDict_Copy(self.dict.as_ptr()))
        }
    }
}

/// A dict that is being made, which no other code has: only what is set so far is in it.
#[cfg(making)]
pub(crate) struct Filling<'t> {
    template: &'t Template,
    /// Empty, until it is whole.
    dict: Owned,
    /// Its table to be: memory that the interpreter's function has given, a copy of the template's. The values up to
    /// `next` are its own; it has no references yet to its keys, nor to the values that are not set.
    table: *mut layout::Table,
    first: *mut layout::Entry,
    next: *mut layout::Entry,
}

#[cfg(making)]
impl<'t> Filling<'t> {
    /// Nothing if dicts are not laid out as is known.
    #[inline]
    pub(crate) unsafe fn of(template: &'t Template) -> Result<Option<Filling<'t>>, Raised> {
        if !usable() {
            return Ok(None);
        }
        unsafe {
            let Some((from, entries)) = layout::table(template.dict.as_ptr()) else { return Ok(None) };
            // Two of the keys may be the same; and the table of an empty dict is one for all of them.
            if (*from).entries.cast_unsigned() != template.count || template.count == 0 {
                return Ok(None);
            }
            let all = ((*from).usable + (*from).entries).cast_unsigned();
            let end = entries.add(all).cast::<u8>();
            let size = end.offset_from_unsigned(from.cast());
            let dict = Owned::new(ffi::PyDict_New())?;
            // What gives the memory back, when the dict goes: it is another one from 3.13 on.
            #[cfg(not(Py_3_13))]
            let table = ffi::PyObject_Malloc(size).cast::<u8>();
            #[cfg(Py_3_13)]
            let table = ffi::PyMem_Malloc(size).cast::<u8>();
            if table.is_null() {
                ffi::PyErr_NoMemory();
                return Err(Raised);
            }
            table.copy_from_nonoverlapping(from.cast(), size);
            let first = table.add(entries.byte_offset_from_unsigned(from)).cast();
            Ok(Some(Filling { template, dict, table: table.cast(), first, next: first }))
        }
    }

    /// Sets the next value, which there has to be.
    #[inline]
    pub(crate) unsafe fn set(&mut self, value: Owned) {
        unsafe {
            (*self.next).value = value.into_ptr();
            self.next = self.next.add(1);
        }
    }

    /// The dict, all of whose values are set.
    #[inline]
    pub(crate) unsafe fn done(self) -> Owned {
        unsafe {
            let mut entry = self.first;
            while entry < self.next {
                ffi::Py_INCREF((*entry).key);
                entry = entry.add(1);
            }
            let dict = self.dict.as_ptr().cast::<ffi::PyDictObject>();
            // The table that all empty dicts share counts them, up to 3.11.
            #[cfg(not(Py_3_12))]
            {
                (*(*dict).ma_keys.cast::<layout::Table>()).references -= 1;
            }
            (*dict).ma_keys = self.table.cast();
            (*dict).ma_used = self.template.count.cast_signed();
            let this = core::mem::ManuallyDrop::new(self);
            (&raw const this.dict).read()
        }
    }
}

#[cfg(making)]
impl Drop for Filling<'_> {
    #[cold]
    fn drop(&mut self) {
        unsafe {
            let mut entry = self.first;
            while entry < self.next {
                ffi::Py_DECREF((*entry).value);
                entry = entry.add(1);
            }
            #[cfg(not(Py_3_13))]
            ffi::PyObject_Free(self.table.cast());
            #[cfg(Py_3_13)]
            ffi::PyMem_Free(self.table.cast());
        }
    }
}

/// A dict that is being made, which no other code has: a copy of the template's.
#[cfg(not(making))]
pub(crate) struct Filling {
    dict: Owned,
    #[cfg(internals)]
    next: *mut layout::Entry,
}

#[cfg(not(making))]
impl Filling {
    /// Nothing if dicts are not laid out as is known.
    #[inline]
    #[cfg_attr(not(internals), expect(clippy::unnecessary_wraps, reason = "there are none"))]
    pub(crate) unsafe fn of(template: &Template) -> Result<Option<Filling>, Raised> {
        #[cfg(internals)]
        if usable() {
            unsafe {
                let dict = template.copied()?;
                if let Some((table, next)) = layout::table(dict.as_ptr())
                    && (*table).entries.cast_unsigned() == template.count
                {
                    return Ok(Some(Filling { dict, next }));
                }
            }
        }
        let _ = (template.count, usable());
        Ok(None)
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

    /// The dict, all of whose values are set.
    #[inline]
    pub(crate) unsafe fn done(self) -> Owned {
        self.dict
    }
}

/// A dict of so many keys, with the integers from 0 on as values.
pub(super) unsafe fn dict_of(keys: usize) -> Result<(Template, Owned), Raised> {
    unsafe {
        let mut names = Vec::new();
        for number in 0..keys {
            names.push(crate::objects::string(format!("key{number}").as_bytes())?);
        }
        let template = Template::new(names.iter())?;
        let dict = template.copied()?;
        for (number, name) in names.iter().enumerate() {
            let value = Owned::new(ffi::PyLong_FromSize_t(number))?;
            if ffi::PyDict_SetItem(dict.as_ptr(), name.as_ptr(), value.as_ptr()) < 0 {
                return Err(Raised);
            }
        }
        Ok((template, dict))
    }
}

/// Whether dicts that are filled are those that the public functions make, and stay so when they change.
pub(super) unsafe fn dicts_are_right() -> Result<bool, Raised> {
    let mut right = true;
    for keys in [1, 2, 5, 6, 8, 100, 300] {
        unsafe {
            let (template, dict) = dict_of(keys)?;
            let Some(mut filling) = Filling::of(&template)? else { return Ok(false) };
            for number in 0..keys {
                filling.set(Owned::new(ffi::PyLong_FromSize_t(number))?);
            }
            let made = filling.done();
            right &= same(&made, &dict) && super::entries_agree(&made);
            let mut place = 0;
            let [mut key, mut value] = [core::ptr::null_mut(); 2];
            while ffi::PyDict_Next(made.as_ptr(), &raw mut place, &raw mut key, &raw mut value) != 0 {
                right &= ffi::PyDict_GetItemWithError(made.as_ptr(), key) == value;
                // The template is what it was.
                right &= ffi::PyDict_GetItemWithError(template.dict.as_ptr(), key) == ffi::Py_None();
            }
            for one in [&made, &dict] {
                if ffi::PyDict_SetItemString(one.as_ptr(), c"more".as_ptr(), ffi::Py_None()) < 0
                    || ffi::PyDict_DelItemString(one.as_ptr(), c"key0".as_ptr()) < 0
                {
                    return Err(Raised);
                }
            }
            right &= same(&made, &dict);
            // One that is left off.
            if let Some(mut filling) = Filling::of(&template)? {
                filling.set(Owned::new(ffi::PyLong_FromSize_t(keys + 1000))?);
            }
        }
    }
    Ok(right)
}

unsafe fn same(one: &Owned, other: &Owned) -> bool {
    unsafe { ffi::PyObject_RichCompareBool(one.as_ptr(), other.as_ptr(), ffi::Py_EQ) == 1 }
}

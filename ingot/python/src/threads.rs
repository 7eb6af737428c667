//! What threads have in common, on builds with the interpreter's lock and on those without it.
//!
//! With the lock, a thread that reads a dict is alone with it until code runs that may give the lock away. Without it,
//! another thread may change a dict, a list or what a plan has learnt at any time: there they are read from a copy that
//! no other thread has, and kept behind locks that no code of the interpreter runs under.

#[cfg(not(Py_GIL_DISABLED))]
use core::cell::RefCell;
#[cfg(Py_GIL_DISABLED)]
use std::sync::Mutex;

use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::objects::{Owned, Raised};

/// A reference to something that is made once and kept by several.
#[cfg(not(Py_GIL_DISABLED))]
pub(crate) type Shared<T> = std::rc::Rc<T>;
#[cfg(Py_GIL_DISABLED)]
pub(crate) type Shared<T> = std::sync::Arc<T>;

/// What calls leave to later ones, of whatever thread. The interpreter is held wherever it is touched.
#[cfg(not(Py_GIL_DISABLED))]
#[derive(Default)]
pub(crate) struct Learnt<T>(RefCell<T>);
#[cfg(Py_GIL_DISABLED)]
#[derive(Default)]
pub(crate) struct Learnt<T>(Mutex<T>);

impl<T> Learnt<T> {
    /// Lends it to code that runs none of the interpreter's.
    #[inline]
    pub(crate) fn with<R>(&self, with: impl FnOnce(&mut T) -> R) -> R {
        #[cfg(not(Py_GIL_DISABLED))]
        return with(&mut self.0.borrow_mut());
        #[cfg(Py_GIL_DISABLED)]
        with(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// The same for the collector, which has stopped all other threads; nothing if one of them was at it.
    pub(crate) fn try_with<R>(&self, with: impl FnOnce(&T) -> R) -> Option<R> {
        #[cfg(not(Py_GIL_DISABLED))]
        return self.0.try_borrow().ok().map(|found| with(&found));
        #[cfg(Py_GIL_DISABLED)]
        self.0.try_lock().ok().map(|found| with(&found))
    }
}

/// An object that is held, and whose entries or items no other thread changes: a copy of a dict or a list where threads
/// run at once, else the object itself.
#[inline]
#[cfg_attr(not(Py_GIL_DISABLED), expect(clippy::unnecessary_wraps, reason = "there a copy may have no memory"))]
pub(crate) unsafe fn own(object: *mut PyObject) -> Result<Owned, Raised> {
    #[cfg(Py_GIL_DISABLED)]
    unsafe {
        if ffi::PyDict_CheckExact(object) != 0 {
            return Owned::new(ffi::PyDict_Copy(object));
        }
        if ffi::PyDict_Check(object) != 0 {
            return entries(object);
        }
        if ffi::PyList_Check(object) != 0 {
            return Owned::new(ffi::PyList_GetSlice(object, 0, isize::MAX));
        }
    }
    Ok(unsafe { Owned::borrowed(object) })
}

/// The entries of a dict of a derived class, whatever its methods say.
#[cfg(Py_GIL_DISABLED)]
unsafe fn entries(dict: *mut PyObject) -> Result<Owned, Raised> {
    use pyo3::Python;
    use pyo3::prelude::*;

    unsafe {
        let py = Python::assume_attached();
        let copy = Owned::new(ffi::PyDict_New())?;
        pyo3::sync::critical_section::with_critical_section(&Bound::from_borrowed_ptr(py, dict), || {
            let (mut place, mut key, mut value) = (0, core::ptr::null_mut(), core::ptr::null_mut());
            while ffi::PyDict_Next(dict, &raw mut place, &raw mut key, &raw mut value) != 0 {
                // Setting may run the code of a key, for which the section is left.
                let (key, value) = (Owned::borrowed(key), Owned::borrowed(value));
                if ffi::PyDict_SetItem(copy.as_ptr(), key.as_ptr(), value.as_ptr()) < 0 {
                    return Err(Raised);
                }
            }
            Ok(copy)
        })
    }
}

/// What a dict has under a key, held.
#[inline]
pub(crate) unsafe fn found(dict: *mut PyObject, key: *mut PyObject) -> Result<Option<Owned>, Raised> {
    unsafe {
        #[cfg(Py_GIL_DISABLED)]
        {
            let mut value = core::ptr::null_mut();
            match ffi::compat::PyDict_GetItemRef(dict, key, &raw mut value) {
                0 => Ok(None),
                1 => Owned::new(value).map(Some),
                _ => Err(Raised),
            }
        }
        #[cfg(not(Py_GIL_DISABLED))]
        {
            let value = ffi::PyDict_GetItemWithError(dict, key);
            if !value.is_null() {
                return Ok(Some(Owned::borrowed(value)));
            }
            if ffi::PyErr_Occurred().is_null() { Ok(None) } else { Err(Raised) }
        }
    }
}

/// What a list has at a place, held; nothing behind its end.
#[inline]
pub(crate) unsafe fn item(list: *mut PyObject, place: isize) -> Option<Owned> {
    unsafe {
        #[cfg(Py_GIL_DISABLED)]
        {
            if place >= ffi::PyList_Size(list) {
                return None;
            }
            let found = Owned::new(ffi::compat::PyList_GetItemRef(list, place));
            if found.is_err() {
                // It has become shorter since.
                crate::objects::forget_exception();
            }
            found.ok()
        }
        #[cfg(not(Py_GIL_DISABLED))]
        crate::encode::item(list, place).map(|item| Owned::borrowed(item.as_ptr()))
    }
}

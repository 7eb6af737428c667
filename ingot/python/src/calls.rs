//! The methods that are called once a record, as the interpreter calls them: what `PyO3` does around each call costs more
//! than a small record itself.
//!
//! They stand in the class in the place of the methods of the same names in `schema.rs`, which take over where a call is
//! not of the usual form. A panic becomes an exception here, too.
//!
//! The invariant of all `unsafe` here: the interpreter calls these functions, so it is held, the first argument is a
//! `Schema` (a descriptor of a class checks that), and all arguments live as long as the call.

use core::ffi::CStr;
use core::ptr::null_mut;
#[cfg(not(Py_LIMITED_API))]
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::{AtomicBool, Ordering};
use std::panic::{AssertUnwindSafe, catch_unwind};

use pyo3::ffi;
use pyo3::ffi::{PyMethodDef, PyMethodDefPointer, PyObject};
use pyo3::panic::PanicException;
use pyo3::prelude::*;

use crate::classes::raised;
use crate::failure::{Done, Failure, exception, placed};
use crate::internals;
#[cfg(not(Py_LIMITED_API))]
use crate::objects::content;
use crate::objects::{Owned, bytes};
use crate::schema::Schema;
use crate::scratch::scratch;
use crate::threads::item;

/// Objects of a list with so many items lie beyond the caches that are near.
const LONG: isize = 8192;

/// Whether the methods are in the class.
static DONE: AtomicBool = AtomicBool::new(false);

/// Tries what is known of the interpreter, and puts the methods into the class.
pub(crate) fn start(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    internals::start().map_err(|raised| exception(py, "Error", raised.into()))?;
    module.setattr("_internals", internals::usable())?;
    module.setattr("_arrow", crate::arrow::BUILT)?;
    // The class is one for all interpreters of the process.
    if DONE.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    let class = py.get_type::<Schema>();
    #[cfg(not(Py_LIMITED_API))]
    DECODE.store(class.getattr("decode")?.into_ptr(), Ordering::Relaxed);
    #[cfg(not(Py_LIMITED_API))]
    DECODE_MANY.store(class.getattr("decode_many")?.into_ptr(), Ordering::Relaxed);
    for method in METHODS {
        // SAFETY: the definition lives as long as the process; the interpreter does not write to it.
        let made = unsafe {
            let made = ffi::PyDescr_NewMethod(class.as_type_ptr(), (&raw const method.0).cast_mut());
            Bound::from_owned_ptr_or_err(py, made)?
        };
        class.setattr(method.1, made)?;
    }
    Ok(())
}

/// A definition, which never changes, and its name.
struct Method(PyMethodDef, &'static str);

unsafe impl Sync for Method {}

impl Method {
    const fn one(text: &'static str, name: &'static CStr, call: ffi::PyCFunction, doc: &'static CStr) -> Method {
        let definition = PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: PyMethodDefPointer { PyCFunction: call },
            ml_flags: ffi::METH_O,
            ml_doc: doc.as_ptr(),
        };
        Method(definition, text)
    }

    #[cfg(not(Py_LIMITED_API))]
    const fn several(
        text: &'static str,
        name: &'static CStr,
        call: ffi::PyCFunctionFastWithKeywords,
        doc: &'static CStr,
    ) -> Method {
        let definition = PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: PyMethodDefPointer { PyCFunctionFastWithKeywords: call },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: doc.as_ptr(),
        };
        Method(definition, text)
    }
}

// The stable interface has no way to call with the same arguments that is as old as 3.11.
static METHODS: &[Method] = &[
    Method::one("encode", c"encode", encode, c"encode($self, value, /)\n--\n\nThe bytes of a value."),
    Method::one(
        "encode_many",
        c"encode_many",
        encode_many,
        c"encode_many($self, values, /)\n--\n\nThe bytes of values, one after another.",
    ),
    #[cfg(not(Py_LIMITED_API))]
    Method::several(
        "decode",
        c"decode",
        decode,
        c"decode($self, data, /, *, reader=None, fields=None)\n--\n\nThe value of bytes, all of which it has to take; read by another schema, or only some fields of it.",
    ),
    #[cfg(not(Py_LIMITED_API))]
    Method::several(
        "decode_many",
        c"decode_many",
        decode_many,
        c"decode_many($self, data, /)\n--\n\nAll values that lie in bytes one after another, or the value of each of several bytes.",
    ),
];

/// The methods of `schema.rs`, for all other forms of a call. They live as long as the process.
#[cfg(not(Py_LIMITED_API))]
static DECODE: AtomicPtr<PyObject> = AtomicPtr::new(null_mut());
#[cfg(not(Py_LIMITED_API))]
static DECODE_MANY: AtomicPtr<PyObject> = AtomicPtr::new(null_mut());

unsafe extern "C" fn encode(this: *mut PyObject, value: *mut PyObject) -> *mut PyObject {
    guarded("EncodeError", || unsafe {
        let schema = schema(&this);
        scratch(|out| {
            schema.put(value, out)?;
            Ok(bytes(out)?)
        })
    })
}

unsafe extern "C" fn encode_many(this: *mut PyObject, values: *mut PyObject) -> *mut PyObject {
    guarded("EncodeError", || unsafe {
        let schema = schema(&this);
        if schema.has_empty() {
            let values = Bound::from_borrowed_ptr(Python::assume_attached(), values);
            return Ok(Owned::new(schema.encode_many(&values).map_err(raised)?.into_ptr())?);
        }
        scratch(|out| {
            let mut encoder = schema.encoder(out);
            if ffi::PyList_CheckExact(values) != 0 {
                let mut place = 0;
                let is_long = ffi::PyList_Size(values) >= LONG;
                // The list may become shorter meanwhile.
                while let Some(value) = item(values, place) {
                    if is_long {
                        internals::ask_ahead(values, place);
                    }
                    encoder.root(value.as_ptr()).or_else(|failure| at(failure, place))?;
                    place += 1;
                }
            } else {
                let iterator = Owned::new(ffi::PyObject_GetIter(values))?;
                let mut place = 0;
                while let Ok(value) = Owned::new(ffi::PyIter_Next(iterator.as_ptr())) {
                    encoder.root(value.as_ptr()).or_else(|failure| at(failure, place))?;
                    place += 1;
                }
                if !ffi::PyErr_Occurred().is_null() {
                    return Err(Failure::Raised);
                }
            }
            Ok(bytes(out)?)
        })
    })
}

#[cfg(not(Py_LIMITED_API))]
unsafe extern "C" fn decode(
    this: *mut PyObject,
    arguments: *const *mut PyObject,
    count: isize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    unsafe {
        if count != 1 || !keywords.is_null() || ffi::PyBytes_CheckExact(*arguments) == 0 {
            return by(&DECODE, this, arguments, count, keywords);
        }
        guarded("DecodeError", || schema(&this).whole(content(*arguments), 0))
    }
}

#[cfg(not(Py_LIMITED_API))]
unsafe extern "C" fn decode_many(
    this: *mut PyObject,
    arguments: *const *mut PyObject,
    count: isize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    unsafe {
        if count != 1 || !keywords.is_null() || ffi::PyBytes_CheckExact(*arguments) == 0 {
            return by(&DECODE_MANY, this, arguments, count, keywords);
        }
        guarded("DecodeError", || schema(&this).all(content(*arguments)))
    }
}

#[inline]
unsafe fn schema(this: &*mut PyObject) -> &Schema {
    unsafe {
        let py = Python::assume_attached();
        let class = Borrowed::<PyAny>::from_ptr(py, *this);
        // The reference lives as long as the object, which lives as long as the call.
        &*core::ptr::from_ref(class.cast_unchecked::<Schema>().get())
    }
}

/// What a method gives, or null and its exception.
#[inline]
fn guarded(class: &'static str, call: impl FnOnce() -> Done<Owned>) -> *mut PyObject {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(object)) => object.into_ptr(),
        // It is set already.
        Ok(Err(Failure::Raised)) => null_mut(),
        Ok(Err(failure)) => raise(class, failure),
        Err(_) => panicked(),
    }
}

/// An error of one of several values, which says which one it is.
#[cold]
#[inline(never)]
fn at<T>(failure: Failure, place: isize) -> Done<T> {
    Python::attach(|py| placed(py, "EncodeError", failure, place.cast_unsigned()).restore(py));
    Err(Failure::Raised)
}

#[cold]
#[inline(never)]
fn raise(class: &'static str, failure: Failure) -> *mut PyObject {
    Python::attach(|py| exception(py, class, failure).restore(py));
    null_mut()
}

#[cold]
#[inline(never)]
fn panicked() -> *mut PyObject {
    Python::attach(|py| PanicException::new_err("ingot has a fault of its own, told on standard error").restore(py));
    null_mut()
}

/// Calls a method of `schema.rs` with the same arguments.
#[cfg(not(Py_LIMITED_API))]
#[cold]
unsafe fn by(
    method: &AtomicPtr<PyObject>,
    this: *mut PyObject,
    arguments: *const *mut PyObject,
    count: isize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    unsafe {
        let named = if keywords.is_null() { 0 } else { ffi::PyTuple_Size(keywords).cast_unsigned() };
        let mut all = vec![this];
        // The values of the keywords stand behind the others.
        all.extend_from_slice(core::slice::from_raw_parts(arguments, count.cast_unsigned() + named));
        let count = 1 + count.cast_unsigned();
        ffi::PyObject_Vectorcall(method.load(Ordering::Relaxed), all.as_ptr(), count, keywords)
    }
}

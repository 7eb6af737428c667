//! `uuid.UUID` and its text.

use ingot_codec::logical::Uuid;
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyType};

/// The class, and the mark of a uuid of which nothing more is known.
struct Parts {
    class: Py<PyType>,
    unknown: Py<PyAny>,
}

fn parts(py: Python<'_>) -> PyResult<&Parts> {
    static PARTS: PyOnceLock<Parts> = PyOnceLock::new();
    PARTS.get_or_try_init(py, || {
        let module = py.import("uuid")?;
        let class = module.getattr("UUID")?.cast_into::<PyType>()?.unbind();
        Ok(Parts { class, unknown: module.getattr("SafeUUID")?.getattr("unknown")?.unbind() })
    })
}

pub(super) fn plain<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    if !object.is_instance(parts(py)?.class.bind(py))? {
        return Ok(None);
    }
    text(object).map(Some)
}

/// Whether an object is a uuid. No code but the interpreter's own runs.
pub(super) fn is_one(object: &Bound<'_, PyAny>) -> bool {
    let py = object.py();
    parts(py).is_ok_and(|parts| unsafe {
        ffi::PyType_IsSubtype(ffi::Py_TYPE(object.as_ptr()), parts.class.bind(py).as_type_ptr()) != 0
    })
}

pub(super) fn number(object: &Bound<'_, PyAny>) -> PyResult<u128> {
    object.getattr(intern!(object.py(), "int"))?.extract()
}

pub(super) fn text<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyString::new(object.py(), &Uuid(number(object)?.to_be_bytes()).to_string()).into_any())
}

/// The sixteen bytes of a text of 36 characters.
pub(super) fn parsed(text: &[u8]) -> Option<[u8; 16]> {
    core::str::from_utf8(text).ok()?.parse::<Uuid>().ok().map(|uuid| uuid.0)
}

pub(super) fn object<'py>(plain: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = plain.py();
    match parsed(plain.cast::<PyString>()?.to_str()?.as_bytes()) {
        Some(number) => made(py, number),
        // The class takes other forms, too, and says what is none.
        None => parts(py)?.class.bind(py).call1((plain,)),
    }
}

/// The uuid of sixteen bytes.
pub(super) fn made(py: Python<'_>, number: [u8; 16]) -> PyResult<Bound<'_, PyAny>> {
    let parts = parts(py)?;
    let class = parts.class.bind(py);
    // The class's own initializer takes a while, and refuses to have its parts set by ordinary means.
    let made = class.call_method1(intern!(py, "__new__"), (class,))?;
    set(&made, intern!(py, "int"), u128::from_be_bytes(number).into_pyobject(py)?.as_any())?;
    set(&made, intern!(py, "is_safe"), parts.unknown.bind(py))?;
    Ok(made)
}

fn set(object: &Bound<'_, PyAny>, name: &Bound<'_, PyString>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if unsafe { ffi::PyObject_GenericSetAttr(object.as_ptr(), name.as_ptr(), value.as_ptr()) } < 0 {
        return Err(PyErr::take(object.py()).unwrap_or_else(|| PyValueError::new_err("no uuid")));
    }
    Ok(())
}

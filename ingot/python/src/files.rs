//! Where files lie: at paths, in bytes, or behind objects of Python that read and write.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyString};

use crate::failure::io_exception;

/// An open file.
pub(crate) enum Handle {
    File(File),
    /// An object with Python's methods of binary files.
    Object(Py<PyAny>),
}

/// What a container is read from.
pub(crate) enum Input {
    Handle(Handle),
    Bytes(Cursor<PyBackedBytes>),
    Copy(Cursor<Vec<u8>>),
}

/// Where a container is, as a caller names it.
pub(crate) enum Place {
    Path(PathBuf),
    Object(Py<PyAny>),
}

impl Place {
    /// A path, or an object that has a method.
    pub(crate) fn of(given: &Bound<'_, PyAny>, method: &str) -> PyResult<Place> {
        if given.is_instance_of::<PyString>() || given.hasattr("__fspath__")? {
            return Ok(Place::Path(given.extract()?));
        }
        if given.hasattr(method)? {
            return Ok(Place::Object(given.clone().unbind()));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("{kind} is neither a path nor a file with {method}()")))
    }
}

impl Input {
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Input> {
        let py = given.py();
        if given.is_instance_of::<PyBytes>() || given.is_instance_of::<PyByteArray>() {
            return Ok(Input::Bytes(Cursor::new(given.extract()?)));
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(given) {
            return Ok(Input::Copy(Cursor::new(buffer.to_vec(py)?)));
        }
        Ok(Input::Handle(match Place::of(given, "read")? {
            Place::Object(object) => Handle::Object(object),
            Place::Path(path) => {
                Handle::File(py.detach(|| File::open(&path)).map_err(|error| io_exception(py, &error, Some(&path)))?)
            }
        }))
    }
}

/// The error of a file that reads something else than bytes.
pub(crate) fn no_bytes(given: &Bound<'_, PyAny>) -> PyErr {
    let kind = given.get_type().name().map_or_else(|_| "an object".into(), |name| name.to_string());
    PyTypeError::new_err(format!("read() gave {kind}, not bytes: open the file as binary"))
}

impl Read for Input {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Input::Handle(handle) => handle.read(room),
            Input::Bytes(bytes) => bytes.read(room),
            Input::Copy(bytes) => bytes.read(room),
        }
    }
}

impl Read for Handle {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self {
            Handle::File(file) => file.read(room),
            Handle::Object(object) => Ok(Python::attach(|py| {
                let given = object.bind(py).call_method1("read", (room.len(),))?;
                let bytes = given.cast::<PyBytes>().map_err(|_| no_bytes(&given))?.as_bytes();
                let Some(part) = room.get_mut(..bytes.len()) else {
                    return Err(PyValueError::new_err("read() gave more bytes than it was asked for"));
                };
                part.copy_from_slice(bytes);
                Ok(bytes.len())
            })?),
        }
    }
}

impl Write for Handle {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Handle::File(file) => file.write(bytes),
            Handle::Object(object) => Ok(Python::attach(|py| {
                let written = object.bind(py).call_method1("write", (PyBytes::new(py, bytes),))?;
                // Some objects do not say how many they took.
                if written.is_none() {
                    return Ok(bytes.len());
                }
                let count = written.extract::<usize>()?;
                if count > bytes.len() {
                    let message = format!("write() took {count} bytes, and was given {}", bytes.len());
                    return Err(PyValueError::new_err(message));
                }
                Ok(count)
            })?),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Handle::File(file) => file.flush(),
            Handle::Object(object) => Ok(Python::attach(|py| {
                let object = object.bind(py);
                if object.hasattr("flush")? { object.call_method0("flush").map(drop) } else { Ok(()) }
            })?),
        }
    }
}

impl Seek for Handle {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Handle::File(file) => file.seek(to),
            Handle::Object(object) => Ok(Python::attach(|py| {
                let place = match to {
                    SeekFrom::Start(place) => (i128::from(place), 0),
                    SeekFrom::Current(place) => (i128::from(place), 1),
                    SeekFrom::End(place) => (i128::from(place), 2),
                };
                object.bind(py).call_method1("seek", place)?.extract()
            })?),
        }
    }
}

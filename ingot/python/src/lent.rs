//! Bytes that an object lends, to be written.

use pyo3::ffi;
use pyo3::ffi::PyObject;

use crate::failure::Done;
use crate::objects::{Owned, content};
use crate::told::wrong;

/// Bytes that somebody lends: of `bytes`, or a copy of any other buffer's.
pub(crate) enum Lent<'o> {
    Bytes(&'o [u8]),
    Copy(Owned),
}

impl Lent<'_> {
    pub(crate) fn content(&self) -> &[u8] {
        match self {
            Lent::Bytes(content) => content,
            Lent::Copy(copy) => unsafe { content(copy.as_ptr()) },
        }
    }
}

/// The bytes of any object that lends some. The interpreter is held, and so is the object until other code runs.
#[inline]
pub(crate) unsafe fn buffer<'o>(object: *mut PyObject, what: &str) -> Done<Lent<'o>> {
    unsafe {
        if ffi::PyBytes_Check(object) != 0 {
            return Ok(Lent::Bytes(content(object)));
        }
        if ffi::PyByteArray_Check(object) == 0 && ffi::PyObject_CheckBuffer(object) == 0 {
            return wrong(object, what);
        }
        let _held = Owned::borrowed(object);
        Ok(Lent::Copy(Owned::new(ffi::PyBytes_FromObject(object))?))
    }
}

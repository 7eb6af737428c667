//! Values that have no parts.

use ingot_codec::wire::{check_bytes, check_number, check_text, fault, put_long, put_run};
use ingot_schema::Logical;
use pyo3::ffi;
use pyo3::ffi::PyObject;

use super::{Encoder, lossy, text};
use crate::classes::symbol_of;
use crate::failure::{Done, Failure};
use crate::internals;
use crate::lent::buffer;
use crate::manner::Writing;
use crate::objects::{Owned, content, forget_exception};
use crate::told::{unmet, wrong};
use crate::word::{Shape, Word};

impl<W: Writing> Encoder<'_, '_, W> {
    #[inline]
    pub(super) unsafe fn int(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let value = match unsafe { internals::integer(object) } {
            Some(value) => value,
            None => unsafe { integer(object, "an int") }?,
        };
        if i32::try_from(value).is_err() {
            return unmet(value.to_string(), "an int", format!("{value} is beyond an int's 32 bits"));
        }
        self.number(value, logical)
    }

    #[inline]
    pub(super) unsafe fn long(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let value = match unsafe { internals::integer(object) } {
            Some(value) => value,
            None => unsafe { integer(object, "a long") }?,
        };
        self.number(value, logical)
    }

    #[inline]
    pub(super) unsafe fn bytes(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        unsafe {
            if ffi::PyBytes_CheckExact(object) != 0 {
                self.check(content(object), logical)?;
                put_run(self.out, content(object));
                return Ok(());
            }
            let held = buffer(object, "bytes")?;
            self.check(held.content(), logical)?;
            put_run(self.out, held.content());
        }
        Ok(())
    }

    #[inline]
    pub(super) unsafe fn fixed(&mut self, size: usize, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        let held = unsafe { buffer(object, "a fixed") }?;
        if held.content().len() != size {
            let met = format!("{} bytes", held.content().len());
            let message = format!("{met}, not {size}");
            return unmet(met, format!("a fixed of {size} bytes"), message);
        }
        self.check(held.content(), logical)?;
        self.out.extend_from_slice(held.content());
        Ok(())
    }

    #[inline]
    pub(super) fn number(&mut self, value: i64, logical: Option<Logical>) -> Done<()> {
        if let Some(logical) = logical {
            written(check_number(logical, value, self.options))?;
        }
        put_long(self.out, value);
        Ok(())
    }

    #[inline]
    pub(super) unsafe fn string(&mut self, object: *mut PyObject, logical: Option<Logical>) -> Done<()> {
        unsafe {
            if ffi::PyUnicode_Check(object) == 0 {
                return wrong(object, "a string");
            }
            let text = text(object)?;
            if let Some(logical) = logical
                && let Ok(text) = core::str::from_utf8(text)
            {
                written(check_text(logical, text, self.options))?;
            }
            put_run(self.out, text);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn check(&self, content: &[u8], logical: Option<Logical>) -> Done<()> {
        if let Some(logical) = logical {
            written(check_bytes(logical, content, self.options))?;
        }
        Ok(())
    }

    #[inline]
    pub(super) unsafe fn symbol(&mut self, symbols: &[Word], object: *mut PyObject) -> Done<()> {
        unsafe {
            let found = symbols.iter().position(|symbol| symbol.object.as_ptr() == object);
            let place = match found {
                Some(place) => place,
                None => match self.named(symbols, object)? {
                    Some(place) => place,
                    None if ffi::PyUnicode_Check(object) != 0 => {
                        let met = format!("{:?}", lossy(text(object)?));
                        let message = format!("{met} is no symbol of the enum");
                        return unmet(met, "a symbol", message);
                    }
                    None => return wrong(object, "a symbol"),
                },
            };
            put_long(self.out, i64::try_from(place).unwrap_or(i64::MAX));
        }
        Ok(())
    }

    /// The place of a symbol that is another string than the plan's, or the member of an enum.
    #[inline]
    pub(super) unsafe fn named(&self, symbols: &[Word], object: *mut PyObject) -> Done<Option<usize>> {
        unsafe {
            if ffi::PyUnicode_Check(object) != 0 {
                let found = place_of(symbols, text(object)?);
                if found.is_some() || ffi::PyUnicode_CheckExact(object) != 0 {
                    return Ok(found);
                }
            }
            if self.manner.takes_objects() { member(symbols, object) } else { Ok(None) }
        }
    }
}

#[inline]
pub(super) fn place_of(symbols: &[Word], text: &[u8]) -> Option<usize> {
    let shape = Shape::of(text);
    symbols.iter().position(|symbol| symbol.has_shape(shape, text))
}

/// The place of the symbol that a member of an enum is.
#[cold]
unsafe fn member(symbols: &[Word], object: *mut PyObject) -> Done<Option<usize>> {
    unsafe {
        // What is asked may run a user's code.
        let _held = Owned::borrowed(object);
        match symbol_of(object)? {
            Some(symbol) => Ok(place_of(symbols, text(symbol.as_ptr())?)),
            None => Ok(None),
        }
    }
}

/// Any integer. What its type runs may take it out of where it lies.
#[inline(never)]
unsafe fn integer(object: *mut PyObject, what: &str) -> Done<i64> {
    unsafe {
        if ffi::PyLong_CheckExact(object) == 0 && !is_number(object) {
            return wrong(object, what);
        }
        let _held = Owned::borrowed(object);
        let mut beyond = 0;
        let value = ffi::PyLong_AsLongLongAndOverflow(object, &raw mut beyond);
        if beyond != 0 {
            return unmet("an integer beyond 64 bits", what, format!("an integer beyond {what}"));
        }
        if value == -1 && !ffi::PyErr_Occurred().is_null() {
            return Err(Failure::Raised);
        }
        Ok(value)
    }
}

/// Whether an object that is no exact integer may stand for one: its type says so, as those of `NumPy` do, and it is no truth value.
#[cold]
unsafe fn is_number(object: *mut PyObject) -> bool {
    unsafe { ffi::PyBool_Check(object) == 0 && ffi::PyIndex_Check(object) != 0 }
}

#[inline]
pub(super) unsafe fn real(object: *mut PyObject, what: &str) -> Done<f64> {
    unsafe {
        if ffi::PyFloat_Check(object) == 0 && (ffi::PyLong_Check(object) == 0 || ffi::PyBool_Check(object) != 0) {
            return wrong(object, what);
        }
        #[cfg(not(Py_LIMITED_API))]
        if ffi::PyFloat_Check(object) != 0 {
            return Ok(ffi::PyFloat_AS_DOUBLE(object));
        }
        let _held = Owned::borrowed(object);
        let value = ffi::PyFloat_AsDouble(object);
        #[expect(clippy::float_cmp, reason = "the mark of an exception is exactly this")]
        if value == -1.0 && !ffi::PyErr_Occurred().is_null() {
            if ffi::PyErr_ExceptionMatches(ffi::PyExc_OverflowError) != 0 {
                forget_exception();
                return unmet("an integer beyond a double", what, format!("an integer beyond {what}"));
            }
            return Err(Failure::Raised);
        }
        Ok(value)
    }
}

fn written(outcome: Result<(), ingot_codec::wire::Complaint>) -> Done<()> {
    // What is written has no offset.
    match outcome {
        Ok(()) => Ok(()),
        Err((class, message)) => Ok(fault(class, None, message)?),
    }
}

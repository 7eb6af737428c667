//! Objects of the interpreter's own types, where nothing but the type has to be looked at.
//!
//! No code but the interpreter's runs for them, so that what a dict lends stays where it is. Most values are such.

use ingot_codec::wire::{put_long, put_run};
use pyo3::ffi;
use pyo3::ffi::PyObject;

use super::Encoder;
use super::plain::place_of;
use crate::internals;
use crate::manner::Writing;
use crate::objects::{ascii, content, known_text};
use crate::plan::{Op, Union};
use crate::word::Word;

impl<W: Writing> Encoder<'_, '_, W> {
    /// Adds the bytes of a simple object; false, and nothing is added, where more has to be asked.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "most values are of these types: a call for each would cost as much as it"
    )]
    pub(super) unsafe fn simple(&mut self, index: u32, object: *mut PyObject) -> bool {
        let node = self.plan.node(index);
        node.plain
            && match &node.op {
                Op::Union(union) => unsafe { self.simple_branch(union, object) },
                op => unsafe { self.simple_value(op, object) },
            }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    unsafe fn simple_value(&mut self, op: &Op, object: *mut PyObject) -> bool {
        match op {
            Op::Int => {
                if let Some(value) = unsafe { internals::integer(object) }
                    && i32::try_from(value).is_ok()
                {
                    put_long(self.out, value);
                    return true;
                }
            }
            Op::Long => {
                if let Some(value) = unsafe { internals::integer(object) } {
                    put_long(self.out, value);
                    return true;
                }
            }
            Op::String => {
                if unsafe { ffi::PyUnicode_CheckExact(object) } != 0
                    && let Some(text) = unsafe { known_text(object) }
                {
                    put_run(self.out, text);
                    return true;
                }
            }
            Op::Boolean => {
                let is_true = object == unsafe { ffi::Py_True() };
                if is_true || object == unsafe { ffi::Py_False() } {
                    self.out.push(is_true.into());
                    return true;
                }
            }
            #[cfg(not(Py_LIMITED_API))]
            Op::Double if unsafe { ffi::PyFloat_CheckExact(object) } != 0 => {
                let value = unsafe { ffi::PyFloat_AS_DOUBLE(object) };
                self.out.extend_from_slice(&value.to_le_bytes());
                return true;
            }
            Op::Bytes if self.manner.is_literal() && unsafe { ffi::PyBytes_CheckExact(object) } != 0 => {
                put_run(self.out, unsafe { content(object) });
                return true;
            }
            Op::Enum(symbols) => return unsafe { self.simple_symbol(symbols, object) },
            Op::Null => return object == unsafe { ffi::Py_None() },
            _ => {}
        }
        false
    }

    #[inline(never)]
    unsafe fn simple_symbol(&mut self, symbols: &[Word], object: *mut PyObject) -> bool {
        let place = symbols.iter().position(|symbol| symbol.object.as_ptr() == object).or_else(|| unsafe {
            if ffi::PyUnicode_CheckExact(object) == 0 { None } else { place_of(symbols, ascii(object)?) }
        });
        let Some(place) = place.and_then(|place| i64::try_from(place).ok()) else { return false };
        put_long(self.out, place);
        true
    }

    #[inline(never)]
    unsafe fn simple_branch(&mut self, union: &Union, object: *mut PyObject) -> bool {
        let Some(branch) = (unsafe { self.manner.simple_branch(union, object) }) else { return false };
        // Branches of unions are no unions themselves.
        let node = self.plan.node(union.branches[branch as usize]);
        if !node.plain {
            return false;
        }
        let start = self.out.len();
        put_long(self.out, branch.into());
        let written = unsafe { self.simple_value(&node.op, object) };
        if !written {
            self.out.truncate(start);
        }
        written
    }
}

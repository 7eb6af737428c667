//! What an interface does in its own way, where encoding and decoding are otherwise the same.

use pyo3::ffi::PyObject;

use crate::choice::{choose, plain};
use crate::failure::Done;
use crate::objects::Owned;
use crate::plan::{Field, Plan, Special, Union};

/// How objects become values. What is `None` is the object itself.
pub(crate) trait Writing {
    /// What is written for an object as a value of a node.
    unsafe fn prepared(&mut self, plan: &Plan, index: u32, object: *mut PyObject) -> Done<Option<Owned>>;

    /// Which branch of a union an object is, and what is written as a value of that branch.
    unsafe fn branch(
        &mut self,
        plan: &Plan,
        index: u32,
        union: &Union,
        object: *mut PyObject,
    ) -> Done<(u32, Option<Owned>)>;

    /// Which branch of a union an object is whose type alone tells; nothing else is written for it than for the object.
    unsafe fn simple_branch(&self, _: &Union, _: *mut PyObject) -> Option<u32> {
        None
    }

    /// Whether bytes are written as the bytes that they are.
    fn is_literal(&self) -> bool {
        false
    }

    /// Whether a record without this field, which has bytes to stand for it, is one.
    fn may_lack(&self, field: &Field) -> bool;

    /// Whether a record may have keys that the schema does not have; the object has some.
    unsafe fn may_exceed(&self, object: *mut PyObject) -> bool;

    /// Whether objects of classes are records, by their attributes, and tuples, by their places.
    fn takes_objects(&self) -> bool {
        false
    }

    /// What is said of a record that lacks a field.
    fn lack(&self, _field: &Field) -> String {
        "the field is missing, and has no default".into()
    }

    /// What is said of a record with a key that the schema does not have.
    fn excess(&self, record: &str, key: &str) -> String {
        format!("{record} has no field {key:?}")
    }
}

/// How values become objects.
pub(crate) trait Reading {
    /// What is made of a value of a node.
    unsafe fn made(&mut self, index: u32, value: Owned) -> Done<Owned>;

    /// What is made of a value of a branch of a union.
    unsafe fn branched(&mut self, index: u32, branch: usize, value: Owned) -> Done<Owned>;

    /// The string of bytes that are not UTF-8; none if that is an error.
    unsafe fn odd_text(&mut self, content: &[u8]) -> Option<Done<Owned>>;
}

/// The ways of the class `Schema`.
pub(crate) struct Strict;

impl Writing for Strict {
    #[inline]
    unsafe fn prepared(&mut self, _: &Plan, _: u32, _: *mut PyObject) -> Done<Option<Owned>> {
        Ok(None)
    }

    #[inline]
    unsafe fn branch(
        &mut self,
        plan: &Plan,
        _: u32,
        union: &Union,
        object: *mut PyObject,
    ) -> Done<(u32, Option<Owned>)> {
        unsafe {
            if let Some(branch) = self.simple_branch(union, object) {
                return Ok((branch, None));
            }
            // A closer look may run a user's code.
            let held = Owned::borrowed(object);
            Ok((choose(plan, union, object)?, Some(held)))
        }
    }

    #[inline]
    unsafe fn simple_branch(&self, union: &Union, object: *mut PyObject) -> Option<u32> {
        match union.optional {
            Some((null, _)) if object == unsafe { pyo3::ffi::Py_None() } => Some(null),
            Some((_, other)) => Some(other),
            None => unsafe { plain(&union.plain, object) },
        }
    }

    #[inline]
    fn is_literal(&self) -> bool {
        true
    }

    #[inline]
    fn may_lack(&self, _: &Field) -> bool {
        true
    }

    #[inline]
    unsafe fn may_exceed(&self, _: *mut PyObject) -> bool {
        false
    }

    #[inline]
    fn takes_objects(&self) -> bool {
        true
    }
}

impl Reading for Strict {
    #[inline]
    unsafe fn made(&mut self, _: u32, value: Owned) -> Done<Owned> {
        Ok(value)
    }

    #[inline]
    unsafe fn branched(&mut self, _: u32, _: usize, value: Owned) -> Done<Owned> {
        Ok(value)
    }

    #[inline]
    unsafe fn odd_text(&mut self, _: &[u8]) -> Option<Done<Owned>> {
        None
    }
}

impl Special {
    /// What is written for an object; nothing where that is the object itself.
    pub(crate) unsafe fn prepared(&self, object: *mut PyObject, lenient: bool) -> Done<Option<Owned>> {
        match self {
            Special::Native(native) => unsafe { native.plain(object, lenient) },
            Special::Shaped(_) => Ok(None),
        }
    }

    /// What is made of a plain value whose bytes begin at an offset.
    pub(crate) unsafe fn made(&self, value: Owned, start: usize, lenient: bool) -> Done<Owned> {
        match self {
            Special::Native(native) => unsafe { native.object(value, start, lenient) },
            Special::Shaped(shaped) => unsafe { shaped.made(value) },
        }
    }
}

//! From Python's objects to bytes; what is no value of the schema is told with its path.
//!
//! Objects that a dict or a list lends are held while anything but the interpreter's own types is asked, for that may run
//! a user's code, which may take them out of there. For the same reason dicts and lists are looked up again for each value.

mod plain;
mod records;
mod simple;

use core::ptr::{NonNull, null_mut};

use ingot_codec::wire::{Step, fault, put_long};
use ingot_codec::{DataClass, Limits, Options};
use pyo3::ffi;
use pyo3::ffi::PyObject;

use self::plain::real;
use crate::failure::{Done, Failure, within};
use crate::internals;
use crate::manner::{Strict, Writing};
use crate::objects::{Owned, forget_exception, known_text, utf8};
use crate::plan::{Op, Plan, Special};
use crate::threads::own;
use crate::told::{unmet, wrong};

pub(crate) struct Encoder<'p, 'o, W: Writing = Strict> {
    pub(crate) plan: &'p Plan,
    options: &'p Options,
    pub(crate) out: &'o mut Vec<u8>,
    depth: usize,
    /// Why the value that was written last is none.
    failure: Option<Failure>,
    /// The type whose value failed.
    failed: Option<u32>,
    manner: W,
}

impl<'p, 'o, W: Writing> Encoder<'p, 'o, W> {
    pub(crate) fn new(plan: &'p Plan, options: &'p Options, out: &'o mut Vec<u8>, manner: W) -> Self {
        let depth = options.limits.depth.min(Limits::MOST_DEPTH);
        Encoder { plan, options, out, depth, failure: None, failed: None, manner }
    }

    /// Adds the bytes of an object; an error with what was to be there.
    #[inline]
    pub(crate) unsafe fn root(&mut self, object: *mut PyObject) -> Done<()> {
        match unsafe { self.value(self.plan.root, object) } {
            Ok(()) => Ok(()),
            Err(failure) => Err(self.plan.known(failure, self.failed)),
        }
    }

    /// Adds the bytes of an object as a value of a type. The interpreter is held, and the object lives until other code
    /// than the interpreter's own runs.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most values are simple: a call for each would cost as much as it")]
    pub(crate) unsafe fn value(&mut self, index: u32, object: *mut PyObject) -> Done<()> {
        if unsafe { self.simple(index, object) } {
            return Ok(());
        }
        unsafe { self.asked(index, object) }
    }

    /// The same, of an object that is not simple. Code that is not the interpreter's may run.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is a call and a test")]
    pub(super) unsafe fn asked(&mut self, index: u32, object: *mut PyObject) -> Done<()> {
        if unsafe { self.any(index, object) } { Ok(()) } else { Err(self.failure.take().unwrap_or(Failure::Raised)) }
    }

    /// The same, of all types. What has failed lies in `failure`: a truth value alone comes back in a register.
    #[inline(never)]
    unsafe fn any(&mut self, mut index: u32, object: *mut PyObject) -> bool {
        match unsafe { self.whole(&mut index, object) } {
            Ok(()) => true,
            Err(failure) => {
                self.failed.get_or_insert(index);
                self.failure = Some(failure);
                false
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is called once, above")]
    unsafe fn whole(&mut self, place: &mut u32, object: *mut PyObject) -> Done<()> {
        let plan = self.plan;
        let mut index = *place;
        let mut node = plan.node(index);
        unsafe {
            let mut of_branch = None;
            // Branches of unions are no unions themselves.
            if let Op::Union(union) = &node.op {
                let branch;
                (branch, of_branch) = self.manner.branch(plan, index, union, object)?;
                put_long(self.out, branch.into());
                index = union.branches[branch as usize];
                *place = index;
                node = plan.node(index);
            }
            let object = of_branch.as_ref().map_or(object, Owned::as_ptr);
            let prepared = self.manner.prepared(plan, index, object)?;
            let object = prepared.as_ref().map_or(object, Owned::as_ptr);
            match &node.op {
                Op::Null if object == ffi::Py_None() => {}
                // A union lies in no union: it was left above.
                Op::Union(_) => {}
                Op::Boolean if object == ffi::Py_True() => self.out.push(1),
                Op::Boolean if object == ffi::Py_False() => self.out.push(0),
                Op::Int => self.int(object, node.logical)?,
                Op::Long => self.long(object, node.logical)?,
                Op::Float => {
                    #[expect(clippy::cast_possible_truncation, reason = "a float is what is nearest to it")]
                    let (exact, value) = real(object, "a float").map(|exact| (exact, exact as f32))?;
                    if value.is_infinite() && exact.is_finite() {
                        return unmet(exact.to_string(), "a float", format!("{exact} is beyond a float"));
                    }
                    self.out.extend_from_slice(&value.to_le_bytes());
                }
                Op::Double => {
                    let value = real(object, "a double")?;
                    self.out.extend_from_slice(&value.to_le_bytes());
                }
                Op::String => self.string(object, node.logical)?,
                Op::Bytes => self.bytes(object, node.logical)?,
                Op::Fixed(size) => self.fixed(*size, object, node.logical)?,
                Op::Enum(symbols) => self.symbol(symbols, object)?,
                Op::Array(part) => self.nested(object, |encoder, object| encoder.array(*part, object))?,
                Op::Map(part) => self.nested(object, |encoder, object| encoder.map(*part, object))?,
                Op::Record(record) => self.nested(object, |encoder, object| encoder.record(record, object))?,
                Op::Special(special, carrier) => self.special(special, index, *carrier, object)?,
                Op::Null => return wrong(object, "null"),
                Op::Boolean => return wrong(object, "a boolean"),
            }
        }
        Ok(())
    }

    /// A value of a type that has objects of its own in Python.
    #[inline(never)]
    unsafe fn special(&mut self, special: &Special, index: u32, carrier: u32, object: *mut PyObject) -> Done<()> {
        unsafe {
            let made = special.prepared(object, self.plan.lenient)?;
            let written = self.value(carrier, made.as_ref().map_or(object, Owned::as_ptr));
            if self.failed == Some(carrier) {
                self.failed = Some(index);
            }
            written
        }
    }

    #[inline]
    unsafe fn nested(
        &mut self,
        object: *mut PyObject,
        write: impl FnOnce(&mut Self, *mut PyObject) -> Done<()>,
    ) -> Done<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Ok(fault(DataClass::LimitDepth, None, "values are nested too deeply")?);
        };
        self.depth = depth;
        let held = unsafe { own(object) }?;
        write(self, held.as_ptr())?;
        drop(held);
        self.depth += 1;
        Ok(())
    }

    unsafe fn array(&mut self, part: u32, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyList_Check(object) != 0 {
                let count = ffi::PyList_Size(object);
                // The list may have become shorter meanwhile.
                self.items(part, count, |place| item(object, place))
            } else if ffi::PyTuple_Check(object) != 0 {
                let count = ffi::PyTuple_Size(object);
                self.items(part, count, |place| NonNull::new(ffi::PyTuple_GetItem(object, place)))
            } else if self.manner.takes_objects() && ffi::PyAnySet_Check(object) != 0 {
                self.set(part, object)
            } else {
                wrong(object, "an array")
            }
        }
    }

    #[inline(never)]
    unsafe fn set(&mut self, part: u32, set: *mut PyObject) -> Done<()> {
        unsafe {
            let list = Owned::new(ffi::PySequence_List(set))?;
            self.items(part, ffi::PyList_Size(list.as_ptr()), |place| item(list.as_ptr(), place))
        }
    }

    #[inline]
    unsafe fn items(&mut self, part: u32, count: isize, get: impl Fn(isize) -> Option<NonNull<PyObject>>) -> Done<()> {
        if count > 0 {
            put_long(self.out, count as i64);
            for place in 0..count {
                let Some(item) = get(place) else {
                    return Ok(fault(DataClass::ValueInvalid, None, "the list has changed while it was encoded")?);
                };
                within(unsafe { self.value(part, item.as_ptr()) }, || Step::Item(place.cast_unsigned()))?;
            }
        }
        self.out.push(0);
        Ok(())
    }

    unsafe fn map(&mut self, part: u32, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyDict_Check(object) == 0 {
                return wrong(object, "a map");
            }
            let count = ffi::PyDict_Size(object);
            if count > 0 {
                put_long(self.out, count as i64);
                let (mut place, mut met) = (0, 0);
                let mut key = core::ptr::null_mut();
                let mut value = core::ptr::null_mut();
                while internals::next(object, &mut place, &mut key, &mut value) {
                    let (key, value) = (Owned::borrowed(key), Owned::borrowed(value));
                    self.string(key.as_ptr(), None)?;
                    let step = || Step::Key(text(key.as_ptr()).map_or_else(|_| String::new(), lossy));
                    within(self.value(part, value.as_ptr()), step)?;
                    met += 1;
                    // One that grows as it is read has no end.
                    if met > count {
                        break;
                    }
                }
                if met != count {
                    return Ok(fault(DataClass::ValueInvalid, None, "the dict has changed while it was encoded")?);
                }
            }
        }
        self.out.push(0);
        Ok(())
    }
}

/// What a list has at a place, if it has any there.
#[inline]
pub(crate) unsafe fn item(list: *mut PyObject, place: isize) -> Option<NonNull<PyObject>> {
    unsafe {
        #[cfg(not(Py_LIMITED_API))]
        return NonNull::new(if place < ffi::PyList_GET_SIZE(list) {
            ffi::PyList_GET_ITEM(list, place)
        } else {
            null_mut()
        });
        #[cfg(Py_LIMITED_API)]
        NonNull::new(if place < ffi::PyList_Size(list) { ffi::PyList_GetItem(list, place) } else { null_mut() })
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The bytes of a string.
#[inline]
pub(crate) unsafe fn text<'o>(object: *mut PyObject) -> Done<&'o [u8]> {
    unsafe {
        if let Some(text) = known_text(object) {
            return Ok(text);
        }
        if let Ok(text) = utf8(object) {
            return Ok(text);
        }
        forget_exception();
    }
    Ok(fault(DataClass::ValueInvalid, None, "a string with half of a surrogate pair")?)
}

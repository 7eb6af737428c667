//! Records that are objects of classes: dataclasses, structs, named tuples. What a class has is found out by
//! `ingot._classes`, once for each class and record; what is done for each value is here.

use core::ptr::null_mut;

use pyo3::ffi;
use pyo3::ffi::PyObject;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString, PyTuple};
use pyo3::{PyTraverseError, PyVisit};

use crate::failure::{Done, Failure};
use crate::objects::{Owned, Raised};
use crate::plan::{Op, Plan, Record, Special};
use crate::threads::{Learnt, Shared, found};

/// The functions of `ingot._classes`, which is only imported by who has classes.
pub(crate) fn module(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    static MODULE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let found = MODULE.get_or_try_init(py, || Ok::<_, PyErr>(py.import("ingot._classes")?.into_any().unbind()))?;
    Ok(found.bind(py))
}

/// Leaves an exception to the interpreter.
pub(crate) fn raised(error: PyErr) -> Failure {
    error.restore(unsafe { Python::assume_attached() });
    Failure::Raised
}

/// The class whose objects records become. Its pointers are into [`Plan::bound`], which lives as long.
pub(crate) struct Maker {
    class: *mut PyObject,
    /// The names of the arguments; null where they go by their places.
    names: *mut PyObject,
    /// Fields that the class does not take as arguments: where they stand, and their names.
    late: Vec<(usize, *mut PyObject)>,
}

impl Maker {
    /// An object of the class, of the values of all fields.
    pub(crate) unsafe fn made(&self, values: &[Owned]) -> Result<Owned, Raised> {
        if self.late.is_empty() {
            return unsafe { self.call(values.as_ptr().cast(), values.len()) };
        }
        let is_late = |place: usize| self.late.iter().any(|(late, _)| *late == place);
        let early = values.iter().enumerate().filter(|(place, _)| !is_late(*place));
        let arguments: Vec<*mut PyObject> = early.map(|(_, value)| value.as_ptr()).collect();
        unsafe {
            let made = self.call(arguments.as_ptr(), arguments.len())?;
            for (place, name) in &self.late {
                // A frozen class does not let itself be changed by ordinary means.
                if ffi::PyObject_GenericSetAttr(made.as_ptr(), *name, values[*place].as_ptr()) < 0 {
                    return Err(Raised);
                }
            }
            Ok(made)
        }
    }

    #[cfg(not(Py_LIMITED_API))]
    unsafe fn call(&self, arguments: *const *mut PyObject, count: usize) -> Result<Owned, Raised> {
        let places = if self.names.is_null() { count } else { 0 };
        unsafe { Owned::new(ffi::PyObject_Vectorcall(self.class, arguments, places, self.names)) }
    }

    // The stable interface has no such call that is as old as 3.11.
    #[cfg(Py_LIMITED_API)]
    unsafe fn call(&self, arguments: *const *mut PyObject, count: usize) -> Result<Owned, Raised> {
        unsafe {
            let (tuple, dict) = if self.names.is_null() {
                (Owned::new(ffi::PyTuple_New(count.cast_signed()))?, None)
            } else {
                (Owned::new(ffi::PyTuple_New(0))?, Some(Owned::new(ffi::PyDict_New())?))
            };
            for place in 0..count {
                let value = *arguments.add(place);
                let failed = match &dict {
                    None => {
                        ffi::Py_INCREF(value);
                        ffi::PyTuple_SetItem(tuple.as_ptr(), place.cast_signed(), value)
                    }
                    Some(dict) => {
                        let name = ffi::PyTuple_GetItem(self.names, place.cast_signed());
                        ffi::PyDict_SetItem(dict.as_ptr(), name, value)
                    }
                };
                if failed < 0 {
                    return Err(Raised);
                }
            }
            let named = dict.as_ref().map_or(null_mut(), Owned::as_ptr);
            Owned::new(ffi::PyObject_Call(self.class, tuple.as_ptr(), named))
        }
    }

    /// Whether an object is one of the class.
    pub(crate) unsafe fn makes(&self, object: *mut PyObject) -> bool {
        unsafe { ffi::Py_TYPE(object) }.cast() == self.class
    }
}

/// What is made of values beyond records. The pointers are into [`Plan::bound`], which lives as long.
pub(crate) enum Shaped {
    /// A dict that has members of an enum by their symbols.
    Members(*mut PyObject),
    /// A function that takes a list.
    Sequence(*mut PyObject),
}

impl Shaped {
    pub(crate) unsafe fn made(&self, value: Owned) -> Done<Owned> {
        match self {
            Shaped::Members(members) => unsafe { Ok(found(*members, value.as_ptr())?.unwrap_or(value)) },
            Shaped::Sequence(function) => unsafe {
                let made = ffi::PyObject_CallFunctionObjArgs(*function, value.as_ptr(), null_mut::<PyObject>());
                Ok(Owned::new(made)?)
            },
        }
    }
}

/// Gives the types of a plan what `ingot._classes.bind` says of them.
pub(crate) fn shapes(plan: &mut Plan, bound: &Bound<'_, PyTuple>) -> Done<()> {
    let mut read = || -> PyResult<()> {
        for entry in bound {
            let entry = entry.cast_into::<PyTuple>()?;
            let index: usize = entry.get_item(0)?.extract()?;
            let first = entry.get_item(1)?;
            if let Op::Record(record) = &mut plan.nodes[index].op {
                let names = entry.get_item(2)?;
                let names = if names.is_none() { null_mut() } else { names.as_ptr() };
                let mut late = Vec::new();
                for pair in entry.get_item(3)?.cast::<PyTuple>()? {
                    let pair = pair.cast_into::<PyTuple>()?;
                    late.push((pair.get_item(0)?.extract()?, pair.get_item(1)?.as_ptr()));
                }
                record.maker = Some(Maker { class: first.as_ptr(), names, late });
            } else {
                let made = if first.is_instance_of::<PyDict>() { Shaped::Members } else { Shaped::Sequence };
                plan.specialize(index, Special::Shaped(made(first.as_ptr())));
            }
        }
        // Members of enums may refer to anything.
        for node in &mut plan.nodes {
            if let Op::Record(record) = &mut node.op {
                record.fields.iter_mut().for_each(|field| field.may_hold = true);
            }
        }
        Ok(())
    };
    read().map_err(raised)
}

/// What a class has of a record's fields.
pub(crate) struct Attributes {
    class: Py<PyAny>,
    /// The attribute of each field, where it has one; nothing if it is no class of records.
    pub(crate) names: Option<Vec<Option<Owned>>>,
    /// A field of the class that the record does not have.
    pub(crate) unknown: Option<String>,
    /// Whether the class and the record have the same name.
    pub(crate) is_named: bool,
}

/// The classes whose objects were written as a record.
#[derive(Default)]
pub(crate) struct Known(Learnt<Vec<Shared<Attributes>>>);

/// How many classes a record keeps; the one that came first goes.
const MOST_KEPT: usize = 8;

impl Known {
    /// What the class of an object has.
    #[inline]
    pub(crate) unsafe fn of(&self, record: &Record, object: *mut PyObject) -> Done<Shared<Attributes>> {
        let class: *mut PyObject = unsafe { ffi::Py_TYPE(object) }.cast();
        let found = self.0.with(|kept| kept.iter().find(|known| known.class.as_ptr() == class).cloned());
        match found {
            Some(found) => Ok(found),
            None => self.asked(record, class).map_err(raised),
        }
    }

    #[cold]
    #[cfg_attr(
        Py_GIL_DISABLED,
        expect(
            clippy::arc_with_non_send_sync,
            reason = "its objects are the interpreter's, which all threads may touch"
        )
    )]
    fn asked(&self, record: &Record, class: *mut PyObject) -> PyResult<Shared<Attributes>> {
        let py = unsafe { Python::assume_attached() };
        let class = unsafe { Bound::from_borrowed_ptr(py, class) };
        let fields = PyTuple::new(py, record.fields.iter().map(|field| &field.key.text))?;
        let found = module(py)?.call_method1("attributes", (&class, &record.name, fields))?;
        let attributes = if found.is_none() {
            Attributes { class: class.unbind(), names: None, unknown: None, is_named: false }
        } else {
            let (names, unknown, is_named): (Vec<Option<Bound<'_, PyString>>>, _, _) = found.extract()?;
            let owned = |name: Bound<'_, PyString>| unsafe { Owned::borrowed(name.as_ptr()) };
            let names = names.into_iter().map(|name| name.map(owned)).collect();
            Attributes { class: class.unbind(), names: Some(names), unknown, is_named }
        };
        let attributes = Shared::new(attributes);
        let gone = self.0.with(|kept| {
            let gone = (kept.len() == MOST_KEPT).then(|| kept.remove(0));
            kept.push(attributes.clone());
            gone
        });
        // This may be the end of a class, and run code.
        drop(gone);
        Ok(attributes)
    }
}

/// The symbol that a member of an enum is; nothing if an object is none.
#[cold]
pub(crate) unsafe fn symbol_of(object: *mut PyObject) -> Done<Option<Owned>> {
    let py = unsafe { Python::assume_attached() };
    let object = unsafe { Bound::from_borrowed_ptr(py, object) };
    let found = module(py).and_then(|module| module.call_method1("symbol", (object,))).map_err(raised)?;
    Ok(found.cast::<PyString>().ok().map(|symbol| unsafe { Owned::borrowed(symbol.as_ptr()) }))
}

impl Plan {
    /// Shows the collector what refers to classes, which may refer to the schema.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.bound)?;
        for node in &self.nodes {
            if let Op::Record(record) = &node.op {
                let visited = record.known.0.try_with(|kept| kept.iter().try_for_each(|one| visit.call(&one.class)));
                visited.unwrap_or(Ok(()))?;
            }
        }
        Ok(())
    }
}

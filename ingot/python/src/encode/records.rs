//! Records: dicts, objects of classes, tuples.

use ingot_codec::wire::Step;
use pyo3::ffi;
use pyo3::ffi::PyObject;

use super::{Encoder, lossy, text};
use crate::failure::{Done, within};
use crate::internals;
use crate::manner::Writing;
use crate::objects::Owned;
use crate::plan::{Field, Record};
use crate::threads::found;
use crate::told::{unmet, wrong};

impl<W: Writing> Encoder<'_, '_, W> {
    pub(super) unsafe fn record(&mut self, record: &Record, object: *mut PyObject) -> Done<()> {
        unsafe {
            if ffi::PyDict_Check(object) == 0 {
                return self.object(record, object);
            }
            if let Some(entries) = internals::Entries::of(object, record.fields.len()) {
                return self.entries(record, object, entries);
            }
            let mut place = 0;
            let mut key = core::ptr::null_mut();
            let mut value = core::ptr::null_mut();
            for (count, field) in record.fields.iter().enumerate() {
                // A dict in the schema's order hands over its values one by one, and no key is looked up.
                if !internals::next(object, &mut place, &mut key, &mut value) || !field.key.is_key(key) {
                    return self.by_name(record, count, object);
                }
                within(self.value(field.node, value), || Step::Field(field.key.text.clone()))?;
            }
            if internals::next(object, &mut place, &mut key, &mut value) && !self.manner.may_exceed(object) {
                return unknown(record, object, &self.manner);
            }
        }
        Ok(())
    }

    /// A dict that has as many entries as the record has fields, most likely in the schema's order.
    #[inline]
    unsafe fn entries(&mut self, record: &Record, object: *mut PyObject, mut entries: internals::Entries) -> Done<()> {
        for (count, field) in record.fields.iter().enumerate() {
            unsafe {
                let Some((key, value)) = entries.at(count) else { return self.by_name(record, count, object) };
                if !field.key.is_key(key) {
                    return self.by_name(record, count, object);
                }
                if self.simple(field.node, value) {
                    continue;
                }
                within(self.asked(field.node, value), || Step::Field(field.key.text.clone()))?;
                // What was asked may have put other entries there.
                match internals::Entries::of(object, record.fields.len()) {
                    Some(found) => entries = found,
                    None => return self.by_name(record, count + 1, object),
                }
            }
        }
        Ok(())
    }

    /// A record that is no dict: an object of a class, by its attributes, or a tuple, by its places.
    #[inline(never)]
    unsafe fn object(&mut self, record: &Record, object: *mut PyObject) -> Done<()> {
        if !self.manner.takes_objects() {
            return unsafe { wrong(object, &record.name) };
        }
        unsafe {
            if ffi::PyTuple_CheckExact(object) != 0 {
                return self.places(record, object);
            }
            let attributes = record.known.of(record, object)?;
            let Some(names) = &attributes.names else { return wrong(object, &record.name) };
            for (field, name) in record.fields.iter().zip(names) {
                let Some(name) = name else {
                    self.default(field)?;
                    continue;
                };
                let value = Owned::new(ffi::PyObject_GetAttr(object, name.as_ptr()))?;
                within(self.value(field.node, value.as_ptr()), || Step::Field(field.key.text.clone()))?;
            }
            if let Some(name) = attributes.unknown.as_ref().filter(|_| !self.manner.may_exceed(object)) {
                return excess(record, name, &self.manner);
            }
        }
        Ok(())
    }

    unsafe fn places(&mut self, record: &Record, tuple: *mut PyObject) -> Done<()> {
        let count = unsafe { ffi::PyTuple_Size(tuple) }.cast_unsigned();
        if count != record.fields.len() {
            let (met, most) = (format!("a tuple of {count}"), record.fields.len());
            let message = format!("{met}, {} has {most} fields", record.name);
            return unmet(met, format!("a tuple of {most}"), message);
        }
        for (place, field) in (0..).zip(&record.fields) {
            // A tuple keeps what it has.
            let value = unsafe { ffi::PyTuple_GetItem(tuple, place) };
            within(unsafe { self.value(field.node, value) }, || Step::Field(field.key.text.clone()))?;
        }
        Ok(())
    }

    /// The default of a field that a record does not have.
    fn default(&mut self, field: &Field) -> Done<()> {
        let Some(default) = field.default.as_ref().filter(|_| self.manner.may_lack(field)) else {
            let missing = unmet("nothing", self.plan.expected(field.node), self.manner.lack(field));
            return within(missing, || Step::Field(field.key.text.clone()));
        };
        self.out.extend_from_slice(default);
        Ok(())
    }

    /// The fields from the given one on, each looked up.
    #[cold]
    unsafe fn by_name(&mut self, record: &Record, first: usize, object: *mut PyObject) -> Done<()> {
        let mut met = first;
        for field in &record.fields[first..] {
            unsafe {
                let Some(value) = found(object, field.key.object.as_ptr())? else {
                    self.default(field)?;
                    continue;
                };
                met += 1;
                within(self.value(field.node, value.as_ptr()), || Step::Field(field.key.text.clone()))?;
            }
        }
        if unsafe { ffi::PyDict_Size(object) }.cast_unsigned() > met && !unsafe { self.manner.may_exceed(object) } {
            return unsafe { unknown(record, object, &self.manner) };
        }
        Ok(())
    }
}

/// A key of a dict that the record does not have.
#[cold]
unsafe fn unknown(record: &Record, object: *mut PyObject, manner: &impl Writing) -> Done<()> {
    let mut place = 0;
    let mut key = core::ptr::null_mut();
    let mut value = core::ptr::null_mut();
    unsafe {
        while ffi::PyDict_Next(object, &raw mut place, &raw mut key, &raw mut value) != 0 {
            if ffi::PyUnicode_Check(key) == 0 {
                return wrong(key, "the name of a field");
            }
            let name = text(key)?;
            if !record.fields.iter().any(|field| field.key.text.as_bytes() == name) {
                return excess(record, &lossy(name), manner);
            }
        }
    }
    Ok(())
}

#[cold]
fn excess(record: &Record, name: &str, manner: &impl Writing) -> Done<()> {
    unmet(format!("{name:?}"), format!("a field of {}", record.name), manner.excess(&record.name, name))
}

//! What is known of documents that were read before: the keys of objects, by the places where they stand, and their
//! strings. Values are never kept.
//!
//! The invariant of all `unsafe` here: the interpreter is held, and all objects are owned.

use pyo3::ffi;

use crate::failure::Done;
use crate::internals::{self, Filling, Template};
use crate::objects::{Owned, Raised, string};

/// What is known of the objects at one place of documents.
pub(super) struct Place {
    pub(super) form: Option<Box<Form>>,
    /// How often another form may still be learnt.
    pub(super) changes: u8,
}

/// The keys of an object, in their order.
pub(super) struct Form {
    pub(super) keys: Vec<Key>,
    /// A dict that has them, without values.
    template: Template,
}

pub(super) struct Key {
    /// The key as it is written, with its quotes and the colon.
    pub(super) written: Box<[u8]>,
    pub(super) object: Owned,
    /// What is known of the values.
    pub(super) place: Place,
}

/// How often the form of a place may change, and how many keys it may have.
const CHANGES: u8 = 16;
pub(super) const MOST_KEYS: usize = 100;

impl Place {
    pub(super) const fn new(changes: u8) -> Place {
        Place { form: None, changes }
    }
}

/// What is known of the documents that were read before.
pub(crate) struct Known {
    pub(super) root: Place,
    pub(super) names: Names,
    /// Of the document that is being read.
    pub(super) values: Vec<Owned>,
    pub(super) room: Vec<u8>,
}

// Its objects are touched, and it is dropped, only while the interpreter is held: by what the interpreter calls.
unsafe impl Send for Known {}
unsafe impl Sync for Known {}

impl Default for Known {
    fn default() -> Self {
        Known { root: Place::new(CHANGES), names: Names::default(), values: Vec::new(), room: Vec::new() }
    }
}

/// Strings for keys that are met again, each at a place that its text says.
#[derive(Default)]
pub(super) struct Names(Vec<Option<(Box<[u8]>, Owned)>>);

impl Names {
    const COUNT: usize = 512;
    const LONGEST: usize = 64;

    /// The string of a key that is written without escapes.
    pub(super) unsafe fn get(&mut self, text: &[u8]) -> Result<Owned, Raised> {
        if text.len() > Self::LONGEST {
            return unsafe { string(text) };
        }
        if self.0.is_empty() {
            self.0.resize_with(Self::COUNT, || None);
        }
        let hash = text.iter().fold(text.len(), |hash, byte| (hash ^ usize::from(*byte)).wrapping_mul(0x0100_0193));
        let slot = &mut self.0[(hash ^ hash >> 15) % Self::COUNT];
        if let Some((own, object)) = slot
            && **own == *text
        {
            return Ok(unsafe { Owned::borrowed(object.as_ptr()) });
        }
        let object = unsafe { string(text) }?;
        let kept = unsafe { Owned::borrowed(object.as_ptr()) };
        *slot = Some((text.into(), kept));
        Ok(object)
    }
}

#[inline]
pub(super) unsafe fn put(dict: &Owned, key: &Owned, value: &Owned) -> Result<(), Raised> {
    if unsafe { ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), value.as_ptr()) } < 0 { Err(Raised) } else { Ok(()) }
}

/// A dict of a form, with the values that were put aside.
#[inline]
pub(super) unsafe fn filled(form: &Form, values: &mut Vec<Owned>, base: usize) -> Done<Owned> {
    unsafe {
        if let Some(mut filling) = Filling::of(&form.template)? {
            let mut holds = false;
            for value in values.drain(base..) {
                holds |= internals::may_be_tracked(&value);
                filling.set(value);
            }
            let dict = filling.done();
            if holds {
                internals::track(&dict);
            }
            return Ok(dict);
        }
        let dict = form.template.copied()?;
        for (key, value) in form.keys.iter().zip(values.drain(base..)) {
            put(&dict, &key.object, &value)?;
        }
        Ok(dict)
    }
}

/// Takes note of the keys of an object: the first ones of the form before, and others.
#[cold]
pub(super) unsafe fn learn(place: &mut Place, same: usize, more: Vec<(Box<[u8]>, Owned)>) -> Result<(), Raised> {
    place.changes -= 1;
    let mut keys = place.form.take().map(|form| form.keys).unwrap_or_default();
    keys.truncate(same);
    for (written, object) in more {
        let mut object = object.into_ptr();
        unsafe {
            // Keys of dicts that Python's own code makes are interned: they then are this very object.
            ffi::PyUnicode_InternInPlace(&raw mut object);
            keys.push(Key { written, object: Owned::new(object)?, place: Place::new(place.changes) });
        }
    }
    unsafe {
        let template = Template::new(keys.iter().map(|key| &key.object))?;
        place.form = Some(Box::new(Form { keys, template }));
    }
    Ok(())
}

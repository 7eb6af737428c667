//! Single fields at the top of a document: those that are asked for as a dict, and its key.
//!
//! The invariant of all `unsafe` here: the interpreter is held, and all objects are owned.

use ingot_codec::DataClass;
use ingot_codec::wire::{Step, fault};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::known::{Known, Place, put};
use super::read::{Reader, name_of};
use super::text::{plain, unescape};
use crate::failure::{Done, within};
use crate::objects::{Owned, string};

/// A field that is asked for, and its name as a key.
pub(crate) type Wanted = (String, Py<PyString>);

/// A dict of some fields at the top of a document, of those that it has.
pub(crate) unsafe fn projected(text: &[u8], fields: &[Wanted], known: &mut Known) -> Done<Owned> {
    let done = unsafe { Reader::new(text, known).fields(fields) };
    known.values.clear();
    done
}

/// The key of a document, in its key field; an error where it has none.
pub(crate) unsafe fn key(text: &[u8], field: &str) -> Done<Owned> {
    let value = match first_value(text, field) {
        Some(value) => value,
        None => match ingot_store::field(text, field) {
            Some(value) => value,
            None => return Ok(fault(DataClass::ValueInvalid, None, format!("there is no field {field:?}"))?),
        },
    };
    let Some(written) = value.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")) else {
        return Ok(unsafe { string(value) }?);
    };
    if !written.contains(&b'\\') {
        return Ok(unsafe { string(written) }?);
    }
    let mut room = Vec::new();
    match unescape(written, &mut room) {
        Some(()) => Ok(unsafe { string(&room) }?),
        None => Ok(fault(DataClass::ValueInvalid, None, "an escape that is none")?),
    }
}

/// The value of a field where it stands first, as it does in most documents, and is a string.
fn first_value<'t>(text: &'t [u8], field: &str) -> Option<&'t [u8]> {
    let rest = text.strip_prefix(b"{\"")?.strip_prefix(field.as_bytes())?.strip_prefix(b"\":")?;
    let written = rest.strip_prefix(b"\"")?;
    let length = plain(written);
    (written.get(length) == Some(&b'"')).then(|| &rest[..length + 2])
}

impl Reader<'_, '_> {
    /// The wanted fields of the document.
    unsafe fn fields(&mut self, wanted: &[Wanted]) -> Done<Owned> {
        let dict = unsafe { Owned::new(ffi::PyDict_New()) }?;
        let mut none = Place::new(0);
        self.space();
        if self.peek() != Some(b'{') {
            return self.wrong("no object");
        }
        self.deeper()?;
        self.space();
        while self.peek() == Some(b'"') {
            let (mut written, escaped) = self.written()?;
            let room;
            if escaped {
                let mut text = Vec::new();
                if unescape(written, &mut text).is_none() {
                    return self.wrong("an escape that is none");
                }
                room = text;
                written = &room;
            }
            let key = wanted.iter().find(|(own, _)| own.as_bytes() == written).map(|(_, key)| key.as_ptr());
            self.space();
            if self.peek() != Some(b':') {
                return self.wrong("no colon behind a name");
            }
            self.at += 1;
            self.space();
            match key {
                Some(key) => unsafe {
                    let value = within(self.value(&mut none), || Step::Field(name_of(written)))?;
                    put(&dict, &Owned::borrowed(key), &value)?;
                },
                None => self.skip()?,
            }
            self.space();
            if self.peek() == Some(b',') {
                self.at += 1;
                self.space();
            }
        }
        if self.peek() != Some(b'}') {
            return self.wrong("neither a comma nor the end of the object");
        }
        Ok(dict)
    }

    /// Goes behind the value that begins here.
    fn skip(&mut self) -> Done<()> {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'"') => drop(self.written()?),
                Some(b'{' | b'[') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b'}' | b']') if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                }
                Some(b',' | b'}' | b']') if depth == 0 => return Ok(()),
                Some(_) => {
                    self.at += 1;
                    continue;
                }
                None => return self.wrong("the text ends too early"),
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }
}

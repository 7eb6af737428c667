//! From the bytes of a document to Python's objects, without a step between.
//!
//! The documents of a collection mostly have the same fields in the same order. So each object is compared with the
//! *form* of the one that stood at its place before: where it has the same keys, a copy of a dict that has them is filled.
//!
//! The invariant of all `unsafe` here: the interpreter is held, and all objects are owned.

use ingot_codec::DataClass;
use ingot_codec::wire::{Step, fault};
use pyo3::ffi;

use super::known::{Form, Known, MOST_KEYS, Place, filled, learn, put};
use super::text::{plain, unescape};
use crate::failure::{Done, within};
use crate::objects::{Owned, integer, string};

/// How deep values may be nested, as in the store.
const DEPTH: usize = 127;

/// The dict of a document; an error where it is none.
pub(crate) unsafe fn document(text: &[u8], known: &mut Known) -> Done<Owned> {
    let mut root = core::mem::replace(&mut known.root, Place::new(0));
    let done = unsafe { Reader::new(text, known).whole(&mut root) };
    known.root = root;
    known.values.clear();
    done
}

/// Reads one document. It never goes back.
pub(super) struct Reader<'t, 'k> {
    text: &'t [u8],
    pub(super) at: usize,
    depth: usize,
    known: &'k mut Known,
}

impl<'t, 'k> Reader<'t, 'k> {
    pub(super) fn new(text: &'t [u8], known: &'k mut Known) -> Self {
        Reader { text, at: 0, depth: 0, known }
    }

    unsafe fn whole(&mut self, place: &mut Place) -> Done<Owned> {
        self.space();
        if self.peek() != Some(b'{') {
            return self.wrong("no object");
        }
        let document = unsafe { self.object(place) }?;
        self.space();
        if self.at < self.text.len() { self.wrong("something behind the document") } else { Ok(document) }
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[cold]
    pub(super) fn wrong<T>(&self, what: &str) -> Done<T> {
        Ok(fault(DataClass::ValueInvalid, Some(self.at), format!("no JSON: {what}"))?)
    }

    #[inline]
    pub(super) fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    pub(super) fn deeper(&mut self) -> Done<()> {
        self.depth += 1;
        self.at += 1;
        if self.depth > DEPTH {
            return Ok(fault(DataClass::LimitDepth, Some(self.at), format!("nested more than {DEPTH} deep"))?);
        }
        Ok(())
    }

    /// Any value. The reader is at its first byte.
    #[inline]
    pub(super) unsafe fn value(&mut self, place: &mut Place) -> Done<Owned> {
        match self.peek() {
            Some(b'"') => unsafe { self.string() },
            Some(b'-' | b'0'..=b'9') => unsafe { self.number() },
            Some(b'{') => unsafe { self.object(place) },
            Some(b'[') => unsafe { self.array(place) },
            Some(b't') => unsafe { self.word(b"true", ffi::Py_True()) },
            Some(b'f') => unsafe { self.word(b"false", ffi::Py_False()) },
            Some(b'n') => unsafe { self.word(b"null", ffi::Py_None()) },
            _ => self.wrong("no value"),
        }
    }

    unsafe fn word(&mut self, word: &[u8], object: *mut ffi::PyObject) -> Done<Owned> {
        if !self.text[self.at..].starts_with(word) {
            return self.wrong("no value");
        }
        self.at += word.len();
        Ok(unsafe { Owned::borrowed(object) })
    }

    /// What stands between the quotes of the string that begins here, as it is written, and whether it has escapes.
    #[inline]
    pub(super) fn written(&mut self) -> Done<(&'t [u8], bool)> {
        let start = self.at + 1;
        let mut end = start;
        let mut escaped = false;
        loop {
            end += plain(&self.text[end..]);
            match self.text.get(end) {
                Some(b'"') => break,
                Some(b'\\') if end + 1 < self.text.len() => {
                    escaped = true;
                    end += 2;
                }
                _ => {
                    self.at = end;
                    return self.wrong("a string that does not end");
                }
            }
        }
        self.at = end + 1;
        Ok((&self.text[start..end], escaped))
    }

    #[inline]
    unsafe fn string(&mut self) -> Done<Owned> {
        let (written, escaped) = self.written()?;
        if escaped { unsafe { self.unescaped(written) } } else { Ok(unsafe { string(written) }?) }
    }

    #[cold]
    unsafe fn unescaped(&mut self, written: &[u8]) -> Done<Owned> {
        match unescape(written, &mut self.known.room) {
            Some(()) => Ok(unsafe { string(&self.known.room) }?),
            None => self.wrong("an escape that is none"),
        }
    }

    #[inline]
    unsafe fn number(&mut self) -> Done<Owned> {
        let start = self.at;
        let is_negative = self.text[start] == b'-';
        let mut at = start + usize::from(is_negative);
        let mut value = 0_i64;
        // What has at most 18 digits fits.
        let most = (at + 18).min(self.text.len());
        while at < most && self.text[at].is_ascii_digit() {
            value = value * 10 + i64::from(self.text[at] - b'0');
            at += 1;
        }
        match self.text.get(at) {
            Some(b'.' | b'e' | b'E' | b'0'..=b'9') => unsafe { self.long_number() },
            _ if at == start + usize::from(is_negative) => self.wrong("a digit is missing"),
            _ => {
                self.at = at;
                Ok(unsafe { integer(if is_negative { -value } else { value }) }?)
            }
        }
    }

    /// A number with a fraction, an exponent or many digits.
    unsafe fn long_number(&mut self) -> Done<Owned> {
        let rest = &self.text[self.at..];
        let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let written = &rest[..rest.iter().take_while(is_part).count()];
        let is_whole = !written.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E'));
        let made = if is_whole {
            let room = &mut self.known.room;
            room.clear();
            room.extend_from_slice(written);
            room.push(0);
            // Python limits how many digits it reads, and says so.
            unsafe { Owned::new(ffi::PyLong_FromString(room.as_ptr().cast(), core::ptr::null_mut(), 10)) }?
        } else {
            let Some(value) = core::str::from_utf8(written).ok().and_then(|text| text.parse::<f64>().ok()) else {
                return self.wrong("no number");
            };
            unsafe { Owned::new(ffi::PyFloat_FromDouble(value)) }?
        };
        self.at += written.len();
        Ok(made)
    }

    unsafe fn array(&mut self, place: &mut Place) -> Done<Owned> {
        self.deeper()?;
        let base = self.known.values.len();
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
        } else {
            loop {
                let number = self.known.values.len() - base;
                let item = within(unsafe { self.value(place) }, || Step::Item(number))?;
                self.known.values.push(item);
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b']') => break,
                    _ => return self.wrong("neither a comma nor the end of the array"),
                }
                self.space();
            }
            self.at += 1;
        }
        self.depth -= 1;
        let items = &mut self.known.values;
        unsafe {
            let list = Owned::new(ffi::PyList_New((items.len() - base).cast_signed()))?;
            for (number, item) in (0..).zip(items.drain(base..)) {
                // The list takes the reference.
                ffi::PyList_SetItem(list.as_ptr(), number, item.into_ptr());
            }
            Ok(list)
        }
    }

    #[inline]
    unsafe fn object(&mut self, place: &mut Place) -> Done<Owned> {
        self.deeper()?;
        let base = self.known.values.len();
        self.space();
        let dict = if self.peek() == Some(b'}') {
            self.at += 1;
            unsafe { Owned::new(ffi::PyDict_New()) }?
        } else {
            let same = match &mut place.form {
                Some(form) => unsafe { self.by_form(form) }?,
                None => 0,
            };
            match &place.form {
                Some(form) if self.text[self.at - 1] == b'}' && same == form.keys.len() => {
                    unsafe { filled(form, &mut self.known.values, base) }?
                }
                _ => unsafe { self.by_keys(place, same, base) }?,
            }
        };
        self.depth -= 1;
        Ok(dict)
    }

    /// Reads members as long as they have the form's keys, and puts their values aside; how many they were. It ends
    /// behind the brace if all are read, or behind the comma before the first that is another.
    #[inline]
    unsafe fn by_form(&mut self, form: &mut Form) -> Done<usize> {
        for (number, key) in form.keys.iter_mut().enumerate() {
            if !self.text[self.at..].starts_with(&key.written) {
                return Ok(number);
            }
            self.at += key.written.len();
            self.space();
            let value = unsafe { self.value(&mut key.place) };
            let value = within(value, || Step::Field(name_of(&key.written)))?;
            self.known.values.push(value);
            self.space();
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    self.space();
                }
                Some(b'}') => {
                    self.at += 1;
                    return Ok(number + 1);
                }
                _ => return self.wrong("neither a comma nor the end of the object"),
            }
        }
        Ok(form.keys.len())
    }

    /// Reads what is left of an object, of which so many members are read by the form.
    unsafe fn by_keys(&mut self, place: &mut Place, same: usize, base: usize) -> Done<Owned> {
        let learns = place.changes > 0;
        let mut keys: Vec<(Box<[u8]>, Owned)> = Vec::new();
        unsafe {
            let dict = Owned::new(ffi::PyDict_New())?;
            if let Some(form) = &place.form {
                for (key, value) in form.keys.iter().zip(self.known.values.drain(base..)) {
                    put(&dict, &key.object, &value)?;
                }
            }
            let mut ended = same > 0 && self.text[self.at - 1] == b'}';
            let mut none = Place::new(0);
            while !ended {
                let start = self.at;
                if self.peek() != Some(b'"') {
                    return self.wrong("no name in quotes");
                }
                let (written, escaped) = self.written()?;
                let key = if escaped { self.unescaped(written)? } else { self.known.names.get(written)? };
                self.space();
                if self.peek() != Some(b':') {
                    return self.wrong("no colon behind a name");
                }
                self.at += 1;
                if learns {
                    keys.push((self.text[start..self.at].into(), Owned::borrowed(key.as_ptr())));
                }
                self.space();
                let value = within(self.value(&mut none), || Step::Field(name_of(written)))?;
                put(&dict, &key, &value)?;
                self.space();
                match self.peek() {
                    Some(b',') => self.at += 1,
                    Some(b'}') => {
                        self.at += 1;
                        ended = true;
                        continue;
                    }
                    _ => return self.wrong("neither a comma nor the end of the object"),
                }
                self.space();
            }
            let count = ffi::PyDict_Size(dict.as_ptr()).cast_unsigned();
            // Where a key comes twice there are fewer.
            if learns && count == same + keys.len() && count <= MOST_KEYS {
                learn(place, same, keys)?;
            }
            Ok(dict)
        }
    }
}

/// A key as it is written, for a message.
#[cold]
pub(super) fn name_of(written: &[u8]) -> String {
    let name = written.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b":")).unwrap_or(written);
    String::from_utf8_lossy(name.trim_ascii_end().strip_suffix(b"\"").unwrap_or(name)).into_owned()
}

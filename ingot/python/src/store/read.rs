//! From the bytes of a document to Python's objects, without a step between.
//!
//! The documents of a collection mostly have the same fields in the same order. So each object is compared with the
//! *form* of the one that stood at its place before: where it has the same keys, a copy of a dict that has them is filled.
//!
//! The invariant of all `unsafe` here: the interpreter is held, and all objects are owned.

use ingot_codec::DataClass;
use ingot_codec::wire::{Step, fault};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::text::{plain, unescape};
use crate::failure::{Done, within};
use crate::internals::{self, Filling, Template};
use crate::objects::{Owned, Raised, integer, string};

/// How deep values may be nested, as in the store.
const DEPTH: usize = 127;

/// What is known of the objects at one place of documents.
struct Place {
    form: Option<Box<Form>>,
    /// How often another form may still be learnt.
    changes: u8,
}

/// The keys of an object, in their order.
struct Form {
    keys: Vec<Key>,
    /// A dict that has them, without values.
    template: Template,
}

struct Key {
    /// The key as it is written, with its quotes and the colon.
    written: Box<[u8]>,
    object: Owned,
    /// What is known of the values.
    place: Place,
}

/// How often the form of a place may change, and how many keys it may have.
const CHANGES: u8 = 16;
const MOST_KEYS: usize = 100;

impl Place {
    const fn new(changes: u8) -> Place {
        Place { form: None, changes }
    }
}

/// What is known of the documents that were read before.
pub(crate) struct Known {
    root: Place,
    names: Names,
    values: Vec<Owned>,
    room: Vec<u8>,
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
struct Names(Vec<Option<(Box<[u8]>, Owned)>>);

impl Names {
    const COUNT: usize = 512;
    const LONGEST: usize = 64;

    /// The string of a key that is written without escapes.
    unsafe fn get(&mut self, text: &[u8]) -> Result<Owned, Raised> {
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

/// The dict of a document; an error where it is none.
pub(crate) unsafe fn document(text: &[u8], known: &mut Known) -> Done<Owned> {
    let mut root = core::mem::replace(&mut known.root, Place::new(0));
    let mut reader = Reader { text, at: 0, depth: 0, known };
    let done = unsafe { reader.whole(&mut root) };
    known.root = root;
    known.values.clear();
    done
}

/// A field that is asked for, and its name as a key.
pub(crate) type Wanted = (String, Py<PyString>);

/// A dict of some fields at the top of a document, of those that it has.
pub(crate) unsafe fn projected(text: &[u8], fields: &[Wanted], known: &mut Known) -> Done<Owned> {
    let mut reader = Reader { text, at: 0, depth: 0, known };
    let done = unsafe { reader.fields(fields) };
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

struct Reader<'t, 'k> {
    text: &'t [u8],
    at: usize,
    depth: usize,
    known: &'k mut Known,
}

impl<'t> Reader<'t, '_> {
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
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[cold]
    fn wrong<T>(&self, what: &str) -> Done<T> {
        Ok(fault(DataClass::ValueInvalid, Some(self.at), format!("no JSON: {what}"))?)
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn deeper(&mut self) -> Done<()> {
        self.depth += 1;
        self.at += 1;
        if self.depth > DEPTH {
            return Ok(fault(DataClass::LimitDepth, Some(self.at), format!("nested more than {DEPTH} deep"))?);
        }
        Ok(())
    }

    /// Any value. The reader is at its first byte.
    #[inline]
    unsafe fn value(&mut self, place: &mut Place) -> Done<Owned> {
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
    fn written(&mut self) -> Done<(&'t [u8], bool)> {
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

/// A key as it is written, for a message.
#[cold]
fn name_of(written: &[u8]) -> String {
    let name = written.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b":")).unwrap_or(written);
    String::from_utf8_lossy(name.trim_ascii_end().strip_suffix(b"\"").unwrap_or(name)).into_owned()
}

#[inline]
unsafe fn put(dict: &Owned, key: &Owned, value: &Owned) -> Result<(), Raised> {
    if unsafe { ffi::PyDict_SetItem(dict.as_ptr(), key.as_ptr(), value.as_ptr()) } < 0 { Err(Raised) } else { Ok(()) }
}

/// A dict of a form, with the values that were put aside.
#[inline]
unsafe fn filled(form: &Form, values: &mut Vec<Owned>, base: usize) -> Done<Owned> {
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
unsafe fn learn(place: &mut Place, same: usize, more: Vec<(Box<[u8]>, Owned)>) -> Result<(), Raised> {
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

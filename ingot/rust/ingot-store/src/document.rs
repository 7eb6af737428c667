//! Lines: documents as they are kept, deletions, and the keys in them.

use std::borrow::Cow;
use std::ops::Range;

use crate::error::{Outcome, StoreClass, StoreError};
use crate::limits::{KEY, LINE};
use crate::text::{Fault, Name, object, unescaped};

/// What no field of a document begins with.
pub(crate) const RESERVED: &str = "$ingot";
const DELETION: &[u8] = b"{\"$ingot.delete\":";

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> StoreError {
        let class = if fault.limit { StoreClass::Limit } else { StoreClass::DocumentInvalid };
        StoreError::new(class, format!("byte {}: {}", fault.at, fault.what))
    }
}

/// Appends a document as its line, without the line feed, and gives its key; an error if it is no document, or has
/// another key than the one given.
pub(crate) fn add<'d>(
    document: &'d [u8],
    key: Option<&'d str>,
    field: &str,
    lines: &mut Vec<u8>,
) -> Outcome<Cow<'d, str>> {
    let invalid = |at: usize, what| StoreError::from(Fault { at, what, limit: false });
    let Ok(unicode) = simdutf8::basic::from_utf8(document) else {
        let at = std::str::from_utf8(document).err().map_or(0, |error| error.valid_up_to());
        return Err(invalid(at, "no UTF-8"));
    };
    let mut found: Option<Range<usize>> = None;
    let whole = object(document, |name, value| {
        let fault = |what| Err(Fault { at: value.start, what, limit: false });
        if name.is(field) {
            if found.replace(value.clone()).is_some() {
                return fault("the key field is there twice");
            }
        } else if is_reserved(name) {
            return fault("a field whose name begins with $ingot");
        }
        Ok(())
    })?;
    let text = &document[whole.whole.clone()];
    let own = match &found {
        Some(place) => {
            let written = &unicode[place.clone()];
            Some(
                key_of(written)
                    .ok_or_else(|| invalid(place.start, "the key is neither a string nor a whole number"))?,
            )
        }
        None => None,
    };
    let key = match (own, key) {
        (Some(own), Some(key)) if own != key => {
            let message = format!("the document has the key {own:?} in its field {field:?}, and is put under {key:?}");
            return Err(StoreError::new(StoreClass::KeyDifferent, message));
        }
        (Some(own), _) => own,
        (None, Some(key)) => Cow::Borrowed(key),
        (None, None) => {
            let message = format!("the document has no field {field:?}, and no key was given");
            return Err(StoreError::new(StoreClass::DocumentInvalid, message));
        }
    };
    if key.len() > KEY {
        return Err(limit(format!("a key of {} bytes; the limit is {KEY}", key.len())));
    }
    let start = lines.len();
    let rest = if found.is_some() { text } else { with_key(field, &key, text, lines)? };
    let at = lines.len();
    lines.extend_from_slice(rest);
    if whole.breaks {
        // Between tokens only: strings have none.
        lines[at..].iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r')).for_each(|byte| *byte = b' ');
    }
    let length = lines.len() - start;
    if length > LINE as usize {
        lines.truncate(start);
        return Err(limit(format!("a document of {length} bytes; the limit is {LINE}")));
    }
    Ok(key)
}

/// Begins an object with its key; gives what is left of it.
fn with_key<'d>(field: &str, key: &str, text: &'d [u8], lines: &mut Vec<u8>) -> Outcome<&'d [u8]> {
    lines.push(b'{');
    add_string(field, lines)?;
    lines.push(b':');
    add_string(key, lines)?;
    let rest = &text[1..];
    if rest.trim_ascii_start() != b"}" {
        lines.push(b',');
    }
    Ok(rest)
}

fn add_string(text: &str, lines: &mut Vec<u8>) -> Outcome<()> {
    serde_json::to_writer(lines, text).map_err(|error| StoreError::new(StoreClass::TypeMismatch, error.to_string()))
}

fn limit(message: String) -> StoreError {
    StoreError::new(StoreClass::Limit, message)
}

fn is_reserved(name: Name) -> bool {
    match name.written.first() {
        Some(b'$' | b'\\') => name.text().is_none_or(|name| name.starts_with(RESERVED)),
        _ => false,
    }
}

/// Appends the line that says that a document is deleted, without the line feed.
pub(crate) fn add_deletion(key: &str, lines: &mut Vec<u8>) -> Outcome<()> {
    lines.extend_from_slice(DELETION);
    add_string(key, lines)?;
    lines.push(b'}');
    Ok(())
}

/// The key that a value is, as it is written: a string, or a whole number, whose digits it is.
fn key_of(written: &str) -> Option<Cow<'_, str>> {
    if let Some(text) = written.strip_prefix('"') {
        let text = text.strip_suffix('"')?;
        return if text.contains('\\') { unescaped(text.as_bytes()) } else { Some(Cow::Borrowed(text)) };
    }
    let digits = written.strip_prefix('-').unwrap_or(written);
    let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_whole.then_some(Cow::Borrowed(written))
}

/// What a line is.
pub(crate) enum Line<'l> {
    Document(Cow<'l, str>),
    Deletion(Cow<'l, str>),
}

/// Reads a line; none if it is neither a document nor a deletion.
pub(crate) fn line<'l>(line: &'l [u8], field: &str) -> Option<Line<'l>> {
    if let Some(key) = deleted(line) {
        return Some(Line::Deletion(key));
    }
    let mut found = None;
    object(line, |name, value| {
        if name.is(field) {
            found = Some(value);
        }
        Ok(())
    })
    .ok()?;
    Some(Line::Document(key_of(std::str::from_utf8(&line[found?]).ok()?)?))
}

fn deleted(line: &[u8]) -> Option<Cow<'_, str>> {
    match line.strip_prefix(DELETION)?.strip_suffix(b"}")? {
        [b'"', text @ .., b'"'] => unescaped(text),
        _ => None,
    }
}

/// Whether a line is of this key. The line is one that was written by a store.
#[inline]
pub(crate) fn is_of(text: &[u8], field: &str, key: &str) -> bool {
    begins_with(text, field, key)
        || match line(text, field) {
            Some(Line::Document(own) | Line::Deletion(own)) => own == key,
            None => false,
        }
}

/// Whether a document begins with its key, as most do.
#[inline]
fn begins_with(text: &[u8], field: &str, key: &str) -> bool {
    let rest = text.strip_prefix(b"{\"").and_then(|rest| rest.strip_prefix(field.as_bytes()));
    let rest = rest.and_then(|rest| rest.strip_prefix(b"\":\"")).and_then(|rest| rest.strip_prefix(key.as_bytes()));
    rest.is_some_and(|rest| rest.first() == Some(&b'"'))
        && !key.as_bytes().iter().any(|byte| matches!(byte, b'"' | b'\\'))
}

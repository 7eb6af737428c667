//! Text between Rust and the engine.

use napi::bindgen_prelude::Array;
use napi::{Env, JsString};

use crate::failure::{Failure, Result, Told, failure};
use crate::utf8;

/// Bytes of memory that is kept for the next text.
const KEPT: usize = 1 << 20;

/// Appends a string of the engine as UTF-8; an error if it has half of a surrogate pair, which is no Unicode.
#[inline]
pub(crate) fn append(what: &str, text: JsString<'_>, out: &mut Vec<u8>) -> Result<()> {
    let start = out.len();
    utf8::append(text, out)?;
    let own = &out[start..];
    if own.is_ascii() { Ok(()) } else { check_halves(what, text, own) }
}

/// An error if a string has half of a surrogate pair. The engine has put U+FFFD in its place.
fn check_halves(what: &str, text: JsString<'_>, copied: &[u8]) -> Result<()> {
    if !copied.windows(3).any(|bytes| bytes == "\u{fffd}".as_bytes()) {
        return Ok(());
    }
    let units = text.into_utf16().told()?;
    let mut at = 0;
    for found in char::decode_utf16(units.iter().copied()) {
        let Ok(found) = found else {
            return Err(failure(
                "type-mismatch",
                format!("{what} has half of a surrogate pair at {at}, which is no Unicode"),
            ));
        };
        at += found.len_utf16();
    }
    Ok(())
}

/// A key, in memory that is used again.
#[inline]
pub(crate) fn key<'m>(text: JsString<'_>, memory: &'m mut Vec<u8>) -> Result<&'m str> {
    emptied(memory);
    append("the key", text, memory)?;
    as_str(memory)
}

/// A document's text, in memory that is used again.
#[inline]
pub(crate) fn document<'m>(text: JsString<'_>, memory: &'m mut Vec<u8>) -> Result<&'m [u8]> {
    emptied(memory);
    append("the document", text, memory)?;
    Ok(memory)
}

fn emptied(memory: &mut Vec<u8>) {
    memory.clear();
    if memory.capacity() > KEPT {
        *memory = Vec::new();
    }
    memory.reserve(256);
}

#[inline]
pub(crate) fn as_str(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| failure("damaged", error.to_string()))
}

/// The string at a place of an array that the files of `lib` have made.
#[inline]
pub(crate) fn item<'e>(array: &Array<'e>, at: u32) -> Result<JsString<'e>> {
    array.get::<JsString>(at).told()?.ok_or_else(missing)
}

pub(crate) fn missing() -> Failure {
    failure("type-mismatch", "there is an item too few")
}

/// A string of the engine of JSON text, in one byte a character where it is ASCII, as most is.
#[inline]
pub(crate) fn string<'e>(env: &'e Env, text: &[u8]) -> Result<JsString<'e>> {
    if text.is_ascii() {
        return env.create_string_latin1(text).told();
    }
    env.create_string(as_str(text)?).told()
}

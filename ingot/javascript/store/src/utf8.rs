//! Strings of the engine copied as UTF-8, in one call where most need two, and without memory of their own.

use napi::JsString;

use crate::failure::{Result, Told};

/// Appends a string as UTF-8; halves of surrogate pairs become U+FFFD.
#[cfg(not(feature = "safe"))]
#[inline]
pub(crate) fn append(text: JsString<'_>, out: &mut Vec<u8>) -> Result<()> {
    // Most keys fit here, and few documents, whose number of units is asked for first.
    if out.capacity() - out.len() >= SHORT && append_within(text, out, SHORT)? {
        return Ok(());
    }
    // Most have one byte a unit. The engine copies them at once where the room is less than three times as much.
    let room = 2 * text.latin1_len().told()? + MOST_OF_ONE;
    out.reserve(room);
    if append_within(text, out, room)? { Ok(()) } else { append_safely(text, out) }
}

#[cfg(feature = "safe")]
pub(crate) fn append(text: JsString<'_>, out: &mut Vec<u8>) -> Result<()> {
    append_safely(text, out)
}

/// The same by the runtime's own way, which goes through the string three times and copies it twice.
fn append_safely(text: JsString<'_>, out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(text.into_utf8().told()?.as_slice());
    Ok(())
}

/// Room for keys, with the zero behind them.
#[cfg(not(feature = "safe"))]
const SHORT: usize = 128;

/// Bytes of a character at most, and the zero behind.
#[cfg(not(feature = "safe"))]
const MOST_OF_ONE: usize = 5;

/// Appends a string if it surely fits into so many bytes, of which the vector has room; else nothing.
#[cfg(not(feature = "safe"))]
#[inline]
fn append_within(text: JsString<'_>, out: &mut Vec<u8>, room: usize) -> Result<bool> {
    use napi::JsValue;

    let value = text.value();
    let spare = &mut out.spare_capacity_mut()[..room];
    let mut written = 0;
    // SAFETY: the engine writes at most `room` bytes, a zero among them, into memory that is this vector's, and says how
    // many it has written before the zero. Environment and value are those of the call that we are in.
    #[expect(unsafe_code, reason = "memory that is not written yet is handed to the engine")]
    let status = unsafe {
        napi::sys::napi_get_value_string_utf8(value.env, value.value, spare.as_mut_ptr().cast(), room, &raw mut written)
    };
    if status != napi::sys::Status::napi_ok {
        return Err(crate::failure::failure("type-mismatch", "not a string"));
    }
    // One that was cut stops before a character that has no room.
    if written + MOST_OF_ONE > room {
        return Ok(false);
    }
    // SAFETY: so many bytes were written behind the vector's length, within its capacity.
    #[expect(unsafe_code, reason = "they are written now")]
    unsafe {
        out.set_len(out.len() + written);
    }
    Ok(true)
}

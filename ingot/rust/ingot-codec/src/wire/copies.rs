//! Copies of short runs of bytes, without a call.
#![expect(unsafe_code, reason = "a call to copy ten bytes costs more than the bytes")]

use alloc::string::String;
use alloc::vec::Vec;
use core::ptr::copy_nonoverlapping;

/// Copies bytes; up to 32 in pieces that overlap.
///
/// # Safety
///
/// As many bytes can be written at `to`, and none of them lies in `bytes`.
#[inline]
pub unsafe fn copy(bytes: &[u8], to: *mut u8) {
    let (from, length) = (bytes.as_ptr(), bytes.len());
    // SAFETY: each piece lies within the first `length` bytes of both sides, by the condition of its branch.
    unsafe {
        match length {
            0 => {}
            1..4 => {
                let (middle, last) = (length / 2, length - 1);
                let (a, b, c) = (*from, *from.add(middle), *from.add(last));
                *to = a;
                *to.add(middle) = b;
                *to.add(last) = c;
            }
            4..8 => both::<4>(from, to, length),
            // One case for most strings: a branch for each eight bytes would be guessed wrongly as often as not.
            8..=32 => {
                let (second, third) = ((length - 8).min(8), length.saturating_sub(16));
                let piece = |place: usize| from.add(place).cast::<[u8; 8]>().read();
                let pieces = [piece(0), piece(second), piece(third), piece(length - 8)];
                for (place, piece) in [0, second, third, length - 8].into_iter().zip(pieces) {
                    to.add(place).cast::<[u8; 8]>().write(piece);
                }
            }
            _ => copy_nonoverlapping(from, to, length),
        }
    }
}

/// Copies the first and the last `N` of `length` bytes.
///
/// # Safety
///
/// As of [`copy`], and `length` is at least `N`.
#[inline]
unsafe fn both<const N: usize>(from: *const u8, to: *mut u8, length: usize) {
    // SAFETY: both pieces lie within the first `length` bytes.
    unsafe {
        let first = from.cast::<[u8; N]>().read();
        let last = from.add(length - N).cast::<[u8; N]>().read();
        to.cast::<[u8; N]>().write(first);
        to.add(length - N).cast::<[u8; N]>().write(last);
    }
}

/// The bytes for those of a vector, which keeps its room.
#[inline]
pub(crate) fn fill(to: &mut Vec<u8>, bytes: &[u8]) {
    to.clear();
    to.reserve(bytes.len());
    // SAFETY: there is room for them, which is no one else's; all of them are written.
    unsafe {
        copy(bytes, to.as_mut_ptr());
        to.set_len(bytes.len());
    }
}

/// The text for that of a string, which keeps its room.
#[inline]
pub(crate) fn fill_text(to: &mut String, text: &str) {
    // SAFETY: what is filled in is a text.
    fill(unsafe { to.as_mut_vec() }, text.as_bytes());
}

/// A vector of these bytes.
#[inline(always)]
#[expect(clippy::inline_always, reason = "handed back by a call, its three parts would go through memory once more")]
pub(crate) fn owned(bytes: &[u8]) -> Vec<u8> {
    let mut made = Vec::with_capacity(bytes.len());
    // SAFETY: there is room for them, which is no one else's; all of them are written.
    unsafe {
        copy(bytes, made.as_mut_ptr());
        made.set_len(bytes.len());
    }
    made
}

/// A string of this text.
#[inline(always)]
#[expect(clippy::inline_always, reason = "as of a vector")]
pub(crate) fn owned_text(text: &str) -> String {
    // SAFETY: these are the bytes of a text.
    unsafe { String::from_utf8_unchecked(owned(text.as_bytes())) }
}

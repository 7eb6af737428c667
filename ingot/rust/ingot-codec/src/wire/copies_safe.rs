//! What `copies.rs` does, by the standard library alone.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

#[inline]
pub(crate) fn fill(to: &mut Vec<u8>, bytes: &[u8]) {
    to.clear();
    to.extend_from_slice(bytes);
}

#[inline]
pub(crate) fn fill_text(to: &mut String, text: &str) {
    to.clear();
    to.push_str(text);
}

#[inline]
pub(crate) fn owned(bytes: &[u8]) -> Vec<u8> {
    bytes.to_owned()
}

#[inline]
pub(crate) fn owned_text(text: &str) -> String {
    text.to_owned()
}

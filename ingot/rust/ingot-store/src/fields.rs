//! Fields of documents, as they are written.

use std::borrow::Cow;

use crate::text::{self, object};

/// The value of a field at the top of a document, as it is written; none if there is none, or it is no document.
///
/// Nothing is copied: `str::parse` makes a number of it, `serde_json` anything.
///
/// ```
/// assert_eq!(ingot_store::field(br#"{"id": "a", "age": 36}"#, "age"), Some(&b"36"[..]));
/// ```
#[must_use]
pub fn field<'d>(document: &'d [u8], name: &str) -> Option<&'d [u8]> {
    text::field(document, name)
}

/// The names and values of all fields at the top of a document, as they are written; none if it is no document.
#[must_use]
pub fn fields(document: &[u8]) -> Option<Vec<(Cow<'_, str>, &[u8])>> {
    let mut found = Vec::new();
    object(document, |name, value| {
        found.extend(name.text().map(|name| (name, &document[value])));
        Ok(())
    })
    .ok()?;
    Some(found)
}

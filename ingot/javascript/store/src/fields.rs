//! Parts of documents, as they are written.

use std::borrow::Cow;

use ingot_store::{field, fields};

use crate::reading::Joined;

/// The key in a document's key field: its text, or the digits of its number.
pub(crate) fn key_in<'d>(document: &'d [u8], name: &str) -> Option<Cow<'d, str>> {
    let written = field(document, name)?;
    if written.first() == Some(&b'"') {
        return serde_json::from_slice(written).ok().map(Cow::Owned);
    }
    std::str::from_utf8(written).ok().map(Cow::Borrowed)
}

/// The fields that are wanted of documents.
pub(crate) struct Projection {
    names: Vec<String>,
    /// The beginning of each member: its name in JSON, and the colon.
    heads: Vec<Vec<u8>>,
}

impl Projection {
    pub(crate) fn of(names: Vec<String>) -> Projection {
        let head = |name: &String| format!("{}:", serde_json::Value::from(name.as_str())).into_bytes();
        let heads = names.iter().map(head).collect();
        Projection { names, heads }
    }

    /// Adds an object with those of the fields that the document has, in the order in which they were asked for.
    pub(crate) fn add(&self, document: &[u8], text: &mut Joined) {
        let all = fields(document).unwrap_or_default();
        text.begin();
        for (name, head) in self.names.iter().zip(&self.heads) {
            // The last of a name counts, as in every parser.
            if let Some((_, value)) = all.iter().rev().find(|(own, _)| own == name) {
                text.member(head, value);
            }
        }
        text.end();
    }
}

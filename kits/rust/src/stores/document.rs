//! The two forms of a document: the bytes of its JSON text, and the parsed value.

use std::borrow::Cow;

use serde_json::Value;

use super::Outcome;

/// A document in the form that was asked for. Between text and value stands serde_json.
pub trait Document: Sized + 'static {
    /// Whether the form is raw.
    const RAW: bool;

    /// The JSON text, for a store that keeps text.
    fn text(&self) -> Outcome<Cow<'_, [u8]>>;
    fn from_text(text: &[u8]) -> Outcome<Self>;

    /// The parsed value, for a store with a serializer of its own.
    fn value(&self) -> Outcome<Cow<'_, Value>>;
    fn from_value(value: Value) -> Outcome<Self>;
}

/// The form raw: the bytes of the JSON text.
pub type Raw = Vec<u8>;

impl Document for Raw {
    const RAW: bool = true;

    fn text(&self) -> Outcome<Cow<'_, [u8]>> {
        Ok(Cow::Borrowed(self))
    }

    fn from_text(text: &[u8]) -> Outcome<Raw> {
        Ok(text.to_vec())
    }

    fn value(&self) -> Outcome<Cow<'_, Value>> {
        Ok(Cow::Owned(serde_json::from_slice(self)?))
    }

    fn from_value(value: Value) -> Outcome<Raw> {
        Ok(serde_json::to_vec(&value)?)
    }
}

/// The form parsed.
impl Document for Value {
    const RAW: bool = false;

    fn text(&self) -> Outcome<Cow<'_, [u8]>> {
        Ok(Cow::Owned(serde_json::to_vec(self)?))
    }

    fn from_text(text: &[u8]) -> Outcome<Value> {
        Ok(serde_json::from_slice(text)?)
    }

    fn value(&self) -> Outcome<Cow<'_, Value>> {
        Ok(Cow::Borrowed(self))
    }

    fn from_value(value: Value) -> Outcome<Value> {
        Ok(value)
    }
}

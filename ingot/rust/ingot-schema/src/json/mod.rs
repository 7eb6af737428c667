//! JSON that keeps what schemas need: where each value stands, the order of members, and numbers as they are written.

mod number;
mod reader;
mod writer;

use alloc::string::String;
use alloc::vec::Vec;

pub use number::Number;
pub(crate) use reader::{Odd, Reading, read};
pub(crate) use writer::write_text;

use crate::error::SchemaError;
use crate::limits::Limits;

/// A JSON value and where it stands in its text. Two are equal if their data are, wherever they stand.
#[derive(Debug, Clone)]
pub struct Json {
    /// The byte offset in the text that it was read from, 0 for a value made by hand.
    pub(crate) at: usize,
    /// The value itself.
    pub data: Data,
}

/// What a JSON value is.
#[derive(Debug, Clone, PartialEq)]
pub enum Data {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, exactly as it is written.
    Number(Number),
    /// A text.
    String(String),
    /// Values in order.
    Array(Vec<Json>),
    /// Members in the order of the text. No key is there twice.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one JSON text within [`Limits::default`]; an error says what is wrong and where.
    ///
    /// ```
    /// let json = ingot_schema::Json::parse(r#"{"a": [1, 2.50]}"#).unwrap();
    /// assert_eq!(json.to_string(), r#"{"a":[1,2.50]}"#);
    /// let error = ingot_schema::Json::parse("[1,\n 01]").unwrap_err();
    /// assert_eq!((error.place.line, error.place.column), (2, 3));
    /// ```
    pub fn parse(text: &str) -> Result<Json, SchemaError> {
        Json::parse_with(text, &Limits::default())
    }

    /// Reads one JSON text within the limits given.
    pub fn parse_with(text: &str, limits: &Limits) -> Result<Json, SchemaError> {
        read(text, limits, Odd::Nothing).map(|reading| reading.json).map_err(|fault| fault.place(text, None))
    }

    /// Reads data as some libraries write them: `NaN`, `Infinity` and `-Infinity` may stand without quotes, and become texts.
    ///
    /// ```
    /// use ingot_schema::Json;
    ///
    /// assert_eq!(Json::parse_lenient("[NaN, -Infinity]"), Json::parse(r#"["NaN", "-Infinity"]"#));
    /// assert!(Json::parse("[NaN]").is_err());
    /// ```
    pub fn parse_lenient(text: &str) -> Result<Json, SchemaError> {
        read(text, &Limits::default(), Odd::Floats).map(|reading| reading.json).map_err(|fault| fault.place(text, None))
    }

    /// The member of this name, if this is an object that has one.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Json> {
        let Data::Object(members) = &self.data else { return None };
        members.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The text, if this is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        if let Data::String(text) = &self.data { Some(text) } else { None }
    }

    /// What this is, in a word for errors.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.data {
            Data::Null => "null",
            Data::Bool(_) => "a boolean",
            Data::Number(_) => "a number",
            Data::String(_) => "a string",
            Data::Array(_) => "an array",
            Data::Object(_) => "an object",
        }
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.data == other.data
    }
}

impl From<Data> for Json {
    fn from(data: Data) -> Self {
        Json { at: 0, data }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Data::String(text.into()).into()
    }
}

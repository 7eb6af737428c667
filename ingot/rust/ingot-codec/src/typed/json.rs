//! Types in the JSON encoding of the specification.

use alloc::vec::Vec;
use core::fmt;

use ingot_schema::Json;

use super::{Decode, Encode, Shaped, Typed, decode_next};
use crate::codec::Codec;
use crate::error::DataError;
use crate::limits::Options;

/// A type that is written as JSON and read from it, as [`Codec::to_json`] and [`Codec::from_json`] do it for values of any
/// schema.
///
/// ```
/// use std::collections::BTreeMap;
/// use ingot_codec::{Json, typed::{Typed, TypedJson}};
///
/// let teas = TypedJson::new(Typed::<BTreeMap<String, Option<i64>>>::of()?);
/// let json = teas.to_json(&BTreeMap::from([("oolong".into(), Some(250)), ("water".into(), None)]))?;
/// assert_eq!(json.to_string(), r#"{"oolong":{"long":250},"water":null}"#);
/// assert_eq!(teas.from_json(&json)?["oolong"], Some(250));
///
/// let error = teas.from_json(&Json::parse(r#"{"oolong": {"long": 0.5}}"#)?).unwrap_err();
/// assert_eq!(error.to_string(), "{\"oolong\"}: 0.5 is no long of the schema");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// What is written goes through its bytes and a value of its schema, and what is read the same way back: JSON is for people
/// and for other programs, and not for speed.
pub struct TypedJson<T> {
    typed: Typed<T>,
    codec: Codec,
}

impl<T> fmt::Debug for TypedJson<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TypedJson").field("typed", &self.typed).finish_non_exhaustive()
    }
}

impl<T: Shaped> TypedJson<T> {
    /// For a type with its schema.
    #[must_use]
    pub fn new(typed: Typed<T>) -> Self {
        let codec = Codec::new(typed.schema().clone());
        TypedJson { typed, codec }
    }

    /// The type, with its schema.
    #[must_use]
    pub const fn typed(&self) -> &Typed<T> {
        &self.typed
    }

    /// The JSON value that stands for a value; an error if it is nested too deeply, or none of a logical type.
    pub fn to_json(&self, value: &T) -> Result<Json, DataError>
    where
        T: Encode,
    {
        let bytes = self.typed.encode(value)?;
        // What the limits of reading refuse has no place in bytes that no one sees.
        let value = self.codec.decode_with(&bytes, &self.typed.options).map_err(DataError::without_offset)?;
        self.codec.to_json(&value)
    }

    /// The value that a JSON value stands for; an error if it is none of the schema. The value owns what it holds; others
    /// are read by [`from_json_in`](TypedJson::from_json_in).
    pub fn from_json(&self, json: &Json) -> Result<T, DataError>
    where
        T: for<'b> Decode<'b>,
    {
        self.read(json, &mut Vec::new())
    }

    /// The same, of a value that may borrow: from this room, which is written over.
    ///
    /// ```
    /// use ingot_codec::{Json, typed::{Typed, TypedJson}};
    ///
    /// let names = TypedJson::new(Typed::<Vec<&str>>::of()?);
    /// let mut room = Vec::new();
    /// assert_eq!(names.from_json_in(&Json::parse(r#"["tea"]"#)?, &mut room)?, ["tea"]);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn from_json_in<'b>(&self, json: &Json, room: &'b mut Vec<u8>) -> Result<T::With<'b>, DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        self.read(json, room)
    }

    fn read<'b, V: Decode<'b>>(&self, json: &Json, room: &'b mut Vec<u8>) -> Result<V, DataError> {
        let mut options: Options = self.typed.options.clone();
        let value = self.codec.from_json_with(json, &options)?;
        room.clear();
        self.codec.encode_into(&value, room)?;
        let (value, _) = decode_next(room, &mut options).map_err(DataError::without_offset)?;
        Ok(value)
    }
}

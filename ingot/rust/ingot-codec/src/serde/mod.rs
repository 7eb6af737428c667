//! Values of any type that serde knows, read and written by a schema.

mod choice;
mod error;
mod names;
mod read;
mod read_as;
mod read_parts;
mod words;
mod write;
mod write_as;
mod write_map;
mod write_record;
mod write_seq;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::codec::{Codec, all_taken};
use crate::error::DataError;
use crate::limits::Options;

pub(crate) use names::Names;
use read::Reader;
use write::Writer;

/// Values of types with serde's derives.
impl Codec {
    /// The bytes of a value of any type that serde can write; an error if it does not fit the schema.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema};
    ///
    /// #[derive(serde::Serialize)]
    /// struct Tea { grams: Option<i64>, name: String }
    ///
    /// let codec = Codec::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": "string"},
    ///     {"name": "grams", "type": ["null", "long"]}
    /// ]}"#).unwrap());
    /// let tea = Tea { grams: Some(250), name: "oolong".into() };
    /// assert_eq!(codec.to_vec(&tea)?, b"\x0coolong\x02\xf4\x03");
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>, DataError> {
        let mut out = Vec::new();
        self.to_buffer(value, &mut out)?;
        Ok(out)
    }

    /// Adds the bytes of a value to others, which stay as they are if it does not fit the schema.
    pub fn to_buffer<T: Serialize + ?Sized>(&self, value: &T, out: &mut Vec<u8>) -> Result<(), DataError> {
        let before = out.len();
        let mut writer = Writer::new(self, out);
        let done = value.serialize(writer.root());
        done.map_err(|fault| {
            out.truncate(before);
            DataError::from(fault)
        })?;
        if self.has_empty() { self.check_empty(out, before) } else { Ok(()) }
    }

    /// The value of these bytes, all of which it has to take; an error if they are none, or none of the type.
    ///
    /// What the type borrows (`&'b str`, `&'b [u8]`) is borrowed from the bytes.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema};
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Tea<'b> { name: &'b str }
    ///
    /// let codec = Codec::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": "string"},
    ///     {"name": "grams", "type": ["null", "long"]}
    /// ]}"#).unwrap());
    /// let tea: Tea = codec.from_slice(b"\x0coolong\x02\xf4\x03")?;
    /// assert_eq!(tea.name, "oolong");
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn from_slice<'b, T: Deserialize<'b>>(&self, bytes: &'b [u8]) -> Result<T, DataError> {
        self.from_slice_with(bytes, Options::DEFAULT)
    }

    /// The value of these bytes, read as the options say; an error if they are none, or none of the type.
    pub fn from_slice_with<'b, T: Deserialize<'b>>(&self, bytes: &'b [u8], options: &Options) -> Result<T, DataError> {
        let mut reader = Reader::new(self, options, bytes);
        let value = reader.root()?;
        all_taken(bytes, reader.scan.input.at(), options)?;
        Ok(value)
    }

    /// The value that bytes begin with, and how many of them it took; an error if there is none, or none of the type.
    pub fn first_from_slice<'b, T: Deserialize<'b>>(
        &self,
        bytes: &'b [u8],
        options: &Options,
    ) -> Result<(T, usize), DataError> {
        let mut reader = Reader::new(self, options, bytes);
        let value = reader.root()?;
        Ok((value, reader.scan.input.at()))
    }

    /// The same, of one of several data that share a limit: the items without bytes that it had are taken off those that
    /// the options allow.
    pub fn next_from_slice<'b, T: Deserialize<'b>>(
        &self,
        bytes: &'b [u8],
        options: &mut Options,
    ) -> Result<(T, usize), DataError> {
        let mut reader = Reader::new(self, options, bytes);
        let value = reader.root()?;
        let (taken, left) = (reader.scan.input.at(), reader.scan.blocks.zero_width());
        options.limits.zero_width = left;
        Ok((value, taken))
    }
}

//! Records of types with serde's derives.

use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Outcome;
use crate::reader::Reader;
use crate::source::Source;
use crate::writer::Writer;

impl<S: Source> Reader<S> {
    /// The records that are left, as a type with serde's derives that owns what it holds. Fields are found by their names;
    /// those that the type does not have are passed over.
    ///
    /// What borrows is read from a block, by [`Block::records`](crate::Block::records) and
    /// [`Codec::next_from_slice`](ingot_codec::Codec::next_from_slice).
    ///
    /// ```
    /// use ingot_container::{Reader, Schema, WriteOptions, Writer};
    ///
    /// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
    /// struct Tea { name: String, grams: i32 }
    ///
    /// let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": "string"},
    ///     {"name": "grams", "type": "int"}
    /// ]}"#).unwrap();
    /// let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default())?;
    /// writer.serialize(&Tea { name: "oolong".into(), grams: 250 })?;
    /// let file = writer.finish()?;
    ///
    /// for tea in Reader::from_slice(&file)?.deserialize::<Tea>() {
    ///     assert_eq!(tea?, Tea { name: "oolong".into(), grams: 250 });
    /// }
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn deserialize<T: DeserializeOwned>(&mut self) -> impl Iterator<Item = Outcome<T>> {
        std::iter::from_fn(move || self.next_deserialized())
    }

    /// The next record, as such a type; nothing at the end.
    pub fn next_deserialized<T: DeserializeOwned>(&mut self) -> Option<Outcome<T>> {
        self.next_of(|codec, bytes, options| codec.next_from_slice(bytes, options))
    }
}

impl<W: Write> Writer<W> {
    /// Writes a record of a type with serde's derives; an error if it does not fit the schema, or if a block cannot be
    /// written.
    pub fn serialize<T: Serialize + ?Sized>(&mut self, record: &T) -> Outcome<()> {
        self.add(|codec, block| codec.to_buffer(record, block))
    }
}

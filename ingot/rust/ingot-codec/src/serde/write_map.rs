//! Maps, as maps or as records.

use alloc::boxed::Box;
use alloc::string::String;

use serde::Serialize;
use serde::ser::SerializeMap;

use crate::error::{DataClass, Fault, Outcome, Step, Within, fault};
use crate::serde::write::{KEY, Writer};
use crate::serde::write_record::RecordWriter;
use crate::serde::write_seq::{Count, Items};
use crate::wire::Input;

pub(super) enum MapWriter<'w, 'p, 'o> {
    /// And where the key of the next value begins.
    Map(Items<'w, 'p, 'o>, usize),
    /// And the name of the field that the next value is of.
    Record(RecordWriter<'w, 'p, 'o>, Option<usize>),
}

impl<'w, 'p, 'o> MapWriter<'w, 'p, 'o> {
    #[inline]
    pub(super) fn map(writer: &'w mut Writer<'p, 'o>, values: u32, length: Option<usize>) -> Outcome<Self> {
        writer.enter()?;
        let part = writer.names.parts[values as usize];
        let count = Count::write(writer.out, length);
        Ok(MapWriter::Map(Items { writer, part, count, written: 0 }, 0))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn entry<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Outcome<()> {
        self.serialize_key(key)?;
        self.serialize_value(value)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn finish(self) -> Outcome<()> {
        self.end()
    }
}

impl SerializeMap for MapWriter<'_, '_, '_> {
    type Ok = ();
    type Error = Box<Fault>;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Outcome<()> {
        match self {
            MapWriter::Map(items, start) => {
                *start = items.writer.out.len();
                key.serialize(items.writer.at(KEY))
            }
            MapWriter::Record(record, field) => {
                // The name is written, looked at, and taken back.
                let start = record.writer.out.len();
                key.serialize(record.writer.at(KEY))?;
                *field = Some(record.find(text(&record.writer.out[start..]))?);
                record.writer.out.truncate(start);
                Ok(())
            }
        }
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
        match self {
            MapWriter::Map(items, start) => {
                items.written += 1;
                let done = value.serialize(items.writer.at(items.part));
                done.within(|| Step::Key(String::from(text(&items.writer.out[*start..]))))
            }
            MapWriter::Record(record, field) => match field.take() {
                Some(field) => record.placed(field, value),
                None => fault(DataClass::ValueInvalid, None, "a value of a map comes without a key"),
            },
        }
    }

    #[inline]
    fn end(self) -> Outcome<()> {
        match self {
            MapWriter::Map(items, _) => {
                items.count.correct(items.writer.out, items.written);
                items.writer.out.push(0);
                items.writer.depth += 1;
                Ok(())
            }
            MapWriter::Record(record, _) => record.end(),
        }
    }
}

/// The text that was written at the begin of these bytes.
fn text(bytes: &[u8]) -> &str {
    Input::new(bytes).run().ok().and_then(|bytes| core::str::from_utf8(bytes).ok()).unwrap_or("")
}

//! Sequences and tuples: arrays, the bytes of a bytes or fixed one by one, the fields of a record.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use serde::Serialize;
use serde::ser::{SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant};

use crate::error::{DataClass, Fault, Outcome, Step, Within, fault};
use crate::limits::Options;
use crate::logical::check_bytes;
use crate::serde::names::{Kind, Part};
use crate::serde::write::{ValueWriter, Writer};
use crate::serde::write_record::RecordWriter;
use crate::wire::put_long;

pub(super) enum SequenceWriter<'w, 'p, 'o> {
    Array(Items<'w, 'p, 'o>),
    Bytes(Items<'w, 'p, 'o>),
    /// A fixed of so many bytes.
    Fixed(Items<'w, 'p, 'o>, u32),
    Record(RecordWriter<'w, 'p, 'o>),
}

/// Parts of one type behind their count.
pub(super) struct Items<'w, 'p, 'o> {
    pub(super) writer: &'w mut Writer<'p, 'o>,
    /// The type of each.
    pub(super) part: Part,
    pub(super) count: Count,
    pub(super) written: usize,
}

/// A count that was written before the parts, and what it says: it may turn out wrong.
#[derive(Clone, Copy)]
pub(super) struct Count {
    at: usize,
    claimed: usize,
}

impl Count {
    /// Writes how many parts are said to follow, if that is known and not 0.
    #[inline]
    pub(super) fn write(out: &mut Vec<u8>, length: Option<usize>) -> Count {
        let (at, claimed) = (out.len(), length.unwrap_or(0));
        if claimed > 0 {
            put_long(out, i64::try_from(claimed).unwrap_or(i64::MAX));
        }
        Count { at, claimed }
    }

    #[inline]
    pub(super) fn correct(self, out: &mut Vec<u8>, count: usize) {
        if count != self.claimed {
            self.replace(out, count);
        }
    }

    #[cold]
    fn replace(self, out: &mut Vec<u8>, count: usize) {
        let mut wrong = Vec::new();
        Count::write(&mut wrong, Some(self.claimed));
        let mut right = Vec::new();
        Count::write(&mut right, Some(count));
        out.splice(self.at..self.at + wrong.len(), right);
    }
}

impl<'w, 'p, 'o> SequenceWriter<'w, 'p, 'o> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would have to hand all of it back")]
    pub(super) fn array(writer: &'w mut Writer<'p, 'o>, part: u32, length: Option<usize>) -> Outcome<Self> {
        writer.enter()?;
        let part = writer.names.parts[part as usize];
        let count = Count::write(writer.out, length);
        Ok(SequenceWriter::Array(Items { writer, part, count, written: 0 }))
    }

    pub(super) fn other(this: ValueWriter<'w, 'p, 'o>, length: Option<usize>) -> Outcome<Self> {
        let byte = Part { kind: Kind::Byte, node: this.part.node };
        let (kind, node) = (this.part.plain(), this.part.node);
        match kind {
            Kind::Array(part) => SequenceWriter::array(this.writer, part, length),
            Kind::Bytes => {
                let writer = this.writer;
                let count = Count::write(writer.out, length);
                Ok(SequenceWriter::Bytes(Items { writer, part: byte, count, written: 0 }))
            }
            Kind::Fixed(size) => {
                let writer = this.writer;
                let count = Count { at: writer.out.len(), claimed: 0 };
                Ok(SequenceWriter::Fixed(Items { writer, part: byte, count, written: 0 }, size))
            }
            Kind::Record(record) => Ok(SequenceWriter::Record(RecordWriter::new(this.writer, record, node)?)),
            _ => this.mismatch("a sequence"),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each item costs more than most items")]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
        let items = match self {
            SequenceWriter::Array(items) | SequenceWriter::Bytes(items) | SequenceWriter::Fixed(items, _) => items,
            SequenceWriter::Record(record) => return record.next(value),
        };
        let place = items.written;
        items.written += 1;
        value.serialize(items.writer.at(items.part)).within(|| Step::Item(place))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of the first")]
    fn finish(self) -> Outcome<()> {
        match self {
            SequenceWriter::Array(items) => {
                items.count.correct(items.writer.out, items.written);
                items.writer.out.push(0);
                items.writer.depth += 1;
                Ok(())
            }
            other => other.finish_other(),
        }
    }

    #[cold]
    #[inline(never)]
    fn finish_other(self) -> Outcome<()> {
        match self {
            SequenceWriter::Array(_) => Ok(()),
            SequenceWriter::Record(record) => record.end(),
            SequenceWriter::Bytes(items) => {
                items.count.correct(items.writer.out, items.written);
                if items.written == 0 {
                    items.writer.out.push(0);
                }
                items.check()
            }
            SequenceWriter::Fixed(items, size) => {
                if items.written != size as usize {
                    let message = format!("{} bytes, not {size}, are no fixed of the schema", items.written);
                    return fault(DataClass::ValueInvalid, None, message);
                }
                items.check()
            }
        }
    }
}

impl Items<'_, '_, '_> {
    /// Whether the bytes are what their logical type asks.
    fn check(self) -> Outcome<()> {
        let codec = self.writer.codec;
        let Some(logical) = codec.plan.nodes[self.part.node as usize].check else { return Ok(()) };
        let bytes = &self.writer.out[self.writer.out.len() - self.written..];
        check_bytes(logical, bytes, &Options::default()).or_else(|(class, message)| fault(class, None, message))
    }
}

macro_rules! sequence {
    ($trait:ident, $method:ident) => {
        impl $trait for SequenceWriter<'_, '_, '_> {
            type Ok = ();
            type Error = Box<Fault>;

            #[inline(always)]
            #[expect(clippy::inline_always, reason = "as of items")]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
                self.item(value)
            }

            #[inline(always)]
            #[expect(clippy::inline_always, reason = "as of items")]
            fn end(self) -> Outcome<()> {
                self.finish()
            }
        }
    };
}

sequence!(SerializeSeq, serialize_element);
sequence!(SerializeTuple, serialize_element);
sequence!(SerializeTupleStruct, serialize_field);
sequence!(SerializeTupleVariant, serialize_field);

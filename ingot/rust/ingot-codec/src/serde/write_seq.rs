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

// What is rare is in a box, and has functions of its own that are handed no more than they need: so the rest can stay in
// registers from item to item.
pub(super) enum SequenceWriter<'w, 'p, 'o> {
    Items(Items<'w, 'p, 'o>, What),
    Record(Box<RecordWriter<'w, 'p, 'o>>),
}

/// What items are part of.
#[derive(Clone, Copy)]
pub(super) enum What {
    Array,
    Bytes,
    /// A fixed of so many bytes.
    Fixed(u32),
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
        Ok(SequenceWriter::Items(Items { writer, part, count, written: 0 }, What::Array))
    }

    pub(super) fn other(this: ValueWriter<'w, 'p, 'o>, length: Option<usize>) -> Outcome<Box<Self>> {
        let byte = Part { kind: Kind::Byte, node: this.part.node };
        let (kind, node) = (this.part.plain(), this.part.node);
        Ok(Box::new(match kind {
            Kind::Array(part) => SequenceWriter::array(this.writer, part, length)?,
            Kind::Bytes => {
                let writer = this.writer;
                let count = Count::write(writer.out, length);
                SequenceWriter::Items(Items { writer, part: byte, count, written: 0 }, What::Bytes)
            }
            Kind::Fixed(size) => {
                let writer = this.writer;
                let count = Count { at: writer.out.len(), claimed: 0 };
                SequenceWriter::Items(Items { writer, part: byte, count, written: 0 }, What::Fixed(size))
            }
            Kind::Record(record) => SequenceWriter::Record(Box::new(RecordWriter::new(this.writer, record, node)?)),
            _ => return this.mismatch("a sequence"),
        }))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each item costs more than most items")]
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
        match self {
            SequenceWriter::Items(items, _) => {
                let place = items.written;
                items.written += 1;
                value.serialize(items.writer.at(items.part)).within(move || Step::Item(place))
            }
            SequenceWriter::Record(record) => record.next(value),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of the first")]
    fn finish(self) -> Outcome<()> {
        match self {
            SequenceWriter::Items(Items { writer, count, written, .. }, What::Array) => {
                count.correct(writer.out, written);
                writer.out.push(0);
                writer.depth += 1;
                Ok(())
            }
            SequenceWriter::Items(Items { writer, part, count, written }, what) => {
                finish_bytes(writer, part.node, count, written, what)
            }
            SequenceWriter::Record(record) => finish_record(*record),
        }
    }
}

#[cold]
#[inline(never)]
fn finish_record(record: RecordWriter<'_, '_, '_>) -> Outcome<()> {
    record.end()
}

#[inline(never)]
fn finish_bytes(writer: &mut Writer<'_, '_>, node: u32, count: Count, written: usize, what: What) -> Outcome<()> {
    match what {
        What::Fixed(size) if written != size as usize => {
            let message = format!("{written} bytes, not {size}, are no fixed of the schema");
            return fault(DataClass::ValueInvalid, None, message);
        }
        What::Fixed(_) => {}
        What::Bytes | What::Array => {
            count.correct(writer.out, written);
            if written == 0 {
                writer.out.push(0);
            }
        }
    }
    // Whether the bytes are what their logical type asks.
    let Some(logical) = writer.codec.plan.nodes[node as usize].check else { return Ok(()) };
    let bytes = &writer.out[writer.out.len() - written..];
    check_bytes(logical, bytes, &Options::default()).or_else(|(class, message)| fault(class, None, message))
}

macro_rules! sequence {
    ($trait:ident, $method:ident) => {
        impl $trait for SequenceWriter<'_, '_, '_> {
            type Ok = ();
            type Error = Box<Fault>;

            #[inline(always)]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
                self.item(value)
            }

            #[inline(always)]
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

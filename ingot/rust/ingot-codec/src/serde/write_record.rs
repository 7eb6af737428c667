//! Records of structs: in the schema's order at once, else put in order at the end.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::mem::take;

use ingot_schema::Type;
use ingot_schema::shared::cut;
use serde::Serialize;
use serde::ser::{SerializeStruct, SerializeStructVariant};

use crate::encode::Encoder;
use crate::error::{DataClass, Fault, Outcome, Step, Within, fault};
use crate::serde::names::{Field, Kind, Record};
use crate::serde::write::Writer;
use crate::serde::write_map::MapWriter;
use crate::wire::put_long;

// As of sequences, what is rare is in a box.
pub(super) enum StructWriter<'w, 'p, 'o> {
    Record(RecordWriter<'w, 'p, 'o>),
    Map(Box<MapWriter<'w, 'p, 'o>>),
}

/// The bytes of a field that came before its turn.
pub(super) struct Span {
    field: usize,
    start: usize,
    end: usize,
}

pub(super) struct RecordWriter<'w, 'p, 'o> {
    pub(super) writer: &'w mut Writer<'p, 'o>,
    record: &'p Record,
    pub(super) node: u32,
    /// The fields that are still due, as long as all came in their order; none after that.
    due: &'p [Field],
    late: Option<Late>,
}

/// What is known since a field came before its turn.
struct Late {
    /// The first field that was not written in order, and where its bytes would begin.
    first: usize,
    start: usize,
    /// How many of the [`Writer::spans`] are those of outer records.
    outer: usize,
}

impl<'w, 'p, 'o> RecordWriter<'w, 'p, 'o> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of structs")]
    pub(super) fn new(writer: &'w mut Writer<'p, 'o>, record: u32, node: u32) -> Outcome<Self> {
        writer.enter()?;
        let record = &writer.names.records[record as usize];
        Ok(RecordWriter { writer, record, node, due: &record.fields, late: None })
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call for each field costs more than most fields")]
    pub(super) fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Outcome<()> {
        match self.due {
            [field, due @ ..] if field.name.is(name) => {
                self.due = due;
                value.serialize(self.writer.at(field.part)).within(|| Step::Field(name.into()))
            }
            _ => self.apart(|record| {
                let field = record.find(name)?;
                record.early(field, value)
            }),
        }
    }

    /// Does what is rare with a writer of its own, so that this one needs no place in memory.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "this is what it is for")]
    fn apart<T>(&mut self, rare: impl FnOnce(&mut RecordWriter<'_, 'p, 'o>) -> T) -> T {
        let mut record = RecordWriter {
            writer: &mut *self.writer,
            record: self.record,
            node: self.node,
            due: self.due,
            late: self.late.take(),
        };
        let done = rare(&mut record);
        (self.due, self.late) = (record.due, record.late);
        done
    }

    /// The next field, as the elements of tuples are.
    pub(super) fn next<T: Serialize + ?Sized>(&mut self, value: &T) -> Outcome<()> {
        let [field, due @ ..] = self.due else {
            let message = format!("more values than the {} fields of {}", self.record.fields.len(), self.name());
            return fault(DataClass::ValueInvalid, None, message);
        };
        self.due = due;
        value.serialize(self.writer.at(field.part)).within(|| Step::Field((*field.name).into()))
    }

    /// A field by its place in the record.
    pub(super) fn placed<T: Serialize + ?Sized>(&mut self, field: usize, value: &T) -> Outcome<()> {
        if self.late.is_none() && field == self.record.fields.len() - self.due.len() {
            return self.next(value);
        }
        self.early(field, value)
    }

    /// Leaves a field to its default.
    #[cold]
    #[inline(never)]
    pub(super) fn skip(&mut self, name: &str) -> Outcome<()> {
        match self.due {
            [field, due @ ..] if *field.name == *name => {
                self.due = due;
                self.default(self.record.fields.len() - due.len() - 1)
            }
            _ => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn find(&self, name: &str) -> Outcome<usize> {
        let Some(field) = self.record.place(name) else {
            let message = format!("{} has no field {:?}", self.name(), cut(name));
            return fault(DataClass::ValueInvalid, None, message);
        };
        Ok(field)
    }

    /// Writes a field that is not the next one behind all others, to be put in order at the end.
    #[inline(never)]
    pub(super) fn early<T: Serialize + ?Sized>(&mut self, field: usize, value: &T) -> Outcome<()> {
        let fields = &self.record.fields;
        let next = fields.len() - self.due.len();
        let Writer { out, spans, .. } = &*self.writer;
        let late = self.late.get_or_insert(Late { first: next, start: out.len(), outer: spans.len() });
        self.due = &[];
        let start = out.len();
        if field < late.first || spans[late.outer..].iter().any(|span| span.field == field) {
            let message = format!("the field {:?} is there twice", cut(&fields[field].name));
            return fault(DataClass::ValueInvalid, None, message);
        }
        value.serialize(self.writer.at(fields[field].part)).within(|| Step::Field((*fields[field].name).into()))?;
        let end = self.writer.out.len();
        self.writer.spans.push(Span { field, start, end });
        Ok(())
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as of structs")]
    pub(super) fn end(mut self) -> Outcome<()> {
        if !self.due.is_empty() || self.late.is_some() {
            self.apart(|record| record.complete(record.record.fields.len()))?;
        }
        self.writer.depth += 1;
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn complete(&mut self, count: usize) -> Outcome<()> {
        let Some(Late { first, start, outer }) = self.late else {
            return (count - self.due.len()..count).try_for_each(|field| self.default(field));
        };
        for field in first..count {
            if self.writer.spans[outer..].iter().all(|span| span.field != field) {
                let start = self.writer.out.len();
                self.default(field)?;
                let end = self.writer.out.len();
                self.writer.spans.push(Span { field, start, end });
            }
        }
        let mut ordered = take(&mut self.writer.ordered);
        let spans = &mut self.writer.spans[outer..];
        spans.sort_unstable_by_key(|span| span.field);
        for span in spans {
            ordered.extend_from_slice(&self.writer.out[span.start..span.end]);
        }
        self.writer.out.truncate(start);
        self.writer.out.extend_from_slice(&ordered);
        ordered.clear();
        self.writer.ordered = ordered;
        self.writer.spans.truncate(outer);
        Ok(())
    }

    /// Writes the default of a field, or null where the field may be that.
    fn default(&mut self, place: usize) -> Outcome<()> {
        let Field { name, part, .. } = &self.record.fields[place];
        let codec = self.writer.codec;
        if let Type::Record(record) = &codec.schema.nodes()[self.node as usize].shape
            && let Some(default) = record.fields.get(place).and_then(|field| field.default.as_ref()?.value.as_ref())
        {
            let mut encoder = Encoder::new(&codec.plan, &codec.schema, self.writer.out);
            encoder.depth = self.writer.depth;
            return encoder.value(part.node, default).within(|| Step::Field((**name).into()));
        }
        let null = match part.kind {
            Kind::Null => return Ok(()),
            Kind::Union(union) => self.writer.names.unions[union as usize].null,
            _ => None,
        };
        match null {
            Some(null) => {
                put_long(self.writer.out, null.into());
                Ok(())
            }
            None => fault(DataClass::ValueInvalid, None, format!("the field {} is missing", cut(name))),
        }
    }

    fn name(&self) -> String {
        let shape = &self.writer.codec.schema.nodes()[self.node as usize].shape;
        shape.name().map_or(String::new(), |name| name.full().into())
    }
}

impl SerializeStruct for StructWriter<'_, '_, '_> {
    type Ok = ();
    type Error = Box<Fault>;

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Outcome<()> {
        match self {
            StructWriter::Record(record) => record.field(name, value),
            StructWriter::Map(map) => map.entry(name, value),
        }
    }

    #[inline]
    fn skip_field(&mut self, name: &'static str) -> Outcome<()> {
        match self {
            StructWriter::Record(record) => record.apart(|record| record.skip(name)),
            StructWriter::Map(_) => Ok(()),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would have to be handed all of it")]
    fn end(self) -> Outcome<()> {
        match self {
            StructWriter::Record(record) => record.end(),
            StructWriter::Map(map) => map.finish(),
        }
    }
}

impl SerializeStructVariant for StructWriter<'_, '_, '_> {
    type Ok = ();
    type Error = Box<Fault>;

    #[inline]
    fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Outcome<()> {
        SerializeStruct::serialize_field(self, name, value)
    }

    fn skip_field(&mut self, name: &'static str) -> Outcome<()> {
        SerializeStruct::skip_field(self, name)
    }

    #[inline]
    fn end(self) -> Outcome<()> {
        SerializeStruct::end(self)
    }
}

//! A serializer that a schema leads: what has no parts is written here.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use ingot_schema::shared::cut;
use serde::{Serialize, Serializer};

use crate::codec::Codec;
use crate::error::{DataClass, Outcome, fault};
use crate::limits::{Limits, Options};
use crate::logical::{Complaint, check_bytes, check_number, check_text};
use crate::serde::choice::{Sort, choose};
use crate::serde::names::{Kind, Names, Part, Plain, Union};
use crate::serde::write_map::MapWriter;
use crate::serde::write_record::{RecordWriter, Span, StructWriter};
use crate::serde::write_seq::SequenceWriter;
use crate::wire::{put_int, put_long, put_run};

/// What all values that are written share.
pub(super) struct Writer<'p, 'o> {
    pub(super) codec: &'p Codec,
    pub(super) names: &'p Names,
    pub(super) out: &'o mut Vec<u8>,
    /// How much deeper values may lie.
    pub(super) depth: usize,
    /// Where fields lie that came too early, those of the innermost record last.
    pub(super) spans: Vec<Span>,
    /// Room to put them in order.
    pub(super) ordered: Vec<u8>,
}

impl<'p, 'o> Writer<'p, 'o> {
    pub(super) fn new(codec: &'p Codec, out: &'o mut Vec<u8>) -> Self {
        let depth = Limits::default().depth;
        Writer { codec, names: &codec.names, out, depth, spans: Vec::new(), ordered: Vec::new() }
    }

    pub(super) fn root(&mut self) -> ValueWriter<'_, 'p, 'o> {
        let part = self.names.root;
        self.at(part)
    }

    #[inline]
    pub(super) fn at(&mut self, part: Part) -> ValueWriter<'_, 'p, 'o> {
        ValueWriter { writer: self, part }
    }

    #[inline]
    pub(super) fn enter(&mut self) -> Outcome<()> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return fault(DataClass::LimitDepth, None, "values are nested too deeply");
        };
        self.depth = depth;
        Ok(())
    }
}

/// The place in the schema that the next value has.
pub(super) struct ValueWriter<'w, 'p, 'o> {
    pub(super) writer: &'w mut Writer<'p, 'o>,
    pub(super) part: Part,
}

impl<'w, 'p, 'o> ValueWriter<'w, 'p, 'o> {
    #[cold]
    #[inline(never)]
    fn other_sequence(self, length: Option<usize>) -> Outcome<Box<SequenceWriter<'w, 'p, 'o>>> {
        SequenceWriter::other(self.choose(Sort::Sequence)?, length)
    }

    #[cold]
    #[inline(never)]
    fn other_struct(self, name: &str, length: usize) -> Outcome<Box<StructWriter<'w, 'p, 'o>>> {
        let this = self.choose(Sort::Struct(name, Some(length)))?;
        Ok(Box::new(match this.part.kind {
            Kind::Record(record) => StructWriter::Record(RecordWriter::new(this.writer, record, this.part.node)?),
            Kind::Map(values) => StructWriter::Map(Box::new(MapWriter::map(this.writer, values, Some(length))?)),
            _ => return this.mismatch("a struct"),
        }))
    }

    /// Moves on to a branch of a union, for a value of this sort; an error if there is none for it.
    #[cold]
    #[inline(never)]
    fn choose(mut self, sort: Sort<'_>) -> Outcome<Self> {
        // A union in a union, as leniently read schemas may have it, takes another turn.
        while let Some((union, variant)) = self.union() {
            let Some(place) = choose(self.writer.names, union, sort, variant) else {
                let message = format!("the union has no branch for {sort}, or more than one");
                return fault(DataClass::ValueInvalid, None, message);
            };
            self = self.branch(union, place);
        }
        Ok(self)
    }

    fn union(&self) -> Option<(&'p Union, Option<u32>)> {
        let names = self.writer.names;
        match self.part.kind {
            Kind::Union(union) => Some((&names.unions[union as usize], None)),
            Kind::Numbered { union, variant } => Some((&names.unions[union as usize], Some(variant))),
            _ => None,
        }
    }

    #[inline]
    fn branch(mut self, union: &Union, place: u32) -> Self {
        put_long(self.writer.out, i64::from(place));
        self.part = union.branches[place as usize].part;
        self
    }

    /// Moves on to the branch that a name means, if this is a union; `number` is that of an enum's variant.
    #[inline]
    fn named(mut self, name: &str, number: Option<u32>) -> Self {
        if let Kind::Union(place) = self.part.kind {
            let union = &self.writer.names.unions[place as usize];
            match (union.named(name, number.unwrap_or(0)), number) {
                (Some(found), _) => return self.branch(union, found),
                (None, Some(variant)) => self.part.kind = Kind::Numbered { union: place, variant },
                (None, None) => {}
            }
        }
        self
    }

    #[cold]
    pub(super) fn mismatch<T>(&self, what: &str) -> Outcome<T> {
        let shape = self.writer.codec.schema.nodes()[self.part.node as usize].shape.word();
        fault(DataClass::ValueInvalid, None, format!("{what} is no {shape} of the schema"))
    }

    fn checked(&self, check: impl FnOnce(ingot_schema::Logical, &Options) -> Result<(), Complaint>) -> Outcome<()> {
        let Some(logical) = self.writer.codec.plan.nodes[self.part.node as usize].check else { return Ok(()) };
        check(logical, &Options::default()).or_else(|(class, message)| fault(class, None, message))
    }

    /// An integer that is not written as simply as most.
    #[cold]
    #[inline(never)]
    fn integer(self, value: i64, wide: bool) -> Outcome<()> {
        let this = self.choose(Sort::Integer { wide, fits: i32::try_from(value).is_ok() })?;
        match this.part.kind {
            Kind::Int | Kind::Checked(Plain::Int) if i32::try_from(value).is_err() => {
                return fault(DataClass::ValueInvalid, None, format!("{value} is beyond an int"));
            }
            Kind::Int | Kind::Long => {}
            Kind::Checked(Plain::Int | Plain::Long) => {
                this.checked(|logical, options| check_number(logical, value, options))?;
            }
            Kind::Byte => {
                let Ok(byte) = u8::try_from(value) else { return this.mismatch("an integer beyond a byte") };
                this.writer.out.push(byte);
                return Ok(());
            }
            _ => return this.mismatch("an integer"),
        }
        put_long(this.writer.out, value);
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn other_float(self, value: f64, double: bool) -> Outcome<()> {
        let this = self.choose(if double { Sort::Double } else { Sort::Float })?;
        match this.part.kind {
            Kind::Double => this.writer.out.extend_from_slice(&value.to_le_bytes()),
            Kind::Float => {
                let Some(near) = narrowed(value) else {
                    return fault(DataClass::ValueInvalid, None, format!("{value} is beyond a float"));
                };
                this.writer.out.extend_from_slice(&near.to_le_bytes());
            }
            _ => return this.mismatch(if double { "a double" } else { "a float" }),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn other_text(self, text: &str) -> Outcome<()> {
        let this = self.choose(Sort::Text)?;
        match this.part.kind {
            Kind::String | Kind::Bytes => put_run(this.writer.out, text.as_bytes()),
            Kind::Checked(Plain::String) => {
                this.checked(|logical, options| check_text(logical, text, options))?;
                put_run(this.writer.out, text.as_bytes());
            }
            Kind::Enum(one) => return this.symbol(one, text),
            _ => return this.mismatch("a string"),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn other_bytes(self, bytes: &[u8]) -> Outcome<()> {
        let this = self.choose(Sort::Bytes(bytes.len()))?;
        match this.part.plain() {
            Kind::Bytes => {
                this.checked(|logical, options| check_bytes(logical, bytes, options))?;
                put_run(this.writer.out, bytes);
            }
            Kind::Fixed(size) if bytes.len() == size as usize => {
                this.checked(|logical, options| check_bytes(logical, bytes, options))?;
                this.writer.out.extend_from_slice(bytes);
            }
            Kind::Fixed(size) => return this.mismatch(&format!("a value of {} bytes, not {size},", bytes.len())),
            Kind::String => match core::str::from_utf8(bytes) {
                Ok(text) => return this.other_text(text),
                Err(_) => return this.mismatch("a value of bytes that are not UTF-8"),
            },
            _ => return this.mismatch("a value of bytes"),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn null(self) -> Outcome<()> {
        let this = self.choose(Sort::Null)?;
        match this.part.kind {
            Kind::Null => Ok(()),
            _ => this.mismatch("null"),
        }
    }

    #[cold]
    #[inline(never)]
    fn symbol(self, one: u32, symbol: &str) -> Outcome<()> {
        let Some(place) = self.writer.names.symbol(one, symbol) else {
            return fault(DataClass::ValueInvalid, None, format!("the enum has no symbol {:?}", cut(symbol)));
        };
        put_long(self.writer.out, i64::try_from(place).unwrap_or(i64::MAX));
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn other_variant(mut self, name: &str, number: u32, symbol: &str) -> Outcome<()> {
        if let Kind::Enum(one) = self.part.kind {
            return self.symbol(one, symbol);
        }
        if let Kind::Union(union) = self.part.kind {
            self.part.kind = Kind::Numbered { union, variant: number };
        }
        self.unit(name, symbol)
    }

    #[cold]
    #[inline(never)]
    fn unit(self, name: &str, symbol: &str) -> Outcome<()> {
        let this = self.choose(Sort::Unit(name, symbol))?;
        match this.part.kind {
            Kind::Enum(one) => this.symbol(one, symbol),
            Kind::Null => Ok(()),
            Kind::Record(record) if this.writer.names.records[record as usize].fields.is_empty() => Ok(()),
            Kind::String | Kind::Bytes | Kind::Checked(_) => this.other_text(symbol),
            _ => this.mismatch(&format!("the variant {symbol}")),
        }
    }
}

impl<'w, 'p, 'o> Serializer for ValueWriter<'w, 'p, 'o> {
    type Ok = ();
    type Error = Box<crate::error::Fault>;
    type SerializeSeq = SequenceWriter<'w, 'p, 'o>;
    type SerializeTuple = SequenceWriter<'w, 'p, 'o>;
    type SerializeTupleStruct = SequenceWriter<'w, 'p, 'o>;
    type SerializeTupleVariant = SequenceWriter<'w, 'p, 'o>;
    type SerializeMap = MapWriter<'w, 'p, 'o>;
    type SerializeStruct = StructWriter<'w, 'p, 'o>;
    type SerializeStructVariant = StructWriter<'w, 'p, 'o>;

    #[inline]
    fn serialize_bool(self, value: bool) -> Outcome<()> {
        let this = if let Kind::Boolean = self.part.kind { self } else { self.choose(Sort::Boolean)? };
        let Kind::Boolean = this.part.kind else { return this.mismatch("a boolean") };
        this.writer.out.push(u8::from(value));
        Ok(())
    }

    #[inline]
    fn serialize_i8(self, value: i8) -> Outcome<()> {
        self.serialize_i32(value.into())
    }

    #[inline]
    fn serialize_i16(self, value: i16) -> Outcome<()> {
        self.serialize_i32(value.into())
    }

    #[inline]
    fn serialize_i32(self, value: i32) -> Outcome<()> {
        if let Kind::Int | Kind::Long = self.part.kind {
            put_int(self.writer.out, value);
            return Ok(());
        }
        self.integer(value.into(), false)
    }

    #[inline]
    fn serialize_i64(self, value: i64) -> Outcome<()> {
        if let Kind::Long = self.part.kind {
            put_long(self.writer.out, value);
            return Ok(());
        }
        self.integer(value, true)
    }

    #[inline]
    fn serialize_u8(self, value: u8) -> Outcome<()> {
        if let Kind::Byte = self.part.kind {
            self.writer.out.push(value);
            return Ok(());
        }
        self.serialize_i32(value.into())
    }

    #[inline]
    fn serialize_u16(self, value: u16) -> Outcome<()> {
        self.serialize_i32(value.into())
    }

    #[inline]
    fn serialize_u32(self, value: u32) -> Outcome<()> {
        if let Kind::Long = self.part.kind {
            put_long(self.writer.out, value.into());
            return Ok(());
        }
        self.integer(value.into(), false)
    }

    #[inline]
    fn serialize_u64(self, value: u64) -> Outcome<()> {
        match i64::try_from(value) {
            Ok(value) => self.serialize_i64(value),
            Err(_) => fault(DataClass::ValueInvalid, None, format!("{value} is beyond a long")),
        }
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Outcome<()> {
        if let Kind::Float = self.part.kind {
            self.writer.out.extend_from_slice(&value.to_le_bytes());
            return Ok(());
        }
        self.other_float(value.into(), false)
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Outcome<()> {
        if let Kind::Double = self.part.kind {
            self.writer.out.extend_from_slice(&value.to_le_bytes());
            return Ok(());
        }
        self.other_float(value, true)
    }

    fn serialize_char(self, value: char) -> Outcome<()> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, text: &str) -> Outcome<()> {
        if let Kind::String = self.part.kind {
            put_run(self.writer.out, text.as_bytes());
            return Ok(());
        }
        self.other_text(text)
    }

    #[inline]
    fn serialize_bytes(self, bytes: &[u8]) -> Outcome<()> {
        match self.part.kind {
            Kind::Bytes => put_run(self.writer.out, bytes),
            Kind::Fixed(size) if bytes.len() == size as usize => self.writer.out.extend_from_slice(bytes),
            _ => return self.other_bytes(bytes),
        }
        Ok(())
    }

    #[inline]
    fn serialize_none(self) -> Outcome<()> {
        if let Kind::Union(union) = self.part.kind
            && let Some(null) = self.writer.names.unions[union as usize].null
        {
            put_long(self.writer.out, null.into());
            return Ok(());
        }
        self.null()
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Outcome<()> {
        if let Kind::Union(union) = self.part.kind
            && let union = &self.writer.names.unions[union as usize]
            && let Some(other) = union.other
        {
            return value.serialize(self.branch(union, other));
        }
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Outcome<()> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, name: &'static str) -> Outcome<()> {
        match self.part.kind {
            Kind::Null => Ok(()),
            _ => self.unit(name, name),
        }
    }

    #[inline]
    fn serialize_unit_variant(self, name: &'static str, number: u32, symbol: &'static str) -> Outcome<()> {
        if let Kind::Enum(one) = self.part.kind {
            let symbols = &self.writer.names.enums[one as usize];
            if symbols.get(number as usize).is_some_and(|known| known.is(symbol)) {
                put_long(self.writer.out, number.into());
                return Ok(());
            }
        }
        self.other_variant(name, number, symbol)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Outcome<()> {
        value.serialize(self.named(name, None))
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        number: u32,
        variant: &'static str,
        value: &T,
    ) -> Outcome<()> {
        value.serialize(self.named(variant, Some(number)))
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call would have to hand all of it back")]
    fn serialize_seq(self, length: Option<usize>) -> Outcome<SequenceWriter<'w, 'p, 'o>> {
        match self.part.kind {
            Kind::Array(part) => SequenceWriter::array(self.writer, part, length),
            _ => self.other_sequence(length).map(|other| *other),
        }
    }

    #[inline]
    fn serialize_tuple(self, length: usize) -> Outcome<SequenceWriter<'w, 'p, 'o>> {
        self.serialize_seq(Some(length))
    }

    #[inline]
    fn serialize_tuple_struct(self, name: &'static str, length: usize) -> Outcome<SequenceWriter<'w, 'p, 'o>> {
        self.named(name, None).serialize_seq(Some(length))
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        number: u32,
        variant: &'static str,
        length: usize,
    ) -> Outcome<SequenceWriter<'w, 'p, 'o>> {
        self.named(variant, Some(number)).serialize_seq(Some(length))
    }

    #[inline]
    fn serialize_map(self, length: Option<usize>) -> Outcome<MapWriter<'w, 'p, 'o>> {
        let this = match self.part.kind {
            Kind::Map(_) | Kind::Record(_) => self,
            _ => self.choose(Sort::Struct("", length))?,
        };
        match this.part.kind {
            Kind::Map(values) => MapWriter::map(this.writer, values, length),
            Kind::Record(record) => {
                Ok(MapWriter::Record(RecordWriter::new(this.writer, record, this.part.node)?, None))
            }
            _ => this.mismatch("a map"),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    fn serialize_struct(self, name: &'static str, length: usize) -> Outcome<StructWriter<'w, 'p, 'o>> {
        match self.part.kind {
            Kind::Record(record) => Ok(StructWriter::Record(RecordWriter::new(self.writer, record, self.part.node)?)),
            _ => self.other_struct(name, length).map(|other| *other),
        }
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        number: u32,
        variant: &'static str,
        length: usize,
    ) -> Outcome<StructWriter<'w, 'p, 'o>> {
        self.named(variant, Some(number)).serialize_struct(variant, length)
    }
}

/// The nearest float, unless that is infinite and the double is not.
#[expect(clippy::cast_possible_truncation, reason = "the nearest is wanted")]
fn narrowed(value: f64) -> Option<f32> {
    let near = value as f32;
    (near.is_finite() || !value.is_finite()).then_some(near)
}

//! A serializer that a schema leads: what has no parts is written here, where the schema has the type of the value.

use alloc::boxed::Box;
use alloc::format;

use serde::{Serialize, Serializer};

use crate::error::{DataClass, Outcome, fault};
use crate::serde::choice::Sort;
use crate::serde::names::Kind;
use crate::serde::write::ValueWriter;
use crate::serde::write_map::MapWriter;
use crate::serde::write_record::{RecordWriter, StructWriter};
use crate::serde::write_seq::SequenceWriter;
use crate::wire::{put_int, put_long, put_run};

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

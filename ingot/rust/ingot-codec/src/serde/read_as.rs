//! A deserializer that a schema leads: what a type asks for, beside what the schema says. Where the two say the same, it is
//! read here.

use serde::de::{Deserializer, Visitor};

use crate::error::{Fault, Outcome};
use crate::serde::names::{Kind, Names};
use crate::serde::read::{ValueReader, count, in_branch, text};
use crate::serde::read_parts::{Chosen, Symbol};
use alloc::boxed::Box;

impl<'b> Deserializer<'b> for ValueReader<'_, '_, 'b> {
    type Error = Box<Fault>;

    #[inline]
    fn deserialize_any<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.any(visitor)
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Boolean => visitor.visit_bool(self.reader.scan.boolean()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_i8<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i32(visitor)
    }

    #[inline]
    fn deserialize_i16<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i32(visitor)
    }

    #[inline]
    fn deserialize_i32<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Int => visitor.visit_i32(self.reader.int()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_i64<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Long => visitor.visit_i64(self.reader.long()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_u8<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i32(visitor)
    }

    #[inline]
    fn deserialize_u16<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i32(visitor)
    }

    #[inline]
    fn deserialize_u32<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i64(visitor)
    }

    #[inline]
    fn deserialize_u64<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_i64(visitor)
    }

    #[inline]
    fn deserialize_f32<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Float => visitor.visit_f32(self.reader.scan.float()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_f64<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Double => visitor.visit_f64(self.reader.scan.double()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_char<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::String if self.reader.scan.options.lenient => text(self.reader.text()?, visitor),
            // Also text in bytes, for those who want it so.
            Kind::String | Kind::Bytes => visitor.visit_borrowed_str(self.reader.borrowed_text()?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_string<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_str(visitor)
    }

    #[inline]
    fn deserialize_bytes<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Bytes => visitor.visit_borrowed_bytes(self.reader.scan.input.run()?),
            Kind::Fixed(size) => visitor.visit_borrowed_bytes(self.reader.scan.input.take(size as usize)?),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_byte_buf<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.deserialize_bytes(visitor)
    }

    #[inline]
    fn deserialize_option<V: Visitor<'b>>(mut self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Union(union) => {
                let (before, part) = (self.reader.scan.input.at(), self.part);
                let found = self.branch(union)?;
                let union = &self.reader.names.unions[union as usize];
                if Some(found) == union.null {
                    return visitor.visit_none();
                }
                if union.other.is_none() {
                    // The branch is chosen by the value's own type.
                    self.reader.scan.input.back_to(before);
                    self.part = part;
                }
                visitor.visit_some(self)
            }
            Kind::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    #[inline]
    fn deserialize_unit<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.any(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'b>>(self, name: &'static str, visitor: V) -> Outcome<V::Value> {
        let this = in_branch!(self.deserialize_unit_struct(name, visitor));
        match this.part.kind {
            Kind::Record(record) if this.reader.names.records[record as usize].fields.is_empty() => {
                this.reader.skip(this.part.node)?;
                visitor.visit_unit()
            }
            _ => this.any(visitor),
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'b>>(self, _: &'static str, visitor: V) -> Outcome<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        if let Kind::Array(_) = self.part.kind {
            return self.items(visitor);
        }
        let this = in_branch!(self.deserialize_seq(visitor));
        match this.part.plain() {
            Kind::Array(_) => this.items(visitor),
            Kind::Bytes => this.byte_by_byte(None, visitor),
            Kind::Fixed(size) => this.byte_by_byte(Some(size), visitor),
            _ => this.any(visitor),
        }
    }

    #[inline]
    fn deserialize_tuple<V: Visitor<'b>>(self, length: usize, visitor: V) -> Outcome<V::Value> {
        if let Kind::Array(_) = self.part.kind {
            return self.items(visitor);
        }
        let this = in_branch!(self.deserialize_tuple(length, visitor));
        match this.part.kind {
            Kind::Record(record) if this.reader.names.records[record as usize].fields.len() == length => {
                this.in_order(record, visitor)
            }
            _ => this.deserialize_seq(visitor),
        }
    }

    #[inline]
    fn deserialize_tuple_struct<V: Visitor<'b>>(self, _: &'static str, length: usize, visitor: V) -> Outcome<V::Value> {
        self.deserialize_tuple(length, visitor)
    }

    #[inline]
    fn deserialize_map<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Map(_) => self.entries(visitor),
            _ => self.any(visitor),
        }
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'b>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Outcome<V::Value> {
        let this = in_branch!(self.deserialize_struct(name, fields, visitor));
        match this.part.kind {
            Kind::Record(record) if this.reader.names.records[record as usize].is_in_order(fields) => {
                this.in_order(record, visitor)
            }
            _ => this.any(visitor),
        }
    }

    #[inline]
    fn deserialize_enum<V: Visitor<'b>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Outcome<V::Value> {
        match self.part.kind {
            Kind::Enum(one) => {
                let symbols = &self.reader.names.enums[one as usize];
                let place = self.reader.scan.symbol(count(symbols))?;
                visitor.visit_enum(Symbol(&symbols[place as usize]))
            }
            Kind::Union(union) => {
                let found = self.branch(union)?;
                let union = &self.reader.names.unions[union as usize];
                let name = union.variant(found, variants);
                // An enum of symbols in a union is known by them.
                if !variants.contains(&name)
                    && let Kind::Enum(_) = self.part.kind
                {
                    return self.deserialize_enum("", variants, visitor);
                }
                visitor.visit_enum(Chosen { name, value: self })
            }
            Kind::String => {
                let text = self.reader.text()?;
                visitor.visit_enum(Symbol(&text))
            }
            _ => {
                let name = Names::own_name(*self.part, &self.reader.codec.schema, variants);
                visitor.visit_enum(Chosen { name: &name, value: self })
            }
        }
    }

    #[inline]
    fn deserialize_identifier<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.any(visitor)
    }

    #[inline]
    fn deserialize_ignored_any<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        self.reader.skip(self.part.node)?;
        visitor.visit_unit()
    }
}

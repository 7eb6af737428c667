//! A deserializer that a schema leads.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use ingot_schema::Logical;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Visitor};

use crate::codec::Codec;
use crate::error::{DataClass, Fault, Outcome, Step, fault};
use crate::limits::Options;
use crate::scan::Scan;
use crate::serde::names::{Kind, Names, Part, Plain};
use crate::serde::read_parts::{ByName, Chosen, Entries, InOrder, Items, Symbol};
use crate::serde::words::Word;

/// What all values that are read share.
pub(super) struct Reader<'p, 'b> {
    pub(super) scan: Scan<'p, 'b>,
    pub(super) codec: &'p Codec,
    pub(super) names: &'p Names,
}

impl<'p, 'b> Reader<'p, 'b> {
    pub(super) fn new(codec: &'p Codec, options: &'p Options, bytes: &'b [u8]) -> Self {
        Reader { scan: Scan::new(options, bytes), codec, names: &codec.names }
    }

    pub(super) fn root<T: Deserialize<'b>>(&mut self) -> Outcome<T> {
        let part = self.names.root;
        T::deserialize(self.at(part)).map_err(|mut fault| {
            fault.error.offset.get_or_insert(0);
            fault
        })
    }

    #[inline]
    pub(super) fn at(&mut self, part: Part) -> ValueReader<'_, 'p, 'b> {
        ValueReader { reader: self, part }
    }

    #[cold]
    pub(super) fn text(&mut self) -> Outcome<Cow<'b, str>> {
        self.scan.text(None, self.scan.options.lenient)
    }

    /// Text that is always UTF-8, as an int.
    #[inline(never)]
    pub(super) fn borrowed_text(&mut self) -> Outcome<&'b str> {
        self.scan.borrowed_text()
    }

    /// An int. What serde makes of a type is in place only if it is small, so this is not.
    #[inline(never)]
    fn int(&mut self) -> Outcome<i32> {
        self.scan.input.int()
    }

    /// A long, as an int.
    #[inline(never)]
    fn long(&mut self) -> Outcome<i64> {
        self.scan.input.long()
    }

    /// Passes over a value that is not wanted: as strictly as if it were read, where that is asked for.
    pub(super) fn skip(&mut self, node: u32) -> Outcome<()> {
        let Codec { plan, schema, .. } = self.codec;
        if self.scan.options.lenient { self.scan.skip(plan, schema, node) } else { self.scan.check(plan, schema, node) }
    }

    /// A value within another one. What its type says against it has no place in the input yet: there it begins.
    #[inline]
    pub(super) fn part<T: DeserializeSeed<'b>>(
        &mut self,
        seed: T,
        part: Part,
        step: impl FnOnce() -> Step,
    ) -> Outcome<T::Value> {
        let start = self.scan.input.at();
        match seed.deserialize(self.at(part)) {
            Ok(value) => Ok(value),
            Err(fault) => stepped(fault, step, start),
        }
    }
}

#[cold]
#[inline(never)]
fn stepped<T>(fault: Box<Fault>, step: impl FnOnce() -> Step, start: usize) -> Outcome<T> {
    fault.within_at(step(), start)
}

/// The place in the schema that the next value has.
pub(super) struct ValueReader<'r, 'p, 'b> {
    pub(super) reader: &'r mut Reader<'p, 'b>,
    pub(super) part: Part,
}

/// The place of the branch, if this is a union; in a union in a union, which only odd schemas have, a level deeper.
macro_rules! in_branch {
    ($self:ident.$method:ident($($argument:expr),*)) => {{
        let mut this = $self;
        if let Kind::Union(union) = this.part.kind {
            this.branch(union)?;
            if let Kind::Union(_) = this.part.kind {
                this.reader.scan.enter()?;
                let value = this.reader.at(this.part).$method($($argument),*)?;
                this.reader.scan.leave();
                return Ok(value);
            }
        }
        this
    }};
}

impl<'b> ValueReader<'_, '_, 'b> {
    /// Moves on to the branch of a union, whose number it gives.
    #[inline]
    fn branch(&mut self, union: u32) -> Outcome<u32> {
        let branches = &self.reader.names.unions[union as usize].branches;
        let found = self.reader.scan.branch(branches.len())?;
        self.part = branches[found as usize].part;
        Ok(found)
    }

    /// What the logical type asks.
    fn check(&self) -> Option<Logical> {
        self.reader.codec.plan.nodes[self.part.node as usize].check
    }

    /// The bytes of a bytes or of a fixed.
    fn bytes(&mut self, fixed: Option<u32>) -> Outcome<&'b [u8]> {
        let check = self.check();
        match fixed {
            Some(size) => self.reader.scan.fixed(size, check),
            None => self.reader.scan.bytes(check),
        }
    }

    /// The bytes as a sequence of numbers.
    #[cold]
    fn byte_by_byte<V: Visitor<'b>>(mut self, fixed: Option<u32>, visitor: V) -> Outcome<V::Value> {
        let bytes = self.bytes(fixed)?;
        let mut numbers = SeqDeserializer::<_, Box<Fault>>::new(bytes.iter().copied());
        let value = visitor.visit_seq(&mut numbers)?;
        numbers.end()?;
        Ok(value)
    }

    /// Any value as its schema says.
    #[cold]
    #[inline(never)]
    fn any<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        let mut this = in_branch!(self.any(visitor));
        let check = this.check();
        let scan = &mut this.reader.scan;
        match this.part.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::Boolean => visitor.visit_bool(scan.boolean()?),
            Kind::Int | Kind::Checked(Plain::Int) => visitor.visit_i32(scan.int(check)?),
            Kind::Long | Kind::Checked(Plain::Long) => visitor.visit_i64(scan.long(check)?),
            Kind::Float => visitor.visit_f32(scan.float()?),
            Kind::Double => visitor.visit_f64(scan.double()?),
            Kind::Bytes | Kind::Checked(Plain::Bytes) => visitor.visit_borrowed_bytes(this.bytes(None)?),
            Kind::Fixed(size) | Kind::Checked(Plain::Fixed(size)) => {
                visitor.visit_borrowed_bytes(this.bytes(Some(size))?)
            }
            Kind::String | Kind::Checked(Plain::String) => text(scan.text(check, scan.options.lenient)?, visitor),
            Kind::Enum(one) => {
                let symbols = &this.reader.names.enums[one as usize];
                let place = scan.symbol(count(symbols))?;
                visitor.visit_str(&symbols[place as usize])
            }
            Kind::Array(_) => this.items(visitor),
            Kind::Map(_) => this.entries(visitor),
            Kind::Record(record) => this.by_name(record, visitor),
            Kind::Union(_) | Kind::Numbered { .. } | Kind::Byte => fault(DataClass::TypeMismatch, None, "no value"),
        }
    }

    #[inline]
    fn items<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        let Kind::Array(part) = self.part.kind else { return self.any(visitor) };
        self.reader.scan.enter()?;
        let mut items = Items::new(self.reader, part);
        let value = visitor.visit_seq(&mut items)?;
        items.finish()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    fn entries<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        let Kind::Map(part) = self.part.kind else { return self.any(visitor) };
        self.reader.scan.enter()?;
        let mut entries = Entries::new(self.reader, part);
        let value = visitor.visit_map(&mut entries)?;
        entries.finish()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    fn by_name<V: Visitor<'b>>(self, record: u32, visitor: V) -> Outcome<V::Value> {
        let record = &self.reader.names.records[record as usize];
        self.reader.scan.enter_record(record.empty)?;
        let mut fields = ByName { reader: self.reader, due: &record.fields };
        let value = visitor.visit_map(&mut fields)?;
        fields.skip_rest()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    fn in_order<V: Visitor<'b>>(self, record: u32, visitor: V) -> Outcome<V::Value> {
        let record = &self.reader.names.records[record as usize];
        self.reader.scan.enter_record(record.empty)?;
        let mut fields = InOrder { reader: self.reader, due: &record.fields };
        let value = visitor.visit_seq(&mut fields)?;
        fields.finish()?;
        self.reader.scan.leave();
        Ok(value)
    }
}

/// How many symbols there are: fewer than 2³², as in the plan.
fn count(symbols: &[Word]) -> u32 {
    u32::try_from(symbols.len()).unwrap_or(u32::MAX)
}

#[inline]
fn text<'b, V: Visitor<'b>>(text: Cow<'b, str>, visitor: V) -> Outcome<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

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
                let name = Names::own_name(self.part, &self.reader.codec.schema, variants);
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

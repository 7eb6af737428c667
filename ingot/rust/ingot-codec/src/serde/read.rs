//! What is read where the schema leads: the values that a type may ask for in more than one way, and those that it takes
//! as they come.

use alloc::borrow::Cow;
use alloc::boxed::Box;

use ingot_schema::Logical;
use serde::de::value::SeqDeserializer;
use serde::de::{Deserialize, DeserializeSeed, Visitor};

use crate::codec::Codec;
use crate::error::{DataClass, Fault, Outcome, Step, fault};
use crate::limits::Options;
use crate::scan::Scan;
use crate::serde::names::{Kind, Names, Part, Plain};
use crate::serde::read_parts::{ByName, Entries, InOrder, Items};
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
        let names = self.names;
        T::deserialize(self.at(&names.root)).map_err(|mut fault| {
            fault.error.offset.get_or_insert(0);
            fault
        })
    }

    #[inline]
    pub(super) fn at(&mut self, part: &'p Part) -> ValueReader<'_, 'p, 'b> {
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
    pub(super) fn int(&mut self) -> Outcome<i32> {
        self.scan.input.int()
    }

    /// A long, as an int.
    #[inline(never)]
    pub(super) fn long(&mut self) -> Outcome<i64> {
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
        part: &'p Part,
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

/// The place in the schema that the next value has: two words, which are handed on in registers.
pub(super) struct ValueReader<'r, 'p, 'b> {
    pub(super) reader: &'r mut Reader<'p, 'b>,
    pub(super) part: &'p Part,
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
    pub(super) fn branch(&mut self, union: u32) -> Outcome<u32> {
        let branches = &self.reader.names.unions[union as usize].branches;
        let found = self.reader.scan.branch(branches.len())?;
        self.part = &branches[found as usize].part;
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
    pub(super) fn byte_by_byte<V: Visitor<'b>>(mut self, fixed: Option<u32>, visitor: V) -> Outcome<V::Value> {
        let bytes = self.bytes(fixed)?;
        let mut numbers = SeqDeserializer::<_, Box<Fault>>::new(bytes.iter().copied());
        let value = visitor.visit_seq(&mut numbers)?;
        numbers.end()?;
        Ok(value)
    }

    /// Any value as its schema says.
    #[cold]
    #[inline(never)]
    pub(super) fn any<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
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
    pub(super) fn items<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        let Kind::Array(part) = self.part.kind else { return self.any(visitor) };
        self.reader.scan.enter()?;
        let mut items = Items::new(self.reader, part);
        let value = visitor.visit_seq(&mut items)?;
        items.finish()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    pub(super) fn entries<V: Visitor<'b>>(self, visitor: V) -> Outcome<V::Value> {
        let Kind::Map(part) = self.part.kind else { return self.any(visitor) };
        self.reader.scan.enter()?;
        let mut entries = Entries::new(self.reader, part);
        let value = visitor.visit_map(&mut entries)?;
        entries.finish()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    pub(super) fn by_name<V: Visitor<'b>>(self, record: u32, visitor: V) -> Outcome<V::Value> {
        let record = &self.reader.names.records[record as usize];
        self.reader.scan.enter_record(record.empty)?;
        let mut fields = ByName { reader: self.reader, due: &record.fields };
        let value = visitor.visit_map(&mut fields)?;
        fields.skip_rest()?;
        self.reader.scan.leave();
        Ok(value)
    }

    #[inline]
    pub(super) fn in_order<V: Visitor<'b>>(self, record: u32, visitor: V) -> Outcome<V::Value> {
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
pub(super) fn count(symbols: &[Word]) -> u32 {
    u32::try_from(symbols.len()).unwrap_or(u32::MAX)
}

#[inline]
pub(super) fn text<'b, V: Visitor<'b>>(text: Cow<'b, str>, visitor: V) -> Outcome<V::Value> {
    match text {
        Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
        Cow::Owned(text) => visitor.visit_string(text),
    }
}

pub(super) use in_branch;

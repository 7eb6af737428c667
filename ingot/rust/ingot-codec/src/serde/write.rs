//! What is written where the schema has another type than the value: a branch of a union, a wider number, the symbol of a
//! text.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;

use ingot_schema::shared::cut;

use crate::codec::Codec;
use crate::error::{DataClass, Outcome, fault};
use crate::limits::{Limits, Options};
use crate::logical::{Complaint, check_bytes, check_number, check_text};
use crate::serde::choice::{Sort, choose};
use crate::serde::names::{Kind, Names, Part, Plain, Union};
use crate::serde::write_map::MapWriter;
use crate::serde::write_record::{RecordWriter, Span, StructWriter};
use crate::serde::write_seq::SequenceWriter;
use crate::wire::{put_long, put_run};

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

/// The part that the key of an entry has, which is none of the schema's.
pub(super) const KEY: Part = Part { kind: Kind::String, node: u32::MAX };

impl<'w, 'p, 'o> ValueWriter<'w, 'p, 'o> {
    #[cold]
    #[inline(never)]
    pub(super) fn other_sequence(self, length: Option<usize>) -> Outcome<Box<SequenceWriter<'w, 'p, 'o>>> {
        SequenceWriter::other(self.choose(Sort::Sequence)?, length)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn other_struct(self, name: &str, length: usize) -> Outcome<Box<StructWriter<'w, 'p, 'o>>> {
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
    pub(super) fn choose(mut self, sort: Sort<'_>) -> Outcome<Self> {
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
    pub(super) fn branch(mut self, union: &Union, place: u32) -> Self {
        put_long(self.writer.out, i64::from(place));
        self.part = union.branches[place as usize].part;
        self
    }

    /// Moves on to the branch that a name means, if this is a union; `number` is that of an enum's variant.
    #[inline]
    pub(super) fn named(mut self, name: &str, number: Option<u32>) -> Self {
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
        let node = self.writer.codec.schema.nodes().get(self.part.node as usize);
        let message = match node {
            Some(node) => format!("{what} is no {} of the schema", node.shape.word()),
            None => format!("{what} is no key of a map: a key is a string"),
        };
        fault(DataClass::ValueInvalid, None, message)
    }

    fn checked(&self, check: impl FnOnce(ingot_schema::Logical, &Options) -> Result<(), Complaint>) -> Outcome<()> {
        let Some(logical) = self.writer.codec.plan.nodes[self.part.node as usize].check else { return Ok(()) };
        check(logical, &Options::default()).or_else(|(class, message)| fault(class, None, message))
    }

    /// An integer that is not written as simply as most.
    #[cold]
    #[inline(never)]
    pub(super) fn integer(self, value: i64, wide: bool) -> Outcome<()> {
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
    pub(super) fn other_float(self, value: f64, double: bool) -> Outcome<()> {
        let this = self.choose(if double { Sort::Double } else { Sort::Float })?;
        match this.part.kind {
            Kind::Double => this.writer.out.extend_from_slice(&value.to_le_bytes()),
            Kind::Float => {
                let Some(near) = narrowed(value) else {
                    return fault(DataClass::ValueInvalid, None, format!("{value:e} is beyond a float"));
                };
                this.writer.out.extend_from_slice(&near.to_le_bytes());
            }
            _ => return this.mismatch(if double { "a double" } else { "a float" }),
        }
        Ok(())
    }

    #[cold]
    #[inline(never)]
    pub(super) fn other_text(self, text: &str) -> Outcome<()> {
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
    pub(super) fn other_bytes(self, bytes: &[u8]) -> Outcome<()> {
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
    pub(super) fn null(self) -> Outcome<()> {
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
    pub(super) fn other_variant(mut self, name: &str, number: u32, symbol: &str) -> Outcome<()> {
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
    pub(super) fn unit(self, name: &str, symbol: &str) -> Outcome<()> {
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

/// The nearest float, unless that is infinite and the double is not.
#[expect(clippy::cast_possible_truncation, reason = "the nearest is wanted")]
fn narrowed(value: f64) -> Option<f32> {
    let near = value as f32;
    (near.is_finite() || !value.is_finite()).then_some(near)
}

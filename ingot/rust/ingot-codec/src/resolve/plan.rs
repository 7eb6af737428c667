//! Two schemas made flat: how a reader's values come from a writer's bytes, step by step.

use alloc::vec::Vec;
use core::ops::Range;

use ingot_schema::{Logical, Value};

/// What to do for each pair of types; that of the whole is the first.
#[derive(Debug, Clone, Default)]
pub(super) struct Resolving {
    pub(super) nodes: Vec<Node>,
    /// The pairs of the branches of all writer's unions.
    pub(super) branches: Vec<u32>,
    /// For the symbols of all writer's enums those of the readers'.
    pub(super) symbols: Vec<u32>,
    pub(super) actions: Vec<Action>,
    pub(super) defaults: Vec<Made>,
    /// The bytes of all defaults.
    pub(super) bytes: Vec<u8>,
}

/// A symbol that the reader does not have.
pub(super) const UNKNOWN: u32 = u32::MAX;

#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) op: Op,
    pub(super) writer: u32,
    pub(super) reader: u32,
    /// What the reader's logical type asks.
    pub(super) check: Option<Logical>,
    /// Whether the writer's bytes are the reader's as they are.
    pub(super) same: bool,
    /// How many values of a record may be made of no bytes.
    pub(super) empty: u32,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Op {
    /// The reader cannot hold it.
    Never,
    Null,
    Boolean,
    Int(Number),
    Long(Number),
    Float(Number),
    Double,
    Bytes,
    BytesAsString,
    String,
    StringAsBytes,
    Fixed(u32),
    /// A part of [`Resolving::symbols`].
    Enum(Part),
    /// How many symbols there are.
    EnumAsString(u32),
    /// The pair of the items.
    Array(u32),
    /// The pair of the values.
    Map(u32),
    /// A part of [`Resolving::branches`].
    FromUnion(Part),
    /// A branch of the reader's union, and the pair.
    IntoUnion(u32, u32),
    Record {
        /// A part of [`Resolving::actions`].
        actions: Part,
        /// How many fields the reader's record has.
        fields: u32,
        /// Whether the fields come in the reader's order.
        ordered: bool,
    },
}

/// What a reader makes of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Number {
    Int,
    Long,
    Float,
    Double,
}

/// What to do for a field of the writer's record or of the reader's, in the order of the writer's bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Action {
    /// Read the field of this place in the writer's record into this place of the reader's, by this pair.
    Read { from: u32, into: u32, pair: u32 },
    /// Pass over the field of this place in the writer's record, which has this type.
    Skip { from: u32, node: u32 },
    /// Put this default into this place of the reader's record.
    Default { into: u32, default: u32 },
}

/// A default, made once.
#[derive(Debug, Clone)]
pub(super) struct Made {
    pub(super) value: Value,
    /// Where its bytes are among [`Resolving::bytes`].
    pub(super) bytes: Range<usize>,
}

/// A part of one of the lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    first: u32,
    count: u32,
}

impl Part {
    /// What a list has from a place on.
    pub(super) fn since<T>(first: usize, list: &[T]) -> Part {
        Part { first: number(first), count: number(list.len() - first) }
    }

    pub(super) fn of<T>(self, list: &[T]) -> &[T] {
        &list[self.first as usize..(self.first + self.count) as usize]
    }
}

/// Two schemas have fewer pairs and parts than 2³².
pub(super) fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

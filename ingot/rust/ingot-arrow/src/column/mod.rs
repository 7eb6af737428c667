//! Columns that grow: data are read into them directly, with no values in between.
//!
//! Nothing here says what is wrong with bytes: [`Column::read`] gives nothing, and the [checker](crate::check) reads the
//! datum again to find that out. So what succeeds stays short.

mod blocks;
mod look;
mod read;
mod rows;

pub(crate) use blocks::head;

use arrow_buffer::{IntervalMonthDayNano, i256};
use arrow_schema::{DataType, FieldRef, Fields, UnionFields};
use ingot_codec::wire::Blocks;
use ingot_codec::{DataClass, Options};
use ingot_schema::{Logical, NodeId};

use crate::check::Rules;
use crate::runs::Runs;

/// Where more bytes than these stand in for a null, they are counted.
pub(crate) const SMALL: usize = 64;

/// A column, and what has been read into it.
#[derive(Debug, Clone)]
pub(crate) enum Column {
    /// What no one asked for: it is read over.
    Skipped(NodeId, Depth),
    /// What lies too deep: data must not reach it.
    TooDeep(Box<Column>),
    Null(usize),
    /// A byte each, 0 or 1.
    Boolean(Vec<u8>),
    Int(Vec<i32>, DataType),
    TimeMillis(Vec<i32>),
    Long(Vec<i64>, DataType),
    TimeMicros(Vec<i64>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Text(Runs),
    Bytes(Runs, Option<Logical>),
    Fixed {
        size: usize,
        bytes: Vec<u8>,
        count: usize,
        logical: Option<Logical>,
    },
    Uuid(Vec<[u8; 16]>),
    Decimal128(Vec<i128>, Digits),
    Decimal256(Vec<i256>, Digits),
    Duration(Vec<IntervalMonthDayNano>),
    Enum(Vec<i32>, arrow_array::ArrayRef),
    List(Box<List>),
    Map(Box<Map>),
    Struct(Box<Struct>),
    Union(Box<Union>),
    Nullable(Box<Nullable>),
}

/// How many records, arrays and maps lie around a value.
pub(crate) type Depth = usize;

/// A decimal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Digits {
    pub(crate) precision: u32,
    pub(crate) scale: u32,
    /// How many bytes it has, if it is a fixed.
    pub(crate) size: Option<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct List {
    pub(crate) field: FieldRef,
    /// Where each ends, after where the first begins.
    pub(crate) offsets: Vec<i32>,
    pub(crate) count: usize,
    pub(crate) item: Column,
    pub(crate) least: u32,
    /// How many fields of an item that takes no bytes, and of the records in it, do not take any either.
    pub(crate) empty: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Map {
    pub(crate) entries: FieldRef,
    pub(crate) fields: Fields,
    pub(crate) offsets: Vec<i32>,
    pub(crate) keys: Runs,
    pub(crate) value: Column,
    pub(crate) part: NodeId,
    pub(crate) least: u32,
    /// That of its values.
    pub(crate) depth: Depth,
}

#[derive(Debug, Clone)]
pub(crate) struct Struct {
    /// Those that become columns.
    pub(crate) fields: Fields,
    /// All fields, in the order of their bytes.
    pub(crate) columns: Vec<Column>,
    pub(crate) count: usize,
    /// How many fields may take no bytes.
    pub(crate) empty: u32,
}

#[derive(Debug, Clone)]
pub(crate) struct Union {
    pub(crate) fields: UnionFields,
    pub(crate) ids: Vec<i8>,
    pub(crate) offsets: Vec<i32>,
    /// Each with the number of its values.
    pub(crate) branches: Vec<(Column, i32)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Nullable {
    /// A byte each: 1 where there is a value.
    pub(crate) valid: Vec<u8>,
    /// Which of the two branches is null.
    pub(crate) null: u8,
    pub(crate) inner: Column,
    /// How many bytes stand in for a null, if they are many.
    pub(crate) filler: usize,
}

/// What is read, and how.
pub(crate) struct Reading<'r> {
    pub(crate) input: &'r [u8],
    pub(crate) rules: Rules<'r>,
    pub(crate) lenient: bool,
    /// What may still take no bytes.
    pub(crate) blocks: Blocks,
    /// Whether maps are looked through for keys that come again before they are read.
    pub(crate) careful: bool,
    /// Whether a map has such keys, and was not.
    pub(crate) again: bool,
    /// How many more bytes may stand in for nulls.
    pub(crate) filler: usize,
    /// Why bytes that are right are not read.
    pub(crate) refused: Option<(DataClass, String)>,
}

impl Reading<'_> {
    fn options(&self) -> &Options {
        self.rules.options
    }

    fn refuse<T>(&mut self, message: String) -> Option<T> {
        self.refused = Some((DataClass::LimitColumns, message));
        None
    }
}

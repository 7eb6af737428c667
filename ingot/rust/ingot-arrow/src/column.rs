//! Columns that grow: data are read into them directly, with no values in between.
//!
//! Nothing here says what is wrong with bytes: [`Column::read`] gives nothing, and the [checker](crate::check) reads the
//! datum again to find that out. So what succeeds stays short.

use std::collections::HashSet;

use arrow_buffer::{IntervalMonthDayNano, i256};
use arrow_schema::{DataType, FieldRef, Fields, UnionFields};
use ingot_codec::wire::{Blocks, Input, check_bytes, check_number};
use ingot_codec::{DataClass, Options};
use ingot_schema::{Logical, NodeId};

use crate::check::Rules;
use crate::convert;
use crate::runs::{Runs, offset};
use crate::wire;

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

/// More bytes than these that stand in for one null are counted.
const SMALL: usize = 64;

impl Column {
    /// Reads a value from this offset; gives where it ends, or nothing.
    pub(crate) fn read(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        self.read_here(reading, at)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the fields of a record are read in one loop, without a call for each")]
    fn read_here(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        let input = reading.input;
        match self {
            Column::Skipped(node, depth) => reading.skip(*node, *depth, at),
            Column::TooDeep(_) => None,
            Column::Null(count) => {
                *count += 1;
                Some(at)
            }
            Column::Boolean(values) => {
                let byte = *input.get(at)?;
                if byte > 1 && !reading.lenient {
                    return None;
                }
                values.push(u8::from(byte != 0));
                Some(at + 1)
            }
            Column::Int(values, _) => {
                let (value, end) = wire::int(input, at)?;
                values.push(value);
                Some(end)
            }
            Column::Long(values, _) => {
                let (value, end) = wire::long(input, at)?;
                values.push(value);
                Some(end)
            }
            Column::Float(values) => {
                values.push(f32::from_le_bytes(*input[at..].first_chunk()?));
                Some(at + 4)
            }
            Column::Double(values) => {
                values.push(f64::from_le_bytes(*input[at..].first_chunk()?));
                Some(at + 8)
            }
            Column::Text(runs) if reading.lenient => read_any_text(runs, input, at),
            Column::Text(runs) | Column::Bytes(runs, None) => runs.read(input, at),
            Column::Enum(keys, symbols) => {
                let (key, end) = wire::int(input, at)?;
                if usize::try_from(key).ok()? >= symbols.len() {
                    return None;
                }
                keys.push(key);
                Some(end)
            }
            Column::Nullable(one) => one.read(reading, at),
            Column::List(list) => list.read(reading, at),
            Column::Struct(one) => one.read(reading, at),
            _ => self.read_rare(reading, at),
        }
    }

    #[inline(never)]
    fn read_rare(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        let input = reading.input;
        match self {
            Column::TimeMillis(values) => {
                let (value, end) = wire::int(input, at)?;
                check_number(Logical::TimeMillis, i64::from(value), reading.options()).ok()?;
                values.push(value);
                Some(end)
            }
            Column::TimeMicros(values) => {
                let (value, end) = wire::long(input, at)?;
                check_number(Logical::TimeMicros, value, reading.options()).ok()?;
                values.push(value);
                Some(end)
            }
            Column::Bytes(runs, logical) => {
                let (length, start) = wire::length(input, at)?;
                let run = &input[start..start + length];
                if let Some(logical) = *logical {
                    check_bytes(logical, run, reading.options()).ok()?;
                }
                runs.push(run);
                Some(start + length)
            }
            Column::Fixed { size, bytes, count, logical } => {
                let run = input[at..].get(..*size)?;
                if let Some(logical) = *logical {
                    check_bytes(logical, run, reading.options()).ok()?;
                }
                bytes.extend_from_slice(run);
                *count += 1;
                Some(at + *size)
            }
            Column::Uuid(values) => {
                let (length, start) = wire::length(input, at)?;
                values.push(convert::uuid(&input[start..start + length])?);
                Some(start + length)
            }
            Column::Decimal128(values, digits) => {
                let (run, end) = digits.run(input, at)?;
                let value = convert::decimal128(run)?;
                // Of up to 16 bytes it is known at once whether they have too many digits.
                let fits = value.unsigned_abs() < 10_u128.pow(digits.precision.min(38));
                if run.is_empty() || run.len() > 16 || !fits {
                    digits.check(run, reading.options())?;
                }
                values.push(value);
                Some(end)
            }
            Column::Decimal256(values, digits) => {
                let (run, end) = digits.run(input, at)?;
                digits.check(run, reading.options())?;
                values.push(convert::decimal256(run)?);
                Some(end)
            }
            Column::Duration(values) => {
                values.push(convert::duration(*input[at..].first_chunk()?)?);
                Some(at + 12)
            }
            Column::Map(map) => map.read(reading, at),
            Column::Union(one) => one.read(reading, at),
            _ => None,
        }
    }

    /// What stands in the column where there is no value: as little as can be.
    pub(crate) fn fill(&mut self, times: usize) {
        match self {
            Column::Skipped(..) => {}
            Column::TooDeep(column) => column.fill(times),
            Column::Null(count) => *count += times,
            Column::Boolean(values) => values.resize(values.len() + times, 0),
            Column::Int(values, _) | Column::TimeMillis(values) | Column::Enum(values, _) => {
                values.resize(values.len() + times, 0);
            }
            Column::Long(values, _) | Column::TimeMicros(values) => values.resize(values.len() + times, 0),
            Column::Float(values) => values.resize(values.len() + times, 0.0),
            Column::Double(values) => values.resize(values.len() + times, 0.0),
            Column::Text(runs) | Column::Bytes(runs, _) => runs.push_empty(times),
            Column::Fixed { size, bytes, count, .. } => {
                bytes.resize(bytes.len() + *size * times, 0);
                *count += times;
            }
            Column::Uuid(values) => values.resize(values.len() + times, [0; 16]),
            Column::Decimal128(values, _) => values.resize(values.len() + times, 0),
            Column::Decimal256(values, _) => values.resize(values.len() + times, i256::ZERO),
            Column::Duration(values) => values.resize(values.len() + times, IntervalMonthDayNano::ZERO),
            Column::List(list) => repeat_last(&mut list.offsets, times),
            Column::Map(map) => repeat_last(&mut map.offsets, times),
            Column::Struct(one) => {
                one.columns.iter_mut().for_each(|column| column.fill(times));
                one.count += times;
            }
            Column::Union(one) => {
                for _ in 0..times {
                    one.push(0);
                }
                if let Some((column, _)) = one.branches.first_mut() {
                    column.fill(times);
                }
            }
            Column::Nullable(one) => {
                one.valid.resize(one.valid.len() + times, 0);
                one.inner.fill(times);
            }
        }
    }

    /// Takes back all but the first values.
    pub(crate) fn truncate(&mut self, count: usize) {
        match self {
            Column::Skipped(..) => {}
            Column::TooDeep(column) => column.truncate(count),
            Column::Null(values) => *values = count,
            Column::Boolean(values) => values.truncate(count),
            Column::Int(values, _) | Column::TimeMillis(values) | Column::Enum(values, _) => values.truncate(count),
            Column::Long(values, _) | Column::TimeMicros(values) => values.truncate(count),
            Column::Float(values) => values.truncate(count),
            Column::Double(values) => values.truncate(count),
            Column::Text(runs) | Column::Bytes(runs, _) => runs.truncate(count),
            Column::Fixed { size, bytes, count: values, .. } => {
                bytes.truncate(*size * count);
                *values = count;
            }
            Column::Uuid(values) => values.truncate(count),
            Column::Decimal128(values, _) => values.truncate(count),
            Column::Decimal256(values, _) => values.truncate(count),
            Column::Duration(values) => values.truncate(count),
            Column::List(list) => {
                list.offsets.truncate(count + 1);
                list.count = offset(list.offsets[count]);
                list.item.truncate(list.count);
            }
            Column::Map(map) => {
                map.offsets.truncate(count + 1);
                let entries = offset(map.offsets[count]);
                map.keys.truncate(entries);
                map.value.truncate(entries);
            }
            Column::Struct(one) => {
                one.columns.iter_mut().for_each(|column| column.truncate(count));
                one.count = count;
            }
            Column::Union(one) => {
                while one.ids.len() > count {
                    if let (Some(id), Some(place)) = (one.ids.pop(), one.offsets.pop()) {
                        one.branches[usize::from(id.cast_unsigned())].1 = place;
                    }
                }
                one.branches.iter_mut().for_each(|(column, count)| column.truncate(offset(*count)));
            }
            Column::Nullable(one) => {
                one.valid.truncate(count);
                one.inner.truncate(count);
            }
        }
    }

    /// How many fields of it, if it is a record, and of records in it that take no bytes, do not take any.
    pub(crate) fn empty(&self) -> u64 {
        let Column::Struct(one) = self else { return 0 };
        one.columns.iter().map(Column::empty).fold(u64::from(one.empty), u64::saturating_add)
    }

    /// Asks for room for so many more values, where each takes some.
    pub(crate) fn reserve(&mut self, count: usize) {
        match self {
            Column::Boolean(values) => values.reserve(count),
            Column::Int(values, _) | Column::TimeMillis(values) | Column::Enum(values, _) => values.reserve(count),
            Column::Long(values, _) | Column::TimeMicros(values) => values.reserve(count),
            Column::Float(values) => values.reserve(count),
            Column::Double(values) => values.reserve(count),
            Column::Text(runs) | Column::Bytes(runs, _) => runs.reserve(count),
            Column::List(list) => list.offsets.reserve(count),
            Column::Map(map) => map.offsets.reserve(count),
            Column::Struct(one) => one.columns.iter_mut().for_each(|column| column.reserve(count)),
            Column::Nullable(one) => {
                one.valid.reserve(count);
                one.inner.reserve(count);
            }
            _ => {}
        }
    }

    /// The columns in it that are to be UTF-8, always in the same order.
    pub(crate) fn texts(&self) -> Texts<'_> {
        Texts { todo: vec![self] }
    }

    /// The most that an offset into this column, or a part of it, has to say.
    pub(crate) fn longest(&self) -> usize {
        match self {
            Column::Text(runs) | Column::Bytes(runs, _) => runs.used(),
            Column::List(list) => list.count.max(list.item.longest()),
            Column::Map(map) => map.keys.len().max(map.keys.used()).max(map.value.longest()),
            Column::Struct(one) => one.columns.iter().map(Column::longest).max().unwrap_or(0),
            Column::Union(one) => {
                one.branches.iter().map(|(column, _)| column.longest()).fold(one.ids.len(), usize::max)
            }
            Column::Nullable(one) => one.inner.longest(),
            _ => 0,
        }
    }
}

/// The text columns of a column.
pub(crate) struct Texts<'c> {
    todo: Vec<&'c Column>,
}

impl<'c> Iterator for Texts<'c> {
    type Item = &'c Runs;

    fn next(&mut self) -> Option<&'c Runs> {
        while let Some(column) = self.todo.pop() {
            match column {
                Column::Text(runs) => return Some(runs),
                Column::List(list) => self.todo.push(&list.item),
                Column::Map(map) => {
                    self.todo.push(&map.value);
                    return Some(&map.keys);
                }
                Column::Struct(one) => self.todo.extend(one.columns.iter().rev()),
                Column::Union(one) => self.todo.extend(one.branches.iter().rev().map(|(column, _)| column)),
                Column::Nullable(one) => self.todo.push(&one.inner),
                _ => {}
            }
        }
        None
    }
}

fn repeat_last(offsets: &mut Vec<i32>, times: usize) {
    let last = offsets.last().copied().unwrap_or(0);
    offsets.resize(offsets.len() + times, last);
}

#[inline(never)]
fn read_any_text(runs: &mut Runs, input: &[u8], at: usize) -> Option<usize> {
    let (length, start) = wire::length(input, at)?;
    let run = &input[start..start + length];
    runs.push(String::from_utf8_lossy(run).as_bytes());
    Some(start + length)
}

impl Digits {
    fn run<'b>(&self, input: &'b [u8], at: usize) -> Option<(&'b [u8], usize)> {
        let (length, start) = match self.size {
            Some(size) => (size, at),
            None => wire::length(input, at)?,
        };
        Some((input[start..].get(..length)?, start + length))
    }

    fn check(&self, run: &[u8], options: &Options) -> Option<()> {
        check_bytes(Logical::Decimal { precision: self.precision, scale: self.scale }, run, options).ok()
    }
}

impl Nullable {
    #[inline]
    fn read(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        // Branches 0 and 1 are the bytes 0 and 2, which may be written longer.
        let (branch, at) = if let byte @ (0 | 2) = *reading.input.get(at)? {
            (byte >> 1, at + 1)
        } else {
            let (branch, end) = wire::int(reading.input, at)?;
            (u8::try_from(branch).ok().filter(|branch| *branch < 2)?, end)
        };
        if branch == self.null {
            return self.read_null(reading, at);
        }
        self.valid.push(1);
        match &mut self.inner {
            Column::Int(values, _) => {
                let (value, end) = wire::int(reading.input, at)?;
                values.push(value);
                Some(end)
            }
            Column::Long(values, _) => {
                let (value, end) = wire::long(reading.input, at)?;
                values.push(value);
                Some(end)
            }
            inner => inner.read(reading, at),
        }
    }

    #[inline]
    fn read_null(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        if self.filler > SMALL {
            match reading.filler.checked_sub(self.filler) {
                Some(left) => reading.filler = left,
                None => return reading.refuse("nulls of wide types: their columns would take too many bytes".into()),
            }
        }
        self.valid.push(0);
        match &mut self.inner {
            Column::Int(values, _) => values.push(0),
            Column::Long(values, _) => values.push(0),
            inner => inner.fill(1),
        }
        Some(at)
    }
}

impl Struct {
    pub(crate) fn read(&mut self, reading: &mut Reading<'_>, mut at: usize) -> Option<usize> {
        if self.empty > 0 {
            reading.blocks.without_bytes(at, u64::from(self.empty)).ok()?;
        }
        for column in &mut self.columns {
            at = column.read_here(reading, at)?;
        }
        self.count += 1;
        Some(at)
    }
}

/// The head of a block of items: how many, where they begin, and where they end if that is said.
#[inline]
fn head(reading: &mut Reading<'_>, least: u32, at: usize) -> Option<(usize, usize, Option<usize>)> {
    let input = reading.input;
    match *input.get(at)? {
        0 => return Some((0, at + 1, None)),
        byte if byte & 0x81 == 0 && least > 0 => {
            let count = usize::from(byte >> 1);
            if count * (least as usize) < input.len() - at {
                return Some((count, at + 1, None));
            }
        }
        _ => {}
    }
    let mut rest = Input::new(&input[at..]);
    let block = reading.blocks.head(&mut rest, least).ok()?;
    let start = at + rest.at();
    let Some(block) = block else { return Some((0, start, None)) };
    Some((usize::try_from(block.count).ok()?, start, block.end.map(|end| at + end)))
}

#[inline]
#[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the builder sees to it")]
fn end_offset(count: usize) -> i32 {
    count as i32
}

impl List {
    fn read(&mut self, reading: &mut Reading<'_>, mut at: usize) -> Option<usize> {
        loop {
            let (count, start, end) = head(reading, self.least, at)?;
            at = start;
            if count == 0 {
                break;
            }
            self.count += count;
            if self.least == 0 {
                // Only these can be more than there are bytes.
                if i32::try_from(self.count).is_err() {
                    return reading.refuse("more items than a column of lists can hold".into());
                }
                reading.blocks.without_bytes(at, self.empty.saturating_mul(count as u64)).ok()?;
                self.item.fill(count);
            } else {
                for _ in 0..count {
                    at = self.item.read(reading, at)?;
                }
            }
            if end.is_some_and(|end| end != at) {
                return None;
            }
        }
        self.offsets.push(end_offset(self.count));
        Some(at)
    }
}

impl Map {
    fn read(&mut self, reading: &mut Reading<'_>, mut at: usize) -> Option<usize> {
        let first = self.keys.len();
        let mut twice = if reading.careful { self.look_through(reading, at)? } else { HashSet::new() };
        loop {
            let (count, start, end) = head(reading, self.least, at)?;
            at = start;
            if count == 0 {
                break;
            }
            for _ in 0..count {
                if twice.remove(&at) {
                    // The checker, not `skip`: what is not kept has to be right, too.
                    let mut checker = reading.rules.read(reading.input, at, self.depth, reading.blocks.clone());
                    checker.scan.input.run().ok()?;
                    checker.value(self.part, Some(&self.value)).ok()?;
                    reading.blocks = checker.scan.blocks;
                    at += checker.scan.input.at();
                    continue;
                }
                at = self.keys.read(reading.input, at)?;
                at = self.value.read(reading, at)?;
            }
            if end.is_some_and(|end| end != at) {
                return None;
            }
        }
        if !reading.careful && self.has_twice(first) {
            reading.again = true;
            return None;
        }
        self.offsets.push(end_offset(self.keys.len()));
        Some(at)
    }

    /// Whether a key from this one on comes twice.
    fn has_twice(&self, first: usize) -> bool {
        let count = self.keys.len() - first;
        if count > 8 {
            let mut seen = HashSet::with_capacity(count);
            return (first..self.keys.len()).any(|place| !seen.insert(self.keys.get(place)));
        }
        (first..self.keys.len()).any(|place| (first..place).any(|other| self.keys.get(other) == self.keys.get(place)))
    }

    /// Where entries begin whose keys come again.
    fn look_through(&self, reading: &Reading<'_>, start: usize) -> Option<HashSet<usize>> {
        let mut checker = reading.rules.read(reading.input, start, self.depth, reading.blocks.clone());
        let mut last = std::collections::HashMap::new();
        let mut twice = HashSet::new();
        while let Some(block) = checker.scan.blocks.head(&mut checker.scan.input, self.least).ok()? {
            for _ in 0..block.count {
                let at = start + checker.scan.input.at();
                let key = checker.scan.input.run().ok()?;
                twice.extend(last.insert(key, at));
                checker.value(self.part, None).ok()?;
            }
        }
        Some(twice)
    }
}

impl Union {
    fn read(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        let (branch, at) = wire::int(reading.input, at)?;
        let id = i8::try_from(branch).ok()?;
        let (column, _) = self.branches.get_mut(usize::try_from(branch).ok()?)?;
        let end = column.read(reading, at)?;
        self.push(id);
        Some(end)
    }

    fn push(&mut self, id: i8) {
        let (_, count) = &mut self.branches[usize::from(id.cast_unsigned())];
        self.ids.push(id);
        self.offsets.push(*count);
        *count += 1;
    }
}

impl Reading<'_> {
    #[inline(never)]
    fn skip(&mut self, node: NodeId, depth: Depth, at: usize) -> Option<usize> {
        let mut checker = self.rules.read(self.input, at, depth, self.blocks.clone());
        checker.value(node, None).ok()?;
        self.blocks = checker.scan.blocks;
        Some(at + checker.scan.input.at())
    }
}

//! How many rows a column has: room for more, rows that stand in for nulls, and taking some back.

use arrow_buffer::{IntervalMonthDayNano, i256};

use super::{Column, SMALL, Union};
use crate::runs::offset;

impl Column {
    /// Asks for room for so many more values, where each takes some. One byte of a null could ask for any number of columns:
    /// wide ones behind nulls have room as long as there are bytes left to stand in for nulls, and then grow as values come.
    pub(crate) fn reserve(&mut self, count: usize, filler: &mut usize) {
        match self {
            Column::Boolean(values) => values.reserve(count),
            Column::Int(values, _) | Column::TimeMillis(values) | Column::Enum(values, _) => values.reserve(count),
            Column::Long(values, _) | Column::TimeMicros(values) => values.reserve(count),
            Column::Float(values) => values.reserve(count),
            Column::Double(values) => values.reserve(count),
            Column::Text(runs) | Column::Bytes(runs, _) => runs.reserve(count),
            Column::List(list) => list.offsets.reserve(count),
            Column::Map(map) => map.offsets.reserve(count),
            Column::Struct(one) => one.columns.iter_mut().for_each(|column| column.reserve(count, filler)),
            Column::Nullable(one) => {
                one.valid.reserve(count);
                if one.filler <= SMALL {
                    one.inner.reserve(count, filler);
                } else if let Some(left) = filler.checked_sub(one.filler.saturating_mul(count)) {
                    *filler = left;
                    one.inner.reserve(count, filler);
                }
            }
            _ => {}
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
}

fn repeat_last(offsets: &mut Vec<i32>, times: usize) {
    let last = offsets.last().copied().unwrap_or(0);
    offsets.resize(offsets.len() + times, last);
}

impl Union {
    /// Adds a value of a branch, which is in its column.
    pub(super) fn push(&mut self, id: i8) {
        let (_, count) = &mut self.branches[usize::from(id.cast_unsigned())];
        self.ids.push(id);
        self.offsets.push(*count);
        *count += 1;
    }
}

//! Writes the values of rows: those that are many without a call for each.

use std::ops::Range;

use arrow_buffer::{BooleanBuffer, NullBuffer};
use ingot_codec::wire::{Outcome, Step, Within, put_long, put_run};

use crate::runs::offset;

/// What writes the value of a row in a way of its own.
type Write<'a> = Box<dyn Fn(usize, &mut Vec<u8>) -> Outcome<()> + 'a>;

/// Writes the value of a row.
pub(crate) enum Put<'a> {
    Boolean(&'a BooleanBuffer),
    Int(&'a [i32]),
    Long(&'a [i64]),
    Float(&'a [f32]),
    Double(&'a [f64]),
    /// Bytes or texts, and where each begins and ends.
    Run(&'a [i32], &'a [u8]),
    Record(Fields<'a>),
    /// Items of lists or entries of maps, and where those of each row begin and end.
    Items(Box<Put<'a>>, &'a [i32]),
    OneOf(Box<OneOf<'a>>),
    By(Write<'a>),
}

/// The fields of a record, with their names.
pub(crate) struct Fields<'a>(pub(crate) Vec<(&'a str, Put<'a>)>);

/// A branch of a union, and where another one is null which rows are.
pub(crate) struct OneOf<'a> {
    pub(crate) put: Put<'a>,
    pub(crate) place: i64,
    pub(crate) nulls: Option<(NullBuffer, i64)>,
}

impl<'a> Put<'a> {
    pub(crate) fn by(write: impl Fn(usize, &mut Vec<u8>) -> Outcome<()> + 'a) -> Self {
        Put::By(Box::new(write))
    }

    pub(crate) fn put(&self, row: usize, out: &mut Vec<u8>) -> Outcome<()> {
        self.put_here(row, out)
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the fields of a record are written in one loop, without a call for each")]
    fn put_here(&self, row: usize, out: &mut Vec<u8>) -> Outcome<()> {
        match self {
            Put::Boolean(values) => out.push(values.value(row).into()),
            Put::Int(values) => put_long(out, values[row].into()),
            Put::Long(values) => put_long(out, values[row]),
            Put::Float(values) => out.extend_from_slice(&values[row].to_le_bytes()),
            Put::Double(values) => out.extend_from_slice(&values[row].to_le_bytes()),
            Put::Run(ends, bytes) => put_run(out, &bytes[between(ends, row)]),
            Put::Record(fields) => return fields.put(row, out),
            Put::Items(item, ends) => return item.items(between(ends, row), out),
            Put::OneOf(one) => return one.put(row, out),
            Put::By(write) => return write(row, out),
        }
        Ok(())
    }

    /// The values of some rows as the items of an array.
    pub(crate) fn items(&self, rows: Range<usize>, out: &mut Vec<u8>) -> Outcome<()> {
        if !rows.is_empty() {
            put_long(out, i64::try_from(rows.len()).unwrap_or(i64::MAX));
            for (place, row) in rows.enumerate() {
                self.put(row, out).within(|| Step::Item(place))?;
            }
        }
        out.push(0);
        Ok(())
    }
}

#[inline]
fn between(ends: &[i32], row: usize) -> Range<usize> {
    offset(ends[row])..offset(ends[row + 1])
}

impl Fields<'_> {
    fn put(&self, row: usize, out: &mut Vec<u8>) -> Outcome<()> {
        for (name, put) in &self.0 {
            put.put_here(row, out).within(|| Step::Field((*name).into()))?;
        }
        Ok(())
    }
}

impl OneOf<'_> {
    fn put(&self, row: usize, out: &mut Vec<u8>) -> Outcome<()> {
        if let Some((nulls, null)) = &self.nulls
            && nulls.is_null(row)
        {
            put_long(out, *null);
            return Ok(());
        }
        put_long(out, self.place);
        self.put.put(row, out)
    }
}

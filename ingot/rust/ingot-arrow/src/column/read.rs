//! Values of a datum, one behind the other, into their columns.

use ingot_codec::Options;
use ingot_codec::wire::{check_bytes, check_number};
use ingot_schema::{Logical, NodeId};

use super::{Column, Depth, Digits, Nullable, Reading, SMALL, Struct, Union};
use crate::convert;
use crate::runs::Runs;
use crate::wire;

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

impl Union {
    fn read(&mut self, reading: &mut Reading<'_>, at: usize) -> Option<usize> {
        let (branch, at) = wire::int(reading.input, at)?;
        let id = i8::try_from(branch).ok()?;
        let (column, _) = self.branches.get_mut(usize::try_from(branch).ok()?)?;
        let end = column.read(reading, at)?;
        self.push(id);
        Some(end)
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

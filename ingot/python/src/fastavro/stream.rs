//! The bytes of one value from a file of any kind, of which no byte more may be read.

use ingot_codec::DataClass;
use ingot_codec::wire::{Input, fault};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::compile::Compiled;
use super::errors::unread;
use crate::failure::{Done, Failure};
use crate::files::no_bytes;
use crate::plan::Op;

/// More bytes are asked for in pieces: a length may claim any number.
const MOST_AT_ONCE: u64 = 1 << 16;

struct Stream<'s, 'py> {
    read: Bound<'py, PyAny>,
    compiled: &'s Compiled,
    data: Vec<u8>,
    depth: usize,
    zero_width: u64,
}

/// The bytes of the value that a file has next. Raises `EOFError` where it ends.
pub(super) fn pulled(fo: &Bound<'_, PyAny>, compiled: &Compiled) -> PyResult<Vec<u8>> {
    let py = fo.py();
    let limits = &compiled.options.limits;
    let (depth, zero_width) = (limits.depth, limits.zero_width);
    let read = fo.getattr(intern!(py, "read"))?;
    let mut stream = Stream { read, compiled, data: Vec::new(), depth, zero_width };
    stream.value(compiled.plan.root).map_err(|failure| unread(py, failure))?;
    Ok(stream.data)
}

impl Stream<'_, '_> {
    fn value(&mut self, index: u32) -> Done<()> {
        let compiled = self.compiled;
        match &compiled.plan.node(index).op {
            // fastavro's schemas have no special types.
            Op::Null | Op::Special(..) => {}
            Op::Boolean => self.take(1)?,
            Op::Int | Op::Long | Op::Enum(_) => drop(self.long()?),
            Op::Float => self.take(4)?,
            Op::Double => self.take(8)?,
            Op::Fixed(size) => self.take(*size as u64)?,
            Op::Bytes | Op::String => self.run()?,
            Op::Union(union) => {
                let branch = self.long()?;
                // What is wrong with it is told when the value is made.
                let part = usize::try_from(branch).ok().and_then(|branch| union.branches.get(branch));
                if let Some(part) = part {
                    self.value(*part)?;
                }
            }
            Op::Array(part) => self.blocks(|stream| stream.value(*part))?,
            Op::Map(part) => self.blocks(|stream| stream.run().and_then(|()| stream.value(*part)))?,
            Op::Record(record) => {
                self.enter()?;
                for field in &record.fields {
                    self.value(field.node)?;
                }
                self.depth += 1;
            }
        }
        Ok(())
    }

    fn enter(&mut self) -> Done<()> {
        match self.depth.checked_sub(1) {
            Some(depth) => self.depth = depth,
            None => return Ok(fault(DataClass::LimitDepth, Some(self.data.len()), "values are nested too deeply")?),
        }
        Ok(())
    }

    fn blocks(&mut self, mut item: impl FnMut(&mut Self) -> Done<()>) -> Done<()> {
        self.enter()?;
        loop {
            let count = self.long()?;
            if count == 0 {
                self.depth += 1;
                return Ok(());
            }
            if count < 0 {
                self.long()?;
            }
            for _ in 0..count.unsigned_abs() {
                let before = self.data.len();
                item(self)?;
                if self.data.len() == before {
                    let Some(left) = self.zero_width.checked_sub(1) else { return super::read::too_many() };
                    self.zero_width = left;
                }
            }
        }
    }

    fn run(&mut self) -> Done<()> {
        let start = self.data.len();
        let length = self.long()?;
        match u64::try_from(length) {
            Ok(length) => self.take(length),
            Err(_) => Ok(fault(DataClass::LengthNegative, Some(start), format!("a length of {length}"))?),
        }
    }

    fn long(&mut self) -> Done<i64> {
        let start = self.data.len();
        for _ in 0..10 {
            self.take(1)?;
            if self.data.last().is_some_and(|byte| *byte < 0x80) {
                break;
            }
        }
        Ok(Input::new(&self.data[start..]).long()?)
    }

    fn take(&mut self, length: u64) -> Done<()> {
        let mut left = length;
        while left > 0 {
            let asked = || -> PyResult<Bound<'_, PyBytes>> {
                let given = self.read.call1((left.min(MOST_AT_ONCE),))?;
                given.cast_into::<PyBytes>().map_err(|error| no_bytes(&error.into_inner()))
            };
            let piece = match asked() {
                Ok(piece) => piece,
                Err(error) => {
                    error.restore(self.read.py());
                    return Err(Failure::Raised);
                }
            };
            let piece = piece.as_bytes();
            if piece.is_empty() || piece.len() as u64 > left {
                let message = format!("{left} bytes are due, and the file ends");
                return Ok(fault(DataClass::EndOfInput, Some(self.data.len()), message)?);
            }
            self.data.extend_from_slice(piece);
            left -= piece.len() as u64;
        }
        Ok(())
    }
}

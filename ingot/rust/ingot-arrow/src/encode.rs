//! Rows of a batch as data, with no values in between.

use arrow_array::{RecordBatch, StructArray};
use arrow_schema::DataType;
use ingot_codec::wire::{Complaint, check_bytes, check_number, put_long, put_run};
use ingot_codec::{DataClass, DataError, Options};
use ingot_schema::Logical;

use crate::cells::{Cells, Kind, cells};
use crate::column::Digits;
use crate::columns::Columns;
use crate::convert;
use crate::error::refused;

impl Columns {
    /// Adds the data of all rows of a batch, one behind another, as [`decode_block`](Columns::decode_block) reads them; an
    /// error, and nothing added, if the batch has other columns than these, or a value that the schema does not have. Its
    /// path begins with the row.
    ///
    /// Columns are found by their names, and those that the schema does not have are left out. What was
    /// [selected](crate::ColumnOptions::fields) is not enough to write data of.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray};
    /// use ingot_arrow::Columns;
    /// use ingot_codec::Schema;
    ///
    /// let columns = Columns::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": "string"},
    ///     {"name": "grams", "type": ["null", "long"]}
    /// ]}"#).unwrap())?;
    /// let grams: ArrayRef = Arc::new(Int64Array::from(vec![Some(250), None]));
    /// let names: ArrayRef = Arc::new(StringArray::from(vec!["oolong", "sencha"]));
    /// let batch = RecordBatch::try_from_iter([("grams", grams), ("name", names)]).unwrap();
    ///
    /// let mut bytes = Vec::new();
    /// columns.encode_block(&batch, &mut bytes)?;
    /// assert_eq!(bytes, b"\x0coolong\x02\xf4\x03\x0csencha\x00");
    ///
    /// let none: ArrayRef = Arc::new(StringArray::from(vec![None::<&str>]));
    /// let batch = RecordBatch::try_from_iter([("grams", batch.column(0).slice(0, 1)), ("name", none)]).unwrap();
    /// let error = columns.encode_block(&batch, &mut bytes).unwrap_err();
    /// assert_eq!(error.to_string(), "[0].name: a null, which the schema does not have here");
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn encode_block(&self, batch: &RecordBatch, out: &mut Vec<u8>) -> Result<(), DataError> {
        if !self.options().fields.is_empty() {
            return Err(refused("", "only some fields are selected: no data can be written of them"));
        }
        let whole = StructArray::from(batch.clone());
        let expected = DataType::Struct(self.arrow_schema().fields().clone());
        let rows = cells(self.root(), &expected, &whole)?;
        let writing = Writing { options: &self.options().data };
        let before = out.len();
        for row in 0..batch.num_rows() {
            if let Err(error) = writing.put(&rows, row, out) {
                out.truncate(before);
                return Err(at(format!("[{row}]"), error));
            }
        }
        Ok(())
    }
}

/// An error within a part that is found by this step.
pub(crate) fn at(step: String, mut error: DataError) -> DataError {
    let joined = error.path.is_empty() || error.path.starts_with(['[', '{']);
    error.path = if joined { step + &error.path } else { format!("{step}.{}", error.path) };
    error
}

struct Writing<'o> {
    options: &'o Options,
}

type Written = Result<(), DataError>;

impl Writing<'_> {
    fn put(&self, cells: &Cells<'_>, row: usize, out: &mut Vec<u8>) -> Written {
        if cells.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return Err(value("a null, which the schema does not have here"));
        }
        match &cells.kind {
            Kind::TooDeep => {
                return Err(DataError { class: DataClass::LimitDepth, ..value("values are nested too deeply") });
            }
            Kind::Null => {}
            Kind::Boolean(values) => out.push(u8::from(values.value(row))),
            Kind::Ints(values, check) => self.number(values[row].into(), *check, out)?,
            Kind::Longs(values, check) => self.number(values[row], *check, out)?,
            Kind::Floats(values) => out.extend_from_slice(&values[row].to_le_bytes()),
            Kind::Doubles(values) => out.extend_from_slice(&values[row].to_le_bytes()),
            Kind::Text(values) => put_run(out, values.value(row).as_bytes()),
            Kind::Bytes(values, check) => {
                let bytes = values.value(row);
                if let Some(check) = check {
                    checked(check_bytes(*check, bytes, self.options))?;
                }
                put_run(out, bytes);
            }
            Kind::Fixed(values, check) => {
                let bytes = values.value(row);
                if let Some(check) = check {
                    checked(check_bytes(*check, bytes, self.options))?;
                }
                out.extend_from_slice(bytes);
            }
            Kind::Uuid(values) => put_run(out, convert::uuid_text(values.value(row)).as_bytes()),
            Kind::Decimal128(values, digits) => self.decimal(&values.value(row).to_be_bytes(), *digits, out)?,
            Kind::Decimal256(values, digits) => self.decimal(&values.value(row).to_be_bytes(), *digits, out)?,
            Kind::Duration(values) => {
                let bytes = convert::duration_bytes(values.value(row));
                out.extend_from_slice(
                    &bytes.ok_or_else(|| value("a duration below 0, or with part of a millisecond"))?,
                );
            }
            Kind::Enum(keys, symbols) => {
                let found = usize::try_from(keys.value(row)).ok().and_then(|key| *symbols.get(key)?);
                put_long(out, found.ok_or_else(|| value("a symbol that the schema does not have"))?);
            }
            Kind::List(list, items) => {
                let offsets = list.value_offsets();
                let mut place = 0;
                block(offsets[row], offsets[row + 1], out, |item, out| {
                    self.put(items, item, out).map_err(|error| at(format!("[{place}]"), error))?;
                    place += 1;
                    Ok(())
                })?;
            }
            Kind::Map { map, keys, values } => {
                let offsets = map.value_offsets();
                block(offsets[row], offsets[row + 1], out, |entry, out| {
                    let key = keys.value(entry);
                    put_run(out, key.as_bytes());
                    self.put(values, entry, out).map_err(|error| at(format!("{{{key:?}}}"), error))
                })?;
            }
            Kind::Struct(fields) => {
                for (name, field) in fields {
                    self.put(field, row, out).map_err(|error| at((*name).into(), error))?;
                }
            }
            Kind::Union(union, branches) => {
                let id = union.type_id(row);
                put_long(out, id.into());
                let branch = usize::try_from(id).ok().and_then(|id| branches.get(id));
                let branch = branch.ok_or_else(|| value("a branch that the schema does not have"))?;
                self.put(branch, union.value_offset(row), out)?;
            }
            Kind::Nullable { nulls, null, inner } => {
                if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                    put_long(out, i64::from(*null));
                } else {
                    put_long(out, i64::from(1 - *null));
                    self.put(inner, row, out)?;
                }
            }
        }
        Ok(())
    }

    fn number(&self, number: i64, check: Option<Logical>, out: &mut Vec<u8>) -> Written {
        if let Some(check) = check {
            checked(check_number(check, number, self.options))?;
        }
        put_long(out, number);
        Ok(())
    }

    fn decimal(&self, number: &[u8], digits: Digits, out: &mut Vec<u8>) -> Written {
        let logical = Logical::Decimal { precision: digits.precision, scale: digits.scale };
        let bytes = convert::shortest(number);
        checked(check_bytes(logical, bytes, self.options))?;
        let Some(size) = digits.size else {
            put_run(out, bytes);
            return Ok(());
        };
        let Some(missing) = size.checked_sub(bytes.len()) else {
            return Err(value("a decimal of more bytes than the fixed has"));
        };
        let sign = if number[0] > 0x7f { 0xff } else { 0 };
        out.resize(out.len() + missing, sign);
        out.extend_from_slice(bytes);
        Ok(())
    }
}

/// Items or entries from one offset to another, as one block.
fn block(from: i32, to: i32, out: &mut Vec<u8>, mut put: impl FnMut(usize, &mut Vec<u8>) -> Written) -> Written {
    if to > from {
        put_long(out, i64::from(to) - i64::from(from));
        for item in from..to {
            put(usize::try_from(item).unwrap_or(0), out)?;
        }
    }
    out.push(0);
    Ok(())
}

fn value(message: &str) -> DataError {
    DataError { class: DataClass::ValueInvalid, path: String::new(), offset: None, message: message.into() }
}

fn checked(outcome: Result<(), Complaint>) -> Written {
    outcome.map_err(|(class, message)| DataError { class, ..value(&message) })
}

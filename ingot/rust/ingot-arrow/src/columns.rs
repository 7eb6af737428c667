//! A schema ready to make batches of its data.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::SchemaRef;
use ingot_codec::wire::{Blocks, least_sizes};
use ingot_codec::{DataClass, DataError, Options};
use ingot_schema::Schema;

use crate::check::Rules;
use crate::column::{Column, Reading};
use crate::error::of_arrow;
use crate::finish::fields;
use crate::level::{Level, leaves};
use crate::options::ColumnOptions;
use crate::plan::plan;
use crate::runs::Runs;

/// How many records are read at once, so that they stay near the processor, and about how many bytes.
const AT_ONCE: usize = 256;
const BYTES_AT_ONCE: usize = 16 << 10;

/// Reads the data of one schema into batches; made once, used for any number of them, by any number of threads.
#[derive(Debug, Clone)]
pub struct Columns {
    schema: Schema,
    least: Vec<u32>,
    options: ColumnOptions,
    arrow: SchemaRef,
    /// The column of the whole record, with nothing in it.
    root: Column,
    /// How many records are read at once.
    level: Option<Level>,
}

impl Columns {
    /// The columns of all fields, read strictly; an error if the schema has none.
    pub fn new(schema: Schema) -> Result<Columns, DataError> {
        Columns::with(schema, ColumnOptions::default())
    }

    /// The columns that the options ask for; an error if the schema does not have them.
    pub fn with(schema: Schema, options: ColumnOptions) -> Result<Columns, DataError> {
        let least = least_sizes(&schema);
        let rules = Rules { schema: &schema, least: &least, options: &options.data };
        let (arrow, root) = plan(rules, &options.fields)?;
        let level = Level::of(&root);
        Ok(Columns { least, options, arrow: Arc::new(arrow), root, level, schema })
    }

    /// The schema of the data.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The schema of the batches.
    #[must_use]
    pub const fn arrow_schema(&self) -> &SchemaRef {
        &self.arrow
    }

    /// How they are read.
    #[must_use]
    pub const fn options(&self) -> &ColumnOptions {
        &self.options
    }

    /// A batch of so many data, one behind another, which take all of these bytes; an error if they do not.
    ///
    /// ```
    /// use arrow_array::cast::AsArray;
    /// use ingot_arrow::Columns;
    /// use ingot_codec::Schema;
    ///
    /// let columns = Columns::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "name", "type": "string"}
    /// ]}"#).unwrap())?;
    /// let batch = columns.decode_block(2, b"\x0coolong\x0csencha")?;
    /// assert_eq!(batch.column(0).as_string::<i32>().value(1), "sencha");
    /// # Ok::<(), ingot_codec::DataError>(())
    /// ```
    pub fn decode_block(&self, count: u64, bytes: &[u8]) -> Result<RecordBatch, DataError> {
        let mut builder = self.builder();
        let taken = builder.append(count, bytes)?;
        if taken < bytes.len() && !self.options.data.lenient {
            let message = format!("bytes left behind {count} data: {}", bytes.len() - taken);
            return Err(DataError::new(DataClass::BytesLeft, Some(taken), message));
        }
        builder.finish()
    }

    /// Collects data from several places into one batch.
    #[must_use]
    pub fn builder(&self) -> Builder<'_> {
        Builder { plan: self, root: self.root.clone(), rows: 0, filler: self.options.null_bytes }
    }
}

/// A batch that grows. What [`Limits`](ingot_codec::Limits) say of a datum that takes no bytes holds for all data that are
/// added at once.
#[derive(Debug)]
pub struct Builder<'c> {
    plan: &'c Columns,
    root: Column,
    rows: usize,
    /// How many more bytes may stand in for nulls.
    filler: usize,
}

impl Builder<'_> {
    /// How many rows it has.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Adds so many data, one behind another, and gives how many bytes they take; an error leaves the batch as it was.
    pub fn append(&mut self, count: u64, bytes: &[u8]) -> Result<usize, DataError> {
        let mut budget = self.plan.options.data.limits.zero_width;
        self.append_within(count, bytes, &mut budget)
    }

    /// The same, of data that share a limit with others: the items without bytes that they have are taken off the budget.
    pub(crate) fn append_within(&mut self, count: u64, bytes: &[u8], budget: &mut u64) -> Result<usize, DataError> {
        let count = self.room(count, bytes)?;
        let mut options = self.plan.options.data.clone();
        options.limits.zero_width = *budget;
        let (taken, left) = self.read(count, bytes, &options).inspect_err(|_| self.root.truncate(self.rows))?;
        *budget = left;
        self.rows += count;
        Ok(taken)
    }

    /// The batch; afterwards there is none.
    pub fn finish(&mut self) -> Result<RecordBatch, DataError> {
        let root = std::mem::replace(&mut self.root, self.plan.root.clone());
        let rows = std::mem::take(&mut self.rows);
        self.filler = self.plan.options.null_bytes;
        let arrays = match root {
            Column::Struct(one) => fields(*one).map_err(of_arrow)?,
            _ => Vec::new(),
        };
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        RecordBatch::try_new_with_options(self.plan.arrow.clone(), arrays, &options).map_err(of_arrow)
    }

    /// Whether bytes can hold so many data, and the columns as many bytes.
    fn room(&self, count: u64, bytes: &[u8]) -> Result<usize, DataError> {
        let plan = self.plan;
        let refused = |class, message| DataError::new(class, Some(0), message);
        let least = plan.least[plan.schema.root().index()];
        if u128::from(count) * u128::from(least) > bytes.len() as u128 {
            let message = format!("{count} data are due, {} bytes are left", bytes.len());
            return Err(refused(DataClass::EndOfInput, message));
        }
        if least == 0 && count > plan.options.data.limits.zero_width {
            return Err(refused(
                DataClass::LimitZeroWidth,
                format!("{count} data that take no bytes: more than the limit"),
            ));
        }
        // No column grows by more than there are bytes, but for items that take none; those are counted one by one.
        let longest = self.root.longest().max(self.rows);
        let rows = usize::try_from(count).unwrap_or(usize::MAX);
        if longest.saturating_add(bytes.len().max(rows)) > i32::MAX as usize {
            return Err(refused(DataClass::LimitColumns, "more bytes than the offsets of a batch can say".into()));
        }
        Ok(rows)
    }

    /// How many bytes the data take, and how many more items without bytes there may be.
    fn read(&mut self, count: usize, bytes: &[u8], options: &Options) -> Result<(usize, u64), DataError> {
        let plan = self.plan;
        let mut reading = Reading {
            input: bytes,
            rules: plan.rules(),
            lenient: options.lenient,
            blocks: Blocks::new(options),
            careful: false,
            again: false,
            filler: self.filler,
            refused: None,
        };
        let root = &mut self.root;
        let starts: Vec<usize> = root.texts().map(Runs::len).collect();
        let mut filler = reading.filler;
        root.reserve(count.min(bytes.len()), &mut filler);
        let (done, mut at) = match &plan.level {
            Some(level) if !options.lenient => read_at_once(&mut level.clone(), root, &mut reading, count),
            _ => (0, 0),
        };
        for row in done..count {
            let start = at;
            let blocks = reading.blocks.clone();
            let found = root.read(&mut reading, start).or_else(|| {
                // A map with a key that comes again: once more, to leave out what does not count.
                if !std::mem::take(&mut reading.again) {
                    return None;
                }
                root.truncate(self.rows + row);
                reading.blocks = blocks;
                reading.careful = true;
                let found = root.read(&mut reading, start);
                reading.careful = false;
                found
            });
            let Some(end) = found else {
                return Err(plan.what_is_wrong(bytes, options, reading.refused, start));
            };
            at = end;
        }
        self.filler = reading.filler;
        if root.texts().zip(starts).any(|(text, start)| !text.is_utf8_from(start)) {
            return Err(plan.what_is_wrong(bytes, options, None, at));
        }
        Ok((at, reading.blocks.zero_width()))
    }
}

/// Reads data as long as nothing is wrong or rare; gives how many, and where they end.
fn read_at_once(level: &mut Level, root: &mut Column, reading: &mut Reading<'_>, count: usize) -> (usize, usize) {
    let before = match root {
        Column::Struct(one) => one.count,
        _ => 0,
    };
    let mut all = Vec::new();
    leaves(root, &mut all);
    let (mut done, mut at) = (0, 0_usize);
    while done < count {
        let (blocks, filler) = (reading.blocks.clone(), reading.filler);
        level.clear();
        let rows = (AT_ONCE.min(count - done), at.saturating_add(BYTES_AT_ONCE));
        let found = level.scan(reading, &mut all, rows, at).filter(|_| level.gather(reading, &mut all).is_some());
        let Some(end) = found else {
            root.truncate(before + done);
            (reading.blocks, reading.filler, reading.again) = (blocks, filler, false);
            break;
        };
        if done == 0 && level.rows < count {
            let (left, mut filler) = (reading.input.len().saturating_sub(end), reading.filler);
            level.reserve_like(&mut all, count - level.rows, (left, end), &mut filler);
        }
        done += level.rows;
        at = end;
    }
    (done, at)
}

impl Columns {
    fn rules(&self) -> Rules<'_> {
        Rules { schema: &self.schema, least: &self.least, options: &self.options.data }
    }

    /// The first error of data one behind another, of which the last begins at an offset.
    #[cold]
    fn what_is_wrong(
        &self,
        bytes: &[u8],
        options: &Options,
        refused: Option<(DataClass, String)>,
        last: usize,
    ) -> DataError {
        let mut start = 0;
        let mut blocks = Blocks::new(options);
        while start <= last {
            let mut checker = self.rules().read(bytes, start, 0, blocks);
            if let Err(fault) = checker.value(self.schema.root(), Some(&self.root)) {
                return DataError::from(fault).behind(start);
            }
            if start == last {
                break;
            }
            start += checker.scan.input.at();
            blocks = checker.scan.blocks;
        }
        let (class, message) = refused.unwrap_or((DataClass::ColumnsInvalid, "data that no column takes".into()));
        DataError::new(class, Some(last), message)
    }
}

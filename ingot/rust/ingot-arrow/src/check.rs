//! Reads over data without keeping any: what is skipped, and what is wrong, to say in which part and at which byte.

use ingot_codec::wire::{Blocks, Checked, Outcome, Scan, Step, Within, check_text, fault};
use ingot_codec::{DataClass, Options};
use ingot_schema::{NodeId, Record, Schema, Type};

use crate::column::{Column, Depth};
use crate::convert;

/// What data are read over by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rules<'c> {
    pub(crate) schema: &'c Schema,
    pub(crate) least: &'c [u32],
    pub(crate) options: &'c Options,
}

pub(crate) struct Checker<'c> {
    rules: Rules<'c>,
    pub(crate) scan: Scan<'c, 'c>,
}

impl<'c> Rules<'c> {
    /// Begins to read at an offset, with so many values around.
    pub(crate) fn read<'b>(self, input: &'b [u8], at: usize, depth: Depth, blocks: Blocks) -> Checker<'b>
    where
        'c: 'b,
    {
        let mut scan = Scan::new(self.options, &input[at..]).within(depth);
        scan.blocks = blocks;
        Checker { rules: self, scan }
    }

    /// How many fields of a record may take no bytes.
    pub(crate) fn empty(self, record: &Record) -> u32 {
        let empty = record.fields.iter().filter(|field| self.least[field.node.index()] == 0).count();
        u32::try_from(empty).unwrap_or(u32::MAX)
    }
}

impl Checker<'_> {
    /// Reads a value. What becomes a column is checked in full; of what does not, texts and logical types are not.
    pub(crate) fn value(&mut self, id: NodeId, column: Option<&Column>) -> Outcome<()> {
        let node = &self.rules.schema[id];
        let column = column.filter(|column| !matches!(column, Column::Skipped(..)));
        let logical = node.logical.filter(|_| column.is_some());
        let start = self.scan.input.at();
        match &node.shape {
            Type::Null => {}
            Type::Boolean => drop(self.scan.boolean()?),
            Type::Int => drop(self.scan.int(logical)?),
            Type::Long => drop(self.scan.long(logical)?),
            Type::Float => drop(self.scan.float()?),
            Type::Double => drop(self.scan.double()?),
            Type::Bytes => {
                let bytes = self.scan.bytes(logical)?;
                fits(bytes, column, start)?;
            }
            Type::Fixed(fixed) => {
                let bytes = self.scan.fixed(fixed.size, logical)?;
                fits(bytes, column, start)?;
            }
            Type::String => {
                let bytes = self.scan.input.run()?;
                if column.is_some() && !self.scan.options.lenient {
                    self.scan.utf8(bytes)?;
                }
                if let Some(logical) = logical {
                    check_text(logical, &String::from_utf8_lossy(bytes), self.scan.options).at(start)?;
                }
                fits(bytes, column, start)?;
            }
            Type::Enum(one) => drop(self.scan.symbol(u32::try_from(one.symbols.len()).unwrap_or(u32::MAX))?),
            Type::Union(branches) => self.union(branches, column)?,
            Type::Array(part) => self.array(*part, column)?,
            Type::Map(part) => self.map(*part, column)?,
            Type::Record(record) => self.record(record, column)?,
        }
        Ok(())
    }

    fn union(&mut self, branches: &[NodeId], column: Option<&Column>) -> Outcome<()> {
        let place = self.scan.branch(branches.len())?;
        let column = match column {
            Some(Column::Nullable(one)) => Some(&one.inner).filter(|_| place != u32::from(one.null)),
            Some(Column::Union(one)) => one.branches.get(place as usize).map(|(column, _)| column),
            column => column,
        };
        let part = branches[place as usize];
        // Unions within each other, which only odd schemas have, are a way to be deep, too.
        if !matches!(self.rules.schema[part].shape, Type::Union(_)) {
            return self.value(part, column);
        }
        self.scan.enter()?;
        self.value(part, column)?;
        self.scan.leave();
        Ok(())
    }

    fn record(&mut self, record: &Record, column: Option<&Column>) -> Outcome<()> {
        let columns = match column {
            Some(Column::Struct(one)) => Some(&one.columns),
            _ => None,
        };
        self.scan.enter_record(self.rules.empty(record))?;
        for (place, field) in record.fields.iter().enumerate() {
            let column = columns.and_then(|columns| columns.get(place));
            self.value(field.node, column).within(|| Step::Field(field.name.clone()))?;
        }
        self.scan.leave();
        Ok(())
    }

    /// Whether the sizes of blocks count for nothing: never where items are skipped, for it would lead elsewhere.
    fn is_lenient(&self, column: Option<&Column>) -> bool {
        self.scan.options.lenient && column.is_some()
    }

    fn array(&mut self, part: NodeId, column: Option<&Column>) -> Outcome<()> {
        let lenient = self.is_lenient(column);
        let column = match column {
            Some(Column::List(list)) => Some(&list.item),
            _ => None,
        };
        let least = self.rules.least[part.index()];
        self.scan.enter()?;
        let mut place = 0;
        while let Some(block) = self.scan.blocks.head_as(&mut self.scan.input, least, lenient)? {
            for _ in 0..block.count {
                self.value(part, column).within(|| Step::Item(place))?;
                place += 1;
            }
            self.scan.end(&block)?;
        }
        self.scan.leave();
        Ok(())
    }

    fn map(&mut self, part: NodeId, column: Option<&Column>) -> Outcome<()> {
        let (lenient, kept) = (self.is_lenient(column), column.is_some());
        let column = match column {
            Some(Column::Map(map)) => Some(&map.value),
            _ => None,
        };
        let least = self.rules.least[part.index()].saturating_add(1);
        self.scan.enter()?;
        while let Some(block) = self.scan.blocks.head_as(&mut self.scan.input, least, lenient)? {
            for _ in 0..block.count {
                let key = self.scan.input.run()?;
                if kept {
                    // Two keys that are not UTF-8 could become one.
                    self.scan.utf8(key)?;
                }
                self.value(part, column).within(|| Step::Key(String::from_utf8_lossy(key).into_owned()))?;
            }
            self.scan.end(&block)?;
        }
        self.scan.leave();
        Ok(())
    }
}

/// Lenient readers read what no column can have; such a value is refused.
fn fits(bytes: &[u8], column: Option<&Column>, start: usize) -> Outcome<()> {
    let fits = match column {
        Some(Column::Decimal128(..)) => convert::decimal128(bytes).is_some(),
        Some(Column::Decimal256(..)) => convert::decimal256(bytes).is_some(),
        Some(Column::Duration(_)) => bytes.first_chunk().copied().and_then(convert::duration).is_some(),
        Some(Column::Uuid(_)) => convert::uuid(bytes).is_some(),
        _ => true,
    };
    if fits { Ok(()) } else { fault(DataClass::LogicalInvalid, Some(start), "a value that its column cannot hold") }
}

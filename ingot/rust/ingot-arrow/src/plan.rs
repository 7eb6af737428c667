//! From a schema to the columns of its data.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::StringArray;
use arrow_schema::{DataType, Field, Fields, IntervalUnit, Schema as ArrowSchema, TimeUnit, UnionFields, UnionMode};
use ingot_codec::{DataClass, DataError, Limits};
use ingot_schema::{Logical, NodeId, Schema, Type};

use crate::check::Rules;
use crate::column::{Column, Depth, Digits, List, Map, Nullable, Struct, Union};
use crate::error::refused;
use crate::names;
use crate::runs::Runs;
use crate::select::Selection;

/// Columns are nested as deeply as this at most, whatever the limit of data is: Arrow's own functions take stack.
const MOST_DEPTH: Depth = 200;

/// More columns than these are refused: types that are used twice by types that are used twice double them at each step.
const MOST_COLUMNS: usize = 1 << 16;

/// An Arrow schema, and an empty column of each field.
pub(crate) fn plan(rules: Rules<'_>, fields: &[String]) -> Result<(ArrowSchema, Column), DataError> {
    let schema = rules.schema;
    let Type::Record(record) = &schema[schema.root()].shape else {
        let word = schema[schema.root()].shape.word();
        return Err(refused("", format!("a batch has the fields of a record, and the schema is of type {word}")));
    };
    let selection = Selection::new(fields, record);
    let depth = rules.options.limits.depth.min(Limits::MOST_DEPTH);
    let mut planner = Planner { rules, depth, open: Vec::new(), count: 0, path: Vec::new() };
    let found = planner.column(schema.root(), 0, &selection)?;
    let DataType::Struct(columns) = found.data_type else { return Err(refused("", "not a record")) };
    let mut metadata = HashMap::new();
    if fields.is_empty() {
        metadata.insert(names::SCHEMA.into(), schema.to_string());
    }
    Ok((ArrowSchema::new_with_metadata(columns, metadata), found.column))
}

struct Planner<'s> {
    rules: Rules<'s>,
    depth: Depth,
    /// The records around.
    open: Vec<NodeId>,
    count: usize,
    path: Vec<String>,
}

/// A column, and what Arrow says of it.
struct Planned {
    column: Column,
    data_type: DataType,
    nullable: bool,
    metadata: HashMap<String, String>,
    /// How many bytes stand in for a null.
    filler: usize,
}

impl Planned {
    fn new(column: Column, data_type: DataType, filler: usize) -> Self {
        Planned { column, data_type, nullable: false, metadata: HashMap::new(), filler }
    }

    fn field(&self, name: &str) -> Field {
        Field::new(name, self.data_type.clone(), self.nullable).with_metadata(self.metadata.clone())
    }
}

impl Planner<'_> {
    fn refused<T>(&self, message: impl Into<String>) -> Result<T, DataError> {
        Err(refused(&self.path.join("."), message))
    }

    fn column(&mut self, id: NodeId, depth: Depth, selection: &Selection) -> Result<Planned, DataError> {
        self.count += 1;
        if self.count > MOST_COLUMNS {
            let message = format!("more than {MOST_COLUMNS} columns; select some of the fields");
            return Err(DataError::new(DataClass::LimitColumns, None, message));
        }
        let schema = self.rules.schema;
        let node = &schema[id];
        if !selection.is_all()
            && !matches!(node.shape, Type::Record(_) | Type::Array(_) | Type::Map(_) | Type::Union(_))
        {
            return self.refused(format!("{} has no fields to select", node.shape.word()));
        }
        let mut planned = match &node.shape {
            Type::Array(_) | Type::Map(_) | Type::Record(_) => {
                if depth > MOST_DEPTH {
                    return self.refused(format!("columns are nested up to {MOST_DEPTH} deep"));
                }
                let planned = match &node.shape {
                    Type::Array(part) => self.list(*part, depth + 1, selection)?,
                    Type::Map(part) => self.map(*part, depth + 1, selection)?,
                    _ => self.record(id, depth + 1, selection)?,
                };
                if depth < self.depth {
                    planned
                } else {
                    Planned { column: Column::TooDeep(Box::new(planned.column)), ..planned }
                }
            }
            Type::Union(branches) => match nullable(schema, branches) {
                Some((null, part)) => {
                    let part = self.column(part, depth, selection)?;
                    let filler = part.filler + 1;
                    let one = Nullable { valid: Vec::new(), null, inner: part.column, filler: part.filler };
                    Planned { column: Column::Nullable(Box::new(one)), nullable: true, filler, ..part }
                }
                None => self.union(branches, depth, selection)?,
            },
            shape => self.simple(shape, node.logical)?,
        };
        names::add(node, &mut planned.metadata);
        Ok(planned)
    }

    fn simple(&self, shape: &Type, logical: Option<Logical>) -> Result<Planned, DataError> {
        use TimeUnit::{Microsecond, Millisecond, Nanosecond};
        let stamp = |unit, zone: Option<&str>| {
            let data_type = DataType::Timestamp(unit, zone.map(Into::into));
            Planned::new(Column::Long(Vec::new(), data_type.clone()), data_type, 8)
        };
        let utc = Some("+00:00");
        Ok(match (shape, logical) {
            (Type::Null, _) => Planned { nullable: true, ..Planned::new(Column::Null(0), DataType::Null, 0) },
            (Type::Boolean, _) => Planned::new(Column::Boolean(Vec::new()), DataType::Boolean, 1),
            (Type::Int, Some(Logical::TimeMillis)) => {
                Planned::new(Column::TimeMillis(Vec::new()), DataType::Time32(Millisecond), 4)
            }
            (Type::Int, _) => {
                let data_type = if logical == Some(Logical::Date) { DataType::Date32 } else { DataType::Int32 };
                Planned::new(Column::Int(Vec::new(), data_type.clone()), data_type, 4)
            }
            (Type::Long, Some(Logical::TimeMicros)) => {
                Planned::new(Column::TimeMicros(Vec::new()), DataType::Time64(Microsecond), 8)
            }
            (Type::Long, Some(Logical::TimestampMillis)) => stamp(Millisecond, utc),
            (Type::Long, Some(Logical::TimestampMicros)) => stamp(Microsecond, utc),
            (Type::Long, Some(Logical::TimestampNanos)) => stamp(Nanosecond, utc),
            (Type::Long, Some(Logical::LocalTimestampMillis)) => stamp(Millisecond, None),
            (Type::Long, Some(Logical::LocalTimestampMicros)) => stamp(Microsecond, None),
            (Type::Long, Some(Logical::LocalTimestampNanos)) => stamp(Nanosecond, None),
            (Type::Long, _) => Planned::new(Column::Long(Vec::new(), DataType::Int64), DataType::Int64, 8),
            (Type::Float, _) => Planned::new(Column::Float(Vec::new()), DataType::Float32, 4),
            (Type::Double, _) => Planned::new(Column::Double(Vec::new()), DataType::Float64, 8),
            (Type::String, Some(Logical::Uuid)) => {
                Planned::new(Column::Uuid(Vec::new()), DataType::FixedSizeBinary(16), 16)
            }
            (Type::String, _) => Planned::new(Column::Text(Runs::new()), DataType::Utf8, 4),
            (Type::Bytes, Some(Logical::Decimal { precision, scale })) if precision <= 76 => {
                decimal(Digits { precision, scale, size: None })
            }
            (Type::Bytes, _) => Planned::new(Column::Bytes(Runs::new(), logical), DataType::Binary, 4),
            (Type::Fixed(fixed), Some(Logical::Decimal { precision, scale })) if precision <= 76 => {
                decimal(Digits { precision, scale, size: Some(fixed.size as usize) })
            }
            (Type::Fixed(_), Some(Logical::Duration)) => {
                let data_type = DataType::Interval(IntervalUnit::MonthDayNano);
                Planned::new(Column::Duration(Vec::new()), data_type, 16)
            }
            (Type::Fixed(fixed), _) => {
                let Ok(width) = i32::try_from(fixed.size) else {
                    return self.refused("a fixed of more bytes than a column can hold");
                };
                let size = fixed.size as usize;
                let column = Column::Fixed { size, bytes: Vec::new(), count: 0, logical };
                Planned::new(column, DataType::FixedSizeBinary(width), size)
            }
            (Type::Enum(one), _) => {
                if one.symbols.is_empty() {
                    return self.refused("an enum without symbols has no values");
                }
                let symbols = Arc::new(StringArray::from_iter_values(&one.symbols));
                let data_type = DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8));
                Planned::new(Column::Enum(Vec::new(), symbols), data_type, 4)
            }
            _ => return self.refused(format!("a {} has no column", shape.word())),
        })
    }

    fn list(&mut self, part: NodeId, depth: Depth, selection: &Selection) -> Result<Planned, DataError> {
        let item = self.column(part, depth, selection)?;
        let field = Arc::new(item.field(Field::LIST_FIELD_DEFAULT_NAME));
        let data_type = DataType::List(field.clone());
        let (least, empty) = (self.rules.least[part.index()], item.column.empty());
        let list = List { field, offsets: vec![0], count: 0, item: item.column, least, empty };
        Ok(Planned::new(Column::List(Box::new(list)), data_type, 4))
    }

    fn map(&mut self, part: NodeId, depth: Depth, selection: &Selection) -> Result<Planned, DataError> {
        let value = self.column(part, depth, selection)?;
        let key = Field::new(Field::MAP_KEY_FIELD_DEFAULT_NAME, DataType::Utf8, false);
        let fields = Fields::from(vec![key, value.field(Field::MAP_VALUE_FIELD_DEFAULT_NAME)]);
        let entries =
            Arc::new(Field::new(Field::MAP_ENTRIES_FIELD_DEFAULT_NAME, DataType::Struct(fields.clone()), false));
        let data_type = DataType::Map(entries.clone(), false);
        let least = self.rules.least[part.index()].saturating_add(1);
        let map = Map { entries, fields, offsets: vec![0], keys: Runs::new(), value: value.column, part, least, depth };
        Ok(Planned::new(Column::Map(Box::new(map)), data_type, 4))
    }

    fn record(&mut self, id: NodeId, depth: Depth, selection: &Selection) -> Result<Planned, DataError> {
        if self.open.contains(&id) {
            return self.refused("a record that contains itself has no column; select fields around it");
        }
        let schema = self.rules.schema;
        let Type::Record(record) = &schema[id].shape else { return self.refused("not a record") };
        selection.check(record).map_err(|message| refused(&self.path.join("."), message))?;
        self.open.push(id);
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        let mut filler = 0_usize;
        for field in &record.fields {
            let Some(selection) = selection.within(&field.name) else {
                columns.push(Column::Skipped(field.node, depth));
                continue;
            };
            self.path.push(field.name.clone());
            let planned = self.column(field.node, depth, selection)?;
            self.path.pop();
            fields.push(planned.field(&field.name));
            filler = filler.saturating_add(planned.filler);
            columns.push(planned.column);
        }
        self.open.pop();
        let fields = Fields::from(fields);
        let data_type = DataType::Struct(fields.clone());
        Ok(Planned::new(
            Column::Struct(Box::new(Struct { fields, columns, count: 0, empty: self.rules.empty(record) })),
            data_type,
            filler,
        ))
    }

    fn union(&mut self, branches: &[NodeId], depth: Depth, selection: &Selection) -> Result<Planned, DataError> {
        let mut fields = Vec::new();
        let mut columns = Vec::new();
        let mut nullable = false;
        let mut filler = 0;
        for (id, branch) in (0_i8..=i8::MAX).zip(branches) {
            // Unions within each other, which only odd schemas have, are a way to be deep, too.
            let inner = matches!(self.rules.schema[*branch].shape, Type::Union(_));
            let mut planned = self.column(*branch, depth + usize::from(inner), selection)?;
            if inner && depth >= self.depth {
                planned.column = Column::TooDeep(Box::new(planned.column));
            }
            let shape = &self.rules.schema[*branch];
            nullable |= shape.shape == Type::Null;
            fields.push((id, Arc::new(planned.field(&names::branch(shape)))));
            if columns.is_empty() {
                filler = planned.filler.saturating_add(5);
            }
            columns.push((planned.column, 0));
        }
        if columns.is_empty() || columns.len() < branches.len() {
            return self.refused(format!("a union of {} branches has no column", branches.len()));
        }
        let fields = UnionFields::from_iter(fields);
        let data_type = DataType::Union(fields.clone(), UnionMode::Dense);
        let one = Union { fields, ids: Vec::new(), offsets: Vec::new(), branches: columns };
        Ok(Planned { nullable, ..Planned::new(Column::Union(Box::new(one)), data_type, filler) })
    }
}

fn decimal(digits: Digits) -> Planned {
    let (precision, scale) = digits.arrow();
    if precision <= 38 {
        return Planned::new(Column::Decimal128(Vec::new(), digits), DataType::Decimal128(precision, scale), 16);
    }
    Planned::new(Column::Decimal256(Vec::new(), digits), DataType::Decimal256(precision, scale), 32)
}

/// Which of two branches is null, and the other one, where a null says all that there is to say.
pub(crate) fn nullable(schema: &Schema, branches: &[NodeId]) -> Option<(u8, NodeId)> {
    let [first, second] = *branches else { return None };
    let null = |id: NodeId| schema[id].shape == Type::Null;
    let (place, other) = match (null(first), null(second)) {
        (true, false) => (0, second),
        (false, true) => (1, first),
        _ => return None,
    };
    (!matches!(schema[other].shape, Type::Union(_))).then_some((place, other))
}

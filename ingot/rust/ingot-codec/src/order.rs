//! The order of the specification: of two data in their bytes, and of two values, alike.

use alloc::format;
use core::cmp::Ordering;

use ingot_schema::{NodeId, Order, Record, Schema, Type, Value};

use crate::blocks::Block;
use crate::codec::Codec;
use crate::error::{DataClass, DataError, Outcome, Step, Within, fault, field_name};
use crate::limits::{Limits, Options};
use crate::plan::{Op, Plan};
use crate::scan::Scan;

impl Codec {
    /// Which of two data comes first in the order of the specification, found in their bytes, of which no more are read
    /// than it takes; an error if they are no data so far, or hold maps that count, for maps have no order.
    ///
    /// Numbers go by what they are, −0.0 before 0.0 and NaN last; strings and bytes by their bytes, symbols and branches by
    /// their places, records field by field as the schema says of each, arrays item by item.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use ingot_codec::{Codec, Schema};
    ///
    /// let codec = Codec::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
    ///     {"name": "note", "type": "string", "order": "ignore"},
    ///     {"name": "grams", "type": "int", "order": "descending"}
    /// ]}"#).unwrap());
    /// assert_eq!(codec.compare(b"\x02a\x02", b"\x02b\x04"), Ok(Ordering::Greater));
    /// ```
    pub fn compare(&self, a: &[u8], b: &[u8]) -> Result<Ordering, DataError> {
        let options = Options::default();
        let (a, b) = (Scan::new(&options, a), Scan::new(&options, b));
        let mut pair = Pair { codec: self, a, b };
        pair.value(self.plan.root).map_err(DataError::from)
    }

    /// Which of two values comes first in the order of the specification; an error if they are none of the schema so far,
    /// or hold maps that count.
    pub fn compare_values(&self, a: &Value, b: &Value) -> Result<Ordering, DataError> {
        let mut values = Values { schema: &self.schema, depth: Limits::default().depth };
        values.compare(self.schema.root(), a, b).map_err(DataError::from)
    }
}

/// Two data on their way, of one schema.
struct Pair<'c, 'b> {
    codec: &'c Codec,
    a: Scan<'c, 'b>,
    b: Scan<'c, 'b>,
}

impl Pair<'_, '_> {
    fn value(&mut self, index: u32) -> Outcome<Ordering> {
        let plan: &Plan = &self.codec.plan;
        let node = plan.nodes[index as usize];
        let (a, b) = (&mut self.a, &mut self.b);
        Ok(match node.op {
            Op::Null => Ordering::Equal,
            Op::Boolean => a.boolean()?.cmp(&b.boolean()?),
            Op::Int => a.int(node.check)?.cmp(&b.int(node.check)?),
            Op::Long => a.long(node.check)?.cmp(&b.long(node.check)?),
            Op::Float => floats(a.float()?.into(), b.float()?.into()),
            Op::Double => floats(a.double()?, b.double()?),
            Op::Bytes => a.bytes(node.check)?.cmp(b.bytes(node.check)?),
            // The bytes of UTF-8 have the order of the characters.
            Op::String => a.string(node.check)?.cmp(&b.string(node.check)?),
            Op::Fixed(size) => a.fixed(size, node.check)?.cmp(b.fixed(size, node.check)?),
            Op::Enum(count) => a.symbol(count)?.cmp(&b.symbol(count)?),
            Op::Union(parts) => {
                let branches = plan.parts(parts);
                let (one, other) = (a.branch(branches.len())?, b.branch(branches.len())?);
                if one != other {
                    return Ok(one.cmp(&other));
                }
                let part = branches[one as usize];
                if !plan.is_union(part) {
                    return self.value(part);
                }
                self.enter(0)?;
                let found = self.value(part)?;
                self.leave();
                found
            }
            Op::Array(part) => {
                self.enter(0)?;
                let found = self.items(part)?;
                self.leave();
                found
            }
            Op::Map(_) => return unordered(Some(a.input.at())),
            Op::Record(parts) => {
                self.enter(node.empty)?;
                let found = self.fields(index, plan.parts(parts))?;
                self.leave();
                found
            }
        })
    }

    fn enter(&mut self, empty: u32) -> Outcome<()> {
        self.a.enter_record(empty)?;
        self.b.enter_record(empty)
    }

    fn leave(&mut self) {
        self.a.leave();
        self.b.leave();
    }

    fn fields(&mut self, index: u32, parts: &[u32]) -> Outcome<Ordering> {
        let codec = self.codec;
        let Type::Record(Record { fields, .. }) = &codec.schema.nodes()[index as usize].shape else {
            return Ok(Ordering::Equal);
        };
        for (place, (part, field)) in parts.iter().zip(fields).enumerate() {
            let step = || Step::Field(field_name(&codec.schema, index, place));
            if field.order == Order::Ignore {
                self.a.skip(&codec.plan, &codec.schema, *part).within(step)?;
                self.b.skip(&codec.plan, &codec.schema, *part).within(step)?;
                continue;
            }
            let found = self.value(*part).within(step)?;
            if found != Ordering::Equal {
                return Ok(if field.order == Order::Descending { found.reverse() } else { found });
            }
        }
        Ok(Ordering::Equal)
    }

    /// Item by item, whatever blocks these come in.
    fn items(&mut self, part: u32) -> Outcome<Ordering> {
        let least = self.codec.plan.nodes[part as usize].least;
        let (mut a, mut b) = (Items::default(), Items::default());
        for place in 0.. {
            match (a.next(&mut self.a, least)?, b.next(&mut self.b, least)?) {
                (true, true) => {}
                (a, b) => return Ok(a.cmp(&b)),
            }
            let found = self.value(part).within(|| Step::Item(place))?;
            if found != Ordering::Equal {
                return Ok(found);
            }
        }
        Ok(Ordering::Equal)
    }
}

/// The items of an array on their way.
#[derive(Default)]
struct Items {
    /// The block that is read, and how many of its items are not.
    block: Option<(Block, u64)>,
}

impl Items {
    /// Whether there is a further item, which is to be read next.
    fn next(&mut self, scan: &mut Scan<'_, '_>, least: u32) -> Outcome<bool> {
        if let Some((block, left)) = &mut self.block {
            if let Some(fewer) = left.checked_sub(1) {
                *left = fewer;
                return Ok(true);
            }
            scan.end(block)?;
        }
        self.block = scan.block(least)?.map(|block| {
            let left = block.count - 1;
            (block, left)
        });
        Ok(self.block.is_some())
    }
}

struct Values<'s> {
    schema: &'s Schema,
    depth: usize,
}

impl Values<'_> {
    fn compare(&mut self, id: NodeId, a: &Value, b: &Value) -> Outcome<Ordering> {
        let shape = &self.schema[id].shape;
        Ok(match (shape, a, b) {
            (Type::Null, Value::Null, Value::Null) => Ordering::Equal,
            (Type::Boolean, Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
            (Type::Int, Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Type::Long, Value::Long(a), Value::Long(b)) => a.cmp(b),
            (Type::Float, Value::Float(a), Value::Float(b)) => floats((*a).into(), (*b).into()),
            (Type::Double, Value::Double(a), Value::Double(b)) => floats(*a, *b),
            (Type::String, Value::String(a), Value::String(b)) => a.cmp(b),
            (Type::Bytes, Value::Bytes(a), Value::Bytes(b)) | (Type::Fixed(_), Value::Fixed(a), Value::Fixed(b)) => {
                a.cmp(b)
            }
            (Type::Enum(_), Value::Enum(a), Value::Enum(b)) => a.cmp(b),
            (Type::Union(_), Value::Union(a, _), Value::Union(b, _)) if a != b => a.cmp(b),
            (Type::Union(branches), Value::Union(branch, a), Value::Union(_, b)) => {
                let Some(part) = branches.get(*branch as usize) else {
                    let message = format!("branch {branch} of {}", branches.len());
                    return fault(DataClass::ValueInvalid, None, message);
                };
                if !matches!(self.schema[*part].shape, Type::Union(_)) {
                    return self.compare(*part, a, b);
                }
                self.deeper(|values| values.compare(*part, a, b))?
            }
            (Type::Array(part), Value::Array(a), Value::Array(b)) => self.deeper(|values| {
                for (place, (a, b)) in a.iter().zip(b).enumerate() {
                    let found = values.compare(*part, a, b).within(|| Step::Item(place))?;
                    if found != Ordering::Equal {
                        return Ok(found);
                    }
                }
                Ok(a.len().cmp(&b.len()))
            })?,
            (Type::Map(_), Value::Map(_), Value::Map(_)) => return unordered(None),
            (Type::Record(Record { fields, .. }), Value::Record(a), Value::Record(b))
                if fields.len() == a.len() && fields.len() == b.len() =>
            {
                self.deeper(|values| {
                    for (field, (a, b)) in fields.iter().zip(a.iter().zip(b)) {
                        if field.order == Order::Ignore {
                            continue;
                        }
                        let found = values.compare(field.node, a, b).within(|| Step::Field(field.name.clone()))?;
                        if found != Ordering::Equal {
                            return Ok(if field.order == Order::Descending { found.reverse() } else { found });
                        }
                    }
                    Ok(Ordering::Equal)
                })?
            }
            (shape, ..) => {
                return fault(DataClass::ValueInvalid, None, format!("the value is no {} of the schema", shape.word()));
            }
        })
    }

    fn deeper(&mut self, compare: impl FnOnce(&mut Self) -> Outcome<Ordering>) -> Outcome<Ordering> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return fault(DataClass::LimitDepth, None, "values are nested too deeply");
        };
        self.depth = depth;
        let found = compare(self)?;
        self.depth += 1;
        Ok(found)
    }
}

/// The order of numbers, −0.0 before 0.0; any NaN is as any other, and behind all numbers.
fn floats(a: f64, b: f64) -> Ordering {
    match (a.is_nan(), b.is_nan()) {
        (false, false) => a.total_cmp(&b),
        (a, b) => a.cmp(&b),
    }
}

fn unordered<T>(offset: Option<usize>) -> Outcome<T> {
    fault(DataClass::OrderUndefined, offset, "maps have no order: compare what holds none, or ignore the field")
}

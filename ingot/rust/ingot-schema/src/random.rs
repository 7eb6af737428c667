//! Values of a schema, drawn at random.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::logical::{Logical, most_digits};
use crate::schema::{NodeId, Schema, Type};
use crate::value::Value;
use crate::walk::heights;

/// An endless row of values of a schema, the same for the same seed; it ends at once where no value of the schema has an
/// end, or none of up to 65,536 parts.
///
/// Integers are of all widths, floats of all kinds, texts of all planes; the values of logical types are valid.
///
/// ```
/// use ingot_schema::{Random, Schema, Value};
///
/// let schema = Schema::parse(r#"["null", {"type": "array", "items": "boolean"}]"#).unwrap();
/// let values: Vec<Value> = Random::new(&schema, 42).take(10).collect();
/// assert_eq!(values.len(), 10);
/// assert_eq!(values, Random::new(&schema, 42).take(10).collect::<Vec<_>>());
/// ```
#[derive(Debug, Clone)]
pub struct Random<'s> {
    schema: &'s Schema,
    heights: Vec<Option<u32>>,
    state: u64,
    /// How many more parts the value may have.
    parts: usize,
}

/// How deep values go before they are made as flat as can be, and how deep that may still be.
const DEPTH: u32 = 6;
const MOST_HEIGHT: u32 = 90;
const MOST_PARTS: usize = 1 << 16;

impl<'s> Random<'s> {
    /// Values of a schema, by a seed.
    #[must_use]
    pub fn new(schema: &'s Schema, seed: u64) -> Self {
        Random { schema, heights: heights(schema), state: seed, parts: 0 }
    }

    /// The next 64 bits, by `SplitMix64`.
    fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound that is not 0.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.bits() % u64::try_from(bound).unwrap_or(u64::MAX)).unwrap_or(0)
    }

    /// An integer of any width.
    fn long(&mut self) -> i64 {
        let width = self.below(64);
        self.bits().cast_signed() >> width
    }

    fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.bits().to_le_bytes()[0]).collect()
    }

    fn text(&mut self) -> String {
        let length = self.below(12);
        let highest = [0x7f, 0xff, 0xffff, 0x10_ffff][self.below(4)];
        let one = |random: &mut Self| {
            let code = u32::try_from(random.below(highest + 1)).unwrap_or(0);
            char::from_u32(code).unwrap_or('\u{fffd}')
        };
        (0..length).map(|_| one(self)).collect()
    }

    fn double(&mut self) -> f64 {
        match self.below(8) {
            0 => [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MIN_POSITIVE][self.below(6)],
            1 => f64::from_bits(self.bits()),
            2..5 => f64::from(i32::try_from(self.bits() >> 40).unwrap_or(0)) / 64.0,
            _ => f64::from_bits((self.bits() >> 12) | 0x3ff0_0000_0000_0000) - 1.0,
        }
    }

    /// How many items: fewer the deeper they lie, none where they could not end soon.
    fn length(&mut self, part: NodeId, depth: u32) -> usize {
        if depth == 0 || self.height(part) > MOST_HEIGHT { 0 } else { self.below(depth as usize + 1) }
    }

    fn height(&self, id: NodeId) -> u32 {
        self.heights[id.index()].unwrap_or(u32::MAX)
    }

    fn value(&mut self, id: NodeId, depth: u32) -> Option<Value> {
        self.parts = self.parts.checked_sub(1)?;
        let node = &self.schema[id];
        let lower = depth.saturating_sub(1);
        Some(match &node.shape {
            Type::Null => Value::Null,
            Type::Boolean => Value::Boolean(self.below(2) == 1),
            Type::Int if node.logical == Some(Logical::TimeMillis) => {
                Value::Int(i32::try_from(self.below(86_400_000)).ok()?)
            }
            Type::Int => {
                let width = 32 + self.below(32);
                Value::Int(i32::try_from(self.bits().cast_signed() >> width).ok()?)
            }
            Type::Long if node.logical == Some(Logical::TimeMicros) => {
                Value::Long(i64::try_from(self.bits() % 86_400_000_000).ok()?)
            }
            Type::Long => Value::Long(self.long()),
            Type::Float =>
            {
                #[expect(clippy::cast_possible_truncation, reason = "any float will do")]
                Value::Float(self.double() as f32)
            }
            Type::Double => Value::Double(self.double()),
            Type::Bytes => Value::Bytes(match node.logical {
                Some(Logical::Decimal { precision, .. }) => self.decimal(precision),
                Some(Logical::BigDecimal) => alloc::vec![2, self.bytes(1)[0], self.bytes(1)[0] & 0x7f],
                _ => {
                    let length = self.below(20);
                    self.bytes(length)
                }
            }),
            Type::String if node.logical == Some(Logical::Uuid) => Value::String(self.uuid()),
            Type::String => Value::String(self.text()),
            Type::Fixed(fixed) => {
                let size = fixed.size as usize;
                self.parts = self.parts.checked_sub(size)?;
                Value::Fixed(match node.logical {
                    Some(Logical::Decimal { precision, .. }) => {
                        let digits = self.decimal(precision);
                        let digits = &digits[digits.len().saturating_sub(size)..];
                        let sign = if digits.first().is_some_and(|first| *first > 0x7f) { 0xff } else { 0 };
                        let mut bytes = alloc::vec![sign; size - digits.len()];
                        bytes.extend(digits);
                        bytes
                    }
                    _ => self.bytes(size),
                })
            }
            Type::Enum(one) if one.symbols.is_empty() => return None,
            Type::Enum(one) => Value::Enum(u32::try_from(self.below(one.symbols.len())).ok()?),
            Type::Union(branches) => {
                let index = self.branch(branches, depth)?;
                Value::Union(u32::try_from(index).ok()?, Box::new(self.value(branches[index], lower)?))
            }
            Type::Array(part) => {
                let length = self.length(*part, depth);
                let items: Option<Vec<Value>> = (0..length).map(|_| self.value(*part, lower)).collect();
                Value::Array(items?)
            }
            Type::Map(part) => {
                let mut entries: Vec<(String, Value)> = Vec::new();
                for _ in 0..self.length(*part, depth) {
                    let entry = (self.text(), self.value(*part, lower)?);
                    if entries.iter().all(|(key, _)| *key != entry.0) {
                        entries.push(entry);
                    }
                }
                Value::Map(entries)
            }
            Type::Record(record) => {
                let fields: Option<Vec<Value>> =
                    record.fields.iter().map(|field| self.value(field.node, lower)).collect();
                Value::Record(fields?)
            }
        })
    }

    /// A branch that ends soon; below a depth the one that ends soonest.
    fn branch(&mut self, branches: &[NodeId], depth: u32) -> Option<usize> {
        if depth > 0 {
            let index = self.below(branches.len().max(1));
            if branches.get(index).is_some_and(|branch| self.height(*branch) <= MOST_HEIGHT) {
                return Some(index);
            }
        }
        (0..branches.len()).min_by_key(|index| self.height(branches[*index]))
    }

    /// The bytes of a number of fewer digits than a decimal has.
    fn decimal(&mut self, precision: u32) -> Vec<u8> {
        if precision < 3 {
            return alloc::vec![[0, 1, 9, 0xff, 0xf7][self.below(5)]];
        }
        let most = (1..=32).take_while(|size| most_digits(*size) < precision).count();
        let length = 1 + self.below(most);
        self.bytes(length)
    }

    fn uuid(&mut self) -> String {
        let (high, low) = (self.bits(), self.bits());
        let (a, b, c) = (high >> 32, (high >> 16) & 0xffff, high & 0xffff);
        format!("{a:08x}-{b:04x}-{c:04x}-{:04x}-{:012x}", low >> 48, low & 0xffff_ffff_ffff)
    }
}

impl Iterator for Random<'_> {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        let root = self.schema.root();
        if self.height(root) > MOST_HEIGHT {
            return None;
        }
        self.parts = MOST_PARTS;
        self.value(root, DEPTH)
    }
}

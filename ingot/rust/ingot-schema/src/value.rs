//! A value of any schema: what defaults are, what random ones are made as, and what codecs read and write.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// A value by the shape of its schema: it names no fields, symbols or branches, for the schema does.
///
/// Floats are equal if their bits are: `NaN` equals itself, and −0.0 is not 0.0.
///
/// ```
/// use ingot_schema::Value;
///
/// let price = Value::Record(vec![Value::String("tea".into()), Value::Union(1, Box::new(Value::Long(250)))]);
/// assert_eq!(price, price.clone());
/// assert_ne!(Value::Double(0.0), Value::Double(-0.0));
/// ```
#[derive(Debug, Clone)]
pub enum Value {
    /// `null`
    Null,
    /// `boolean`
    Boolean(bool),
    /// `int`
    Int(i32),
    /// `long`
    Long(i64),
    /// `float`
    Float(f32),
    /// `double`
    Double(f64),
    /// `bytes`
    Bytes(Vec<u8>),
    /// `string`
    String(String),
    /// A `fixed`, as long as the schema says.
    Fixed(Vec<u8>),
    /// An `enum`: the place of its symbol, from 0.
    Enum(u32),
    /// A branch of a union, by its place from 0, and the value in it.
    Union(u32, Box<Value>),
    /// The items of an `array`.
    Array(Vec<Value>),
    /// The entries of a `map`, each key once; two maps are equal in whatever order their entries are.
    Map(Vec<(String, Value)>),
    /// The fields of a record, in the order of the schema.
    Record(Vec<Value>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Boolean(a), Value::Boolean(b)) => a == b,
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Long(a), Value::Long(b)) => a == b,
            (Value::Float(a), Value::Float(b)) => a.to_bits() == b.to_bits(),
            (Value::Double(a), Value::Double(b)) => a.to_bits() == b.to_bits(),
            (Value::Bytes(a), Value::Bytes(b)) | (Value::Fixed(a), Value::Fixed(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Enum(a), Value::Enum(b)) => a == b,
            (Value::Union(a, x), Value::Union(b, y)) => a == b && x == y,
            (Value::Array(a), Value::Array(b)) | (Value::Record(a), Value::Record(b)) => a == b,
            (Value::Map(a), Value::Map(b)) => same_entries(a, b),
            _ => false,
        }
    }
}

fn same_entries(a: &[(String, Value)], b: &[(String, Value)]) -> bool {
    if a == b {
        return true;
    }
    let sorted = |entries: &[(String, Value)]| -> Vec<usize> {
        let mut order: Vec<usize> = (0..entries.len()).collect();
        order.sort_by(|x, y| entries[*x].0.cmp(&entries[*y].0));
        order
    };
    a.len() == b.len() && sorted(a).into_iter().zip(sorted(b)).all(|(x, y)| a[x] == b[y])
}

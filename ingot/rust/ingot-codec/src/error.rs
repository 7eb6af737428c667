//! What is wrong with a datum, in one line: the class, the path in it, the offset, what was met.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};
use core::ops::{Deref, DerefMut};

use ingot_schema::classes;
use ingot_schema::shared::cut;
use ingot_schema::{Schema, Type};

classes! {
    /// What kind of thing is wrong with a datum: the same in every language, by its name.
    DataClass:
    /// The input ends too early: a value, a length or a count asks for more bytes than are left.
    EndOfInput = "end-of-input",
    /// Bytes are left behind the only datum.
    BytesLeft = "bytes-left",
    /// An integer has more bytes than it may have, or bits beyond its 64.
    VarintInvalid = "varint-invalid",
    /// An int, or an index, is beyond 32 bits.
    IntRange = "int-range",
    /// A boolean is neither the byte 0 nor 1.
    BooleanInvalid = "boolean-invalid",
    /// A length is below 0.
    LengthNegative = "length-negative",
    /// A count of items has no opposite.
    CountInvalid = "count-invalid",
    /// A block of items does not have the size that it says.
    BlockSize = "block-size",
    /// An enum has no such symbol.
    EnumIndex = "enum-index",
    /// A union has no such branch.
    UnionIndex = "union-index",
    /// A string is not UTF-8.
    Utf8Invalid = "utf8-invalid",
    /// A value that is to be written is none of the schema.
    ValueInvalid = "value-invalid",
    /// A value that is read is none of the type that it is to become.
    TypeMismatch = "type-mismatch",
    /// A value that its logical type does not have.
    LogicalInvalid = "logical-invalid",
    /// Two schemas do not fit: data of the one cannot be read by the other.
    Resolution = "resolution",
    /// Two schemas fit, but not for this datum: it holds a symbol or a branch that the reader's schema does not have.
    ResolutionDatum = "resolution-datum",
    /// Maps are to be compared, which have no order.
    OrderUndefined = "order-undefined",
    /// A message has no such framing.
    FramingInvalid = "framing-invalid",
    /// A message is of another schema.
    SchemaUnknown = "schema-unknown",
    /// Values nested deeper than [`Limits::depth`](crate::Limits::depth).
    LimitDepth = "limit-depth",
    /// More items without bytes than [`Limits::zero_width`](crate::Limits::zero_width).
    LimitZeroWidth = "limit-zero-width",
    /// JSON whose branches of unions have no names, and take too many trials to find.
    LimitTrials = "limit-trials",
    /// A decimal of more bytes, or of a larger scale, than [`Limits`](crate::Limits) allow.
    LimitDecimal = "limit-decimal",
    /// A schema, or a batch of columns, that is none of the other kind.
    ColumnsInvalid = "columns-invalid",
    /// More columns than there may be, or more in one than it can hold.
    LimitColumns = "limit-columns",
}

/// What is wrong with a datum, and where.
///
/// ```
/// use ingot_codec::{Codec, Schema};
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "R", "fields": [
///     {"name": "prices", "type": {"type": "array", "items": "int"}}
/// ]}"#).unwrap();
/// let error = Codec::new(schema).decode(&[4, 2, 0xff, 0xff]).unwrap_err();
/// assert_eq!(error.class.name(), "end-of-input");
/// assert_eq!(error.to_string(), "prices[1], byte 4: the input ends within an int");
/// ```
///
/// It is one word, so that a value that is read well is handed back as if there were no errors; what is wrong lies behind
/// it, and its parts are read as if they were its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError(Box<Details>);

/// The parts of a [`DataError`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// What kind of thing it is.
    pub class: DataClass,
    /// The path in the data, as in `coupon.object[3].price`; empty for the whole.
    pub path: String,
    /// The offset in the input, where there is one.
    pub offset: Option<usize>,
    /// What it is, without the place.
    pub message: String,
}

impl DataError {
    /// An error of the datum as a whole; the offset is that of the byte where what is wrong begins, if there is one.
    #[cold]
    #[must_use]
    pub fn new(class: DataClass, offset: Option<usize>, message: String) -> DataError {
        Details { class, path: String::new(), offset, message }.into()
    }

    /// The same error, of a datum that so many bytes stand before.
    #[cold]
    #[must_use]
    pub fn behind(mut self, bytes: usize) -> DataError {
        self.offset = self.offset.map(|offset| offset + bytes);
        self
    }

    /// The same error without a place in the input.
    #[cold]
    #[must_use]
    pub fn without_offset(mut self) -> DataError {
        self.offset = None;
        self
    }

    /// The parts themselves.
    #[must_use]
    pub fn into_details(self) -> Details {
        *self.0
    }
}

impl From<Details> for DataError {
    fn from(details: Details) -> Self {
        DataError(Box::new(details))
    }
}

impl Deref for DataError {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl DerefMut for DataError {
    fn deref_mut(&mut self) -> &mut Details {
        &mut self.0
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl fmt::Display for Details {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(if self.path.is_empty() { "the datum" } else { &self.path })?;
        if let Some(offset) = self.offset {
            write!(out, ", byte {offset}")?;
        }
        write!(out, ": {}", self.message)
    }
}

impl core::error::Error for DataError {}

/// An error on its way up, each value that it leaves adding its step; a [`DataError`] at last.
#[derive(Debug)]
pub struct Fault {
    pub(crate) error: Details,
    /// From the inside out.
    steps: Vec<Step>,
}

impl Fault {
    pub(crate) fn new(class: DataClass, offset: Option<usize>, message: String) -> Fault {
        let error = Details { class, path: String::new(), offset, message };
        Fault { error, steps: Vec::new() }
    }

    /// Adds a step to the path, and the offset of the value there if none is known.
    #[cfg(feature = "serde")]
    #[cold]
    pub(crate) fn within_at<T>(mut self: Box<Self>, step: Step, offset: usize) -> Outcome<T> {
        self.error.offset.get_or_insert(offset);
        self.steps.push(step);
        Err(self)
    }
}

/// One step of a path in data.
#[derive(Debug)]
pub enum Step {
    /// The field of a record, by its name.
    Field(String),
    /// The item of an array, by its place.
    Item(usize),
    /// The value of a map, by its key.
    Key(String),
}

impl Fault {
    /// Where in the input it is, which is known only where the value was read.
    pub(crate) fn begins_at(&mut self, offset: usize) {
        self.error.offset = Some(offset);
    }
}

/// What reading a part gives. An error is in a box, so that what succeeds stays small.
pub type Outcome<T> = Result<T, Box<Fault>>;

/// An error without steps so far; the offset is that of the byte where the wrong part begins.
#[cold]
#[inline(never)]
pub fn fault<T>(class: DataClass, offset: Option<usize>, message: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault::new(class, offset, message.into())))
}

/// Adds a step to the path of an error.
pub trait Within<T> {
    /// The outcome; an error has one more step.
    fn within(self, step: impl FnOnce() -> Step) -> Outcome<T>;
}

impl<T> Within<T> for Outcome<T> {
    #[inline]
    fn within(self, step: impl FnOnce() -> Step) -> Outcome<T> {
        match self {
            Ok(value) => Ok(value),
            Err(fault) => stepped(fault, step),
        }
    }
}

#[cold]
#[inline(never)]
fn stepped<T>(mut fault: Box<Fault>, step: impl FnOnce() -> Step) -> Outcome<T> {
    fault.steps.push(step());
    Err(fault)
}

impl From<Box<Fault>> for DataError {
    fn from(fault: Box<Fault>) -> Self {
        let Fault { mut error, steps } = *fault;
        for step in steps.iter().rev() {
            match step {
                Step::Field(name) => {
                    if !error.path.is_empty() {
                        error.path.push('.');
                    }
                    error.path.push_str(&cut(name));
                }
                Step::Item(index) => {
                    let _ = write!(error.path, "[{index}]");
                }
                Step::Key(key) => {
                    let _ = write!(error.path, "{{{:?}}}", cut(key));
                }
            }
        }
        error.into()
    }
}

/// The name of a field, for the path of an error.
pub(crate) fn field_name(schema: &Schema, index: u32, place: usize) -> String {
    match schema.nodes().get(index as usize).map(|node| &node.shape) {
        Some(Type::Record(record)) => record.fields.get(place).map_or(String::new(), |field| field.name.clone()),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::DataError;

    #[test]
    fn a_value_is_handed_back_in_no_more_than_it_takes_beside_a_word() {
        assert_eq!(size_of::<Result<(), DataError>>(), size_of::<usize>());
        assert_eq!(size_of::<Result<alloc::string::String, DataError>>(), size_of::<alloc::string::String>());
    }
}

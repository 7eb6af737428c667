//! What types are in Avro, as data: schemas are made of it, and given ones compared with it.

use ingot_schema::Logical;

/// A type that is Avro of itself: what it is there.
///
/// `#[derive(Record)]` implements it for structs and enums.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of Avro",
    note = "structs and enums become one by `#[derive(Record)]`",
    note = "integers are `i32` and `i64`; bytes are `Vec<u8>` and `&[u8]`; a fixed is `[u8; N]`"
)]
pub trait Shaped {
    /// The same type, reading from bytes of another lifetime; itself if it borrows nothing.
    type With<'b>;

    /// What it is.
    const SHAPE: Shape;
}

/// What a type is in Avro. Parts are functions, so that a type may hold itself.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the words of the specification")]
pub enum Shape {
    Null,
    Boolean,
    Int,
    Long,
    Float,
    Double,
    Bytes,
    String,
    /// A fixed of so many bytes; its name is said by the field that holds it.
    Fixed(u32),
    Array(fn() -> Shape),
    Map(fn() -> Shape),
    /// A union of null and another type.
    Optional {
        of: fn() -> Shape,
        null_last: bool,
    },
    Union(&'static [Part]),
    Record(&'static RecordShape),
    Enum(&'static EnumShape),
}

/// A record.
#[derive(Debug, Clone, Copy)]
pub struct RecordShape {
    /// The name of the type in Rust, by which one is known again: two may have one name in Avro.
    pub own: fn() -> &'static str,
    /// What it is called.
    pub name: Called,
    /// The fields, in order.
    pub fields: &'static [FieldShape],
}

/// An enum.
#[derive(Debug, Clone, Copy)]
pub struct EnumShape {
    /// What it is called.
    pub name: Called,
    /// The symbols, in order.
    pub symbols: &'static [&'static str],
    /// The symbol that a reader takes for those that it does not know.
    pub default: Option<&'static str>,
}

/// What a named type is called.
#[derive(Debug, Clone, Copy)]
pub struct Called {
    /// The full name, as in `shop.Coupon`.
    pub name: &'static str,
    /// Other names by which a reader's type may be found.
    pub aliases: &'static [&'static str],
    /// What it is for.
    pub doc: Option<&'static str>,
}

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct FieldShape {
    /// Its name.
    pub name: &'static str,
    /// Other names by which a reader's field may be found.
    pub aliases: &'static [&'static str],
    /// What it is for.
    pub doc: Option<&'static str>,
    /// The default, as JSON.
    pub default: Option<&'static str>,
    /// Its type.
    pub part: Part,
}

/// A type within another one, and what that says of it.
#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// The type.
    pub of: fn() -> Shape,
    /// What is said of it.
    pub says: Says,
}

/// What a field or a branch says of its type: of itself, of an item, or of the branch beside null.
#[derive(Debug, Clone, Copy, Default)]
pub struct Says {
    /// The name of a fixed.
    pub fixed: Option<&'static str>,
    /// What a value stands for.
    pub logical: Option<Logical>,
}

/// The shape of a type, as a function.
#[must_use]
pub fn shape<T: Shaped + ?Sized>() -> Shape {
    T::SHAPE
}

/// The shape of an `Option` whose null is the last branch.
#[doc(hidden)]
#[must_use]
pub fn null_last<T: Shaped>() -> Shape {
    Shape::Optional { of: shape::<T>, null_last: true }
}

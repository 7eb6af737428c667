//! From bytes to a type, within the same limits as values of any schema.

use alloc::string::String;

use ingot_schema::Logical;

use super::logical::LeafOf;
use crate::error::{Outcome, Step, Within};
use crate::limits::Options;
use crate::scan::Scan;

/// A type that can be read; what borrows, from bytes of the lifetime `'b`.
///
/// `#[derive(Record)]` implements it for structs and enums. An own type reads another one, and makes itself of that:
///
/// ```
/// use ingot_codec::typed::{self, Decode, Outcome, Reader};
///
/// #[derive(Debug, PartialEq)]
/// struct Day { since_1970: i32 }
///
/// impl<'b> Decode<'b> for Day {
///     fn least(boxes: u32) -> u32 {
///         i32::least(boxes)
///     }
///
///     fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
///         Ok(Day { since_1970: i32::read(reader)? })
///     }
/// }
///
/// assert_eq!(typed::decode::<Day>(&[0xc0, 0xb8, 0x02])?, Day { since_1970: 20_000 });
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from Avro",
    note = "structs and enums can by `#[derive(Record)]`",
    note = "integers are `i32` and `i64`; bytes are `Vec<u8>` and `&[u8]`; a fixed is `[u8; N]`"
)]
pub trait Decode<'b>: Sized {
    /// Whether a value is that of a union: one right within another lies one deeper. Nothing if the type does not say.
    #[doc(hidden)]
    const UNION: Option<bool> = None;

    /// How few bytes a value may have, never too many. What lies in more than so many boxes counts nothing, for a type
    /// may hold itself.
    fn least(boxes: u32) -> u32;

    /// Reads a value.
    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self>;

    /// Reads a value over this one, which keeps what room it has. After an error it is any value.
    #[inline]
    fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
        *self = Self::read(reader)?;
        Ok(())
    }
}

/// How many boxes within each other are looked into for what a value takes at least.
pub const BOXES: u32 = 3;

/// Bytes that values are read from.
pub struct Reader<'o, 'b>(pub(super) Scan<'o, 'b>);

impl<'o, 'b> Reader<'o, 'b> {
    #[inline]
    pub(super) fn new(bytes: &'b [u8], options: &'o Options) -> Self {
        Reader(Scan::new(options, bytes))
    }

    /// Before the fields of a record: they lie one deeper. So many of them may take no bytes. An error if they lie too
    /// deeply, or there are too many.
    #[inline]
    pub fn enter(&mut self, empty: u32) -> Outcome<()> {
        self.0.enter_record(empty)
    }

    /// After the fields of a record.
    #[inline]
    pub fn leave(&mut self) {
        self.0.leave();
    }

    /// Reads a field; an error tells its name.
    #[inline]
    pub fn field<T: Decode<'b>>(&mut self, name: &'static str) -> Outcome<T> {
        T::read(self).within(|| Step::Field(name.into()))
    }

    /// Reads a field over another value.
    #[inline]
    pub fn field_into<T: Decode<'b>>(&mut self, to: &mut T, name: &'static str) -> Outcome<()> {
        to.read_into(self).within(|| Step::Field(name.into()))
    }

    /// Reads a field of a logical type that not every value has.
    #[inline]
    pub fn checked_field<T: LeafOf<'b>>(&mut self, name: &'static str, logical: Logical) -> Outcome<T> {
        T::read_checked(self, logical).within(|| Step::Field(name.into()))
    }

    /// Reads a branch of a logical type that not every value has.
    #[inline]
    pub fn checked<T: LeafOf<'b>>(&mut self, logical: Logical) -> Outcome<T> {
        self.branch_by::<T, _>(|reader| T::read_checked(reader, logical))
    }

    /// Reads the value of a branch: one deeper, if that is a union again.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "of all but unions it is no more than to read them")]
    pub fn in_union<T: Decode<'b>>(&mut self) -> Outcome<T> {
        if const { matches!(T::UNION, Some(true)) } {
            return self.branch_by::<T, _>(T::read);
        }
        T::read(self)
    }

    /// The same, over another value.
    #[doc(hidden)]
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "as above")]
    pub fn in_union_into<T: Decode<'b>>(&mut self, to: &mut T) -> Outcome<()> {
        if const { matches!(T::UNION, Some(true)) } {
            return self.branch_by::<T, _>(|reader| to.read_into(reader));
        }
        to.read_into(self)
    }

    #[inline]
    fn branch_by<T: Decode<'b>, V>(&mut self, read: impl FnOnce(&mut Self) -> Outcome<V>) -> Outcome<V> {
        if const { !matches!(T::UNION, Some(true)) } {
            return read(self);
        }
        self.0.enter()?;
        let value = read(self)?;
        self.0.leave();
        Ok(value)
    }

    /// Reads a field that is an `Option` whose null is the last branch.
    #[inline]
    pub fn null_last<T: Decode<'b>>(&mut self, name: &'static str) -> Outcome<Option<T>> {
        let read = |reader: &mut Self| match reader.branch(2)? {
            0 => reader.in_union().map(Some),
            _ => Ok(None),
        };
        read(self).within(|| Step::Field(name.into()))
    }

    /// Reads the number of a symbol of so many.
    #[inline]
    pub fn symbol(&mut self, count: u32) -> Outcome<u32> {
        self.0.symbol(count)
    }

    /// Reads the number of a branch of so many.
    #[inline]
    pub fn branch(&mut self, count: usize) -> Outcome<u32> {
        self.0.branch(count)
    }
}

/// How many of the fields may take no bytes, by the least that each takes.
#[inline]
#[must_use]
pub fn empty<const N: usize>(least: [u32; N]) -> u32 {
    least.iter().map(|least| u32::from(*least == 0)).sum()
}

/// A step into an item.
#[inline]
pub(super) fn at_item<T>(outcome: Outcome<T>, place: usize) -> Outcome<T> {
    outcome.within(|| Step::Item(place))
}

/// A step into the value of a key.
#[inline]
pub(super) fn at_key<T>(outcome: Outcome<T>, key: &str) -> Outcome<T> {
    outcome.within(|| Step::Key(String::from(key)))
}

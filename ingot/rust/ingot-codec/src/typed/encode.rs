//! From a type to bytes: room for what has a bound is claimed at once, then written without a look at the end.

use super::parts::Parts;
use super::sealed::Sealed;
use crate::error::{DataClass, Outcome, fault};
use crate::wire::{At, Out};

/// A type that can be written. Types of others become one by [`AsParts`].
///
/// What a value writes is claimed in two ways. Before it is written, [`Encode::BOUND`] bytes and what comes behind are
/// claimed; that is all that a number needs. What has no bound, as a string, claims as much as it is, and again what
/// comes behind.
pub trait Encode: Sealed {
    /// How many bytes a value writes at most without a claim of its own.
    #[doc(hidden)]
    const BOUND: usize;
    /// Whether values never claim.
    #[doc(hidden)]
    const BOUNDED: bool;
    /// Whether a value is that of a union: one right within another lies one deeper.
    #[doc(hidden)]
    const UNION: bool = false;

    /// Writes the value; before, and behind it again, `behind` bytes are claimed for others, and before it
    /// [`Encode::BOUND`] for this one. An error if it lies too deeply, or is none of its logical type.
    #[doc(hidden)]
    fn put(&self, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At>;
}

/// A type that is written as others are: what `#[derive(Record)]` says of structs and enums, and own types of themselves.
///
/// ```
/// use ingot_codec::typed::{self, AsParts, parts::Plain};
///
/// /// A day, in Avro the number of days since 1970.
/// struct Day { since_1970: i32 }
///
/// impl AsParts for Day {
///     type Parts = Plain<i32>;
///
///     fn parts(&self) -> i32 {
///         self.since_1970
///     }
/// }
///
/// assert_eq!(typed::encode(&Day { since_1970: 20_000 })?, [0xc0, 0xb8, 0x02]);
/// # Ok::<(), ingot_codec::DataError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written as Avro",
    note = "structs and enums can by `#[derive(Record)]`",
    note = "integers are `i32` and `i64`; bytes are `Vec<u8>` and `&[u8]`; a fixed is `[u8; N]`"
)]
pub trait AsParts {
    /// What it is written as.
    type Parts: Parts;

    /// The value as that.
    fn parts(&self) -> <Self::Parts as Parts>::View<'_>;
}

impl<T: AsParts + ?Sized> Sealed for T {}

impl<T: AsParts + ?Sized> Encode for T {
    const BOUND: usize = T::Parts::BOUND;
    const BOUNDED: bool = T::Parts::BOUNDED;
    const UNION: bool = T::Parts::UNION;

    #[inline]
    fn put(&self, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        T::Parts::put(self.parts(), out, at, behind, depth)
    }
}

/// The value that lies one deeper; an error if it may not.
#[inline]
pub(super) fn enter(depth: usize) -> Outcome<usize> {
    match depth.checked_sub(1) {
        Some(depth) => Ok(depth),
        None => fault(DataClass::LimitDepth, None, "values are nested too deeply"),
    }
}

/// Where the value of a branch lies: one deeper, if that is a union again.
#[inline]
pub(super) fn enter_branch(is_union: bool, depth: usize) -> Outcome<usize> {
    if is_union { enter(depth) } else { Ok(depth) }
}

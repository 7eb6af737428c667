//! Values of logical types that not every value has: a field says which, its values are numbers, texts and bytes.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use ingot_schema::Logical;

use super::collections::append;
use super::decode::{Decode, Reader, at_item};
use crate::error::{Outcome, fault};
use crate::limits::Options;
use crate::logical::{Complaint, check_bytes, check_number, check_text};

/// A type whose values may stand for those of a logical type: in it, in an `Option`, in a `Vec`.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot have a logical type that is checked")]
pub trait Leaf {
    #[doc(hidden)]
    fn check(&self, logical: Logical) -> Outcome<()>;
}

/// A [`Leaf`] that can be read.
pub trait LeafOf<'b>: Leaf + Decode<'b> {
    #[doc(hidden)]
    fn read_checked(reader: &mut Reader<'_, 'b>, logical: Logical) -> Outcome<Self> {
        let start = reader.0.input.at();
        let value = Self::read(reader)?;
        match value.check(logical) {
            Ok(()) => Ok(value),
            Err(mut complaint) => {
                complaint.begins_at(start);
                Err(complaint)
            }
        }
    }
}

fn checked(outcome: Result<(), Complaint>) -> Outcome<()> {
    outcome.or_else(|(class, message)| fault(class, None, message))
}

macro_rules! leaves {
    ($([$($generics:tt)*] $type:ty, |$value:ident, $logical:ident, $options:ident| $check:expr;)*) => {$(
        impl<$($generics)*> Leaf for $type {
            fn check(&self, $logical: Logical) -> Outcome<()> {
                let ($value, $options) = (self, &Options::default());
                checked($check)
            }
        }

        impl<'b, $($generics)*> LeafOf<'b> for $type where $type: Decode<'b> {}
    )*};
}

leaves! {
    [] i32, |value, logical, options| check_number(logical, i64::from(*value), options);
    [] i64, |value, logical, options| check_number(logical, *value, options);
    [] String, |text, logical, options| check_text(logical, text, options);
    [] Box<str>, |text, logical, options| check_text(logical, text, options);
    ['a] &'a str, |text, logical, options| check_text(logical, text, options);
    ['a] Cow<'a, str>, |text, logical, options| check_text(logical, text, options);
    [] Vec<u8>, |bytes, logical, options| check_bytes(logical, bytes, options);
    [] Box<[u8]>, |bytes, logical, options| check_bytes(logical, bytes, options);
    ['a] &'a [u8], |bytes, logical, options| check_bytes(logical, bytes, options);
    ['a] Cow<'a, [u8]>, |bytes, logical, options| check_bytes(logical, bytes, options);
    [const N: usize] [u8; N], |bytes, logical, options| check_bytes(logical, bytes, options);
    ['a, const N: usize] &'a [u8; N], |bytes, logical, options| check_bytes(logical, *bytes, options);
}

impl<T: Leaf> Leaf for Option<T> {
    fn check(&self, logical: Logical) -> Outcome<()> {
        self.as_ref().map_or(Ok(()), |value| value.check(logical))
    }
}

impl<'b, T: LeafOf<'b>> LeafOf<'b> for Option<T> {
    fn read_checked(reader: &mut Reader<'_, 'b>, logical: Logical) -> Outcome<Self> {
        match reader.branch(2)? {
            0 => Ok(None),
            _ => reader.checked(logical).map(Some),
        }
    }
}

impl<T: Leaf> Leaf for Vec<T> {
    fn check(&self, logical: Logical) -> Outcome<()> {
        self.iter().enumerate().try_for_each(|(place, item)| at_item(item.check(logical), place))
    }
}

impl<'b, T: LeafOf<'b>> LeafOf<'b> for Vec<T> {
    fn read_checked(reader: &mut Reader<'_, 'b>, logical: Logical) -> Outcome<Self> {
        let mut items = Vec::new();
        append(&mut items, reader, |reader| T::read_checked(reader, logical))?;
        Ok(items)
    }
}

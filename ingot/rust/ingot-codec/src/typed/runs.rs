//! Strings, bytes, fixed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::decode::{Decode, Reader};
use super::encode::{AsParts, Encode};
use super::parts::{Boxed, Ref};
use super::sealed::Sealed;
use super::shape::{Shape, Shaped};
use crate::error::Outcome;
use crate::wire::{At, Out, fill, fill_text, owned, owned_text};

/// The most bytes of a length.
pub(super) const LENGTH: usize = 10;

macro_rules! runs {
    ($($type:ty, |$value:ident| $bytes:expr;)*) => {$(
        impl Sealed for $type {}

        impl Encode for $type {
            const BOUND: usize = 0;
            const BOUNDED: bool = false;

            // A call for each short string costs as much as its bytes.
            #[inline(always)]
            fn put(&self, out: &mut Out<'_>, at: At, behind: usize, _depth: usize) -> Outcome<At> {
                let $value = self;
                let bytes: &[u8] = $bytes;
                let at = out.claim(at, bytes.len() + LENGTH + behind);
                Ok(out.run(at, bytes))
            }
        }
    )*};
}

runs! {
    str, |text| text.as_bytes();
    String, |text| text.as_bytes();
    Cow<'_, str>, |text| text.as_bytes();
    [u8], |bytes| bytes;
    Vec<u8>, |bytes| bytes;
    Cow<'_, [u8]>, |bytes| bytes;
}

impl<T: Encode + ?Sized> AsParts for &T {
    type Parts = Ref<T>;

    #[inline]
    fn parts(&self) -> &T {
        self
    }
}

impl<T: Encode + ?Sized> AsParts for Box<T> {
    type Parts = Boxed<T>;

    #[inline]
    fn parts(&self) -> &T {
        self
    }
}

macro_rules! shaped {
    ($([$($generics:tt)*] $type:ty as $shape:expr, with $with:ty;)*) => {$(
        impl<$($generics)*> Shaped for $type {
            type With<'b> = $with;
            const SHAPE: Shape = $shape;
        }
    )*};
}

shaped! {
    [] String as Shape::String, with String;
    [] Box<str> as Shape::String, with Box<str>;
    [] &str as Shape::String, with &'b str;
    [] Cow<'_, str> as Shape::String, with Cow<'b, str>;
    [] Vec<u8> as Shape::Bytes, with Vec<u8>;
    [] Box<[u8]> as Shape::Bytes, with Box<[u8]>;
    [] &[u8] as Shape::Bytes, with &'b [u8];
    [] Cow<'_, [u8]> as Shape::Bytes, with Cow<'b, [u8]>;
    [const N: usize] [u8; N] as Shape::Fixed(size(N)), with [u8; N];
    [const N: usize] &[u8; N] as Shape::Fixed(size(N)), with &'b [u8; N];
    [T: Shaped] Box<T> as T::SHAPE, with Box<T::With<'b>>;
}

/// Of a fixed.
#[expect(clippy::cast_possible_truncation, reason = "a larger one does not compile")]
const fn size(size: usize) -> u32 {
    assert!(size < 1 << 31, "a fixed has less than 2³¹ bytes");
    size as u32
}

macro_rules! read {
    ($([$($generics:tt)*] $type:ty, least $least:expr, |$reader:ident| $read:expr
        $(, into |$self:ident| $into:expr)?;)*) => {$(
        impl<$($generics)*> Decode<'b> for $type {
            const UNION: Option<bool> = Some(false);

            #[inline]
            fn least(_boxes: u32) -> u32 {
                $least
            }

            #[inline(always)]
            fn read($reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
                $read
            }

            $(
                #[inline]
                fn read_into(&mut self, $reader: &mut Reader<'_, 'b>) -> Outcome<()> {
                    let $self = self;
                    $into;
                    Ok(())
                }
            )?
        }
    )*};
}

read! {
    ['b] String, least 1, |reader| reader.0.borrowed_text().map(owned_text), into |to| fill_text(to, reader.0.borrowed_text()?);
    ['b] Box<str>, least 1, |reader| reader.0.borrowed_text().map(Box::from);
    ['a, 'b: 'a] &'a str, least 1, |reader| reader.0.borrowed_text();
    ['a, 'b: 'a] Cow<'a, str>, least 1, |reader| reader.0.borrowed_text().map(Cow::Borrowed);
    ['b] Vec<u8>, least 1, |reader| reader.0.input.run().map(owned), into |to| fill(to, reader.0.input.run()?);
    ['b] Box<[u8]>, least 1, |reader| reader.0.input.run().map(Box::from);
    ['a, 'b: 'a] &'a [u8], least 1, |reader| reader.0.input.run();
    ['a, 'b: 'a] Cow<'a, [u8]>, least 1, |reader| reader.0.input.run().map(Cow::Borrowed);
    ['b, const N: usize] [u8; N], least size(N), |reader| reader.0.input.fixed().copied();
    ['a, 'b: 'a, const N: usize] &'a [u8; N], least size(N), |reader| reader.0.input.fixed();
}

impl<const N: usize> Sealed for [u8; N] {}

impl<const N: usize> Encode for [u8; N] {
    const BOUND: usize = N;
    const BOUNDED: bool = true;

    #[inline]
    fn put(&self, out: &mut Out<'_>, at: At, _behind: usize, _depth: usize) -> Outcome<At> {
        Ok(out.array(at, *self))
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Box<T> {
    // A type that does not say what it is lies one deeper in a box: it may hold itself there.
    const UNION: Option<bool> = Some(matches!(T::UNION, Some(true)));

    #[inline]
    fn least(boxes: u32) -> u32 {
        boxes.checked_sub(1).map_or(0, T::least)
    }

    #[inline]
    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
        if const { T::UNION.is_some() } {
            return T::read(reader).map(Box::new);
        }
        reader.0.enter()?;
        let value = T::read(reader)?;
        reader.0.leave();
        Ok(Box::new(value))
    }

    #[inline]
    fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
        if const { T::UNION.is_some() } {
            return (**self).read_into(reader);
        }
        reader.0.enter()?;
        (**self).read_into(reader)?;
        reader.0.leave();
        Ok(())
    }
}

//! Null, numbers, and `Option`.

use super::decode::{Decode, Reader};
use super::encode::{Encode, enter_branch};
use super::sealed::Sealed;
use super::shape::{Shape, Shaped, shape};
use crate::error::Outcome;
use crate::wire::{At, Out};

macro_rules! scalars {
    ($($type:ty: $shape:ident, $bound:literal, $least:literal,
        |$value:ident, $out:ident, $at:ident| $put:expr, |$reader:ident| $read:expr;)*) => {$(
        impl Shaped for $type {
            type With<'b> = $type;
            const SHAPE: Shape = Shape::$shape;
        }

        impl Sealed for $type {}

        impl Encode for $type {
            const BOUND: usize = $bound;
            const BOUNDED: bool = true;

            #[inline]
            fn put(&self, $out: &mut Out<'_>, $at: At, _behind: usize, _depth: usize) -> Outcome<At> {
                let $value = *self;
                Ok($put)
            }
        }

        impl<'b> Decode<'b> for $type {
            const UNION: Option<bool> = Some(false);

            #[inline]
            fn least(_boxes: u32) -> u32 {
                $least
            }

            #[inline]
            fn read($reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
                $read
            }
        }
    )*};
}

scalars! {
    (): Null, 0, 0, |_nothing, _out, at| at, |_reader| Ok(());
    bool: Boolean, 1, 1, |value, out, at| out.byte(at, u8::from(value)), |reader| reader.0.boolean();
    i32: Int, 5, 1, |value, out, at| out.int(at, value), |reader| reader.0.input.int();
    i64: Long, 10, 1, |value, out, at| out.long(at, value), |reader| reader.0.input.long();
    f32: Float, 4, 4, |value, out, at| out.array(at, value.to_le_bytes()),
        |reader| reader.0.float();
    f64: Double, 8, 8, |value, out, at| out.array(at, value.to_le_bytes()),
        |reader| reader.0.double();
}

impl<T: Shaped> Shaped for Option<T> {
    type With<'b> = Option<T::With<'b>>;
    const SHAPE: Shape = Shape::Optional { of: shape::<T>, null_last: false };
}

impl<T> Sealed for Option<T> {}

impl<T: Encode> Encode for Option<T> {
    const BOUND: usize = 1 + T::BOUND;
    const BOUNDED: bool = T::BOUNDED;
    const UNION: bool = true;

    #[inline]
    fn put(&self, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        match self {
            None => Ok(out.byte(at, 0)),
            Some(value) => {
                let at = out.byte(at, 2);
                value.put(out, at, behind, enter_branch(T::UNION, depth)?)
            }
        }
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Option<T> {
    const UNION: Option<bool> = Some(true);

    #[inline]
    fn least(_boxes: u32) -> u32 {
        1
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "it is no more than a byte and what is in it")]
    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
        match reader.branch(2)? {
            0 => Ok(None),
            _ => reader.in_union().map(Some),
        }
    }

    #[inline]
    fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
        match (reader.branch(2)?, &mut *self) {
            (0, _) => *self = None,
            (_, Some(value)) => return reader.in_union_into(value),
            (_, None) => *self = Some(reader.in_union()?),
        }
        Ok(())
    }
}

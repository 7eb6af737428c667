//! What types are written as: a closed set, so that what they claim is what they write.

use alloc::string::String;
use core::marker::PhantomData;

use ingot_schema::Logical;

use super::encode::{Encode, enter, enter_branch};
use super::logical::Leaf;
use super::sealed::Sealed;
use crate::error::{Outcome, Step, Within};
use crate::wire::{At, Out};

/// What a type is written as; the methods are as those of [`Encode`].
pub trait Parts: Sealed {
    #[doc(hidden)]
    const BOUND: usize;
    #[doc(hidden)]
    const BOUNDED: bool;
    #[doc(hidden)]
    const UNION: bool = false;
    /// What is written.
    type View<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn put(view: Self::View<'_>, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At>;
}

/// A value of another type, which is made for it.
#[derive(Debug)]
pub struct Plain<T>(PhantomData<T>);

impl<T> Sealed for Plain<T> {}

impl<T: Encode> Parts for Plain<T> {
    const BOUND: usize = T::BOUND;
    const BOUNDED: bool = T::BOUNDED;
    const UNION: bool = T::UNION;
    type View<'a>
        = T
    where
        T: 'a;

    #[inline]
    fn put(view: T, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        view.put(out, at, behind, depth)
    }
}

/// A value of another type, which lies somewhere.
#[derive(Debug)]
pub struct Ref<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Sealed for Ref<T> {}

impl<T: Encode + ?Sized> Parts for Ref<T> {
    const BOUND: usize = T::BOUND;
    const BOUNDED: bool = T::BOUNDED;
    const UNION: bool = T::UNION;
    type View<'a>
        = &'a T
    where
        T: 'a;

    #[inline]
    fn put(view: &T, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        view.put(out, at, behind, depth)
    }
}

/// A value in a box: it may hold itself, so it claims for itself. Where it does, a record, an array, a map, or a union
/// right within a union lies between, each of which is a level.
#[derive(Debug)]
pub struct Boxed<T: ?Sized>(PhantomData<T>);

impl<T: ?Sized> Sealed for Boxed<T> {}

impl<T: Encode + ?Sized> Parts for Boxed<T> {
    const BOUND: usize = 0;
    const BOUNDED: bool = false;
    const UNION: bool = T::UNION;
    type View<'a>
        = &'a T
    where
        T: 'a;

    #[inline]
    fn put(view: &T, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        let at = out.claim(at, T::BOUND + behind);
        view.put(out, at, behind, depth)
    }
}

/// An `Option` whose null is the last branch.
#[derive(Debug)]
pub struct NullLast<T>(PhantomData<T>);

impl<T> Sealed for NullLast<T> {}

impl<T: Encode> Parts for NullLast<T> {
    const BOUND: usize = 1 + T::BOUND;
    const BOUNDED: bool = T::BOUNDED;
    const UNION: bool = true;
    type View<'a>
        = &'a Option<T>
    where
        T: 'a;

    #[inline]
    fn put(view: &Option<T>, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        match view {
            Some(value) => {
                let at = out.byte(at, 0);
                value.put(out, at, behind, enter_branch(T::UNION, depth)?)
            }
            None => Ok(out.byte(at, 2)),
        }
    }
}

/// A value of a logical type that not every value has.
#[derive(Debug)]
pub struct Checked<T>(PhantomData<T>);

impl<T> Sealed for Checked<T> {}

impl<T: Encode + Leaf> Parts for Checked<T> {
    const BOUND: usize = T::BOUND;
    const BOUNDED: bool = T::BOUNDED;
    const UNION: bool = T::UNION;
    type View<'a>
        = (&'a T, Logical)
    where
        T: 'a;

    #[inline]
    fn put((value, logical): (&T, Logical), out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        value.check(logical)?;
        value.put(out, at, behind, depth)
    }
}

/// The symbol of an enum of so many.
#[derive(Debug)]
pub struct Symbol<const COUNT: u32>;

impl<const COUNT: u32> Sealed for Symbol<COUNT> {}

impl<const COUNT: u32> Parts for Symbol<COUNT> {
    const BOUND: usize = 5;
    const BOUNDED: bool = true;
    type View<'a> = u32;

    #[inline]
    fn put(symbol: u32, out: &mut Out<'_>, at: At, _behind: usize, _depth: usize) -> Outcome<At> {
        if COUNT <= 64 {
            return Ok(out.byte(at, symbol.to_le_bytes()[0] << 1));
        }
        Ok(out.int(at, symbol.cast_signed()))
    }
}

/// The fields of a record.
#[derive(Debug)]
pub struct Fields<G>(PhantomData<G>);

/// The fields of a record, and their names.
#[derive(Debug)]
pub struct FieldsView<V> {
    /// The fields.
    pub fields: V,
    /// Their names, of which errors tell.
    pub names: &'static [&'static str],
}

impl<G> Sealed for Fields<G> {}

impl<G: Group> Parts for Fields<G> {
    const BOUND: usize = G::BOUND;
    const BOUNDED: bool = G::BOUNDED;
    type View<'a>
        = FieldsView<G::View<'a>>
    where
        G: 'a;

    #[inline]
    fn put(view: Self::View<'_>, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        G::put(view.fields, view.names, out, at, behind, enter(depth)?)
    }
}

/// Fields that follow each other: a tuple of up to eight, or [`Then`].
pub trait Group: Sealed {
    #[doc(hidden)]
    const COUNT: usize;
    #[doc(hidden)]
    const BOUND: usize;
    #[doc(hidden)]
    const BOUNDED: bool;
    /// What is written.
    type View<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn put(
        view: Self::View<'_>,
        names: &'static [&'static str],
        out: &mut Out<'_>,
        at: At,
        behind: usize,
        depth: usize,
    ) -> Outcome<At>;
}

/// More fields than a tuple has.
#[derive(Debug)]
pub struct Then<A, B>(PhantomData<(A, B)>);

impl<A, B> Sealed for Then<A, B> {}

impl<A: Group, B: Group> Group for Then<A, B> {
    const COUNT: usize = A::COUNT + B::COUNT;
    const BOUND: usize = A::BOUND + B::BOUND;
    const BOUNDED: bool = A::BOUNDED && B::BOUNDED;
    type View<'a>
        = (A::View<'a>, B::View<'a>)
    where
        Self: 'a;

    #[inline]
    fn put(
        (first, second): Self::View<'_>,
        names: &'static [&'static str],
        out: &mut Out<'_>,
        at: At,
        behind: usize,
        depth: usize,
    ) -> Outcome<At> {
        let at = A::put(first, names, out, at, behind + B::BOUND, depth)?;
        B::put(second, names.get(A::COUNT..).unwrap_or_default(), out, at, behind, depth)
    }
}

fn named(names: &[&str], place: usize) -> Step {
    Step::Field(names.get(place).map_or_else(String::new, |name| (*name).into()))
}

macro_rules! groups {
    (@sealed) => {};
    (@sealed $($name:ident)+) => {
        impl<$($name),*> Sealed for ($($name,)*) {}
    };
    ($($name:ident $place:tt),*) => {
        groups!(@sealed $($name)*);

        impl<$($name: Parts),*> Group for ($($name,)*) {
            const COUNT: usize = { const PLACES: &[usize] = &[$($place),*]; PLACES.len() };
            const BOUND: usize = 0 $(+ $name::BOUND)*;
            const BOUNDED: bool = true $(&& $name::BOUNDED)*;
            type View<'a> = ($($name::View<'a>,)*) where Self: 'a;

            #[inline]
            #[allow(unused_assignments, unused_mut, unused_variables, reason = "a record may have no fields")]
            fn put(
                view: Self::View<'_>,
                names: &'static [&'static str],
                out: &mut Out<'_>,
                at: At,
                behind: usize,
                depth: usize,
            ) -> Outcome<At> {
                let mut at = at;
                let mut rest = <Self as Group>::BOUND;
                $(
                    rest -= $name::BOUND;
                    at = $name::put(view.$place, out, at, behind + rest, depth).within(|| named(names, $place))?;
                )*
                Ok(at)
            }
        }
    };
}

groups!();
groups!(A 0);
groups!(A 0, B 1);
groups!(A 0, B 1, C 2);
groups!(A 0, B 1, C 2, D 3);
groups!(A 0, B 1, C 2, D 3, E 4);
groups!(A 0, B 1, C 2, D 3, E 4, F 5);
groups!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
groups!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);

/// The branches of a union, by [`Or`].
#[derive(Debug)]
pub struct Union<B>(PhantomData<B>);

impl<B> Sealed for Union<B> {}

impl<B: Branches> Parts for Union<B> {
    const BOUND: usize = 5 + B::BOUND;
    const BOUNDED: bool = B::BOUNDED;
    const UNION: bool = true;
    type View<'a>
        = B::View<'a>
    where
        B: 'a;

    #[inline]
    fn put(view: Self::View<'_>, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        B::put(view, 0, out, at, behind, depth)
    }
}

/// The branches of a union from one on.
pub trait Branches: Sealed {
    #[doc(hidden)]
    const BOUND: usize;
    #[doc(hidden)]
    const BOUNDED: bool;
    /// What is written.
    type View<'a>
    where
        Self: 'a;

    #[doc(hidden)]
    fn put(view: Self::View<'_>, branch: i32, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At>;
}

/// A branch, and those that follow it.
#[derive(Debug)]
pub struct Or<A, B>(PhantomData<(A, B)>);

/// This branch, or one that follows.
#[derive(Debug)]
pub enum Either<A, B> {
    /// This one.
    This(A),
    /// One that follows.
    Later(B),
}

/// No branch.
#[derive(Debug)]
pub enum Never {}

impl<A, B> Sealed for Or<A, B> {}
impl Sealed for Never {}

impl<A: Parts, B: Branches> Branches for Or<A, B> {
    const BOUND: usize = if A::BOUND > B::BOUND { A::BOUND } else { B::BOUND };
    const BOUNDED: bool = A::BOUNDED && B::BOUNDED;
    type View<'a>
        = Either<A::View<'a>, B::View<'a>>
    where
        Self: 'a;

    #[inline]
    fn put(view: Self::View<'_>, branch: i32, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        match view {
            Either::This(view) => {
                let at = if branch < 64 { out.byte(at, branch.to_le_bytes()[0] << 1) } else { out.int(at, branch) };
                A::put(view, out, at, behind, enter_branch(A::UNION, depth)?)
            }
            Either::Later(view) => B::put(view, branch + 1, out, at, behind, depth),
        }
    }
}

impl Branches for Never {
    const BOUND: usize = 0;
    const BOUNDED: bool = true;
    type View<'a> = Never;

    #[inline]
    fn put(view: Never, _: i32, _: &mut Out<'_>, _: At, _: usize, _: usize) -> Outcome<At> {
        match view {}
    }
}

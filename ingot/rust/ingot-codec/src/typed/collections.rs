//! Arrays and maps.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
#[cfg(feature = "std")]
use std::collections::HashMap;

use super::decode::{BOXES, Decode, Reader, at_item, at_key};
use super::encode::{Encode, enter};
use super::sealed::Sealed;
use super::shape::{Shape, Shaped, shape};
use crate::error::{Outcome, Step, Within};
use crate::wire::{At, Out};

/// The most bytes of a count, and the end of the last block.
const COUNT: usize = 10;
const END: usize = 1;

/// For how many items that have a bound room is claimed at once.
const AT_ONCE: usize = 256;

impl<T: Shaped> Shaped for Vec<T> {
    type With<'b> = Vec<T::With<'b>>;
    const SHAPE: Shape = Shape::Array(shape::<T>);
}

impl<T: Encode> Sealed for Vec<T> {}

impl<T: Encode> Encode for Vec<T> {
    const BOUND: usize = 0;
    const BOUNDED: bool = false;

    #[inline]
    fn put(&self, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
        let depth = enter(depth)?;
        let behind = behind + END;
        let mut at = out.claim(at, COUNT + behind);
        if !self.is_empty() {
            at = out.count(at, self.len());
            if T::BOUNDED {
                for (chunk, items) in self.chunks(AT_ONCE).enumerate() {
                    at = out.claim(at, items.len() * T::BOUND + behind);
                    let mut rest = items.len() * T::BOUND;
                    for (place, item) in items.iter().enumerate() {
                        rest -= T::BOUND;
                        at = at_item(item.put(out, at, behind + rest, depth), chunk * AT_ONCE + place)?;
                    }
                }
            } else {
                for (place, item) in self.iter().enumerate() {
                    at = out.claim(at, T::BOUND + behind);
                    at = at_item(item.put(out, at, behind, depth), place)?;
                }
            }
        }
        Ok(out.byte(at, 0))
    }
}

impl<'b, T: Decode<'b>> Decode<'b> for Vec<T> {
    const UNION: Option<bool> = Some(false);

    #[inline]
    fn least(_boxes: u32) -> u32 {
        1
    }

    #[inline]
    fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
        let mut items = Vec::new();
        append(&mut items, reader, T::read)?;
        Ok(items)
    }

    #[inline]
    fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
        reader.0.enter()?;
        let mut place = 0;
        while let Some(block) = reader.0.block(T::least(BOXES))? {
            for number in 0..block.count {
                if let Some(item) = self.get_mut(place) {
                    at_item(item.read_into(reader), place)?;
                } else {
                    if self.len() == self.capacity() {
                        let rest = usize::try_from(block.count - number).unwrap_or(usize::MAX);
                        self.reserve(block.at_once().min(rest));
                    }
                    self.push(at_item(T::read(reader), place)?);
                }
                place += 1;
            }
            block.end(&reader.0.input)?;
        }
        self.truncate(place);
        reader.0.leave();
        Ok(())
    }
}

/// Reads an array behind the items that are there.
#[inline]
pub(super) fn append<'b, T: Decode<'b>>(
    items: &mut Vec<T>,
    reader: &mut Reader<'_, 'b>,
    mut read: impl FnMut(&mut Reader<'_, 'b>) -> Outcome<T>,
) -> Outcome<()> {
    reader.0.enter()?;
    while let Some(block) = reader.0.block(T::least(BOXES))? {
        if items.capacity() == 0 {
            // Exactly this many: most arrays have one block.
            *items = Vec::with_capacity(block.at_once());
        } else {
            items.reserve(block.at_once());
        }
        for _ in 0..block.count {
            let item = at_item(read(reader), items.len())?;
            items.push(item);
        }
        block.end(&reader.0.input)?;
    }
    reader.0.leave();
    Ok(())
}

/// Types that keys of maps may have: those of strings.
pub trait Key: Encode + AsRef<str> {}

impl<T: Encode + AsRef<str>> Key for T {}

macro_rules! maps {
    ($($(#[$only:meta])* [$($generics:tt)*] $type:ty, with $with:ty, reads if [$($bounds:tt)*];)*) => {$(
        $(#[$only])*
        impl<K: Shaped, V: Shaped, $($generics)*> Shaped for $type {
            type With<'b> = $with;
            const SHAPE: Shape = Shape::Map(shape::<V>);
        }

        $(#[$only])*
        impl<K: Key, V: Encode, $($generics)*> Sealed for $type {}

        $(#[$only])*
        impl<K: Key, V: Encode, $($generics)*> Encode for $type {
            const BOUND: usize = 0;
            const BOUNDED: bool = false;

            #[inline]
            fn put(&self, out: &mut Out<'_>, at: At, behind: usize, depth: usize) -> Outcome<At> {
                let depth = enter(depth)?;
                let behind = behind + END;
                let mut at = out.claim(at, COUNT + behind);
                if !self.is_empty() {
                    at = out.count(at, self.len());
                    for (key, value) in self {
                        at = out.claim(at, K::BOUND + V::BOUND + behind);
                        at = key.put(out, at, V::BOUND + behind, depth)?;
                        at = value.put(out, at, behind, depth).within(|| Step::Key(key.as_ref().into()))?;
                    }
                }
                Ok(out.byte(at, 0))
            }
        }

        $(#[$only])*
        impl<'b, K: Decode<'b> + AsRef<str> + $($bounds)*, V: Decode<'b>, $($generics)*> Decode<'b> for $type
        where
            Self: Default,
        {
            const UNION: Option<bool> = Some(false);

            #[inline]
            fn least(_boxes: u32) -> u32 {
                1
            }

            fn read(reader: &mut Reader<'_, 'b>) -> Outcome<Self> {
                let mut entries = Self::default();
                entries.read_into(reader)?;
                Ok(entries)
            }

            fn read_into(&mut self, reader: &mut Reader<'_, 'b>) -> Outcome<()> {
                reader.0.enter()?;
                self.clear();
                while let Some(block) = reader.0.block(V::least(BOXES).saturating_add(1))? {
                    for _ in 0..block.count {
                        let key = K::read(reader)?;
                        let value = at_key(V::read(reader), key.as_ref())?;
                        // Of entries with one key the last one counts.
                        self.insert(key, value);
                    }
                    block.end(&reader.0.input)?;
                }
                reader.0.leave();
                Ok(())
            }
        }
    )*};
}

maps! {
    [] BTreeMap<K, V>, with BTreeMap<K::With<'b>, V::With<'b>>, reads if [Ord];
    #[cfg(feature = "std")]
    [S: BuildHasher] HashMap<K, V, S>, with HashMap<K::With<'b>, V::With<'b>, S>, reads if [Eq + Hash];
}

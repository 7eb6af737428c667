//! A table from keys to entries: open addressing, in memory and in segments alike.

use crate::error::Outcome;

/// Bits of a slot that are the number of an entry, plus one.
const NUMBER: u64 = (1 << 40) - 1;

/// Bits of a hash that are the tag of a slot.
const TAG: u64 = (1 << 24) - 1;

#[inline]
pub(crate) fn slot_of(hash: u64, number: u64) -> u64 {
    (number + 1) | hash << 40
}

#[inline]
pub(crate) fn number_of(slot: u64) -> u64 {
    (slot & NUMBER).wrapping_sub(1)
}

/// The first slot to look at. Slots are in the order of hashes, so that a larger table is filled in order.
#[inline]
pub(crate) fn home(hash: u64, slots: usize) -> usize {
    ((u128::from(hash) * slots as u128) >> 48) as usize
}

/// Where looking for a key ended.
pub(crate) enum Search<T> {
    Found(T),
    /// At this slot, which is empty, or at the last of all, of which none is.
    Absent(usize),
}

/// Looks for a slot with the hash's tag for which `matches` gives something.
#[inline]
pub(crate) fn search<T>(
    hash: u64,
    slots: usize,
    slot: impl Fn(usize) -> u64,
    matches: impl Fn(u64) -> Outcome<Option<T>>,
) -> Outcome<Search<T>> {
    let first = home(hash, slots);
    for at in (first..slots).chain(0..first) {
        let held = slot(at);
        if held == 0 {
            return Ok(Search::Absent(at));
        }
        if held >> 40 == hash & TAG
            && let Some(found) = matches(number_of(held))?
        {
            return Ok(Search::Found(found));
        }
    }
    Ok(Search::Absent(first.checked_sub(1).unwrap_or(slots - 1)))
}

/// A slot in memory, with the whole hash: the table grows without a look at the entries.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C, packed(4))]
struct Slot {
    /// As in a segment.
    slot: u64,
    /// The bits of the hash above the tag.
    rest: u32,
}

impl Slot {
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a hash has 48 bits")]
    fn new(hash: u64, number: u64) -> Slot {
        Slot { slot: slot_of(hash, number), rest: (hash >> 24) as u32 }
    }

    #[inline]
    fn is_free(self) -> bool {
        self.slot == 0
    }

    #[inline]
    fn hash(self) -> u64 {
        u64::from(self.rest) << 24 | self.slot >> 40
    }

    #[inline]
    fn number(self) -> u64 {
        number_of(self.slot)
    }
}

/// A table in memory.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    count: usize,
}

/// A slot of a table that has been looked for: that of a key, or a free one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct At(usize);

impl Table {
    const LEAST: usize = 64;

    /// Number of keys.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Each key's hash and entry.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u64, u64)> + Clone + '_ {
        self.slots.iter().filter(|slot| !slot.is_free()).map(|slot| (slot.hash(), slot.number()))
    }

    #[inline]
    pub(crate) fn find<T>(&self, hash: u64, matches: impl Fn(u64) -> Outcome<Option<T>>) -> Outcome<Option<T>> {
        if self.count == 0 { Ok(None) } else { Ok(self.place(hash, matches)?.1) }
    }

    /// Looks for a key, in a table that has room for it; gives where it is or would be, and what `matches` gave.
    #[inline]
    pub(crate) fn place<T>(&self, hash: u64, matches: impl Fn(u64) -> Outcome<Option<T>>) -> Outcome<(At, Option<T>)> {
        let mut at = home(hash, self.slots.len());
        loop {
            let held = self.slots[at];
            if held.is_free() {
                return Ok((At(at), None));
            }
            if held.hash() == hash
                && let Some(found) = matches(held.number())?
            {
                return Ok((At(at), Some(found)));
            }
            at = self.next(at);
        }
    }

    #[inline]
    fn next(&self, at: usize) -> usize {
        if at + 1 == self.slots.len() { 0 } else { at + 1 }
    }

    /// Puts an entry where its key was looked for.
    #[inline]
    pub(crate) fn set(&mut self, at: At, hash: u64, number: u64) {
        self.count += usize::from(self.slots[at.0].is_free());
        self.slots[at.0] = Slot::new(hash, number);
    }

    /// Puts an entry where the one that it replaces is, if that is here, else where one is free.
    #[inline]
    pub(crate) fn put(&mut self, hash: u64, number: u64, replaced: Option<u64>) {
        let mut at = home(hash, self.slots.len());
        loop {
            let held = self.slots[at];
            if held.is_free() || (held.hash() == hash && Some(held.number()) == replaced) {
                return self.set(At(at), hash, number);
            }
            at = self.next(at);
        }
    }

    /// Makes room for more keys, so that three quarters of the slots are taken at most.
    #[inline]
    pub(crate) fn reserve(&mut self, more: usize) {
        let needed = self.count + more;
        if needed * 4 > self.slots.len() * 3 {
            self.grow(needed);
        }
    }

    #[cold]
    fn grow(&mut self, needed: usize) {
        let size = (needed * 4 / 3 + 1).max(self.slots.len() * 2).max(Self::LEAST);
        let before = std::mem::replace(&mut self.slots, vec![Slot::default(); size]);
        self.count = 0;
        for slot in before.into_iter().filter(|slot| !slot.is_free()) {
            self.put(slot.hash(), slot.number(), None);
        }
    }
}

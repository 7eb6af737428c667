//! A table from keys to entries: open addressing, in memory and in segments alike.

use crate::error::Outcome;

/// Bits of a slot that are the number of an entry, plus one.
const NUMBER: u64 = (1 << 40) - 1;

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
        if held >> 40 == hash & 0xff_ffff
            && let Some(found) = matches(number_of(held))?
        {
            return Ok(Search::Found(found));
        }
    }
    Ok(Search::Absent(first.checked_sub(1).unwrap_or(slots - 1)))
}

/// A table in memory. It has no hashes: who holds it has the entries.
#[derive(Debug, Default)]
pub(crate) struct Table {
    slots: Vec<u64>,
    count: usize,
}

impl Table {
    const LEAST: usize = 64;

    #[inline]
    pub(crate) fn find<T>(&self, hash: u64, matches: impl Fn(u64) -> Outcome<Option<T>>) -> Outcome<Option<T>> {
        if self.count == 0 {
            return Ok(None);
        }
        Ok(match search(hash, self.slots.len(), |at| self.slots[at], matches)? {
            Search::Found(found) => Some(found),
            Search::Absent(_) => None,
        })
    }

    /// Puts an entry where the one that it replaces is, if that is here, else where one is free.
    #[inline]
    pub(crate) fn put(&mut self, hash: u64, number: u64, replaced: Option<u64>) {
        let slots = self.slots.len();
        let mut at = home(hash, slots);
        let before = replaced.map(|number| slot_of(hash, number));
        loop {
            let held = self.slots[at];
            if held == 0 || Some(held) == before {
                self.count += usize::from(held == 0);
                self.slots[at] = slot_of(hash, number);
                return;
            }
            at = if at + 1 == slots { 0 } else { at + 1 };
        }
    }

    /// Makes room for more keys, so that three quarters of the slots are taken at most.
    pub(crate) fn reserve(&mut self, more: usize, hash_of: impl Fn(u64) -> u64) {
        let needed = self.count + more;
        if needed * 4 <= self.slots.len() * 3 {
            return;
        }
        let size = (needed * 4 / 3 + 1).max(self.slots.len() * 2).max(Self::LEAST);
        let before = std::mem::replace(&mut self.slots, vec![0; size]);
        self.count = 0;
        for slot in before.into_iter().filter(|slot| *slot != 0) {
            self.put(hash_of(number_of(slot)), number_of(slot), None);
        }
    }
}

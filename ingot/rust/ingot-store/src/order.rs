//! Documents in the order in which they were written: by position, one after another, in batches.

use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use crate::collection::Collection;
use crate::entry::{Entry, kind};
use crate::error::{Outcome, StoreClass, StoreError};
use crate::log::all;
use crate::read::parsed;

/// Which entries are living documents: a bit each, and how many are before each 512.
#[derive(Debug, Clone)]
pub(crate) struct Order {
    bits: Arc<[u64]>,
    ranks: Arc<[u64]>,
}

/// Words of bits that share a rank.
const BLOCK: usize = 8;

impl Order {
    fn of(entries: impl Iterator<Item = Entry>) -> Order {
        let mut bits: Vec<u64> = Vec::new();
        for (number, entry) in entries.enumerate() {
            if number / 64 == bits.len() {
                bits.push(0);
            }
            match entry.kind {
                kind::DOCUMENT => bits[number / 64] |= 1 << (number % 64),
                kind::REPLACED => {
                    let before = usize::try_from(entry.hash).unwrap_or(usize::MAX);
                    if let Some(word) = bits.get_mut(before / 64) {
                        *word &= !(1 << (before % 64));
                    }
                }
                _ => {}
            }
        }
        let mut before = 0;
        let rank = |block: &[u64]| {
            let own: u32 = block.iter().map(|word| word.count_ones()).sum();
            let rank = before;
            before += u64::from(own);
            rank
        };
        let ranks = bits.chunks(BLOCK).map(rank).collect();
        Order { bits: bits.into(), ranks }
    }

    /// The number of the entry at a position; none behind the last.
    fn number(&self, position: u64) -> Option<u64> {
        let block = self.ranks.partition_point(|rank| *rank <= position).checked_sub(1)?;
        let mut left = position - self.ranks[block];
        for (at, word) in self.bits.iter().enumerate().skip(block * BLOCK).take(BLOCK) {
            let own = u64::from(word.count_ones());
            if left < own {
                let mut word = *word;
                (0..left).for_each(|_| word &= word - 1);
                return Some(at as u64 * 64 + u64::from(word.trailing_zeros()));
            }
            left -= own;
        }
        None
    }

    /// The numbers of entries of all living documents.
    pub(crate) fn all(&self) -> impl Iterator<Item = u64> {
        self.numbers(0)
    }

    /// The numbers of entries of living documents, from that at a position on.
    fn numbers(&self, from: u64) -> Numbers<'_> {
        match self.number(from) {
            Some(number) => {
                let at = usize::try_from(number / 64).unwrap_or(usize::MAX);
                Numbers { bits: &self.bits, at, word: self.bits[at] & (u64::MAX << (number % 64)) }
            }
            None => Numbers { bits: &self.bits, at: self.bits.len(), word: 0 },
        }
    }
}

#[derive(Debug, Clone)]
struct Numbers<'o> {
    bits: &'o [u64],
    at: usize,
    word: u64,
}

impl Iterator for Numbers<'_> {
    type Item = u64;

    #[inline]
    fn next(&mut self) -> Option<u64> {
        while self.word == 0 {
            self.at += 1;
            self.word = *self.bits.get(self.at)?;
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.at as u64 * 64 + u64::from(bit))
    }
}

impl Collection {
    /// Made once, and again after writing; an error if the log is not what was written.
    pub(crate) fn order(&self) -> Outcome<&Order> {
        if self.order.get().is_none() {
            self.check_chain()?;
        }
        Ok(self.order.get_or_init(|| {
            let pending = self.writer.as_ref().map_or(&[] as &[u8], |writer| &writer.entries);
            Order::of(all(self.committed()).chain(all(pending)))
        }))
    }

    /// The document at a position in the order of writing, counted from 0; none behind the last. An error if it is not
    /// what was written.
    ///
    /// A document that replaces another is at the end. The first call after a change goes through the log.
    pub fn at(&self, position: u64) -> Outcome<Option<&[u8]>> {
        match self.order()?.number(position) {
            Some(number) => Ok(Some(self.line(&self.entry(number)?)?)),
            None => Ok(None),
        }
    }

    /// All documents in the order of writing, as their JSON texts; an error, here or of a document, if it is not what
    /// was written.
    pub fn documents(&self) -> Outcome<Iter<'_>> {
        self.documents_from(0)
    }

    /// The documents from a position on; an error as of [`documents`](Collection::documents).
    pub fn documents_from(&self, position: u64) -> Outcome<Iter<'_>> {
        Ok(Iter {
            collection: self,
            numbers: self.order()?.numbers(position),
            left: self.len().saturating_sub(position),
        })
    }

    /// Which documents are there now, to read them by [`listed`](Collection::listed) while others are written; an error
    /// as of [`documents`](Collection::documents). It takes a bit for each entry of the log after the next change.
    pub fn listing(&self) -> Outcome<Listing> {
        let order = self.order()?.clone();
        Ok(Listing { order, generation: self.head.generation, documents: self.len() })
    }

    /// The documents of a listing from a position on, in the order of writing, as they were when it was made. An error
    /// if the collection was compacted since.
    ///
    /// What was put before the listing was made, and taken back by [`roll_back`](Collection::roll_back) after, is an
    /// error of the document, or one that was put later.
    pub fn listed<'c>(&'c self, listing: &'c Listing, position: u64) -> Outcome<Iter<'c>> {
        if listing.generation != self.head.generation {
            let message = "the collection was compacted while its documents were read: begin again";
            return Err(StoreError::new(StoreClass::Open, message));
        }
        let left = listing.documents.saturating_sub(position);
        Ok(Iter { collection: self, numbers: listing.order.numbers(position), left })
    }

    /// All documents as values; an error as of [`documents`](Collection::documents).
    pub fn values(&self) -> Outcome<impl Iterator<Item = Outcome<Value>>> {
        Ok(self.documents()?.map(|line| parsed(line?)))
    }

    /// All documents in lists of so many, shuffled by a seed or in the order of writing; an error as of
    /// [`documents`](Collection::documents).
    ///
    /// Shuffling takes 8 bytes a document, and reads none before its turn.
    pub fn batches(&self, size: usize, shuffle: Option<u64>) -> Outcome<Batches<'_>> {
        self.order()?;
        let count = self.len();
        let positions = match shuffle {
            Some(seed) => Positions::Drawn(shuffled(count, seed).into_iter()),
            None => Positions::Written(self.documents()?),
        };
        Ok(Batches { collection: self, positions, size: size.max(1) })
    }
}

/// The documents of one moment, of a collection that goes on being written.
#[derive(Debug, Clone)]
pub struct Listing {
    order: Order,
    generation: u64,
    documents: u64,
}

impl Listing {
    /// Number of its documents.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.documents
    }

    /// Whether it has no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents == 0
    }

    /// Its positions in the order that a seed draws, as [`batches`](Collection::batches) has them: 8 bytes each.
    #[must_use]
    pub fn shuffled(&self, seed: u64) -> Vec<u64> {
        shuffled(self.documents, seed)
    }
}

/// Documents one after another.
#[derive(Debug, Clone)]
pub struct Iter<'c> {
    collection: &'c Collection,
    numbers: Numbers<'c>,
    left: u64,
}

impl<'c> Iterator for Iter<'c> {
    type Item = Outcome<&'c [u8]>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let number = self.numbers.next()?;
        self.left = self.left.saturating_sub(1);
        Some(self.collection.entry(number).and_then(|entry| self.collection.line(&entry)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.left).unwrap_or(usize::MAX);
        (left, Some(left))
    }
}

/// Documents in lists.
#[derive(Debug)]
pub struct Batches<'c> {
    collection: &'c Collection,
    positions: Positions<'c>,
    size: usize,
}

#[derive(Debug)]
enum Positions<'c> {
    Written(Iter<'c>),
    Drawn(std::vec::IntoIter<u64>),
}

impl<'c> Iterator for Batches<'c> {
    type Item = Outcome<Vec<&'c [u8]>>;

    fn next(&mut self) -> Option<Self::Item> {
        let collection = self.collection;
        let batch: Outcome<Vec<_>> = match &mut self.positions {
            Positions::Written(documents) => documents.take(self.size).collect(),
            Positions::Drawn(positions) => {
                positions.take(self.size).filter_map(|position| collection.at(position).transpose()).collect()
            }
        };
        match batch {
            Ok(batch) if batch.is_empty() => None,
            other => Some(other),
        }
    }
}

/// The numbers below a count in an order drawn by a seed: that of Fisher and Yates, by splitmix64.
fn shuffled(count: u64, seed: u64) -> Vec<u64> {
    let mut drawn = Draws(seed);
    let mut numbers: Vec<u64> = Range { start: 0, end: count }.collect();
    for end in (1..numbers.len()).rev() {
        numbers.swap(end, drawn.below(end + 1));
    }
    numbers
}

/// Random numbers by splitmix64, the same on every machine.
#[derive(Debug, Clone)]
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    #[expect(clippy::cast_possible_truncation, reason = "below the limit")]
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }
}

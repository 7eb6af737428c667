//! Arrays and maps: items in blocks.

use std::collections::{HashMap, HashSet};

use ingot_codec::wire::Input;

use super::{List, Map, Reading};
use crate::runs::end_offset;

/// The head of a block of items: how many, where they begin, and where they end if that is said.
#[inline(always)]
#[expect(clippy::inline_always, reason = "short lists are many, and have two heads each")]
pub(crate) fn head(reading: &mut Reading<'_>, least: u32, at: usize) -> Option<(usize, usize, Option<usize>)> {
    let input = reading.input;
    match *input.get(at)? {
        0 => return Some((0, at + 1, None)),
        byte if byte & 0x81 == 0 && least > 0 => {
            let count = usize::from(byte >> 1);
            if count * (least as usize) < input.len() - at {
                return Some((count, at + 1, None));
            }
        }
        _ => {}
    }
    odd_head(reading, least, at)
}

#[inline(never)]
fn odd_head(reading: &mut Reading<'_>, least: u32, at: usize) -> Option<(usize, usize, Option<usize>)> {
    let input = reading.input;
    let mut rest = Input::new(&input[at..]);
    let block = reading.blocks.head(&mut rest, least).ok()?;
    let start = at + rest.at();
    let Some(block) = block else { return Some((0, start, None)) };
    Some((usize::try_from(block.count).ok()?, start, block.end.map(|end| at + end)))
}

impl List {
    pub(super) fn read(&mut self, reading: &mut Reading<'_>, mut at: usize) -> Option<usize> {
        loop {
            let (count, start, end) = head(reading, self.least, at)?;
            at = start;
            if count == 0 {
                break;
            }
            self.count += count;
            if self.least == 0 {
                // Only these can be more than there are bytes.
                if i32::try_from(self.count).is_err() {
                    return reading.refuse("more items than a column of lists can hold".into());
                }
                reading.blocks.without_bytes(at, self.empty.saturating_mul(count as u64)).ok()?;
                self.item.fill(count);
            } else {
                for _ in 0..count {
                    at = self.item.read(reading, at)?;
                }
            }
            if end.is_some_and(|end| end != at) {
                return None;
            }
        }
        self.offsets.push(end_offset(self.count));
        Some(at)
    }
}

impl Map {
    pub(super) fn read(&mut self, reading: &mut Reading<'_>, mut at: usize) -> Option<usize> {
        let first = self.keys.len();
        let mut twice = if reading.careful { self.look_through(reading, at)? } else { HashSet::new() };
        loop {
            let (count, start, end) = head(reading, self.least, at)?;
            at = start;
            if count == 0 {
                break;
            }
            for _ in 0..count {
                if twice.remove(&at) {
                    // The checker, not `skip`: what is not kept has to be right, too.
                    let mut checker = reading.rules.read(reading.input, at, self.depth, reading.blocks.clone());
                    checker.scan.input.run().ok()?;
                    checker.value(self.part, Some(&self.value)).ok()?;
                    reading.blocks = checker.scan.blocks;
                    at += checker.scan.input.at();
                    continue;
                }
                at = self.keys.read(reading.input, at)?;
                at = self.value.read(reading, at)?;
            }
            if end.is_some_and(|end| end != at) {
                return None;
            }
        }
        if !reading.careful && self.has_twice(first) {
            reading.again = true;
            return None;
        }
        self.offsets.push(end_offset(self.keys.len()));
        Some(at)
    }

    /// Whether a key from this one on comes twice.
    fn has_twice(&self, first: usize) -> bool {
        let count = self.keys.len() - first;
        if count > 8 {
            let mut seen = HashSet::with_capacity(count);
            return (first..self.keys.len()).any(|place| !seen.insert(self.keys.get(place)));
        }
        (first..self.keys.len()).any(|place| (first..place).any(|other| self.keys.get(other) == self.keys.get(place)))
    }

    /// Where entries begin whose keys come again.
    fn look_through(&self, reading: &Reading<'_>, start: usize) -> Option<HashSet<usize>> {
        let mut checker = reading.rules.read(reading.input, start, self.depth, reading.blocks.clone());
        let mut last = HashMap::new();
        let mut twice = HashSet::new();
        while let Some(block) = checker.scan.blocks.head(&mut checker.scan.input, self.least).ok()? {
            for _ in 0..block.count {
                let at = start + checker.scan.input.at();
                let key = checker.scan.input.run().ok()?;
                twice.extend(last.insert(key, at));
                checker.value(self.part, None).ok()?;
            }
        }
        Some(twice)
    }
}

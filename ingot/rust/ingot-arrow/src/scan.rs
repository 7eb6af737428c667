//! Where the values of many records lie, of which none is decoded.

use crate::column::{Reading, head};
use crate::level::{Leaf, Level, Step};
use crate::wire;

/// No more places than these are kept of a level at once.
const MOST_PLACES: usize = 1 << 20;

impl Level {
    /// Forgets all places.
    pub(crate) fn clear(&mut self) {
        (self.rows, self.has_long) = (0, false);
        self.lists.iter_mut().for_each(Level::clear);
    }

    /// Finds the places of so many rows more, or of those up to the first that ends behind an offset; gives where they
    /// end. Nothing says that something is wrong or rare: then the places, and what others have read, count for nothing.
    pub(crate) fn scan(
        &mut self,
        reading: &mut Reading<'_>,
        leaves: &mut [Leaf<'_>],
        (count, until): (usize, usize),
        mut at: usize,
    ) -> Option<usize> {
        let Level { steps, lists, places, rows, has_long, .. } = self;
        let input = reading.input;
        let width = steps.len();
        let (first, end) = (*rows * width, rows.checked_add(count)?.checked_mul(width)?);
        if end > places.len() {
            more(places, end)?;
        }
        let mut done = 0;
        // The ends of the integers in the word at an offset, of those that are not read.
        let (mut ends, mut base) = (0, at);
        for row in places[first..end].chunks_exact_mut(width) {
            for (step, place) in steps.iter().zip(row) {
                // No input is longer than the offsets of a batch can say.
                *place = short(at);
                match *step {
                    Step::Varint => {
                        (ends, base) = (wire::stops(wire::word(input, at)), at);
                        at = next(&mut ends, base).or_else(|| longer(input, at, has_long))?;
                    }
                    Step::NextVarint => {
                        if ends == 0 {
                            (ends, base) = (wire::stops(wire::word(input, at)), at);
                        }
                        at = next(&mut ends, base).or_else(|| longer(input, at, has_long))?;
                    }
                    Step::Run => at = run(input, at)?,
                    Step::Fixed(size) => at += size as usize,
                    Step::MaybeVarint(null) => {
                        let value = branch(input, at, null)?;
                        at += 1;
                        let end = match varint(input, at) {
                            None if value == 0 => at,
                            end => end.or_else(|| longer(input, at, has_long))?,
                        };
                        at += (end - at) & value;
                    }
                    Step::MaybeRun(null) => {
                        let value = branch(input, at, null)?;
                        at = if value == 0 { at + 1 } else { run(input, at + 1)? };
                    }
                    Step::MaybeFixed(null, size) => at += 1 + (size as usize & branch(input, at, null)?),
                    Step::Here => {}
                    Step::Items(list, least) => {
                        at = items(&mut lists[list], reading, leaves, least, at)?;
                        *place = short(lists[list].rows);
                    }
                    Step::MaybeItems(null, list, least) => {
                        let value = branch(input, at, null)?;
                        at += 1;
                        if value != 0 {
                            at = items(&mut lists[list], reading, leaves, least, at)?;
                        }
                        *place = short(lists[list].rows);
                    }
                    Step::Empty(count) => reading.blocks.without_bytes(at, u64::from(count)).ok()?,
                    Step::Other(leaf) => match leaves.get_mut(leaf)? {
                        Leaf::Column(column) => at = column.read(reading, at)?,
                        _ => return None,
                    },
                }
            }
            done += 1;
            if at > until {
                break;
            }
        }
        *rows += done;
        // Steps of a fixed size, and integers that the input ends within, go beyond its end.
        (at <= input.len()).then_some(at)
    }
}

#[cold]
#[inline(never)]
fn more(places: &mut Vec<u32>, count: usize) -> Option<()> {
    if count > MOST_PLACES {
        return None;
    }
    places.resize(count.max(places.len() * 2).min(MOST_PLACES), 0);
    Some(())
}

#[inline]
fn items(
    level: &mut Level,
    reading: &mut Reading<'_>,
    leaves: &mut [Leaf<'_>],
    least: u32,
    mut at: usize,
) -> Option<usize> {
    loop {
        let (count, start, end) = head(reading, least, at)?;
        if count == 0 {
            return Some(start);
        }
        at = level.scan(reading, leaves, (count, reading.input.len()), start)?;
        if end.is_some_and(|end| end != at) {
            return None;
        }
    }
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, clippy::inline_always, reason = "the builder sees to it")]
fn short(at: usize) -> u32 {
    at as u32
}

/// Where an integer ends.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call costs more")]
fn varint(input: &[u8], at: usize) -> Option<usize> {
    next(&mut wire::stops(wire::word(input, at)), at)
}

/// The first end behind an offset, which is then taken from the others; nothing if there is none.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call costs more")]
fn next(ends: &mut u64, base: usize) -> Option<usize> {
    let end = (*ends != 0).then_some(base + ends.trailing_zeros() as usize / 8 + 1);
    *ends &= ends.wrapping_sub(1);
    end
}

/// Where an integer of nine or ten bytes ends.
#[inline(never)]
fn longer(input: &[u8], at: usize, has_long: &mut bool) -> Option<usize> {
    *has_long = true;
    match *input.get(at + 8..)? {
        [0..0x80, ..] => Some(at + 9),
        // Of the tenth byte one bit is left.
        [_, 0..2, ..] => Some(at + 10),
        _ => None,
    }
}

/// Where a run ends.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call costs more")]
fn run(input: &[u8], at: usize) -> Option<usize> {
    let first = *input.get(at)?;
    if first & 0x81 == 0 {
        // Whether it ends beyond the input is seen later.
        return Some(at + 1 + usize::from(first >> 1));
    }
    let (length, start) = wire::length(input, at)?;
    Some(start + length)
}

/// All bits if this branch is a value, and none if it is null.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a call costs more")]
fn branch(input: &[u8], at: usize, null: u8) -> Option<usize> {
    let byte = *input.get(at)?;
    if byte & !2 != 0 {
        return None;
    }
    Some(usize::from(byte >> 1 == null).wrapping_sub(1))
}

//! The values of many records from where they lie into their columns, one column after the other.

use crate::column::{Column, Reading};
use crate::level::{Leaf, Level, Slot};
use crate::runs::{end_offset, share};
use crate::wire;

impl Level {
    /// Puts all values that were scanned into the leaves; nothing if one is wrong.
    pub(crate) fn gather(&self, reading: &mut Reading<'_>, leaves: &mut [Leaf<'_>]) -> Option<()> {
        for slot in &self.slots {
            let rows = Rows { level: self, slot: *slot };
            match leaves.get_mut(slot.leaf)? {
                Leaf::Count(count) => **count += self.rows,
                Leaf::Column(column) => values(column, reading, rows.places(), self.has_long)?,
                Leaf::Maybe(valid, column) => {
                    let places = rows.places_of_values(reading.input);
                    valid.extend(places.clone().map(|(_, value)| value.to_le_bytes()[0] & 1));
                    values(column, reading, places, self.has_long)?;
                }
                Leaf::List(valid, ends, count) => {
                    if let Some(valid) = valid {
                        let places = rows.places_of_values(reading.input);
                        valid.extend(places.map(|(_, value)| value.to_le_bytes()[0] & 1));
                    }
                    let (before, step) = (**count, slot.step + usize::from(slot.null.is_some()));
                    let items = |row: &[u32]| before + row[step] as usize;
                    ends.extend(self.kept().map(|row| end_offset(items(row))));
                    **count = self.kept().next_back().map_or(before, items);
                }
            }
        }
        self.lists.iter().try_for_each(|list| list.gather(reading, leaves))
    }

    /// The places of all rows.
    fn kept(&self) -> std::slice::ChunksExact<'_, u32> {
        let width = self.steps.len();
        self.places[..self.rows * width].chunks_exact(width)
    }

    /// Asks for room for so many rows more, and for what else so many bytes hold if they are like so many that were read:
    /// never for more than such bytes could fill.
    pub(crate) fn reserve_like(
        &self,
        leaves: &mut [Leaf<'_>],
        count: usize,
        (left, taken): (usize, usize),
        filler: &mut usize,
    ) {
        for slot in &self.slots {
            if let Some(leaf) = leaves.get_mut(slot.leaf) {
                leaf.reserve(count, (left, taken), filler);
            }
        }
        for list in &self.lists {
            list.reserve_like(leaves, share(list.rows, left, taken), (left, taken), filler);
        }
    }
}

impl Leaf<'_> {
    /// Asks for room for so many values more, and for so many times the bytes of those that it has.
    fn reserve(&mut self, count: usize, (times, of): (usize, usize), filler: &mut usize) {
        match self {
            Leaf::Count(_) => {}
            Leaf::Column(Column::Text(runs) | Column::Bytes(runs, _)) => runs.reserve_like(count, (times, of)),
            Leaf::Column(column) => column.reserve(count, filler),
            Leaf::Maybe(valid, column) => {
                valid.reserve(count);
                Leaf::Column(column).reserve(count, (times, of), filler);
            }
            Leaf::List(valid, ends, _) => {
                if let Some(valid) = valid {
                    valid.reserve(count);
                }
                ends.reserve(count);
            }
        }
    }
}

/// The places of a leaf.
#[derive(Clone, Copy)]
struct Rows<'l> {
    level: &'l Level,
    slot: Slot,
}

impl<'l> Rows<'l> {
    /// Where each value begins. All are values, which all bits beside the place say.
    fn places(self) -> impl Iterator<Item = (usize, u64)> + Clone + use<'l> {
        let Slot { step, offset, .. } = self.slot;
        let rows = self.level.kept();
        rows.map(move |row| (row[step] as usize + offset as usize, u64::MAX))
    }

    /// Where each value begins behind its branch, with all bits; for a null there are none.
    fn places_of_values<'i>(self, input: &'i [u8]) -> impl Iterator<Item = (usize, u64)> + Clone + use<'l, 'i> {
        let Slot { step, null, .. } = self.slot;
        let rows = self.level.kept();
        rows.map(move |row| {
            let at = row[step] as usize;
            let is_null = input.get(at).is_none_or(|branch| Some(branch >> 1) == null);
            (at + 1, u64::from(is_null).wrapping_sub(1))
        })
    }
}

/// Takes the words at all places, some at once: what is then made of them, the compiler makes of several at a time.
#[inline(always)]
#[expect(clippy::inline_always, reason = "it is a loop around another")]
fn words(input: &[u8], mut places: impl Iterator<Item = (usize, u64)>, mut take: impl FnMut(&[u64])) {
    let mut words = [0; 64];
    loop {
        let mut count = 0;
        for (word, (at, value)) in words.iter_mut().zip(&mut places) {
            *word = wire::word(input, at) & value;
            count += 1;
        }
        take(&words[..count]);
        if count < words.len() {
            return;
        }
    }
}

/// Adds values to a column that are at these places, and nothing where there are no bits.
fn values(
    column: &mut Column,
    reading: &mut Reading<'_>,
    places: impl Iterator<Item = (usize, u64)> + Clone,
    long: bool,
) -> Option<()> {
    let input = reading.input;
    let mut wrong = 0;
    match column {
        Column::Boolean(values) => values.extend(places.map(|(at, value)| {
            let byte = input.get(at).map_or(0, |byte| *byte) & value.to_le_bytes()[0];
            wrong |= u64::from(byte & !1);
            byte
        })),
        Column::Int(values, _) => words(input, places, |words| {
            values.extend(words.iter().map(|word| {
                let (bits, beyond) = wire::int_bits(*word);
                wrong |= beyond;
                wire::unzigzag_int(bits)
            }));
        }),
        Column::Long(values, _) if !long => words(input, places, |words| {
            values.extend(words.iter().map(|word| wire::unzigzag(wire::packed_bits(*word, wire::stops(*word)))));
        }),
        Column::Long(values, _) => values.extend(places.map(|(at, value)| {
            let word = wire::word(input, at) & value;
            let stops = wire::stops(word);
            let bits = if stops == 0 { wire::long_bits(word, input, at) } else { wire::packed_bits(word, stops) };
            wire::unzigzag(bits)
        })),
        Column::Float(values) => values.extend(places.map(|(at, value)| {
            let bytes = (wire::word(input, at) & value).to_le_bytes();
            f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
        })),
        Column::Double(values) => {
            values.extend(places.map(|(at, value)| f64::from_bits(wire::word(input, at) & value)));
        }
        Column::Text(runs) | Column::Bytes(runs, None) => runs.gather(input, places),
        Column::Enum(keys, symbols) => {
            let count = symbols.len() as u64;
            words(input, places, |words| {
                keys.extend(words.iter().map(|word| {
                    let (bits, beyond) = wire::int_bits(*word);
                    wrong |= beyond | u64::from(bits & 1) | u64::from(u64::from(bits >> 1) >= count);
                    wire::unzigzag_int(bits)
                }));
            });
        }
        column => {
            for (at, value) in places {
                if value == 0 {
                    column.fill(1);
                } else {
                    column.read(reading, at)?;
                }
            }
        }
    }
    (wrong == 0).then_some(())
}

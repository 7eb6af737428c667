//! Making the index: tables of entries, and segments, which are written in parts so that memory does not grow with them.

use std::io;
use std::path::{Path, PathBuf};

use crc32c::crc32c;

use crate::disk::{Disk, Output};
use crate::entry::{BYTES, Entry, kind};
use crate::log::{State, all};
use crate::segment::{PAGE, Segment, head};
use crate::table::{Table, home, slot_of};

/// Slots that are made in memory at once: 64 MiB of them, and whole pages.
const PART: usize = 1 << 23;

/// Each line of these entries, which begin with this number: its hash, its number, and that of the line that it replaces.
fn placed(entries: &[u8], from: u64) -> impl Iterator<Item = (u64, u64, Option<u64>)> {
    let mut replaced = None;
    (from..).zip(all(entries)).filter_map(move |(number, entry)| match entry.kind {
        kind::DOCUMENT | kind::DELETION => Some((entry.hash, number, replaced.take())),
        kind::REPLACED => {
            replaced = Some(entry.hash);
            None
        }
        _ => None,
    })
}

/// Adds entries to a table that has room for them.
pub(crate) fn fill(table: &mut Table, entries: &[u8], from: u64) {
    placed(entries, from).for_each(|(hash, number, replaced)| table.put(hash, number, replaced));
}

/// The slots of a segment, which are made a part at a time, in order.
struct Parts<'e> {
    entries: &'e [u8],
    from: u64,
    slots: usize,
    part: usize,
    /// What the part before had no room for.
    over: Vec<(u64, u64)>,
}

impl<'e> Parts<'e> {
    fn new(entries: &'e [u8], from: u64, part: usize) -> Parts<'e> {
        let lines = all(entries).filter(Entry::is_line).count();
        // Five sixths are taken at most.
        let slots = lines + lines / 5 + 1;
        let count = slots.div_ceil(part);
        let part = if count == 1 { slots } else { slots.div_ceil(count).next_multiple_of(PAGE) };
        Parts { entries, from, slots, part, over: Vec::new() }
    }

    /// The slots at which parts begin.
    fn starts(&self) -> impl Iterator<Item = usize> + use<> {
        (0..self.slots).step_by(self.part)
    }

    /// Finds what goes beyond the last slot, and therefore into the first ones.
    ///
    /// What the part before the last has no room for is not known yet. It changes nothing if it does not fill the last
    /// part, which is seen at the end.
    fn go_around(&mut self) {
        if let Some(last) = self.starts().skip(1).last() {
            self.make(last);
        }
    }

    /// Makes the slots from this one on.
    fn make(&mut self, first: usize) -> Vec<u64> {
        let mut made = vec![0; self.part.min(self.slots - first)];
        let end = first + made.len();
        let is_whole = made.len() == self.slots;
        let over = std::mem::take(&mut self.over);
        let put = |made: &mut Vec<u64>, over: &mut Vec<(u64, u64)>, start: usize, item: (u64, u64, Option<u64>)| {
            let (hash, number, replaced) = item;
            let before = replaced.map(|number| slot_of(hash, number));
            let rest = if is_whole { 0..start } else { 0..0 };
            for at in (start..made.len()).chain(rest) {
                if made[at] == 0 || Some(made[at]) == before {
                    made[at] = slot_of(hash, number);
                    return;
                }
            }
            match over.iter_mut().find(|(_, own)| Some(*own) == replaced) {
                Some(own) => *own = (hash, number),
                None => over.push((hash, number)),
            }
        };
        for (hash, number) in over {
            put(&mut made, &mut self.over, 0, (hash, number, None));
        }
        for item in placed(self.entries, self.from) {
            let home = home(item.0, self.slots);
            if (first..end).contains(&home) {
                put(&mut made, &mut self.over, home - first, item);
            }
        }
        made
    }
}

/// Writes the segment of the entries from `from` up to a state; `log` is all entries.
pub(crate) fn write(
    disk: &dyn Disk,
    folder: &Path,
    generation: u64,
    from: u64,
    state: &State,
    log: &[u8],
) -> io::Result<PathBuf> {
    let place = |number: u64| usize::try_from(number).map_or(usize::MAX, |number| number.saturating_mul(BYTES));
    let entries = log.get(place(from)..place(state.at.entries)).unwrap_or_default();
    let path = folder.join(Segment::name(generation, from, state.at.entries));
    let unfinished = folder.join(format!("{}.new", Segment::name(generation, from, state.at.entries)));
    let write = |mut parts: Parts| {
        let mut output = disk.create(&unfinished)?;
        output.append(&head(generation, from, parts.slots, state))?;
        write_parts(&mut *output, &mut parts)
    };
    if !write(Parts::new(entries, from, part()))? {
        write(Parts::new(entries, from, usize::MAX))?;
    }
    disk.rename(&unfinished, &path)?;
    Ok(path)
}

fn part() -> usize {
    #[cfg(feature = "simulated")]
    if let Some(slots) = crate::simulated::part() {
        return slots;
    }
    PART
}

/// Appends all slots and checksums to a file; gives whether they are right.
fn write_parts(output: &mut dyn Output, parts: &mut Parts) -> io::Result<bool> {
    let mut checks = Vec::with_capacity(parts.slots.div_ceil(PAGE) * 4);
    parts.go_around();
    let around = parts.over.clone();
    for first in parts.starts() {
        append(output, &parts.make(first), &mut checks)?;
    }
    output.append(&checks)?;
    Ok(parts.over == around)
}

/// Appends slots to a file, and the checksums of their pages to a list.
fn append(output: &mut dyn Output, slots: &[u64], checks: &mut Vec<u8>) -> io::Result<()> {
    let mut bytes = Vec::with_capacity(PAGE * 8 * 128);
    for pages in slots.chunks(PAGE * 128) {
        bytes.clear();
        for page in pages.chunks(PAGE) {
            let start = bytes.len();
            bytes.extend(page.iter().flat_map(|slot| slot.to_le_bytes()));
            checks.extend(crc32c(&bytes[start..]).to_le_bytes());
        }
        output.append(&bytes)?;
    }
    Ok(())
}

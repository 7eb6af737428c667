//! Making the index: tables of entries, and segments, which are written in parts so that memory does not grow with them.

use std::io;
use std::path::{Path, PathBuf};

use crc32c::crc32c;

use crate::disk::{Disk, Output};
use crate::entry::{Entry, kind};
use crate::log::{State, all};
use crate::place::UNFINISHED_SUFFIX;
use crate::segment::{PAGE, Segment, head};
use crate::table::{Table, home, slot_of};

/// Slots that are made in memory at once: 64 MiB of them, and whole pages.
const PART: usize = 1 << 23;

/// Each line of these entries, which begin with this number: its hash, its number, and that of the line that it replaces.
fn placed(entries: &[u8], from: u64) -> impl Iterator<Item = (u64, u64, Option<u64>)> + Clone + '_ {
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

/// The slots of a segment, which are made a part at a time, in order. Each part goes through all items: the hash of a
/// key, the number of its entry, and that of the entry that it replaces, if that is another item.
struct Parts<I> {
    items: I,
    slots: usize,
    part: usize,
    /// What the part before had no room for.
    over: Vec<(u64, u64)>,
}

impl<I: Iterator<Item = (u64, u64, Option<u64>)> + Clone> Parts<I> {
    /// Of so many items, in parts of at most so many slots.
    fn new(items: I, count: usize, part: usize) -> Parts<I> {
        // Five sixths are taken at most.
        let slots = count + count / 5 + 1;
        let parts = slots.div_ceil(part);
        let part = if parts == 1 { slots } else { slots.div_ceil(parts).next_multiple_of(PAGE) };
        Parts { items, slots, part, over: Vec::new() }
    }

    /// The slots at which parts begin.
    fn starts(&self) -> impl Iterator<Item = usize> + use<I> {
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
        let mut made = Part { slots: vec![0; self.part.min(self.slots - first)], all: self.slots, over: Vec::new() };
        for (hash, number) in std::mem::take(&mut self.over) {
            made.put(0, hash, number, None);
        }
        let end = first + made.slots.len();
        for (hash, number, replaced) in self.items.clone() {
            let home = home(hash, self.slots);
            if (first..end).contains(&home) {
                made.put(home - first, hash, number, replaced);
            }
        }
        self.over = made.over;
        made.slots
    }
}

/// A part of the slots.
struct Part {
    slots: Vec<u64>,
    /// Number of all slots.
    all: usize,
    over: Vec<(u64, u64)>,
}

impl Part {
    /// Puts an item where the one that it replaces is, or into the first free slot from this one on.
    fn put(&mut self, start: usize, hash: u64, number: u64, replaced: Option<u64>) {
        let before = replaced.map(|number| slot_of(hash, number));
        let around = if self.slots.len() == self.all { start } else { 0 };
        for at in (start..self.slots.len()).chain(0..around) {
            if self.slots[at] == 0 || Some(self.slots[at]) == before {
                self.slots[at] = slot_of(hash, number);
                return;
            }
        }
        match self.over.iter_mut().find(|(_, own)| Some(*own) == replaced) {
            Some(own) => *own = (hash, number),
            None => self.over.push((hash, number)),
        }
    }
}

/// Writes the segment of these entries, from the number `from` up to a state.
pub(crate) fn write(
    disk: &dyn Disk,
    folder: &Path,
    generation: u64,
    from: u64,
    state: &State,
    entries: &[u8],
) -> io::Result<PathBuf> {
    let lines = all(entries).filter(Entry::is_line).count();
    write_items(disk, folder, generation, from, state, &placed(entries, from), lines)
}

/// Writes the segment of the entries from `from` up to a state, which are in a table.
pub(crate) fn write_table(
    disk: &dyn Disk,
    folder: &Path,
    generation: u64,
    from: u64,
    state: &State,
    table: &Table,
) -> io::Result<PathBuf> {
    let items = table.all().map(|(hash, number)| (hash, number, None));
    write_items(disk, folder, generation, from, state, &items, table.len())
}

fn write_items<I: Iterator<Item = (u64, u64, Option<u64>)> + Clone>(
    disk: &dyn Disk,
    folder: &Path,
    generation: u64,
    from: u64,
    state: &State,
    items: &I,
    count: usize,
) -> io::Result<PathBuf> {
    let name = Segment::name(generation, from, state.at.entries);
    let (path, unfinished) = (folder.join(&name), folder.join(format!("{name}{UNFINISHED_SUFFIX}")));
    let write = |part: usize| {
        let mut parts = Parts::new(items.clone(), count, part);
        let mut output = disk.create(&unfinished)?;
        output.append(&head(generation, from, parts.slots, state))?;
        write_parts(&mut *output, &mut parts)
    };
    let whole = write(part()).and_then(|is_right| if is_right { Ok(true) } else { write(usize::MAX) });
    if let Err(error) = whole.and_then(|_| disk.rename(&unfinished, &path)) {
        // On a full disk it would take the room that documents need.
        let _ = disk.remove(&unfinished);
        return Err(error);
    }
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
fn write_parts<I: Iterator<Item = (u64, u64, Option<u64>)> + Clone>(
    output: &mut dyn Output,
    parts: &mut Parts<I>,
) -> io::Result<bool> {
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

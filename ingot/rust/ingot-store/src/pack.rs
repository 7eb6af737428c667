//! A store in one file, and back: a `tar` archive of the files that a store has.

use std::io::{Read, Write};

use crate::collection::Collection;
use crate::entry::kind;
use crate::error::{Of, Outcome, StoreClass, StoreError};
use crate::generation::{Whole, log_length};
use crate::index;
use crate::log::{Head, State};
use crate::place::{COLLECTION, CURRENT, FIRST, Place, STORE, check_name};
use crate::store::{ABOUT, Store, check_about};
use crate::tar::{Packing, Unpacking};

/// Bytes that are read from an archive at once.
const CHUNK: usize = 1 << 20;

/// Bytes that a small file of an archive has at most.
const SMALL: usize = 1 << 20;

impl Store {
    /// Writes collections, or all where none are named, into one file, which `tar` reads, too: the store's files, with
    /// what was replaced or deleted left out. An error if a document is not what was written, or nothing can be written.
    ///
    /// `progress` is told how many of all documents are done.
    pub fn pack(
        &self,
        collections: &[&str],
        output: &mut dyn Write,
        mut progress: impl FnMut(u64, u64),
    ) -> Outcome<()> {
        let all = self.collections()?;
        let mut names: Vec<&str> = Vec::new();
        for name in collections {
            // What an archive has twice cannot be unpacked.
            if !names.contains(name) {
                names.push(name);
            }
        }
        if names.is_empty() {
            names.extend(all.iter().map(String::as_str));
        }
        let opened: Vec<_> = names.iter().map(|name| self.reader(name)).collect::<Outcome<_>>()?;
        let total = opened.iter().map(Collection::len).sum();
        let mut packing = Packing::new(output);
        let unwritten = |error: std::io::Error| StoreError::new(StoreClass::Io, format!("the archive: {error}"));
        let about = format!("{ABOUT}\n");
        packing.begin(STORE, about.len() as u64).map_err(unwritten)?;
        packing.write(about.as_bytes()).map_err(unwritten)?;
        let mut done = 0;
        for (name, own) in names.iter().zip(&opened) {
            own.pack(name, &mut packing, unwritten, |more| {
                done += more;
                progress(done, total);
            })?;
        }
        packing.finish().map_err(unwritten)
    }

    /// Makes the collections that are in an archive, which are checked as [`verify`](Collection::verify) does before they
    /// count; gives their names. An error if the archive is not what [`pack`](Store::pack) writes, or has a collection
    /// that is there already; then the collections before that one are there.
    pub fn unpack(&self, archive: &mut dyn Read) -> Outcome<Vec<String>> {
        let mut archive = Unpacking::new(archive);
        let mut next = archive.next()?;
        if next.as_ref().is_none_or(|(name, _)| name != STORE) {
            return Err(wrong("it does not begin with ingot.json: the archive is not one of a store"));
        }
        check_about(&archive.read_all(SMALL)?, std::path::Path::new(STORE))?;
        next = archive.next()?;
        let mut made = Vec::new();
        while let Some((path, _)) = &next {
            let (collection, _) = parts(path)?;
            let collection = collection.to_string();
            let Some(claim) = self.claim(&collection)? else {
                return Err(StoreError::new(StoreClass::ReadOnly, "the store was opened for reading"));
            };
            let place = self.place_of(self.folder.join(&collection), "");
            if place.is_made()? {
                let message = format!("there is a collection {collection:?} already");
                return Err(StoreError::new(StoreClass::Open, message).at(&self.folder));
            }
            place.disk.create_folder(&place.folder).of(&place.folder)?;
            place.clear()?;
            place.begin_unfinished()?;
            let unpacked = unpack(&place, &collection, &mut archive, &mut next);
            if unpacked.is_err() {
                place.clear()?;
            }
            unpacked?;
            drop(claim);
            made.push(collection);
        }
        Ok(made)
    }
}

fn wrong(message: impl Into<String>) -> StoreError {
    StoreError::new(StoreClass::ArchiveInvalid, message)
}

impl Collection {
    fn pack<W: Write>(
        &self,
        name: &str,
        packing: &mut Packing<W>,
        unwritten: impl Fn(std::io::Error) -> StoreError,
        mut progress: impl FnMut(u64),
    ) -> Outcome<()> {
        let small = |packing: &mut Packing<W>, file: &str, text: &str| {
            packing.begin(&format!("{name}/{file}"), text.len() as u64)?;
            packing.write(text.as_bytes())
        };
        let order = self.order()?;
        let (mut count, mut length) = (0, 0);
        for number in order.all() {
            count += 1;
            length += u64::from(self.entry(number)?.length) + 1;
        }
        small(packing, COLLECTION, &format!("{}\n", serde_json::json!({ "key": &*self.place.field })))
            .map_err(&unwritten)?;
        small(packing, CURRENT, &format!("{FIRST}\n")).map_err(&unwritten)?;

        let head = Head { generation: FIRST, ..self.head };
        packing.begin(&format!("{name}/{FIRST}.log"), log_length(count)).map_err(&unwritten)?;
        packing.write(&head.bytes()).map_err(&unwritten)?;
        let mut log = Whole::new(&head);
        for number in order.all() {
            let entry = self.entry(number)?;
            if log.add(entry.hash, entry.length, entry.crc) {
                packing.write(&log.commit(kind::COMMIT)?).map_err(&unwritten)?;
            }
        }
        packing.write(&log.commit(kind::SYNCED)?).map_err(&unwritten)?;

        packing.begin(&format!("{name}/{FIRST}.jsonl"), length).map_err(&unwritten)?;
        let mut lines = Vec::with_capacity(CHUNK);
        let mut gathered = 0;
        for number in order.all() {
            lines.extend_from_slice(self.line(&self.entry(number)?)?);
            lines.push(b'\n');
            gathered += 1;
            if lines.len() >= CHUNK {
                packing.write(&lines).map_err(&unwritten)?;
                lines.clear();
                progress(std::mem::take(&mut gathered));
            }
        }
        packing.write(&lines).map_err(&unwritten)?;
        progress(gathered);
        Ok(())
    }
}

/// The collection and the file that a path in an archive names; an error if it is none of a store's.
fn parts(path: &str) -> Outcome<(&str, &str)> {
    let (collection, file) =
        path.split_once('/').ok_or_else(|| wrong(format!("{path:?} is no file of a collection")))?;
    check_name(collection)?;
    let is_own =
        [COLLECTION, CURRENT].contains(&file) || file == format!("{FIRST}.log") || file == format!("{FIRST}.jsonl");
    if is_own { Ok((collection, file)) } else { Err(wrong(format!("{path:?} is no file of a packed collection"))) }
}

/// Writes the files of one collection, checks them, and makes it one.
fn unpack<R: Read>(
    place: &Place,
    collection: &str,
    archive: &mut Unpacking<R>,
    next: &mut Option<(String, u64)>,
) -> Outcome<()> {
    let (disk, folder) = (&*place.disk, &place.folder);
    let mut files: Vec<String> = Vec::new();
    while let Some((path, _)) = &*next {
        let (own, file) = parts(path)?;
        if own != collection {
            break;
        }
        if files.iter().any(|there| there == file) {
            return Err(wrong(format!("{path:?} is in the archive twice")));
        }
        files.push(file.to_string());
        if file == CURRENT {
            if archive.read_all(SMALL)? != format!("{FIRST}\n").as_bytes() {
                return Err(wrong(format!("{path:?} names another generation than that of a packed collection")));
            }
        } else {
            let target = folder.join(file);
            let mut output = disk.create(&target).of(&target)?;
            let mut bytes = vec![0; CHUNK];
            loop {
                let some = archive.read(&mut bytes)?;
                if some == 0 {
                    break;
                }
                output.append(&bytes[..some]).of(&target)?;
            }
            output.sync().of(&target)?;
        }
        *next = archive.next()?;
    }
    if files.len() < 4 {
        return Err(wrong(format!("the archive does not have all files of {collection:?}")));
    }
    let place = Place { field: crate::place::key_field(disk, folder)?.into(), ..place.clone() };
    let own = Collection::open_generation(&place, FIRST)?;
    let verified = own.verify(|_, _| ())?;
    if verified.broken_commits > 0 || verified.uncounted_bytes > 0 {
        return Err(own.damaged_log("it is not what was packed"));
    }
    // It can always be made again.
    let state = State { synced: own.state.at, ..own.state };
    let _ = index::write(disk, folder, FIRST, 0, &state, own.committed());
    place.make_sure()?;
    place.swap(FIRST)
}

//! Commands about collections as a whole.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use ingot_store::{Options, Store, StoreClass};
use serde_json::json;

use crate::arguments::Arguments;
use crate::failure::{About, Found, Outcome};
use crate::progress::Progress;
use crate::streams;

pub(crate) fn stats(arguments: &Arguments) -> Outcome {
    let store = super::reading(arguments.word(0))?;
    for name in super::names(&store, arguments)? {
        let stats = store.collection(&name)?.stats()?;
        let line = json!({
            "collection": name,
            "documents": stats.documents,
            "entries": stats.entries,
            "generation": stats.generation,
            "line_bytes": stats.line_bytes,
            "log_bytes": stats.log_bytes,
            "index_bytes": stats.index_bytes,
            "segments": stats.segments,
        });
        streams::print(&format!("{line}\n"))?;
    }
    Ok(Found::All)
}

pub(crate) fn compact(arguments: &Arguments) -> Outcome {
    // What is not there is not made.
    let names = super::names(&super::reading(arguments.word(0))?, arguments)?;
    let store = Store::open(arguments.word(0), &Options::default())?;
    for name in names {
        store.reader(&name)?;
        let mut progress = Progress::new(format!("compact {name}"));
        store.collection(&name)?.compact_with(|done, total| progress.at(done, total))?;
    }
    Ok(Found::All)
}

pub(crate) fn verify(arguments: &Arguments) -> Outcome {
    let store = super::reading(arguments.word(0))?;
    let mut found = Found::All;
    for name in super::names(&store, arguments)? {
        let mut progress = Progress::new(format!("verify {name}"));
        let verified = store.collection(&name).and_then(|own| own.verify(|done, total| progress.at(done, total)));
        drop(progress);
        let line = match verified {
            Ok(verified) => {
                let sound = verified.torn_segments == 0 && verified.broken_commits == 0;
                if !sound {
                    found = Found::Lacking;
                }
                json!({
                    "collection": name,
                    "sound": sound,
                    "documents": verified.documents,
                    "lines": verified.lines,
                    "broken_commits": verified.broken_commits,
                    "uncounted_bytes": verified.uncounted_bytes,
                    "torn_segments": verified.torn_segments,
                })
            }
            Err(error) if error.class() == StoreClass::Damaged => {
                found = Found::Lacking;
                json!({"collection": name, "sound": false, "reason": error.to_string()})
            }
            Err(error) => return Err(error.into()),
        };
        streams::print(&format!("{line}\n"))?;
    }
    Ok(found)
}

pub(crate) fn repair(arguments: &Arguments) -> Outcome {
    let mut options = Options::default();
    if let Some(key) = arguments.option("key") {
        options = options.with_key(key);
    }
    super::reading(arguments.word(0))?;
    let repaired = Store::open(arguments.word(0), &options)?.repair(arguments.word(1))?;
    for lost in &repaired.lost {
        streams::tell(format_args!("lost: byte {}, {} bytes: {}", lost.offset, lost.length, lost.reason));
    }
    let line = json!({
        "collection": arguments.word(1),
        "documents": repaired.documents,
        "log_was_whole": repaired.log_was_whole,
        "lost": repaired.lost.len(),
    });
    streams::print(&format!("{line}\n"))?;
    Ok(if repaired.lost.is_empty() { Found::All } else { Found::Lacking })
}

pub(crate) fn pack(arguments: &Arguments) -> Outcome {
    let store = super::reading(arguments.word(0))?;
    let names: Vec<_> = arguments.words(2).iter().map(String::as_str).collect();
    // What is not there is told before the file is made.
    for name in &names {
        store.reader(name)?;
    }
    let mut output = streams::output(arguments.word(1))?;
    let mut progress = Progress::new("pack");
    store.pack(&names, &mut output, |done, total| progress.at(done, total))?;
    output.finish().about(arguments.word(1))?;
    Ok(Found::All)
}

pub(crate) fn unpack(arguments: &Arguments) -> Outcome {
    let (folder, name) = (Path::new(arguments.word(0)), arguments.word(1));
    let mut input = streams::input(name)?;
    let before = names_in(folder);
    let store = Store::open(folder, &Options::default())?;
    let unpacked = store.unpack(&mut input).about(name);
    if unpacked.is_err() {
        remove_empty(&store, folder, before.as_deref());
    }
    unpacked.map(|_| Found::All)
}

/// The names in a folder; none where it is not there.
fn names_in(folder: &Path) -> Option<Vec<OsString>> {
    Some(fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name()).collect())
}

/// Removes what an unpacking that failed has made and put nothing into: folders of collections, and the store. The
/// store is open meanwhile, so that no other process puts anything there.
fn remove_empty(store: &Store, folder: &Path, before: Option<&[OsString]>) {
    let is_new = |name: &OsString| before.is_none_or(|names| !names.contains(name));
    for name in names_in(folder).unwrap_or_default().iter().filter(|name| is_new(name)) {
        // A folder with something in it stays.
        let _ = fs::remove_dir(folder.join(name));
    }
    if is_new(&"ingot.json".into()) && store.collections().is_ok_and(|names| names.is_empty()) {
        for name in ["ingot.json", "lock"].map(OsString::from).iter().filter(|name| is_new(name)) {
            let _ = fs::remove_file(folder.join(name));
        }
        if before.is_none() {
            let _ = fs::remove_dir(folder);
        }
    }
}

pub(crate) fn snapshot(arguments: &Arguments) -> Outcome {
    super::reader(arguments)?.snapshot(Path::new(arguments.word(2)))?;
    Ok(Found::All)
}

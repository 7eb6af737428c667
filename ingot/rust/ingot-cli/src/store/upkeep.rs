//! Commands about collections as a whole.

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
    let name = arguments.word(1);
    let mut input = streams::input(name)?;
    super::made(arguments.word(0), &Options::default(), |store| store.unpack(&mut input).about(name))?;
    Ok(Found::All)
}

pub(crate) fn snapshot(arguments: &Arguments) -> Outcome {
    super::reader(arguments)?.snapshot(Path::new(arguments.word(2)))?;
    Ok(Found::All)
}

//! `ingot store`: documents in plain files.

mod exchange;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(not(feature = "parquet"))]
#[path = "no_parquet.rs"]
mod parquet;
mod read;
mod upkeep;
mod write;

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use ingot_store::{Collection, Options, Store, Sync};

use crate::arguments::{Arguments, Choice, Command};
use crate::failure::Outcome;

const KEY: Choice = ("key", "FIELD", "the field that has the key, of a collection that is made; id by default");
const SYNC: Choice = ("sync", "", "sync every commit; else they are synced once, at the end");
const COMMIT: Choice = ("commit", "N", "commit every so many documents; else all at once");
const WHERE: Choice =
    ("where", "CONDITION", "only documents for which it holds, as 'age >= 30'; may be given several times");
const FIELDS: Choice = ("fields", "NAME,…", "only these fields");
const LIMIT: Choice = ("limit", "N", "no more than so many");
const FROM: Choice = ("from", "KIND", KINDS);
const TO: Choice = ("to", "KIND", KINDS);
const KINDS: &str = "jsonl, csv, avro or parquet; by default what the name ends with, jsonl if it has no ending";

pub(crate) const COMMANDS: &[Command] = &[
    Command {
        name: "put",
        words: &["FOLDER", "COLLECTION", "[FILE]"],
        options: &[KEY, SYNC, COMMIT],
        about: "Puts documents, one JSON object a line, under the keys in them. All are put, or, with an error, none since the last commit.",
        run: write::put,
    },
    Command {
        name: "get",
        words: &["FOLDER", "COLLECTION", "KEY…"],
        options: &[],
        about: "Prints the documents of keys, a line each. Exit code 1 if one is not there.",
        run: read::get,
    },
    Command {
        name: "delete",
        words: &["FOLDER", "COLLECTION", "KEY…"],
        options: &[SYNC],
        about: "Deletes the documents of keys. Exit code 1 if one was not there.",
        run: write::delete,
    },
    Command {
        name: "scan",
        words: &["FOLDER", "COLLECTION"],
        options: &[WHERE, FIELDS, LIMIT],
        about: "Prints all documents, in the order of writing.",
        run: read::scan,
    },
    Command {
        name: "count",
        words: &["FOLDER", "COLLECTION"],
        options: &[WHERE],
        about: "Prints the number of documents.",
        run: read::count,
    },
    Command {
        name: "stats",
        words: &["FOLDER", "[COLLECTION]"],
        options: &[],
        about: "Prints what collections take, a JSON object each.",
        run: upkeep::stats,
    },
    Command {
        name: "compact",
        words: &["FOLDER", "[COLLECTION]"],
        options: &[],
        about: "Leaves out what was replaced or deleted.",
        run: upkeep::compact,
    },
    Command {
        name: "verify",
        words: &["FOLDER", "[COLLECTION]"],
        options: &[],
        about: "Reads every line, and compares log, index and documents. Exit code 1 if something is not what was written.",
        run: upkeep::verify,
    },
    Command {
        name: "repair",
        words: &["FOLDER", "COLLECTION"],
        options: &[KEY],
        about: "Makes log and index again, of the lines. Copy the store before. Exit code 1 if lines were lost, which are listed.",
        run: upkeep::repair,
    },
    Command {
        name: "snapshot",
        words: &["FOLDER", "COLLECTION", "TO"],
        options: &[],
        about: "Writes a copy of a collection into a store in another folder.",
        run: upkeep::snapshot,
    },
    Command {
        name: "pack",
        words: &["FOLDER", "FILE", "[COLLECTION…]"],
        options: &[],
        about: "Writes a store, or some of its collections, into one file: a tar archive, without what was replaced or deleted.",
        run: upkeep::pack,
    },
    Command {
        name: "unpack",
        words: &["FOLDER", "FILE"],
        options: &[],
        about: "Makes the collections that are in a packed file. Each is checked before it counts.",
        run: upkeep::unpack,
    },
    Command {
        name: "import",
        words: &["FOLDER", "COLLECTION", "FILE"],
        options: &[KEY, SYNC, COMMIT, FROM],
        about: "Puts what is in a file of JSON Lines, CSV, Avro or Parquet. Cells of CSV are texts; an empty one is left out, and so is a field of Avro that is null by default.",
        run: exchange::import,
    },
    Command {
        name: "export",
        words: &["FOLDER", "COLLECTION", "FILE"],
        options: &[WHERE, FIELDS, LIMIT, TO],
        about: "Writes documents into a file of JSON Lines, CSV, Avro or Parquet. The schemas of the latter two are made from them, and so are the columns of CSV, whose cells have texts as they are and other values as JSON.",
        run: exchange::export,
    },
];

fn reading(folder: &str) -> Outcome<Store> {
    Ok(Store::open(folder, &Options::reading())?)
}

/// A collection of a store, for reading.
fn reader(arguments: &Arguments) -> Outcome<Collection> {
    Ok(reading(arguments.word(0))?.collection(arguments.word(1))?)
}

/// A collection of a store, for writing; `may_make` says whether it may be made.
fn writer(arguments: &Arguments, may_make: bool) -> Outcome<Collection> {
    if !may_make {
        reader(arguments)?;
    }
    let sync = if arguments.is_given("sync") { Sync::EachCommit } else { Sync::OnFlush };
    let mut options = Options::default().with_sync(sync);
    if let Some(key) = arguments.option("key") {
        options = options.with_key(key);
    }
    made(arguments.word(0), &options, |store| Ok(store.collection(arguments.word(1))?))
}

/// What a function makes of a store, which is opened for writing. Where it cannot, no store is left that was not there
/// before and has nothing in it.
fn made<T>(folder: &str, options: &Options, act: impl FnOnce(&Store) -> Outcome<T>) -> Outcome<T> {
    let folder = Path::new(folder);
    let before = names_in(folder);
    let store = Store::open(folder, options)?;
    let outcome = act(&store);
    if outcome.is_err() {
        remove_empty(&store, folder, before.as_deref());
    }
    outcome
}

/// The names in a folder; none where it is not there.
fn names_in(folder: &Path) -> Option<Vec<OsString>> {
    Some(fs::read_dir(folder).ok()?.flatten().map(|entry| entry.file_name()).collect())
}

/// Removes what is new and has nothing in it: folders of collections, and the store. It is open meanwhile, so that no
/// other process puts anything there.
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

/// The names of the collection that is given, or of all.
fn names(store: &Store, arguments: &Arguments) -> Outcome<Vec<String>> {
    let given = arguments.words(1);
    Ok(if given.is_empty() { store.collections()? } else { given.to_vec() })
}

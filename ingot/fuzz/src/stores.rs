//! A store in memory, whose files are changed as inputs say.

use std::path::Path;
use std::sync::Arc;

use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Collection, Options, Store, StoreError};

/// The keys of the documents in [`filled`], and one of none.
pub const KEYS: [&str; 5] = ["oolong", "sencha", "assam", "mate", "none"];

/// Opens the collection; for reading, or for writing.
pub fn open(disk: &SimulatedDisk, is_reading: bool) -> Result<(Store, Collection), StoreError> {
    let mut options = Options::default().with_sizes(1 << 10, 8);
    options.read_only = is_reading;
    let store = Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &options)?;
    let own = store.collection("teas")?;
    Ok((store, own))
}

/// A disk with a collection of four documents, of which one was replaced and one deleted, and one segment of its index.
pub fn filled() -> SimulatedDisk {
    let disk = SimulatedDisk::new(7);
    let (_store, mut own) = open(&disk, false).expect("a new store");
    for (key, text) in KEYS.iter().zip([r#"{"grams":250}"#, r#"{"grams":100}"#, r#"{"id":"assam"}"#, "{}"]) {
        own.put_raw(key, text.as_bytes()).expect("a document");
    }
    own.commit().expect("a commit");
    own.put_raw("sencha", br#"{"id":"sencha","grams":1}"#).expect("a document");
    own.delete("mate").expect("a deletion");
    own.flush().expect("a flush");
    disk
}

/// The paths of files whose names end so.
pub fn files(disk: &SimulatedDisk, end: &str) -> Vec<std::path::PathBuf> {
    disk.files().into_iter().filter(|path| path.to_string_lossy().ends_with(end)).collect()
}

/// The bytes of a file.
pub fn bytes(disk: &SimulatedDisk, path: &Path) -> Vec<u8> {
    let mut all = Vec::new();
    disk.change(path, |bytes| all.clone_from(bytes));
    all
}

/// Reads all in every way: what is found under a key is a document that has it.
pub fn read(own: &Collection) {
    for key in KEYS {
        if let Ok(Some(text)) = own.get_raw(key) {
            let value: serde_json::Value = serde_json::from_slice(text).expect("a document");
            assert_eq!(value["id"], key);
        }
    }
    let _ = own.verify(|_, _| ());
    if let Ok(documents) = own.documents() {
        documents.for_each(|text| drop(text));
    }
    for position in 0..5 {
        let _ = own.at(position);
    }
    let _ = own.stats();
}

/// Writes on, if that is possible: then what is written is there, also after opening again.
pub fn write(disk: &SimulatedDisk) {
    let Ok((store, mut own)) = open(disk, false) else { return };
    read(&own);
    if own.put_raw("none", br#"{"after":true}"#).and_then(|()| own.flush()).is_err() {
        return;
    }
    let mut found = own.get_raw("none").expect("it was put").map(<[u8]>::to_vec);
    assert_eq!(found.as_deref(), Some(&br#"{"id":"none","after":true}"#[..]));
    if own.compact().is_ok() {
        found = own.get_raw("none").expect("it was put").map(<[u8]>::to_vec);
        assert!(found.is_some());
    }
    drop((own, store));
    let (_store, own) = open(disk, false).expect("it was open");
    assert_eq!(own.get_raw("none").expect("it was put").map(<[u8]>::to_vec), found);
    read(&own);
}

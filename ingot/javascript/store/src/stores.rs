//! Stores and collections: opened and closed.

use ingot_store::{Options, Store, Sync};
use napi_derive::napi;

use crate::failure::{Result, Told};
use crate::held::{COLLECTIONS, Open, STORES, with};

/// Opens a store, and gives its number. Without `key` collections have the key field by default.
#[napi]
pub fn open_store(folder: String, read_only: bool, each_commit: bool, key: Option<String>) -> Result<u32> {
    let mut options = if read_only { Options::reading() } else { Options::default() };
    if each_commit {
        options = options.with_sync(Sync::EachCommit);
    }
    if let Some(key) = key {
        options = options.with_key(key);
    }
    let store = Store::open(folder, &options).told()?;
    Ok(STORES.with(|stores| stores.add(store)))
}

/// Lets go of a store. Its lock goes with the last of its collections.
#[napi]
pub fn close_store(store: u32) {
    STORES.with(|stores| stores.drop(store));
}

/// The names of a store's collections, sorted.
#[napi]
pub fn collections(store: u32) -> Result<Vec<String>> {
    STORES.with(|stores| stores.with(store, |store| store.collections().told()))
}

/// Opens a collection, and gives its number.
#[napi]
pub fn open_collection(store: u32, name: String, key: Option<String>, reader: bool) -> Result<u32> {
    let opened = STORES.with(|stores| {
        stores.with(store, |store| {
            let opened = match key {
                _ if reader => store.reader(&name),
                Some(key) => store.collection_by(&name, &key),
                None => store.collection(&name),
            };
            opened.told()
        })
    })?;
    Ok(COLLECTIONS.with(|all| all.add(Open::new(opened))))
}

/// Lets go of a collection; what was not committed is gone.
#[napi]
pub fn close_collection(collection: u32) {
    COLLECTIONS.with(|all| all.drop(collection));
}

/// The field that has the key of a document.
#[napi]
pub fn key_field(collection: u32) -> Result<String> {
    with(collection, |open| Ok(open.collection.key_field().to_string()))
}

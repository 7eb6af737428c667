//! JSON documents under string keys, in plain files, with the promises of a database.
//!
//! ```
//! use ingot_store::{Options, Store};
//! # let folder = ingot_store::Scratch::new();
//!
//! let store = Store::open(&folder, &Options::default())?;
//! let mut teas = store.collection("teas")?;
//! teas.put_raw("oolong", br#"{"grams": 250}"#)?;
//! teas.put_raw("sencha", br#"{"grams": 100}"#)?;
//! teas.flush()?;
//!
//! assert_eq!(teas.len(), 2);
//! assert_eq!(teas.get("sencha")?.unwrap()["grams"], 100);
//! assert_eq!(teas.at(0)?, Some(&br#"{"id":"oolong","grams": 250}"#[..]));
//! # Ok::<(), ingot_store::StoreError>(())
//! ```
//!
//! The files are JSON Lines, a log and an index: the page of the store's bytes says what each byte means, and what a
//! crash leaves at each step. One process writes, any number read. A commit is whole or not there.
//!
//! # Durability
//!
//! What [`Collection::commit`] has acknowledged survives the end of the process, and what [`Collection::flush`] has, that
//! of the machine. With [`Sync::EachCommit`] every commit does.
//!
//! # Features
//!
//! | feature | what it gives |
//! |---|---|
//! | `arrow` | documents as record batches of Arrow |
//! | `safe` | no unsafe code: files are read whole instead of mapped, which takes time and memory |
//! | `simulated` | a disk for tests, that loses, tears and reorders what was not synced |
#![cfg_attr(feature = "safe", forbid(unsafe_code))]
#![deny(unsafe_code)]

/// Whether a fault is planted here, which only tests do.
macro_rules! planted {
    ($fault:ident) => {
        cfg!(feature = "simulated") && {
            #[cfg(feature = "simulated")]
            let planted = crate::simulated::is_planted(crate::simulated::Planted::$fault);
            #[cfg(not(feature = "simulated"))]
            let planted = false;
            planted
        }
    };
}

#[cfg(feature = "arrow")]
mod arrow;
mod checksum;
mod collection;
mod condition;
mod disk;
mod document;
mod entry;
mod error;
mod fields;
mod generation;
mod index;
mod limits;
mod log;
mod marks;
mod order;
mod pack;
mod place;
mod put;
mod read;
mod real;
mod repair;
mod scratch;
mod segment;
#[cfg(feature = "simulated")]
pub mod simulated;
mod store;
mod table;
mod tar;
mod text;
mod upkeep;
mod writer;

#[cfg(feature = "arrow")]
pub use arrow::{RecordBatches, schema_of};
pub use collection::Collection;
pub use condition::Condition;
pub use disk::{Disk, Lock, Map, Output};
pub use error::{StoreClass, StoreError};
pub use fields::{field, fields};
pub use order::{Batches, Iter, Listing};
pub use real::RealDisk;
pub use repair::{Lost, Repaired};
#[doc(hidden)]
pub use scratch::Scratch;
pub use store::{Options, Store};
pub use upkeep::{Stats, Verified};
pub use writer::Sync;

/// The examples of the pages are tests, too.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../docs/store.md")]
    struct Store;
    #[doc = include_str!("../../../docs/from-sqlite.md")]
    struct FromSqlite;
    #[doc = include_str!("../../../docs/from-leveldb.md")]
    struct FromLeveldb;
    #[doc = include_str!("../../../docs/from-zippy.md")]
    struct FromZippy;
    #[doc = include_str!("../../../docs/for-training-data.md")]
    struct ForTrainingData;
}

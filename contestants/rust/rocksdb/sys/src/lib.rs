//! The C interface of the system's RocksDB, under the name by which the crate `rocksdb` asks for it.

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals)]

include!(concat!(env!("OUT_DIR"), "/bindings.rs"));

/// The version of the library that is linked.
pub const VERSION: &str = env!("ROCKSDB_VERSION");

//! The Rust kit: protocol, data loading, measuring loop and digest for a contestant written in Rust.
//!
//! A contestant implements [`Adapter`] and says `assay_kit::main!(ItsAdapter);`. See README.md.

mod adapter;
mod allocation;
pub mod borrowed;
mod buffer;
mod by_record;
mod canonical_read;
mod canonical_write;
mod clock;
mod conform;
mod container;
mod containers;
#[cfg(feature = "criterion")]
mod criterion;
mod digest;
mod encode_into;
mod entry;
mod error;
mod framing;
mod inspect;
mod loaded;
mod measure;
mod operation;
mod plain;
mod protocol;
mod prove;
mod reading;
mod run;
mod samples;
mod schema;
mod scratch;
mod session;
#[cfg(feature = "stores")]
pub mod stores;
pub mod typed;

pub use adapter::{Access, Adapter, Containers, EncodeInto};
pub use conform::{Ask, Found};
pub use container::{Compression, ContainerSettings};
#[cfg(feature = "criterion")]
pub use criterion::benchmark as start;
pub use entry::Entry;
pub use error::{Error, ErrorKind};
pub use plain::Plain;
pub use reading::{decode_and_read, reading, Readable, Reading};
pub use scratch::Scratch;
#[cfg(not(feature = "criterion"))]
pub use session::serve as start;
pub use typed::Typed;

/// The operations that the kit knows, for `main!`.
pub mod operations {
    pub use crate::by_record::{Access, Decode, Encode};
    pub use crate::containers::{Read, Write};
    pub use crate::encode_into::EncodeInto;
}

/// The version of the kit, which is also that of the `null` contestant.
pub const KIT_VERSION: &str = "1";

/// Defines `main`: serves the lab's requests with the given [`Adapter`] and the [`operations`] that it offers; with the
/// feature `criterion` it measures it.
#[macro_export]
macro_rules! main {
    ($adapter:ty: $($operation:ident),+) => {
        fn main() -> std::process::ExitCode {
            $crate::start::<$adapter>(&[$($crate::Entry::of::<$crate::operations::$operation>()),+])
        }
    };
}

/// The version of the adapter's library: the lab reads it from the contestant's `Cargo.lock`, which decides what is
/// linked, and bakes it in through the variable `ASSAY_LIBRARY_VERSION`.
#[macro_export]
macro_rules! library_version {
    () => {
        match option_env!("ASSAY_LIBRARY_VERSION") {
            Some(version) => version,
            None => "unknown",
        }
    };
}

/// Stands in the `impl Adapter` of a contestant whose domain values are generated: its `Record`, `from_plain`,
/// `to_plain` and `reading` are those of the module that `records!` defines.
#[macro_export]
macro_rules! generated_record {
    () => {
        type Record = records::Root;

        fn from_plain(&self, plain: &$crate::Plain) -> Result<records::Root, $crate::Error> {
            records::from_plain(plain).map_err($crate::Error::failed)
        }

        fn to_plain(&self, record: &records::Root) -> Result<$crate::Plain, $crate::Error> {
            Ok(records::to_plain(record))
        }

        fn reading(&self, record: &records::Root) -> Result<u64, $crate::Error> {
            Ok($crate::reading(record))
        }
    };
}

/// Defines the module `records`, generated from the workload's schema: `records::Root` is the type of a record, and
/// `records::from_plain` and `records::to_plain` convert it. Serde's flavours have `records::borrowed::Root`, too. The
/// variable `ASSAY_RECORDS` names the generated file when the contestant is compiled.
#[macro_export]
macro_rules! records {
    () => {
        // The names are those of the schema, whatever its style; no schema and no contestant needs all that is made.
        #[allow(clippy::all, dead_code, non_camel_case_types, non_snake_case, unused_imports, unused_parens)]
        mod records {
            include!(env!("ASSAY_RECORDS"));
        }
    };
}

//! Avro data as Arrow record batches, and back, with no values in between.
//!
//! [`Columns`] is a schema ready to make batches of data; with the feature `container`, of the blocks of files. Bytes are read as strictly as by [`Codec`](ingot_codec::Codec), within
//! the same [limits](ingot_codec::Limits), and what is wrong is told with the same class, path and offset.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::types::Int64Type;
//! use ingot_arrow::Columns;
//! use ingot_codec::Schema;
//!
//! let columns = Columns::new(Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
//!     {"name": "name", "type": "string"},
//!     {"name": "grams", "type": ["null", "long"]}
//! ]}"#).unwrap())?;
//!
//! let batch = columns.decode_block(2, b"\x0coolong\x02\xf4\x03\x0csencha\x00")?;
//! assert_eq!(batch.column(0).as_string::<i32>().value(1), "sencha");
//! assert_eq!(batch.column(1).as_primitive::<Int64Type>().iter().collect::<Vec<_>>(), [Some(250), None]);
//!
//! let error = columns.decode_block(1, b"\x0coolong\x04").unwrap_err();
//! assert_eq!(error.to_string(), "grams, byte 7: branch 2 of 2");
//! # Ok::<(), ingot_codec::DataError>(())
//! ```
//!
//! The way back is [`Rows`], which writes the rows of batches as data, and [`schema_for`], which finds a schema for them.
//!
//! # What becomes what
//!
//! The types are those that the crate `arrow-avro` makes by default, so that one can take the place of the other.
//!
//! | Avro | Arrow |
//! |---|---|
//! | record | `Struct`; the root's fields are the columns |
//! | null, boolean, int, long, float, double | `Null`, `Boolean`, `Int32`, `Int64`, `Float32`, `Float64` |
//! | string, bytes, fixed | `Utf8`, `Binary`, `FixedSizeBinary` |
//! | enum | `Dictionary(Int32, Utf8)`, with all symbols in their order |
//! | array, map | `List`, `Map` with keys of `Utf8` |
//! | union of null and another type, in either order | that type, nullable |
//! | any other union | `Union`, dense, a child for each branch in its order |
//! | decimal of up to 38 digits, up to 76 | `Decimal128`, `Decimal256` |
//! | decimal of more digits, big-decimal | as without the logical type |
//! | uuid | `FixedSizeBinary(16)` |
//! | date | `Date32` |
//! | time-millis, time-micros | `Time32(Millisecond)`, `Time64(Microsecond)` |
//! | timestamp-millis, -micros, -nanos | `Timestamp` of that unit, in the zone `+00:00` |
//! | local-timestamp-millis, -micros, -nanos | `Timestamp` of that unit, without a zone |
//! | duration | `Interval(MonthDayNano)` |
//!
//! Unlike there, a column of nulls alone is nullable. Fields have the metadata `avro.name`, `avro.namespace` and
//! `avro.enum.symbols`, the schema `avro.schema`, unless only some fields are selected.
//!
//! What has no columns is an error of class `columns-invalid`: a record that contains itself, an enum without symbols, a
//! union of no or of more than 128 branches, columns nested more than 200 deep, a root that is no record. More than
//! 65,536 columns, and data for which the offsets of a batch are too small, are errors of class `limit-columns`.
#![forbid(unsafe_code)]

mod bits;
mod bytes;
mod cells;
mod check;
mod column;
mod columns;
#[cfg(feature = "container")]
mod container;
mod convert;
mod describe;
mod error;
mod finish;
mod gather;
mod level;
mod names;
mod numbers;
mod options;
mod plan;
mod put;
mod rows;
mod runs;
mod scan;
mod select;
mod wire;

pub use columns::{Builder, Columns};
pub use describe::schema_for;
pub use options::ColumnOptions;
pub use rows::Rows;

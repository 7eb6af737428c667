//! Avro schemas: read strictly or leniently, with the place of everything that is wrong; their canonical forms and
//! fingerprints; whether readers of one can read what writers of another wrote, and why not.
//!
//! ```
//! use ingot_schema::Schema;
//!
//! let schema = Schema::parse(r#"{
//!     "type": "record", "name": "shop.Coupon", "fields": [
//!         {"name": "code", "type": "string"},
//!         {"name": "percent", "type": "int", "default": 10}
//!     ]
//! }"#)?;
//! assert_eq!(
//!     schema.canonical_form(),
//!     r#"{"name":"shop.Coupon","type":"record","fields":[{"name":"code","type":"string"},{"name":"percent","type":"int"}]}"#
//! );
//!
//! let error = Schema::parse("{\n  \"type\": \"enum\", \"name\": \"Suit\",\n  \"symbols\": [\"clubs\", \"clubs\"]\n}").unwrap_err();
//! assert_eq!(error.to_string(), r#"line 3, column 24 ($.symbols[1]): the symbol "clubs" is there twice"#);
//! # Ok::<(), ingot_schema::SchemaError>(())
//! ```
//!
//! Schemas that users write are read strictly ([`Schema::parse`]); those that stand in files, leniently
//! ([`Schema::parse_lenient`]), with [warnings](Schema::warnings). Both hold [`Limits`], so no text takes much memory,
//! time or stack.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod canonical;
mod compatibility;
mod defaults;
mod error;
mod fields;
mod fingerprint;
mod infer;
mod json;
mod limits;
mod logical;
mod names;
mod options;
mod pairs;
mod parse;
mod project;
mod random;
mod schema;
#[doc(hidden)]
pub mod shared;
mod symbols;
mod text;
mod unions;
mod value;
mod walk;

pub use canonical::Form;
pub use compatibility::{Incompatibility, Reason};
pub use error::{Place, SchemaClass, SchemaError};
pub use fingerprint::crc_64_avro;
pub use infer::{Inference, infer};
pub use json::{Data, Json, Number};
pub use limits::Limits;
pub use logical::{Logical, most_digits};
pub use names::Name;
pub use options::Options;
pub use pairs::Matching;
pub use project::ProjectionError;
pub use random::Random;
pub use schema::{Default, Enum, Field, Fixed, Node, NodeId, Order, Record, Schema, Type};
pub use value::Value;

//! `#[derive(Record)]`: structs and enums that are Avro of themselves.
//!
//! The crate `ingot` hands it on, and its page says how it is used.
#![forbid(unsafe_code)]

mod attributes;
mod enums;
mod structs;
mod target;

use proc_macro::TokenStream;
use syn::{Data, DeriveInput, Error, parse_macro_input};

/// A struct is a record, an enum of units an enum, any other enum a union: each variant holds the type of a branch, and
/// a unit is null.
///
/// What the schema says besides stands in attributes, `#[avro(…)]`:
///
/// | attribute | on | meaning |
/// |---|---|---|
/// | `name = "…"` | types | the name, if it is not that of the type |
/// | `namespace = "…"` | types | the namespace; without it there is none |
/// | `rename = "…"` | fields, variants | the name of the field, or the symbol |
/// | `aliases("…", …)` | types, fields | other names by which a reader's type or field may be found |
/// | `doc = "…"` | types, fields | what it is for; without it the comment |
/// | `default = "…"` | fields, enums | the default: JSON, or a symbol |
/// | `logical = "…"` | fields, branches | the logical type, as in `timestamp-millis` and `decimal(9, 2)`, of the value, of what is in an `Option`, of the items of a `Vec`, of the values of a map |
/// | `fixed = "…"` | fields, branches | the name of a fixed, which is otherwise called by its size |
/// | `null_last` | fields | of an `Option`, that null is the last branch |
/// | `union` | enums | that an enum of units is a union nevertheless |
/// | `crate = "…"` | types | the path of the crate `ingot`, if it is not `::ingot` |
///
/// The types of fields and branches have to be as visible as the type itself: a `pub` struct with a field of a private
/// type does not compile (E0446), though the field may be private. In a module that is private, `pub` types stay
/// private, too.
#[proc_macro_derive(Record, attributes(avro))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let made = match &input.data {
        Data::Struct(data) => structs::derive(&input, data),
        Data::Enum(data) => enums::derive(&input, data),
        Data::Union(_) => Err(Error::new_spanned(&input.ident, "a union of C has no Avro; a union of Avro is an enum")),
    };
    made.unwrap_or_else(Error::into_compile_error).into()
}

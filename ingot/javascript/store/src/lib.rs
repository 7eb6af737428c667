//! The native part of the package: what the files of `lib` call.
//!
//! Stores and collections are told by numbers, which are never given twice. Documents come as the JSON text that the
//! engine's own parser reads, or as bytes in memory that JavaScript made. Nothing of the mapped files is handed out:
//! a program could change it, or hold it longer than the map.
#![deny(unsafe_code)]
#![expect(clippy::needless_pass_by_value, reason = "napi hands over what it has made of the arguments")]

mod failure;
mod fields;
mod held;
mod reading;
mod stores;
mod texts;
mod upkeep;
mod utf8;
mod writing;

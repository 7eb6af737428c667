//! Values of types with serde's derives, by schemas.

#![expect(clippy::items_after_statements, reason = "types stand beside what they show")]

mod errors;
mod keys;
mod shapes;
mod unions;
mod values;

use std::fmt::Debug;

use ingot_codec::{Codec, DataError, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn codec(schema: &str) -> Codec {
    Codec::new(Schema::parse(schema).unwrap())
}

/// A record of these fields, each a name and a type.
fn record(fields: &[(&str, &str)]) -> String {
    let fields = fields.iter().map(|(name, kind)| format!(r#"{{"name": "{name}", "type": {kind}}}"#));
    format!(r#"{{"type": "record", "name": "R", "fields": [{}]}}"#, fields.collect::<Vec<_>>().join(", "))
}

/// That a value has these bytes, and they this value.
fn both<T: Serialize + DeserializeOwned + PartialEq + Debug>(codec: &Codec, value: &T, bytes: &[u8]) {
    assert_eq!(codec.to_vec(value).as_deref(), Ok(bytes));
    assert_eq!(codec.from_slice::<T>(bytes).as_ref(), Ok(value));
}

fn read<'b, T: Deserialize<'b>>(schema: &str, bytes: &'b [u8]) -> Result<T, DataError> {
    codec(schema).from_slice(bytes)
}

fn written<T: Serialize + ?Sized>(schema: &str, value: &T) -> Result<Vec<u8>, String> {
    codec(schema).to_vec(value).map_err(|error| format!("{}: {error}", error.class.name()))
}

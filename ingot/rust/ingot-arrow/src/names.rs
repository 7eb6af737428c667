//! What columns keep of Avro's names in their metadata, by the keys that `arrow-avro` has, too.

use std::collections::HashMap;

use ingot_schema::{Data, Json, Logical, Node, Type};

/// Of a schema: the Avro schema, as JSON.
pub(crate) const SCHEMA: &str = "avro.schema";
/// Of a field: the name of its type without the namespace.
pub(crate) const NAME: &str = "avro.name";
/// Of a field: the namespace of its type.
pub(crate) const NAMESPACE: &str = "avro.namespace";
/// Of a field: the symbols of its enum, as JSON.
pub(crate) const SYMBOLS: &str = "avro.enum.symbols";
/// Of a field of 16 bytes: `uuid`, if they are one.
pub(crate) const LOGICAL: &str = "logicalType";

/// Adds what a type says to the metadata of its field.
pub(crate) fn add(node: &Node, metadata: &mut HashMap<String, String>) {
    if let Some(name) = node.shape.name() {
        metadata.insert(NAME.into(), name.simple().into());
        if !name.namespace().is_empty() {
            metadata.insert(NAMESPACE.into(), name.namespace().into());
        }
    }
    if let Type::Enum(one) = &node.shape {
        let symbols = one.symbols.iter().map(|symbol| Json::from(symbol.as_str())).collect();
        metadata.insert(SYMBOLS.into(), Json::from(Data::Array(symbols)).to_string());
    }
    if node.logical == Some(Logical::Uuid) {
        metadata.insert(LOGICAL.into(), "uuid".into());
    }
}

/// The name of a branch of a union: that of its type, or what it is.
pub(crate) fn branch(node: &Node) -> String {
    if let Some(name) = node.shape.name() {
        return name.full().into();
    }
    let word = match node.logical {
        Some(Logical::Decimal { .. }) => "decimal",
        Some(Logical::Uuid) => "uuid",
        Some(Logical::Date) => "date",
        Some(Logical::TimeMillis) => "time_millis",
        Some(Logical::TimeMicros) => "time_micros",
        Some(Logical::TimestampMillis) => "timestamp_millis_utc",
        Some(Logical::TimestampMicros) => "timestamp_micros_utc",
        Some(Logical::TimestampNanos) => "timestamp_nanos_utc",
        Some(Logical::LocalTimestampMillis) => "timestamp_millis_local",
        Some(Logical::LocalTimestampMicros) => "timestamp_micros_local",
        Some(Logical::LocalTimestampNanos) => "timestamp_nanos_local",
        _ => node.shape.word(),
    };
    word.into()
}

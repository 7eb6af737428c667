//! Any bytes as a container file: from a slice and from a stream, as strictly and as leniently as can be.
#![no_main]

use ingot::container::{Codec, ReadOptions, Reader, Source, Tolerance, Value, WriteOptions, Writer};
use ingot_fuzz::bounded;
use libfuzzer_sys::fuzz_target;

/// The records up to an error, and how that is named.
fn all<S: Source>(reader: Result<Reader<S>, ingot::container::ContainerError>) -> (Vec<Value>, &'static str) {
    let mut reader = match reader {
        Ok(reader) => reader,
        Err(error) => return (Vec::new(), error.class().name()),
    };
    let mut found = Vec::new();
    // Of many blocks each may have as many records without bytes as the limit allows.
    for value in reader.values().take(10_000) {
        match value {
            Ok(value) => found.push(value),
            Err(error) => return (found, error.class().name()),
        }
    }
    (found, "")
}

/// Small limits: bombs that stay below the defaults would be most of what is tried.
fn options(tolerance: Tolerance) -> ReadOptions {
    let mut options = ReadOptions { block_bytes: 1 << 20, ..ReadOptions::from(tolerance) };
    options.data.limits.zero_width = 1 << 10;
    options
}

fuzz_target!(|input: &[u8]| {
    let mut strict = None;
    for tolerance in [Tolerance::Nothing, Tolerance::Odd, Tolerance::Cut, Tolerance::Damage] {
        let found = bounded(|| all(Reader::from_slice_with(input, options(tolerance))));
        assert_eq!(found, bounded(|| all(Reader::with(input, options(tolerance)))), "{tolerance:?}");
        if let Some((values, "")) = &strict {
            assert_eq!((values, ""), (&found.0, found.1), "{tolerance:?}");
        }
        strict.get_or_insert(found);
    }
    let Some((values, "")) = strict else { return };
    let schema = Reader::from_slice(input).unwrap().schema().clone();
    assert!(values.iter().all(|value| Codec::new(schema.clone()).encoded_len(value).is_ok()) || values.len() > 100);
    let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default()).unwrap();
    for value in &values {
        writer.write(value).unwrap();
    }
    let file = writer.finish().unwrap();
    assert_eq!(all(Reader::from_slice(&file)), (values, ""));
});

//! Any datum of any schema read by another: as a value and as bytes, which have to be the same.
//!
//! The input is the writer's schema, the reader's, and a datum, with bytes of zero between them.
#![no_main]

use ingot::{Codec, DataClass, Matching, Options, Resolver, Schema};
use ingot_fuzz::{bounded, parts};
use libfuzzer_sys::fuzz_target;

fn schema(text: &[u8]) -> Option<Schema> {
    Schema::parse_lenient(std::str::from_utf8(text).ok()?).ok()
}

fuzz_target!(|input: &[u8]| {
    let Some([writer, reader, bytes]) = parts(input) else { return };
    let (Some(writer), Some(reader)) = (schema(writer), schema(reader)) else { return };
    let reasons = bounded(|| reader.incompatibilities(&writer));
    for (lenient, first_branch) in [(false, false), (true, false), (true, true)] {
        let resolver = bounded(|| Resolver::with(&writer, &reader, Matching { lenient, first_branch }));
        let Ok(resolver) = resolver else {
            assert!(!reasons.is_empty() || lenient || first_branch);
            continue;
        };
        let options = Options { lenient, ..Options::default() };
        let found = bounded(|| resolver.decode_with(bytes, &options));
        let mut out = Vec::new();
        let done = bounded(|| resolver.transcode_with(bytes, &mut out, &options));
        assert_eq!(done.err(), found.clone().err());
        match found {
            // A lenient reader hands on what a logical type does not have.
            Ok(value) => assert_eq!(Codec::new(reader.clone()).decode_with(&out, &options), Ok(value)),
            Err(error) => {
                assert!(error.offset.unwrap() <= bytes.len(), "{error}");
                assert!(out.is_empty());
            }
        }
        // What the reader can read, the writer wrote, but for texts and logical types in what is passed over.
        if !lenient
            && resolver.decode(bytes).is_ok()
            && let Err(error) = Codec::new(writer.clone()).decode(bytes)
        {
            assert!(
                matches!(error.class, DataClass::Utf8Invalid | DataClass::LogicalInvalid | DataClass::LimitDecimal),
                "{error}"
            );
        }
    }
});

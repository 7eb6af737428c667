//! Any text as a schema: an error, or a schema that is written, read again, compared and filled with values.
#![no_main]

use ingot::schema::{Random, Schema};
use ingot::{Codec, Resolver};
use ingot_fuzz::bounded;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let lenient = bounded(|| Schema::parse_lenient(text));
    match bounded(|| Schema::parse(text)) {
        Ok(strict) => {
            let again = Schema::parse(&strict.to_string()).unwrap();
            assert_eq!(again.nodes(), strict.nodes());
            assert_eq!(lenient.as_ref().unwrap().nodes(), strict.nodes());
            assert!(bounded(|| strict.incompatibilities(&strict)).is_empty());
            assert!(bounded(|| Resolver::new(&strict, &strict)).unwrap().is_same());
        }
        Err(error) => assert!(error.place.offset <= text.len()),
    }
    let Ok(schema) = lenient else { return };
    let written = bounded(|| schema.to_string());
    assert_eq!(Schema::parse_lenient(&written).unwrap().canonical_form(), schema.canonical_form());
    let _ = schema.fingerprint();
    bounded(|| schema.incompatibilities(&schema));
    let codec = bounded(|| Codec::new(schema));
    if let Some(value) = bounded(|| Random::new(codec.schema(), 42).next())
        && let Ok(bytes) = codec.encode(&value)
    {
        assert_eq!(bounded(|| codec.decode(&bytes)), Ok(value));
    }
});

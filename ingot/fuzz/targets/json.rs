//! Any text as JSON, and as a value of any schema in the JSON encoding; a schema inferred for it.
//!
//! The input is a schema, a byte of zero and a text.
#![no_main]

use ingot::schema::{Json, infer};
use ingot::{Codec, Options, Schema};
use ingot_fuzz::{bounded, parts};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let Some([schema, text]) = parts(input) else { return };
    let (Ok(schema), Ok(text)) = (std::str::from_utf8(schema), std::str::from_utf8(text)) else { return };
    let (strict, lenient) = (bounded(|| Json::parse(text)), bounded(|| Json::parse_lenient(text)));
    if let Ok(json) = &strict {
        assert_eq!(lenient.as_ref(), Ok(json));
        assert_eq!(Json::parse(&json.to_string()).as_ref(), Ok(json));
        if let Ok(inferred) = bounded(|| infer([json], "Root")) {
            Schema::parse(&inferred.to_string()).unwrap();
        }
    }
    let Ok(schema) = Schema::parse_lenient(schema) else { return };
    let codec = Codec::new(schema);
    for (json, options) in [(&strict, Options::default()), (&lenient, Options::lenient())] {
        let Ok(json) = json else { continue };
        let Ok(value) = bounded(|| codec.from_json_with(json, &options)) else { continue };
        let written = bounded(|| codec.to_json(&value)).unwrap();
        let again = codec.from_json(&Json::parse(&written.to_string()).unwrap()).unwrap();
        // Not the value: JSON has one NaN.
        assert_eq!(codec.to_json(&again).as_ref(), Ok(&written));
        if let Ok(bytes) = bounded(|| codec.encode(&value)) {
            assert_eq!(codec.decode(&bytes), Ok(value));
        }
    }
});

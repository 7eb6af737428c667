//! Any bytes by any schema, as a value, in place, through serde; or by one of the types that `Record` is derived for.
//!
//! The input is a schema, a byte of zero and a datum; or the letter `@`, a byte for the type and a datum.
#![no_main]

#[path = "../../rust/ingot/tests/alike/mod.rs"]
mod alike;
#[allow(dead_code, reason = "tests go through all types at once")]
#[path = "../../rust/ingot/tests/kinds/mod.rs"]
mod kinds;

use std::cmp::Ordering;
use std::fmt::Debug;

use ingot::typed::{Decode, Encode, Shaped};
use ingot::{Codec, Limits, Options, Resolver, Schema, Typed};
use ingot_fuzz::{bounded, parts};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

use alike::read_alike;
use kinds::{Job, TYPES, one};

/// Reads bytes as a type.
struct Reading<'b>(&'b [u8]);

impl Job for Reading<'_> {
    fn run<T>(&mut self, typed: &Typed<T>)
    where
        T: Shaped + Encode + Debug + PartialEq,
        for<'b> T::With<'b>: Decode<'b> + Encode + Debug,
    {
        bounded(|| typed.decode(self.0).is_ok());
        read_alike(typed, &Codec::new(typed.schema().clone()), self.0);
    }
}

fuzz_target!(|input: &[u8]| {
    if let [b'@', place, bytes @ ..] = input {
        one(usize::from(*place) % TYPES, &mut Reading(bytes));
        return;
    }
    let Some([text, bytes]) = parts(input) else { return };
    let Some(schema) = std::str::from_utf8(text).ok().and_then(|text| Schema::parse_lenient(text).ok()) else { return };
    let codec = Codec::new(schema);
    // A small limit: inputs that make a million nulls would be most of what is tried.
    let limits = Limits { zero_width: 1 << 12, ..Limits::default() };
    let [options, tolerant] = [false, true].map(|lenient| Options { lenient, limits: limits.clone() });
    let strict = bounded(|| codec.decode_with(bytes, &options));
    let lenient = bounded(|| codec.decode_with(bytes, &tolerant));
    match &strict {
        Ok(value) => {
            assert_eq!(lenient.as_ref(), Ok(value));
            // It may be shorter, for there are longer forms of integers and blocks.
            let again = bounded(|| codec.encode(value)).unwrap();
            assert_eq!(codec.encoded_len(value), Ok(again.len()));
            assert_eq!(codec.decode(&again).as_ref(), Ok(value));
            assert!(!matches!(codec.compare_values(value, value), Ok(Ordering::Less | Ordering::Greater)));
        }
        Err(error) => assert!(error.offset.unwrap() <= bytes.len(), "{error}"),
    }
    assert!(!matches!(bounded(|| codec.compare(bytes, bytes)), Ok(Ordering::Less | Ordering::Greater)));
    if let Ok(resolver) = Resolver::new(codec.schema(), codec.schema()) {
        let class = |error: ingot::DataError| error.class;
        assert_eq!(bounded(|| resolver.decode_with(bytes, &options)).map_err(class), strict.clone().map_err(class));
    }
    let _ = bounded(|| codec.from_slice_with::<IgnoredAny>(bytes, &options));
    if let Ok(value) = bounded(|| codec.decode_single_object(bytes)) {
        assert_eq!(codec.decode(&bytes[10..]), Ok(value));
    }
    if let Ok(value) = bounded(|| codec.decode_registry(7, bytes)) {
        assert_eq!(codec.decode(&bytes[5..]), Ok(value));
    }
});

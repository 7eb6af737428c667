//! Any bytes as a document: what is taken is JSON, is kept as it is, and found under its key; what is refused is none.
#![no_main]

use ingot_fuzz::bounded;
use ingot_fuzz::stores::open;
use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Condition, StoreClass, field, fields};
use libfuzzer_sys::fuzz_target;
use serde::de::IgnoredAny;

fuzz_target!(|input: &[u8]| {
    let disk = SimulatedDisk::new(1);
    let (_store, mut own) = open(&disk, false).unwrap();
    let is_json = serde_json::from_slice::<IgnoredAny>(input).is_ok() && std::str::from_utf8(input).is_ok();
    match bounded(|| own.add(input).map(|key| key.into_owned())) {
        Ok(key) => {
            assert!(is_json);
            let text = own.get_raw(&key).unwrap().unwrap().to_vec();
            let spaced = |text: &[u8]| -> Vec<u8> {
                text.trim_ascii().iter().map(|byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { *byte }).collect()
            };
            assert_eq!(text, spaced(input));
            let all = bounded(|| fields(&text)).unwrap();
            for (name, value) in &all {
                serde_json::from_slice::<IgnoredAny>(value).unwrap();
                assert!(field(&text, name).is_some());
            }
            own.flush().unwrap();
            assert_eq!(own.verify(|_, _| ()).unwrap().documents, 1);
            if let Ok(condition) = "id != 1".parse::<Condition>() {
                let _ = condition.holds(&text);
            }
        }
        Err(error) if matches!(error.class(), StoreClass::DocumentInvalid) && is_json => {
            // No object, or one without a key, or with two, or with a name that is the store's own.
            let keys = fields(input).map(|all| all.iter().filter(|(name, _)| name == "id").count());
            let is_own = |(name, _): &(std::borrow::Cow<str>, &[u8])| name.starts_with("$ingot");
            let has_key = |input| {
                field(input, "id").is_some_and(|key| key.starts_with(b"\"") || key.iter().all(u8::is_ascii_digit))
            };
            assert!(keys != Some(1) || fields(input).unwrap().iter().any(is_own) || !has_key(input), "{error}");
            if keys == Some(0) && own.put_raw("key", input).is_ok() {
                let text = own.get_raw("key").unwrap().unwrap();
                assert_eq!(field(text, "id"), Some(&b"\"key\""[..]));
                serde_json::from_slice::<IgnoredAny>(text).unwrap();
            }
        }
        Err(_) => {}
    }
});

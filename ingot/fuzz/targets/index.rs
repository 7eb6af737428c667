//! Any bytes as a segment of the index of a store, with the checksums that they should have or others: what is found is
//! what was put, or nothing, or an error.
//!
//! The input is a byte that says what is made right (1: the header's checksum, 2: those of the slots, 4: the header is
//! the one that was written), and the segment.
#![no_main]

use std::collections::BTreeMap;

use crc32c::crc32c;
use ingot_fuzz::bounded;
use ingot_fuzz::stores::{KEYS, bytes, files, filled, open, read, write};
use libfuzzer_sys::fuzz_target;

const HEADER: usize = 128;

fuzz_target!(|input: &[u8]| {
    let Some((right, given)) = input.split_first() else { return };
    let disk = filled();
    let segment = &files(&disk, ".index")[0];
    let expected: BTreeMap<_, _> = {
        let (_store, own) = open(&disk, true).unwrap();
        KEYS.iter().map(|key| (*key, own.get_raw(key).unwrap().map(<[u8]>::to_vec))).collect()
    };
    let mut own = given.to_vec();
    if right & 4 != 0 && own.len() >= HEADER {
        own[..HEADER].copy_from_slice(&bytes(&disk, segment)[..HEADER]);
    }
    if right & 1 != 0 && own.len() >= HEADER {
        let crc = crc32c(&own[..HEADER - 4]);
        own[HEADER - 4..HEADER].copy_from_slice(&crc.to_le_bytes());
    }
    if right & 2 != 0 && own.len() >= HEADER + 4 {
        let end = own.len() - 4;
        let crc = crc32c(&own[HEADER..end]);
        own[end..].copy_from_slice(&crc.to_le_bytes());
    }
    disk.change(segment, |bytes| *bytes = own);
    bounded(|| {
        for is_machine in [false, true] {
            let disk = disk.copied(1).restarted(is_machine);
            if let Ok((_, own)) = open(&disk, true) {
                for (key, text) in &expected {
                    if let Ok(Some(found)) = own.get_raw(key) {
                        assert_eq!(Some(found), text.as_deref());
                    }
                }
                read(&own);
            }
            // A segment with right checksums that leaves out a key is not told from one that is right, so that what is
            // written on it may be another document of the same key.
            if right & 2 == 0 {
                write(&disk);
            }
        }
    });
});

//! Any entries as the log of a store, and any bytes as its lines, with the checksums that they should have or others.
//!
//! The input is a byte that says how many entries there are, entries of 21 bytes, of which the first says what is made right
//! (1: the checksum of the line, or the chain; 2: the offset, where the last line ended), and the lines.
#![no_main]

use crc32c::{crc32c, crc32c_append};
use ingot_fuzz::bounded;
use ingot_fuzz::stores::{bytes, files, filled, open, read, write};
use libfuzzer_sys::fuzz_target;

const HEADER: usize = 48;

/// The entries, made right as they say.
fn entries(given: &[u8], lines: &[u8], start: u32) -> Vec<u8> {
    let (mut all, mut chain, mut from, mut end) = (Vec::new(), start, 0, 0_u64);
    for entry in given.chunks_exact(21) {
        let (right, mut own) = (entry[0], entry[1..].to_vec());
        if right & 2 != 0 {
            own[6..12].copy_from_slice(&end.to_le_bytes()[..6]);
        }
        let length = u32::from_le_bytes([own[12], own[13], own[14], own[15]]);
        let (kind, length) = (length >> 29, (length & ((1 << 29) - 1)) as usize);
        if matches!(kind, 4 | 5) {
            if right & 2 != 0 {
                let count = ((all.len() - from) / 20) as u32 | kind << 29;
                own[12..16].copy_from_slice(&count.to_le_bytes());
            }
            let right_chain = crc32c_append(crc32c_append(chain, &all[from..]), &own[..16]);
            if right & 1 != 0 {
                own[16..].copy_from_slice(&right_chain.to_le_bytes());
            }
            chain = right_chain;
            from = all.len() + 20;
        } else if matches!(kind, 1 | 2) {
            let start = usize::try_from(u64::from_le_bytes(own[6..14].try_into().unwrap()) & ((1 << 48) - 1)).unwrap();
            if let (Some(line), true) = (lines.get(start..start.saturating_add(length)), right & 1 != 0) {
                own[16..].copy_from_slice(&crc32c(line).to_le_bytes());
            }
            end = (start + length + 1) as u64;
        }
        all.extend(own);
    }
    all
}

fuzz_target!(|input: &[u8]| {
    let Some((count, rest)) = input.split_first() else { return };
    let (given, lines) = rest.split_at((usize::from(*count) * 21).min(rest.len()));
    let disk = filled();
    let (log, text) = (&files(&disk, ".log")[0], &files(&disk, ".jsonl")[0]);
    let header = bytes(&disk, log)[..HEADER].to_vec();
    let start = u32::from_le_bytes(header[44..].try_into().unwrap());
    disk.change(log, |bytes| *bytes = [&header[..], &entries(given, lines, start)].concat());
    disk.change(text, |bytes| *bytes = lines.to_vec());
    bounded(|| {
        for is_machine in [false, true] {
            let disk = disk.copied(1).restarted(is_machine);
            if let Ok((_, own)) = open(&disk, true) {
                read(&own);
            }
            write(&disk);
        }
    });
});

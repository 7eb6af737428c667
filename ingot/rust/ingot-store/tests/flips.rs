//! Every bit of a small store is flipped: an answer is right, or an error, or the damage is told; never another document.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Collection, Options, Store, StoreError};

type Documents = BTreeMap<String, Vec<u8>>;

const KEYS: u64 = 12;

fn key(number: u64) -> String {
    format!("k{number}")
}

/// The documents after the last commit, and after the one before.
struct Expected {
    last: Documents,
    before: Documents,
}

/// A store with replaced and deleted documents, several commits, and segments.
fn build(disk: &SimulatedDisk) -> Result<Expected, StoreError> {
    let options = Options::default().with_sizes(1 << 10, 8);
    let store = Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &options)?;
    let mut own = store.collection("own")?;
    for number in 0..KEYS {
        own.put_raw(&key(number), format!(r#"{{"n":{number}}}"#).as_bytes())?;
        if number % 5 == 4 {
            own.commit()?;
        }
    }
    own.put_raw("k3", br#"{"n":33}"#)?;
    own.delete("k4")?;
    own.flush()?;
    let before = all(&own)?;
    own.put_raw("k5", br#"{"n":55}"#)?;
    own.put_raw("k12", br#"{"n":12}"#)?;
    own.commit()?;
    Ok(Expected { last: all(&own)?, before })
}

fn all(own: &Collection) -> Result<Documents, StoreError> {
    own.documents()?.map(|line| line.map(|line| (key_in(line), line.to_vec()))).collect()
}

fn key_in(line: &[u8]) -> String {
    serde_json::from_slice::<serde_json::Value>(line).unwrap()["id"].as_str().unwrap().to_string()
}

/// Whether something is told; an error if an answer is wrong.
fn answers(disk: &SimulatedDisk, expected: &Expected) -> Result<bool, String> {
    let store = Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &Options::reading());
    let Ok(own) = store.and_then(|store| store.collection("own")) else { return Ok(true) };
    let verified = own.verify(|_, _| ());
    let mut is_told = verified.is_err();
    let mut documents = &expected.last;
    if let Ok(verified) = verified {
        is_told = verified.broken_commits + verified.uncounted_bytes + verified.torn_segments as u64 > 0;
        // A damaged last commit is as one that a crash has cut.
        if verified.uncounted_bytes > 0 && own.len() == expected.before.len() as u64 {
            documents = &expected.before;
        }
    }
    for number in 0..KEYS + 2 {
        match own.get_raw(&key(number)) {
            Err(_) => is_told = true,
            Ok(found) if found == documents.get(&key(number)).map(|line| &line[..]) => {}
            Ok(None) => return Err(format!("{} is not there any more", key(number))),
            Ok(Some(other)) => return Err(format!("{}: {}", key(number), String::from_utf8_lossy(other))),
        }
    }
    match all(&own) {
        Err(_) => Ok(true),
        Ok(all) if all == *documents => Ok(is_told),
        Ok(all) => Err(format!("iter gives {} documents, not {}", all.len(), documents.len())),
    }
}

#[test]
fn no_flipped_bit_gives_another_document() {
    let disk = SimulatedDisk::new(1);
    let expected = build(&disk).unwrap();
    assert_eq!(answers(&disk, &expected), Ok(false));
    let (mut flips, mut told) = (0, 0);
    for file in disk.files() {
        let mut length = 0;
        disk.change(&file, |bytes| length = bytes.len());
        for bit in 0..length * 8 {
            let flip = |bytes: &mut Vec<u8>| bytes[bit / 8] ^= 1 << (bit % 8);
            disk.change(&file, flip);
            match answers(&disk, &expected) {
                Ok(is_told) => told += u32::from(is_told),
                Err(why) => panic!("{}, bit {bit}: {why}", file.display()),
            }
            disk.change(&file, flip);
            flips += 1;
        }
    }
    println!("{flips} bits: {told} told, the others harmless");
}

#[test]
fn no_cut_gives_another_document() {
    let disk = SimulatedDisk::new(1);
    let expected = build(&disk).unwrap();
    for file in disk.files() {
        let mut whole = Vec::new();
        disk.change(&file, |bytes| whole.clone_from(bytes));
        for length in 0..whole.len() {
            disk.change(&file, |bytes| bytes.truncate(length));
            if let Err(why) = answers(&disk, &expected) {
                panic!("{}, cut at {length}: {why}", file.display());
            }
            disk.change(&file, |bytes| bytes.clone_from(&whole));
        }
    }
}

#[test]
fn a_repair_keeps_what_is_whole_whatever_bit_is_flipped() {
    let disk = SimulatedDisk::new(1);
    let expected = build(&disk).unwrap();
    for file in disk.files().into_iter().filter(|file| !file.ends_with("ingot.json")) {
        let mut length = 0;
        disk.change(&file, |bytes| length = bytes.len());
        for bit in (0..length * 8).step_by(5) {
            let copy = disk.copied(bit as u64);
            copy.change(&file, |bytes| bytes[bit / 8] ^= 1 << (bit % 8));
            let options = Options::default();
            let store = Store::open_on(Arc::new(copy.clone()), Path::new("/store"), &options).unwrap();
            let Ok(repaired) = store.repair("own") else { continue };
            let own = store.collection("own").unwrap();
            own.verify(|_, _| ()).unwrap();
            // A damaged last commit is as one that a crash has cut.
            let is_cut = repaired.log_was_whole && repaired.documents == expected.before.len() as u64;
            let documents = if is_cut && repaired.lost.is_empty() { &expected.before } else { &expected.last };
            let mut same = 0;
            for number in 0..KEYS + 2 {
                let found = own.get_raw(&key(number)).unwrap();
                same += usize::from(found.is_some() && found == documents.get(&key(number)).map(|line| &line[..]));
            }
            assert!(same + repaired.lost.len() >= documents.len(), "{}, bit {bit}: {repaired:?}", file.display());
        }
    }
}

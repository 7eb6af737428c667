//! A store in one file, and back; and archives that are none, or lead elsewhere.

use std::path::Path;
use std::sync::Arc;

use ingot_store::simulated::{Fault, SimulatedDisk};
use ingot_store::{Collection, Options, Scratch, Store, StoreClass, StoreError};

/// Two collections, of which one has documents that were replaced and deleted.
fn filled(folder: &Path) -> Store {
    let store = Store::open(folder, &Options::default().with_key("name")).unwrap();
    let mut teas = store.collection("teas").unwrap();
    for number in 0..300 {
        teas.put_raw(&format!("tea{number}"), format!(r#"{{"grams":{number}}}"#).as_bytes()).unwrap();
        teas.commit().unwrap();
    }
    for number in (0..300).step_by(2) {
        teas.delete(&format!("tea{number}")).unwrap();
    }
    teas.put_raw("tea1", r#"{"grams":-1,"mit Öl":true}"#.as_bytes()).unwrap();
    teas.commit().unwrap();
    store.collection("empty.1").unwrap();
    store
}

fn packed(store: &Store, names: &[&str]) -> Vec<u8> {
    let mut archive = Vec::new();
    store.pack(names, &mut archive, |done, total| assert!(done <= total)).unwrap();
    archive
}

fn texts(own: &Collection) -> Vec<String> {
    own.documents().unwrap().map(|text| String::from_utf8(text.unwrap().to_vec()).unwrap()).collect()
}

/// The names of collections that an archive has, and a store with them.
fn unpacked(archive: &[u8]) -> Result<(Vec<String>, Store), StoreError> {
    let disk = Arc::new(SimulatedDisk::new(1));
    let store = Store::open_on(disk, Path::new("/store"), &Options::default())?;
    let names = store.unpack(&mut &*archive)?;
    Ok((names, store))
}

#[test]
fn what_is_packed_is_unpacked() {
    let folder = Scratch::new();
    let store = filled(&folder);
    let archive = packed(&store, &[]);
    assert_eq!(archive, packed(&store, &["empty.1", "teas"]));
    assert_eq!(archive, packed(&store, &["empty.1", "teas", "teas", "empty.1"]));
    let copy = Scratch::new();
    let copied = Store::open(&copy, &Options::default()).unwrap();
    let names = copied.unpack(&mut &*archive).unwrap();
    assert_eq!(names, ["empty.1", "teas"]);
    assert_eq!(copied.collections().unwrap(), names);
    let (own, mut other) = (store.reader("teas").unwrap(), copied.collection("teas").unwrap());
    assert_eq!(texts(&own), texts(&other));
    assert_eq!(other.len(), 150);
    assert_eq!(other.get("tea1").unwrap().unwrap()["grams"], -1);
    let verified = other.verify(|_, _| ()).unwrap();
    assert_eq!((verified.lines, verified.uncounted_bytes), (150, 0));
    other.put_raw("tea2", b"{}").unwrap();
    other.flush().unwrap();
    // What is there is not replaced.
    let error = copied.unpack(&mut &*archive).unwrap_err();
    assert_eq!(error.class(), StoreClass::Open);
    assert_eq!(unpacked(&packed(&store, &["teas"])).unwrap().0, ["teas"]);
}

/// An archive whose header of this file is changed, and has its checksum again.
fn changed(archive: &[u8], file: &str, change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let mut archive = archive.to_vec();
    let is_there = |at: &usize| archive[*at..].starts_with(file.as_bytes()) && archive[at + file.len()] == 0;
    let at = (0..archive.len()).step_by(512).find(is_there).unwrap();
    let header = &mut archive[at..at + 512];
    change(header);
    header[148..156].fill(b' ');
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
    archive
}

#[test]
fn names_that_lead_elsewhere_are_refused() {
    let folder = Scratch::new();
    let archive = packed(&filled(&folder), &["teas"]);
    let named = |name: &[u8]| {
        changed(&archive, "teas/1.log", |header| {
            header[..100].fill(0);
            header[..name.len()].copy_from_slice(name);
        })
    };
    let elsewhere: [&[u8]; 10] = [
        b"/etc/1.log",
        b"../1.log",
        b"teas/../1.log",
        b"..",
        b"teas/1.log\0.jsonl",
        b"teas/lock",
        b"teas/2.log",
        b"teas/deep/1.log",
        b".teas/1.log",
        b"ingot.json",
    ];
    for name in elsewhere {
        let error = unpacked(&named(name)).map(drop).unwrap_err();
        let expected = [StoreClass::ArchiveInvalid, StoreClass::NameInvalid];
        assert!(expected.contains(&error.class()), "{}: {error}", name.escape_ascii());
    }
    for kind in [b'1', b'2', b'3', b'5', b'x', b'L'] {
        let error = unpacked(&changed(&archive, "teas/1.log", |header| header[156] = kind)).map(drop).unwrap_err();
        assert_eq!(error.class(), StoreClass::ArchiveInvalid, "{}", kind.escape_ascii());
    }
    let twice = changed(&archive, "teas/CURRENT", |header| header[..18].copy_from_slice(b"teas/collection.js"));
    assert!(unpacked(&twice).is_err());
}

#[test]
fn a_damaged_archive_is_told_or_gives_the_same_documents() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default()).unwrap();
    let mut teas = store.collection("teas").unwrap();
    teas.put_raw("oolong", br#"{"grams":250}"#).unwrap();
    teas.put_raw("sencha", br#"{"grams":100}"#).unwrap();
    teas.commit().unwrap();
    let archive = packed(&store, &[]);
    let mut told = 0;
    for length in (0..archive.len() - 1024).step_by(61) {
        assert!(unpacked(&archive[..length]).is_err(), "cut to {length} bytes");
    }
    for at in 0..archive.len() {
        let mut changed = archive.clone();
        changed[at] ^= 1 << (at % 8);
        // Owners, times and what files are filled up with mean nothing.
        match unpacked(&changed) {
            Err(_) => told += 1,
            Ok((_, copied)) => assert_eq!(texts(&copied.reader("teas").unwrap()), texts(&teas), "byte {at}"),
        }
    }
    assert!(told > 1000, "{told} of {} changes told", archive.len());
}

#[test]
fn an_unpacking_that_ends_anywhere_leaves_a_whole_collection_or_none() {
    let folder = Scratch::new();
    let archive = packed(&filled(&folder), &["teas"]);
    let root = Path::new("/store");
    let open = |disk: &SimulatedDisk| Store::open_on(Arc::new(disk.clone()), root, &Options::default());
    let disk = SimulatedDisk::new(1);
    open(&disk).unwrap().unpack(&mut &*archive).unwrap();
    let operations = disk.operations();
    for operation in 0..operations {
        for fault in [Fault::CrashBefore, Fault::CrashWithin, Fault::CrashAfter, Fault::Error, Fault::Full] {
            for is_machine in [false, true] {
                let disk = SimulatedDisk::new(operation);
                disk.fail_at(operation, fault);
                let unpacked = open(&disk).and_then(|store| store.unpack(&mut &*archive));
                let disk = disk.restarted(is_machine);
                let store = open(&disk).unwrap_or_else(|error| panic!("{fault:?} at {operation}: {error}"));
                if unpacked.is_ok() {
                    assert_eq!(store.collections().unwrap(), ["teas"]);
                }
                if store.collections().unwrap().is_empty() {
                    store.unpack(&mut &*archive).unwrap();
                }
                let own = store.collection("teas").unwrap();
                assert_eq!(own.verify(|_, _| ()).unwrap().documents, 150, "{fault:?} at {operation}");
            }
        }
    }
}

//! What reads a disk fails in turn: an error is told, or the right documents are given; none are lost by it.
//!
//! What writes to it fails in `crashes`. Here it is what a process meets that has too many files open, or a disk that
//! does not give a sector this once: a store must not take what it cannot read for what is not there.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Collection, Disk, Lock, Map, Options, Output, Store, StoreClass, StoreError};

const FOLDER: &str = "/store";

/// "Too many open files", on Linux.
const TOO_MANY: i32 = 24;

/// A disk of which one operation that reads fails.
#[derive(Debug)]
struct Failing {
    disk: SimulatedDisk,
    operations: AtomicU64,
    at: u64,
}

impl Failing {
    fn new(disk: &SimulatedDisk, at: u64) -> Arc<Failing> {
        Arc::new(Failing { disk: disk.clone(), operations: AtomicU64::new(0), at })
    }

    fn is_over(&self) -> bool {
        self.operations.load(Ordering::Relaxed) > self.at
    }

    fn read(&self) -> io::Result<&SimulatedDisk> {
        if self.operations.fetch_add(1, Ordering::Relaxed) == self.at {
            return Err(io::Error::from_raw_os_error(TOO_MANY));
        }
        Ok(&self.disk)
    }
}

impl Disk for Failing {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.disk.create_folder(path)
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.read().is_ok_and(|disk| disk.is_folder(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        self.read()?.list(folder)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read()?.read(path)
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        self.read()?.length(path)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        self.disk.create(path)
    }

    fn append_to(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        self.read()?.append_to(path)
    }

    fn map(&self, path: &Path, least: u64, grows: bool) -> io::Result<Map> {
        self.read()?.map(path, least, grows)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.disk.rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.disk.remove(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.read()?.sync_folder(folder)
    }

    fn lock(&self, path: &Path) -> io::Result<Result<Lock, String>> {
        self.read()?.lock(path)
    }

    fn session(&self) -> u64 {
        self.disk.session()
    }

    fn random(&self) -> u64 {
        self.disk.random()
    }
}

type Documents = BTreeMap<String, Vec<u8>>;

const LATER: &[u8] = br#"{"id":"later"}"#;

fn opened(disk: Arc<dyn Disk>, read_only: bool) -> Result<Collection, StoreError> {
    let mut options = Options::default().with_sizes(200, 4);
    options.read_only = read_only;
    Store::open_on(disk, Path::new(FOLDER), &options)?.collection("own")
}

fn all(own: &Collection) -> Result<Documents, StoreError> {
    let mut documents = Documents::new();
    for number in 0..12 {
        let key = format!("k{number}");
        if let Some(text) = own.get_raw(&key)? {
            documents.insert(key, text.to_vec());
        }
    }
    if let Some(text) = own.get_raw("later")? {
        documents.insert("later".to_string(), text.to_vec());
    }
    assert_eq!(own.documents()?.count(), documents.len());
    Ok(documents)
}

fn write(own: &mut Collection, from: u64, to: u64) {
    for number in from..to {
        let text = format!(r#"{{"n":{number},"fill":"{}"}}"#, "x".repeat(40));
        own.put_raw(&format!("k{}", number % 12), text.as_bytes()).unwrap();
        if number % 5 == 4 {
            own.commit().unwrap();
        }
    }
    own.delete(&format!("k{}", to % 12)).unwrap();
    own.commit().unwrap();
}

/// Stores in the states that opening tells apart.
fn stores() -> Vec<(&'static str, SimulatedDisk)> {
    let made = |work: fn(&mut Collection)| {
        let disk = SimulatedDisk::new(7);
        let mut own = opened(Arc::new(disk.clone()), false).unwrap();
        write(&mut own, 0, 20);
        work(&mut own);
        drop(own);
        disk
    };
    let flushed = made(|own| own.flush().unwrap());
    let without_current = flushed.copied(7);
    without_current.remove(&Path::new(FOLDER).join("own/CURRENT")).unwrap();
    let after_the_machine = made(|own| {
        own.flush().unwrap();
        write(own, 20, 40);
    });
    // Nothing of it was flushed, and the system has written it all the same.
    let young = made(|_| ());
    let written = young.copied(7);
    for folder in ["/", FOLDER, "/store/own"] {
        written.sync_folder(Path::new(folder)).unwrap();
    }
    for file in written.files() {
        written.append_to(&file).unwrap().sync().unwrap();
    }
    let young_after = written.restarted(true);
    vec![
        ("young", young),
        ("young, after a crash of the machine", young_after),
        ("flushed", flushed),
        ("without CURRENT", without_current),
        (
            "compacted",
            made(|own| {
                own.compact().unwrap();
                write(own, 20, 60);
            }),
        ),
        ("after a crash of the machine", after_the_machine.restarted(true)),
    ]
}

/// Opens it, reads, writes, flushes and compacts; gives whether the new document was flushed.
fn work(disk: Arc<dyn Disk>, expected: &Documents) -> Result<bool, StoreError> {
    let mut own = opened(disk, false)?;
    assert_eq!(all(&own)?, *expected);
    own.put_raw("later", LATER)?;
    own.flush()?;
    let compacted = own.compact();
    own.verify(|_, _| ())?;
    compacted.map(|()| true)
}

#[test]
fn a_writer_loses_nothing_that_it_cannot_read() {
    for (name, store) in stores() {
        let expected = all(&opened(Arc::new(store.copied(1)), true).unwrap()).unwrap();
        let mut later = expected.clone();
        later.insert("later".to_string(), LATER.to_vec());
        let mut told = 0;
        for at in 0.. {
            let disk = store.copied(at);
            let failing = Failing::new(&disk, at);
            let worked = work(failing.clone(), &expected);
            if !failing.is_over() {
                assert!(worked.unwrap());
                break;
            }
            told += u64::from(worked.is_err());
            for read_only in [true, false] {
                let own = opened(Arc::new(disk.clone()), read_only);
                let own = own.unwrap_or_else(|error| panic!("{name}, operation {at}: {error}"));
                let found = all(&own).unwrap();
                assert!(found == later || (worked.is_err() && found == expected), "{name}, operation {at}: {found:?}");
                own.verify(|_, _| ()).unwrap();
            }
        }
        println!("{name}: {told} operations whose failure is told");
        assert!(told > 10, "{name}: {told}");
    }
}

#[test]
fn a_reader_gives_what_is_there_or_an_error() {
    for (name, store) in stores() {
        let expected = all(&opened(Arc::new(store.copied(1)), true).unwrap()).unwrap();
        for at in 0.. {
            let disk = store.copied(at);
            let failing = Failing::new(&disk, at);
            let read = opened(failing.clone(), true).and_then(|mut own| {
                own.refresh()?;
                all(&own)
            });
            match read {
                Ok(found) => assert_eq!(found, expected, "{name}, operation {at}"),
                Err(error) => assert!(error.class() != StoreClass::Damaged, "{name}, operation {at}: {error}"),
            }
            if !failing.is_over() {
                break;
            }
        }
    }
}

#[test]
fn a_repair_loses_nothing_that_it_cannot_read() {
    for (name, store) in stores() {
        let expected = all(&opened(Arc::new(store.copied(1)), true).unwrap()).unwrap();
        for at in 0.. {
            let disk = store.copied(at);
            let failing = Failing::new(&disk, at);
            let repaired = Store::open_on(failing.clone(), Path::new(FOLDER), &Options::default())
                .and_then(|store| store.repair("own"));
            let own = opened(Arc::new(disk.clone()), false);
            let own = own.unwrap_or_else(|error| panic!("{name}, operation {at}: {error}"));
            assert_eq!(all(&own).unwrap(), expected, "{name}, operation {at}");
            own.verify(|_, _| ()).unwrap();
            if !failing.is_over() {
                assert_eq!(repaired.unwrap().documents, expected.len() as u64, "{name}");
                break;
            }
        }
    }
}

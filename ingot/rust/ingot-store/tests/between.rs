//! A reader that opens a store while a writer is at work: behind any operation of the reader's, the writer begins, and
//! comes as far as any operation of its own. And two that make the same store.

use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Collection, Disk, Lock, Map, Options, Output, Store, StoreClass};
use serde_json::json;

/// The disk of one that stops behind one of its operations: says that it is there, and waits.
#[derive(Debug)]
struct Between {
    disk: SimulatedDisk,
    operations: AtomicU64,
    at: u64,
    there: Sender<()>,
    further: Mutex<Receiver<()>>,
}

/// What the other one has of it.
struct Other {
    is_there: Receiver<()>,
    further: Sender<()>,
}

/// Operations are counted from when somebody says so.
const NOT_YET: u64 = u64::MAX / 2;

impl Between {
    fn new(disk: &SimulatedDisk, at: u64, operations: u64) -> (Arc<Between>, Other) {
        let ((there, is_there), (further, go)) = (channel(), channel());
        let (disk, operations, further_) = (disk.clone(), AtomicU64::new(operations), Mutex::new(go));
        (Arc::new(Between { disk, operations, at, there, further: further_ }), Other { is_there, further })
    }

    /// What an operation gave, once the other one has done what comes behind it.
    fn then<T>(&self, given: T) -> T {
        if self.operations.fetch_add(1, Ordering::Relaxed) == self.at {
            self.there.send(()).unwrap();
            // It is gone where nothing is to be waited for any more.
            let _ = self.further.lock().unwrap().recv();
        }
        given
    }
}

impl Disk for Between {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        self.then(self.disk.create_folder(path))
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.then(self.disk.is_folder(path))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        self.then(self.disk.list(folder))
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.then(self.disk.read(path))
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        self.then(self.disk.length(path))
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        self.then(self.disk.create(path))
    }

    fn append_to(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        self.then(self.disk.append_to(path))
    }

    fn map(&self, path: &Path, least: u64, grows: bool) -> io::Result<Map> {
        self.then(self.disk.map(path, least, grows))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.then(self.disk.rename(from, to))
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        self.then(self.disk.remove(path))
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.then(self.disk.sync_folder(folder))
    }

    fn lock(&self, path: &Path) -> io::Result<Result<Lock, String>> {
        self.then(self.disk.lock(path))
    }

    fn session(&self) -> u64 {
        self.disk.session()
    }

    fn random(&self) -> u64 {
        self.disk.random()
    }
}

fn put(own: &mut Collection, commit: u64) {
    for number in 0..3 {
        own.put(&format!("k{number}"), &json!({"commit": commit})).unwrap();
    }
    own.commit().unwrap();
}

/// How far the two came.
#[derive(Debug, PartialEq, Eq)]
enum Came {
    /// The reader was done before the writer began.
    ReaderDone,
    /// The writer was done before it came to where it was to stop.
    WriterDone,
    Between,
}

/// Opens a collection; behind operation `at` of it the writer begins with `meanwhile`, and stops behind its own
/// operation `stop` until the collection was opened and read.
fn opened(before: fn(&mut Collection), meanwhile: fn(&mut Collection), at: u64, stop: u64) -> Came {
    let disk = SimulatedDisk::new(0);
    let folder = Path::new("/store");
    let (writers, writer) = Between::new(&disk, stop, NOT_YET);
    let (readers, reader) = Between::new(&disk, at, 0);
    let counted = writers.clone();
    let mut own =
        Store::open_on(writers, folder, &Options::default().with_sizes(300, 2)).unwrap().collection("own").unwrap();
    put(&mut own, 1);
    before(&mut own);
    thread::scope(|threads| {
        let reading = threads.spawn(move || {
            let found = Store::open_on(readers, folder, &Options::reading()).and_then(|store| store.collection("own"));
            let own = found.unwrap_or_else(|error| panic!("reader {at}, writer {stop}: {error}"));
            let commits = [0, 1, 2].map(|number| own.get(&format!("k{number}")).unwrap().unwrap()["commit"].clone());
            assert!(commits[0] == commits[1] && commits[1] == commits[2], "reader {at}, writer {stop}: {commits:?}");
            assert_eq!(own.documents().unwrap().map(Result::unwrap).count(), 3);
        });
        if reader.is_there.recv().is_err() {
            return Came::ReaderDone;
        }
        let writing = threads.spawn(move || {
            counted.operations.store(0, Ordering::Relaxed);
            meanwhile(&mut own);
        });
        let came = if writer.is_there.recv().is_ok() { Came::Between } else { Came::WriterDone };
        drop(reader.further);
        reading.join().unwrap();
        drop(writer.further);
        writing.join().unwrap();
        came
    })
}

fn a_reader_sees_a_whole_commit(before: fn(&mut Collection), meanwhile: fn(&mut Collection)) {
    let mut between = 0;
    for stop in 0.. {
        let mut is_writer_done = false;
        for at in 0.. {
            match opened(before, meanwhile, at, stop) {
                Came::ReaderDone => break,
                Came::WriterDone => is_writer_done = true,
                Came::Between => between += 1,
            }
        }
        if is_writer_done {
            break;
        }
    }
    println!("{between} places");
    assert!(between > 50, "{between}");
}

fn nothing(_: &mut Collection) {}

fn flush(own: &mut Collection) {
    own.flush().unwrap();
}

fn compact(own: &mut Collection) {
    own.compact().unwrap();
}

#[test]
fn while_a_writer_commits() {
    a_reader_sees_a_whole_commit(nothing, |own| put(own, 2));
    a_reader_sees_a_whole_commit(flush, |own| put(own, 2));
}

#[test]
fn while_a_writer_flushes_for_the_first_time() {
    a_reader_sees_a_whole_commit(nothing, flush);
}

#[test]
fn while_a_writer_compacts() {
    a_reader_sees_a_whole_commit(nothing, compact);
    a_reader_sees_a_whole_commit(flush, compact);
}

#[test]
fn while_a_writer_compacts_again_and_again() {
    fn meanwhile(own: &mut Collection) {
        for commit in 2..5 {
            put(own, commit);
            own.compact().unwrap();
        }
    }
    a_reader_sees_a_whole_commit(nothing, meanwhile);
    a_reader_sees_a_whole_commit(flush, meanwhile);
}

/// Opens a store that is not there, for writing; behind operation `at` of it another one makes it, and flushes. Gives
/// whether it came to that operation.
fn made_twice(at: u64, seed: u64) -> bool {
    let disk = SimulatedDisk::new(seed);
    let folder = Path::new("/store");
    let (seconds, second) = Between::new(&disk, at, 0);
    let is_made = thread::scope(|threads| {
        let opening = threads.spawn(move || drop(Store::open_on(seconds, folder, &Options::default()).unwrap()));
        let came = second.is_there.recv().is_ok();
        let is_made = came.then(|| match Store::open_on(Arc::new(disk.clone()), folder, &Options::default()) {
            Ok(store) => {
                let mut own = store.collection("own").unwrap();
                put(&mut own, 1);
                flush(&mut own);
                true
            }
            Err(error) => {
                assert_eq!(error.class(), StoreClass::Locked, "behind operation {at}: {error}");
                false
            }
        });
        drop(second.further);
        opening.join().unwrap();
        is_made
    });
    if is_made == Some(true) {
        let store = Store::open_on(Arc::new(disk.restarted(true)), folder, &Options::reading()).unwrap();
        assert_eq!(store.collection("own").unwrap().len(), 3, "behind operation {at}");
    }
    is_made.is_some()
}

#[test]
fn while_another_makes_the_store_and_flushes() {
    for seed in 0..8 {
        let came = (0..100).take_while(|at| made_twice(*at, seed)).count();
        assert!((6..100).contains(&came), "{came}");
    }
}

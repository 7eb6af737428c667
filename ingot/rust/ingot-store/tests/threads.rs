//! Threads share what is open: all of them read one handle, beside one that writes by its own. What they share is made
//! once, by whichever needs it first. `sanitize.sh thread` runs this under `ThreadSanitizer`.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ingot_store::simulated::SimulatedDisk;
use ingot_store::{Collection, Options, Scratch, Store};

const DOCUMENTS: u64 = 2000;
const THREADS: u64 = 4;

fn text(number: u64) -> String {
    format!(r#"{{"id":"k{number}","n":{number}}}"#)
}

fn fill(own: &mut Collection) {
    for number in 0..DOCUMENTS {
        own.put_raw(&format!("k{number}"), text(number).as_bytes()).unwrap();
        if number % 100 == 0 {
            own.commit().unwrap();
        }
    }
    own.flush().unwrap();
}

/// Reads in every way, each thread beginning elsewhere.
fn read(own: &Collection, thread: u64) {
    for number in 0..DOCUMENTS {
        let number = (number + thread * DOCUMENTS / THREADS) % DOCUMENTS;
        assert_eq!(own.get_raw(&format!("k{number}")).unwrap(), Some(text(number).as_bytes()));
        assert_eq!(own.get_raw(&format!("none{number}")).unwrap(), None);
        assert_eq!(own.at(number).unwrap(), Some(text(number).as_bytes()));
    }
    assert_eq!(own.documents().unwrap().count() as u64, DOCUMENTS);
    assert_eq!(
        own.batches(64, Some(thread)).unwrap().map(|batch| batch.unwrap().len()).sum::<usize>() as u64,
        DOCUMENTS
    );
    assert_eq!(own.verify(|_, _| ()).unwrap().documents, DOCUMENTS);
}

fn read_by_all(own: &Collection) {
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            scope.spawn(move || read(own, thread));
        }
    });
}

#[test]
fn threads_read_one_handle() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default().with_sizes(1 << 12, 64)).unwrap();
    let mut own = store.collection("own").unwrap();
    fill(&mut own);
    read_by_all(&own);
    read_by_all(&store.reader("own").unwrap());
}

#[test]
fn threads_find_a_torn_index_at_once() {
    let disk = SimulatedDisk::new(1);
    let open =
        || Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &Options::default().with_sizes(1 << 12, 64));
    let store = open().unwrap();
    fill(&mut store.collection("own").unwrap());
    for path in disk.files().iter().filter(|path| path.extension().is_some_and(|end| end == "index")) {
        // The slots, not the header.
        disk.change(path, |bytes| bytes[128..].iter_mut().step_by(40).for_each(|byte| *byte ^= 1));
    }
    let own = store.reader("own").unwrap();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let own = &own;
            scope.spawn(move || {
                for number in 0..200 {
                    let key = format!("k{}", number + thread * 100);
                    assert!(own.get_raw(&key).unwrap().is_some());
                    assert!(own.get_raw(&format!("none{number}")).unwrap().is_none());
                }
            });
        }
    });
}

#[test]
fn threads_read_while_one_writes() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default().with_sizes(1 << 10, 64)).unwrap();
    let mut own = store.collection("own").unwrap();
    own.put_raw("k", br#"{"n":0}"#).unwrap();
    own.commit().unwrap();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                let mut seen = store.reader("own").unwrap();
                let mut last = 0;
                loop {
                    let is_last = is_over.load(Ordering::Acquire);
                    seen.refresh().unwrap();
                    let number = seen.get("k").unwrap().unwrap()["n"].as_u64().unwrap();
                    assert!(number >= last, "{number} after {last}");
                    last = number;
                    if is_last {
                        break;
                    }
                }
                assert_eq!(last, 500);
            });
        }
        for number in 1..=500 {
            own.put_raw("k", format!(r#"{{"n":{number}}}"#).as_bytes()).unwrap();
            own.commit().unwrap();
            if number % 100 == 50 {
                own.compact().unwrap();
            }
        }
        is_over.store(true, Ordering::Release);
    });
}

//! Several processes on the real disk: killed, reading beside a writer, on a disk that is full.
//!
//! A few rounds run by default; `INGOT_STORE_ROUNDS=1000 cargo test --release --test processes` runs so many.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ingot_store::{Collection, Options, Scratch, Store, StoreClass};
use serde_json::json;

const FOLDER: &str = "INGOT_STORE_TEST_FOLDER";

fn rounds() -> u64 {
    std::env::var("INGOT_STORE_ROUNDS").map_or(10, |rounds| rounds.parse().expect("a number of rounds"))
}

/// This program as another process, which runs one test of it in this folder.
fn child(test: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--ignored", "--quiet"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn folder() -> std::path::PathBuf {
    std::env::var_os(FOLDER).expect("run by another test").into()
}

/// Of each commit all documents have its number, so that a mixture of two is seen.
const EACH: u64 = 7;

fn put_commit(own: &mut Collection, commit: u64) {
    for number in 0..EACH {
        own.put(&format!("k{number}"), &json!({"commit": commit, "fill": "x".repeat((commit % 50) as usize)})).unwrap();
    }
    own.put(&format!("once{commit}"), &json!({"commit": commit})).unwrap();
    own.commit().unwrap();
}

/// The number of the last commit that is seen; panics where a part of another is.
fn commit_of(own: &Collection) -> u64 {
    let commit = |key: &str| own.get(key).unwrap().map(|document| document["commit"].as_u64().unwrap());
    let Some(last) = commit("k0") else {
        assert_eq!(own.len(), 0);
        return 0;
    };
    for number in 0..EACH {
        assert_eq!(commit(&format!("k{number}")), Some(last));
    }
    assert_eq!(commit(&format!("once{last}")), Some(last));
    assert_eq!(commit(&format!("once{}", last + 1)), None);
    assert_eq!(own.len(), EACH + last);
    assert_eq!(own.documents().unwrap().map(Result::unwrap).count() as u64, own.len());
    last
}

/// Commits until it is killed, and says which it has acknowledged.
#[test]
#[ignore = "run by another test"]
fn committing() {
    let store = Store::open(folder(), &Options::default().with_sizes(300, 32)).unwrap();
    let mut own = store.collection("own").unwrap();
    let first = commit_of(&own) + 1;
    for commit in first..first + 100_000 {
        put_commit(&mut own, commit);
        let mut out = std::io::stdout().lock();
        writeln!(out, "acknowledged {commit}").unwrap();
        out.flush().unwrap();
        if commit % 13 == 0 {
            own.compact().unwrap();
        }
    }
}

#[test]
fn what_was_acknowledged_survives_kill_9() {
    let folder = Scratch::new();
    let mut least = 0;
    for round in 0..rounds() {
        let mut child = child("committing", &folder);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let acknowledged =
            |line: &String| line.strip_prefix("acknowledged ").and_then(|number| number.parse::<u64>().ok());
        // Killed after as many acknowledgements as the round says, wherever the writer is by then.
        let seen = lines.by_ref().filter_map(|line| acknowledged(&line)).nth((round % 17) as usize);
        child.kill().unwrap();
        least = lines.filter_map(|line| acknowledged(&line)).last().or(seen).unwrap_or(least).max(least);
        child.wait().unwrap();
        let store = Store::open(&folder, &Options::default()).unwrap();
        let own = store.collection("own").unwrap();
        own.verify(|_, _| ()).unwrap();
        let found = commit_of(&own);
        assert!(found == least || found == least + 1, "round {round}: {found} after {least} was acknowledged");
        least = found;
    }
    println!("{} rounds, {least} commits", rounds());
}

/// Sees commit after commit, and says how many it has seen.
#[test]
#[ignore = "run by another test"]
fn reading() {
    let store = Store::open(folder(), &Options::reading()).unwrap();
    let mut own = store.collection("own").unwrap();
    let (mut last, mut seen) = (commit_of(&own), 1);
    while last < READ {
        own.refresh().unwrap();
        let commit = commit_of(&own);
        assert!(commit >= last, "{commit} after {last}");
        seen += u64::from(commit > last);
        last = commit;
    }
    println!("seen {seen}");
}

const READ: u64 = 150;

#[test]
fn each_of_eight_readers_sees_whole_commits_beside_a_writer_that_compacts() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default().with_sizes(300, 32)).unwrap();
    let mut own = store.collection("own").unwrap();
    put_commit(&mut own, 1);
    let readers: Vec<Child> = (0..8).map(|_| child("reading", &folder)).collect();
    for commit in 2..=READ {
        put_commit(&mut own, commit);
        if commit % 11 == 0 {
            own.compact().unwrap();
        }
    }
    for reader in readers {
        let output = reader.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    }
}

/// A small file system of its own, if this process may have one.
struct Small(Scratch);

impl Small {
    fn new() -> Option<Small> {
        let folder = Scratch::new();
        std::fs::create_dir(&*folder).unwrap();
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(&*folder).output();
        mounted.is_ok_and(|output| output.status.success()).then_some(Small(folder))
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&*self.0).output();
    }
}

#[test]
fn a_full_disk_is_an_error_and_what_was_committed_stays() {
    let Some(small) = Small::new() else {
        println!("nothing is tried: a file system cannot be mounted here");
        return;
    };
    let folder = small.0.join("store");
    let fill = "x".repeat(1000);
    let mut committed = 0;
    {
        let store = Store::open(&folder, &Options::default()).unwrap();
        let mut own = store.collection("own").unwrap();
        let error = loop {
            own.put(&committed.to_string(), &json!({ "fill": fill })).unwrap();
            match own.flush() {
                Ok(()) => committed += 1,
                Err(error) => break error,
            }
        };
        assert_eq!(error.io_kind(), Some(std::io::ErrorKind::StorageFull), "{error}");
        assert_eq!(own.put("more", &json!({})).unwrap_err().class(), StoreClass::Stopped);
        assert_eq!(own.len(), committed);
        own.get("0").unwrap().unwrap();
    }
    assert!(committed > 20);
    let store = Store::open(&folder, &Options::reading()).unwrap();
    let own = store.collection("own").unwrap();
    assert_eq!(own.verify(|_, _| ()).unwrap().documents, committed);
    // A compaction that has no room fails, and nothing has changed.
    let store = Store::open(&folder, &Options::default()).unwrap();
    let mut own = store.collection("own").unwrap();
    own.compact().unwrap_err();
    assert_eq!(own.verify(|_, _| ()).unwrap().documents, committed);
}

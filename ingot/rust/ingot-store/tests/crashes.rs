//! Workloads on the simulated disk, which ends or fails at each of their operations.
//!
//! Acknowledged commits are there, others whole or absent; the store verifies; a second crash in the recovery changes
//! nothing; and every fault that is planted into the store is found.
//!
//! Two seeds run by default: one that syncs when told to, one that syncs each commit.
//! `INGOT_STORE_SEEDS=0..200 cargo test --release --test crashes -- --nocapture` runs these.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use ingot_store::simulated::{Fault, Planted, SimulatedDisk, plant};
use ingot_store::{Collection, Options, Store, StoreError, Sync};

type Documents = BTreeMap<String, String>;

/// What a workload has done, and what was promised of it.
#[derive(Debug, Clone, Default)]
struct Model {
    /// The documents after each commit.
    commits: Vec<Documents>,
    /// What is pending, on top of the last commit.
    pending: Documents,
    /// The commit that survives the end of the process, and that of the machine.
    acknowledged: usize,
    flushed: usize,
    /// Whether the collection was opened.
    opened: bool,
}

impl Model {
    fn new() -> Model {
        Model { commits: vec![Documents::new()], ..Model::default() }
    }

    /// A commit begins: it may be there from now on.
    fn begin(&mut self) {
        self.commits.push(self.pending.clone());
    }

    fn acknowledge(&mut self, is_flushed: bool) {
        self.acknowledged = self.commits.len() - 1;
        if is_flushed {
            self.flushed = self.acknowledged;
        }
    }
}

struct Draws(u64);

impl Draws {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % limit
    }
}

fn options(seed: u64, read_only: bool) -> Options {
    let mut options = Options::default().with_sizes(200, [4, 16, 1 << 15][usize::try_from(seed % 3).unwrap()]);
    options.sync = if seed % 4 == 3 { Sync::EachCommit } else { Sync::OnFlush };
    options.read_only = read_only;
    options
}

fn open(disk: &SimulatedDisk, seed: u64) -> Result<(Store, Collection), StoreError> {
    let store = Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &options(seed, false))?;
    let collection = store.collection("own")?;
    Ok((store, collection))
}

const STEPS: u64 = 30;

/// Does a workload until it is over, or fails.
fn work(disk: &SimulatedDisk, seed: u64, model: &mut Model) -> Result<(), StoreError> {
    let mut draws = Draws(seed);
    let syncs = options(seed, false).sync == Sync::EachCommit;
    let (mut store, mut own) = open(disk, seed)?;
    model.opened = true;
    for step in 0..STEPS {
        let key = format!("k{}", draws.below(12));
        match draws.below(20) {
            0..=8 => {
                let text = format!(
                    r#"{{"id":"{key}","step":{step},"fill":"{}"}}"#,
                    "x".repeat(usize::try_from(draws.below(90)).unwrap())
                );
                own.put_raw(&key, text.as_bytes())?;
                model.pending.insert(key, text);
            }
            9..=10 => {
                let was_there = own.delete(&key)?;
                assert_eq!(was_there, model.pending.remove(&key).is_some());
            }
            11..=14 => {
                model.begin();
                own.commit()?;
                model.acknowledge(syncs);
            }
            15 => {
                own.roll_back()?;
                model.pending = model.commits[model.acknowledged].clone();
            }
            16..=17 => {
                model.begin();
                own.flush()?;
                model.acknowledge(true);
            }
            18 => {
                model.begin();
                own.compact()?;
                model.acknowledge(true);
            }
            _ => {
                drop(own);
                drop(store);
                model.pending = model.commits[model.acknowledged].clone();
                (store, own) = open(disk, seed)?;
            }
        }
        assert_eq!(read(&own), model.pending, "step {step}");
    }
    model.begin();
    own.flush()?;
    model.acknowledge(true);
    Ok(())
}

/// All documents, by every way of reading them.
fn read(own: &Collection) -> Documents {
    match try_read(own) {
        Ok(documents) => documents,
        Err(why) => panic!("{why}"),
    }
}

fn try_read(own: &Collection) -> Result<Documents, String> {
    let told = |error: StoreError| error.to_string();
    let mut documents = Documents::new();
    for number in 0..12 {
        let key = format!("k{number}");
        if let Some(text) = own.get_raw(&key).map_err(told)? {
            documents.insert(key, String::from_utf8_lossy(text).into_owned());
        }
    }
    let mut lines = Vec::new();
    for line in own.documents().map_err(told)? {
        lines.push(String::from_utf8_lossy(line.map_err(told)?).into_owned());
    }
    let mut sorted = lines.clone();
    sorted.sort();
    let mut expected: Vec<_> = documents.values().cloned().collect();
    expected.sort();
    if sorted != expected || own.len() != lines.len() as u64 {
        return Err(format!("get gives {expected:?}, iter {sorted:?}, len {}", own.len()));
    }
    Ok(documents)
}

/// Whether what is on the disk is what was promised; the reason if not.
fn check(disk: &SimulatedDisk, seed: u64, model: &Model, is_machine: bool) -> Result<(), String> {
    let least = if is_machine { model.flushed } else { model.acknowledged };
    let told = |error: StoreError| error.to_string();
    let is_promised = |documents: &Documents| model.commits[least..].contains(documents);
    // A reader sees what the next writer does, and writes nothing.
    let before = disk.operations();
    let read_only = Store::open_on(Arc::new(disk.clone()), Path::new("/store"), &options(seed, true));
    let read = match read_only.and_then(|store| store.collection("own")) {
        Ok(own) => Some(try_read(&own)?),
        Err(error) if model.opened && !(is_machine && model.flushed == 0) => return Err(error.to_string()),
        Err(_) => None,
    };
    if disk.operations() != before {
        return Err("a reader writes".to_string());
    }
    let (store, mut own) = open(disk, seed).map_err(told)?;
    let documents = try_read(&own)?;
    if !is_promised(&documents) {
        return Err(format!("{documents:?} is none of the commits from {least} on: {:?}", &model.commits[least..]));
    }
    if read.is_some_and(|read| read != documents) {
        return Err("a reader sees what the writer does not".to_string());
    }
    let verified = own.verify(|_, _| ()).map_err(told)?;
    if verified.broken_commits + verified.uncounted_bytes + verified.torn_segments as u64 > 0 {
        return Err(format!("a recovery leaves {verified:?}"));
    }
    // And writing goes on.
    own.put_raw("k0", br#"{"id":"k0","after":true}"#).map_err(told)?;
    own.flush().map_err(told)?;
    drop(own);
    drop(store);
    let (_, own) = open(disk, seed).map_err(told)?;
    let mut expected = documents;
    expected.insert("k0".into(), r#"{"id":"k0","after":true}"#.into());
    if try_read(&own)? == expected { Ok(()) } else { Err("what was written after the crash is not there".into()) }
}

/// Checks, then again with a crash at each operation of the recovery.
fn check_twice(
    disk: &SimulatedDisk,
    seed: u64,
    model: &Model,
    is_machine: bool,
    counts: &mut Counts,
) -> Result<(), String> {
    let first = disk.copied(seed);
    let opening = {
        open(&first, seed).map(drop).map_err(|error| error.to_string())?;
        first.operations()
    };
    check(&disk.copied(seed), seed, model, is_machine)?;
    for operation in 0..opening {
        let second = disk.copied(seed ^ operation);
        second.fail_at(operation, Fault::CrashAfter);
        drop(open(&second, seed));
        let again_machine = operation % 2 == 0;
        counts.second += 1;
        check(&second.restarted(again_machine), seed, model, is_machine || again_machine)
            .map_err(|why| format!("second crash at {operation}, machine {again_machine}: {why}"))?;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Counts {
    operations: u64,
    first: u64,
    second: u64,
}

/// A workload, with each fault at each of its operations; the first promise that is broken.
fn all_faults(seed: u64, counts: &mut Counts) -> Result<(), String> {
    let disk = SimulatedDisk::new(seed);
    work(&disk, seed, &mut Model::new()).map_err(|error| error.to_string())?;
    let operations = disk.operations();
    counts.operations += operations;
    for operation in 0..operations {
        let faults = [Fault::CrashBefore, Fault::CrashWithin, Fault::CrashAfter, Fault::Error, Fault::Full];
        for (number, fault) in (0..).zip(faults) {
            for is_machine in [false, true] {
                let disk = SimulatedDisk::new(seed.wrapping_mul(1000) + number);
                disk.fail_at(operation, fault);
                let mut model = Model::new();
                let ended = work(&disk, seed, &mut model);
                let is_fault = matches!(fault, Fault::Error | Fault::Full);
                // The index can always be made again, so that it may fail unseen.
                if ended.is_ok() && !is_fault {
                    continue;
                }
                counts.first += 1;
                check_twice(&disk.restarted(is_machine), seed, &model, is_machine, counts)
                    .map_err(|why| format!("seed {seed}, {fault:?} at {operation}, machine {is_machine}: {why}"))?;
            }
        }
    }
    Ok(())
}

fn seeds() -> Range<u64> {
    let given = std::env::var("INGOT_STORE_SEEDS").unwrap_or_else(|_| "6..8".into());
    let range = given.split_once("..").and_then(|(first, end)| Some(first.parse().ok()?..end.parse().ok()?));
    range.expect("two numbers with .. between them")
}

#[test]
fn what_was_acknowledged_is_there_after_every_crash() {
    let mut counts = Counts::default();
    for seed in seeds() {
        all_faults(seed, &mut counts).unwrap_or_else(|why| panic!("{why}"));
    }
    println!("workloads of the seeds {:?}: {counts:?}", seeds());
}

#[test]
fn planted_faults_are_found() {
    let faults = [
        Planted::NoSync(".jsonl"),
        Planted::NoSync(".log"),
        Planted::NoSync(".new"),
        Planted::NoSync(".json"),
        Planted::NoFolderSync,
        Planted::NoChain,
        Planted::NoLines,
        Planted::NoTorn,
        Planted::NoPages,
        Planted::NoCut,
    ];
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| ()));
    let find = |fault| {
        (0..24).find(|seed| {
            plant(Some(fault));
            let found = std::panic::catch_unwind(|| all_faults(*seed, &mut Counts::default()));
            plant(None);
            !matches!(found, Ok(Ok(())))
        })
    };
    let found = faults.map(|fault| (fault, find(fault)));
    std::panic::set_hook(hook);
    println!("found by the workload of this seed: {found:?}");
    assert!(found.iter().all(|(_, seed)| seed.is_some()), "{found:?}");
}

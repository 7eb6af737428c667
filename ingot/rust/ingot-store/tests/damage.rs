//! Files of a store that other hands, or the end of a process, have changed or removed; and what repair makes of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ingot_store::simulated::{Fault, SimulatedDisk};
use ingot_store::{Disk, Options, Scratch, Store, StoreClass};
use serde_json::json;

fn open(folder: &Path) -> Store {
    Store::open(folder, &Options::default().with_sizes(256, 64)).unwrap()
}

#[test]
fn repair_keeps_what_is_whole() {
    let folder = Scratch::new();
    let path = |name: &str| -> PathBuf { folder.join("own").join(name) };
    {
        let store = open(&folder);
        let mut own = store.collection("own").unwrap();
        for number in 0..100 {
            own.put(&number.to_string(), &json!({"n": number})).unwrap();
        }
        own.put("5", &json!({"n": 500})).unwrap();
        own.delete("6").unwrap();
        own.flush().unwrap();
    }
    // A line is changed: with the log, that is noticed.
    let text = fs::read_to_string(path("1.jsonl")).unwrap();
    fs::write(path("1.jsonl"), text.replace(r#""n":17"#, r#""n":71"#)).unwrap();
    let store = open(&folder);
    let own = store.collection("own").unwrap();
    let error = own.get("17").unwrap_err();
    assert_eq!(error.class(), StoreClass::Damaged);
    assert!(error.to_string().ends_with("is not what was written; copy the store, then repair it"), "{error}");
    assert_eq!(own.verify(|_, _| ()).unwrap_err().class(), StoreClass::Damaged);
    drop(own);
    let repaired = store.repair("own").unwrap();
    assert_eq!((repaired.documents, repaired.log_was_whole, repaired.lost.len()), (98, true, 1));
    assert_eq!(store.collection("own").unwrap().verify(|_, _| ()).unwrap().documents, 98);
    // Without the log, of the lines alone.
    fs::write(path("2.log"), "gone").unwrap();
    assert_eq!(store.collection("own").unwrap_err().class(), StoreClass::Damaged);
    let mut text = fs::read(path("2.jsonl")).unwrap();
    text.extend(b"{\"id\":\"new\",\"n\":1}\nno document\n{\"id\":\"cut\"");
    fs::write(path("2.jsonl"), text).unwrap();
    let repaired = store.repair("own").unwrap();
    assert_eq!((repaired.documents, repaired.log_was_whole, repaired.lost.len()), (99, false, 2));
    let own = store.collection("own").unwrap();
    assert_eq!(own.get("5").unwrap().unwrap()["n"], 500);
    assert_eq!(own.get("6").unwrap(), None);
    assert_eq!(own.verify(|_, _| ()).unwrap().documents, 99);
}

#[test]
fn a_current_that_other_hands_removed_takes_nothing_with_it() {
    let folder = Scratch::new();
    let opened = || open(&folder).collection("teas").unwrap();
    let mut teas = opened();
    teas.put("oolong", &json!({"grams": 250})).unwrap();
    teas.flush().unwrap();
    drop(teas);
    let current = folder.join("teas/CURRENT");
    for compacts in [false, true, true] {
        fs::remove_file(&current).unwrap();
        let _ = fs::remove_file(folder.join("teas/YOUNG"));
        let reading = Store::open(&folder, &Options::reading()).unwrap();
        assert_eq!(reading.collections().unwrap(), ["teas"]);
        assert_eq!(reading.collection("teas").unwrap().get("oolong").unwrap().unwrap()["grams"], 250);
        assert!(!current.exists());
        let mut teas = opened();
        assert_eq!(teas.get("oolong").unwrap().unwrap()["grams"], 250);
        teas.flush().unwrap();
        assert!(current.exists());
        if compacts {
            teas.compact().unwrap();
        }
    }
    // Of two generations none is taken by guess, and none is removed.
    for end in ["log", "jsonl"] {
        fs::copy(folder.join(format!("teas/3.{end}")), folder.join(format!("teas/2.{end}"))).unwrap();
    }
    fs::remove_file(&current).unwrap();
    for options in [Options::reading(), Options::default()] {
        let error = Store::open(&folder, &options).unwrap().collection("teas").unwrap_err();
        assert_eq!(error.class(), StoreClass::Damaged);
        assert!(error.to_string().contains("several generations; copy the store, then repair it"), "{error}");
    }
    assert_eq!(open(&folder).repair("teas").unwrap().documents, 1);
    assert_eq!(opened().get("oolong").unwrap().unwrap()["grams"], 250);
}

#[test]
fn a_file_that_is_not_there_is_told_with_what_to_do() {
    for name in ["1.log", "1.jsonl", "collection.json"] {
        let folder = Scratch::new();
        let mut teas = open(&folder).collection("teas").unwrap();
        teas.put("oolong", &json!({"grams": 250})).unwrap();
        teas.flush().unwrap();
        drop(teas);
        fs::remove_file(folder.join("teas").join(name)).unwrap();
        for options in [Options::reading(), Options::default()] {
            let error = Store::open(&folder, &options).unwrap().collection("teas").unwrap_err();
            assert_eq!(error.class(), StoreClass::Damaged, "{error}");
            assert!(error.to_string().ends_with(&format!("{name}: it is not there; copy the store, then repair it")));
        }
    }
}

#[test]
fn a_snapshot_that_fails_is_in_no_ones_way() {
    let (folder, to) = (Scratch::new(), Scratch::new());
    let mut teas = open(&folder).collection("teas").unwrap();
    teas.put("oolong", &json!({"grams": 250})).unwrap();
    teas.flush().unwrap();
    let path = folder.join("teas/1.jsonl");
    let whole = fs::read(&path).unwrap();
    fs::write(&path, String::from_utf8(whole.clone()).unwrap().replace("250", "900")).unwrap();
    // One that is opened now: without maps, what is open keeps the bytes that it has read.
    let opened = Store::open(&folder, &Options::reading()).unwrap().collection("teas").unwrap();
    assert_eq!(opened.snapshot(&to).unwrap_err().class(), StoreClass::Damaged);
    assert_eq!(open(&to).collections().unwrap(), Vec::<String>::new());

    fs::write(&path, whole).unwrap();
    // As after the end of a process within a snapshot.
    drop(open(&to).collection("teas").unwrap());
    teas.snapshot(&to).unwrap();
    assert_eq!(open(&to).reader("teas").unwrap().get("oolong").unwrap().unwrap()["grams"], 250);
    assert_eq!(teas.snapshot(&to).unwrap_err().class(), StoreClass::Open);
}

#[test]
fn what_says_the_key_field_is_not_made_again_over_documents() {
    let folder = Scratch::new();
    let mut teas = open(&folder).collection_by("teas", "_id").unwrap();
    teas.put("oolong", &json!({"grams": 250})).unwrap();
    teas.flush().unwrap();
    drop(teas);
    for name in ["CURRENT", "collection.json"] {
        fs::remove_file(folder.join("teas").join(name)).unwrap();
    }
    for options in [Options::reading(), Options::default()] {
        let error = Store::open(&folder, &options).unwrap().collection("teas").unwrap_err();
        assert_eq!(error.class(), StoreClass::Damaged, "{error}");
    }
    // The log has the hash of the field's name, so that no other one is taken.
    let error = open(&folder).repair("teas").unwrap_err();
    assert_eq!(error.class(), StoreClass::NameInvalid);
    assert!(error.to_string().contains(r#"not in the field "id": name the one that has it"#), "{error}");
    let named = Options::default().with_key("_id");
    assert_eq!(Store::open(&folder, &named).unwrap().repair("teas").unwrap().documents, 1);
    assert_eq!(open(&folder).collection("teas").unwrap().get("oolong").unwrap().unwrap()["grams"], 250);
    // Nor where there is no log, and no line would be left.
    fs::remove_file(folder.join("teas/2.log")).unwrap();
    fs::write(folder.join("teas/collection.json"), "{\"key\":\"name\"}\n").unwrap();
    assert_eq!(open(&folder).repair("teas").unwrap_err().class(), StoreClass::NameInvalid);
    assert!(folder.join("teas/2.jsonl").exists());
}

#[test]
fn a_key_field_that_other_hands_changed_is_that_of_the_log_after_a_repair() {
    let folder = Scratch::new();
    let mut teas = open(&folder).collection("teas").unwrap();
    teas.put("oolong", &json!({"name": "Oolong"})).unwrap();
    teas.flush().unwrap();
    drop(teas);
    fs::write(folder.join("teas/collection.json"), "{\"key\":\"name\"}\n").unwrap();
    assert_eq!(open(&folder).collection("teas").unwrap_err().class(), StoreClass::Damaged);
    assert_eq!(open(&folder).repair("teas").unwrap().documents, 1);
    assert!(open(&folder).collection("teas").unwrap().get("oolong").unwrap().is_some());
}

#[test]
fn files_of_others_stay() {
    let folder = Scratch::new();
    let others = ["teas/2024.csv", "teas/2024", "teas/notes.new", "teas/7.jpg", "teas/7.1-x.index", "teas/07.log"];
    let mut teas = open(&folder).collection("teas").unwrap();
    teas.put("oolong", &json!({})).unwrap();
    teas.flush().unwrap();
    drop(teas);
    for name in others.iter().copied().chain(["teas/7.log", "teas/7.0-3.index.new", "teas/YOUNG.new"]) {
        fs::write(folder.join(name), "x").unwrap();
    }
    open(&folder).collection("teas").unwrap();
    assert!(others.iter().all(|name| folder.join(name).exists()));
    assert!(!folder.join("teas/7.log").exists() && !folder.join("teas/7.0-3.index.new").exists());
    // A folder with other files in it does not become a collection.
    fs::create_dir(folder.join("photos")).unwrap();
    fs::write(folder.join("photos/1.jpg"), "x").unwrap();
    let error = open(&folder).collection("photos").unwrap_err();
    assert!(error.to_string().ends_with("photos: no collection: there are other files in it"), "{error}");
    assert!(folder.join("photos/1.jpg").exists());
}

#[test]
fn a_copy_beside_a_collection_is_none() {
    let folder = Scratch::new();
    let mut teas = open(&folder).collection("teas").unwrap();
    teas.put("oolong", &json!({})).unwrap();
    teas.flush().unwrap();
    for copy in ["teas copy", ".teas.bak"] {
        fs::create_dir(folder.join(copy)).unwrap();
        for entry in fs::read_dir(folder.join("teas")).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), folder.join(copy).join(entry.file_name())).unwrap();
        }
    }
    assert_eq!(Store::open(&folder, &Options::reading()).unwrap().collections().unwrap(), ["teas"]);
}

#[test]
fn a_snapshot_leaves_a_collection_with_another_key_field() {
    let (folder, to) = (Scratch::new(), Scratch::new());
    let mut teas = open(&folder).collection("teas").unwrap();
    teas.put("oolong", &json!({})).unwrap();
    drop(open(&to).collection_by("teas", "name").unwrap());
    let error = teas.snapshot(&to).unwrap_err();
    assert_eq!(error.class(), StoreClass::Open);
    assert!(error.to_string().contains(r#"with the key in "name""#), "{error}");
    open(&to).collection("teas").unwrap().put("Oolong", &json!({})).unwrap();
}

#[test]
fn a_segment_that_has_no_room_leaves_none_taken() {
    let folder = Path::new("/store");
    let options = Options::default().with_sizes(256, 16);
    let fill = |disk: &SimulatedDisk| {
        let mut own = Store::open_on(Arc::new(disk.clone()), folder, &options)?.collection("own")?;
        for number in 0..40 {
            own.put(&number.to_string(), &json!({}))?;
            own.commit()?;
        }
        own.stats()
    };
    let whole = SimulatedDisk::new(1);
    fill(&whole).unwrap();
    let mut failed = 0;
    for operation in 0..whole.operations() {
        let disk = SimulatedDisk::new(1);
        disk.fail_at(operation, Fault::Full);
        // What fails besides the index is an error.
        let Ok(stats) = fill(&disk) else { continue };
        failed += 1;
        assert_eq!(stats.documents, 40);
        let names = disk.list(&folder.join("own")).unwrap();
        assert!(
            names.iter().all(|(name, _)| Path::new(name).extension() != Some("new".as_ref())),
            "{operation}: {names:?}"
        );
    }
    assert!(failed > 2);
}

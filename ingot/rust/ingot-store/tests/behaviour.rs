//! What a collection does, on the real disk.

use std::fs;
use std::path::Path;

use ingot_store::{Condition, Options, Scratch, Store, StoreClass, Sync};
use serde_json::json;

fn open(folder: &Path) -> Store {
    Store::open(folder, &Options::default().with_sizes(256, 64)).unwrap()
}

fn lines(folder: &Path, name: &str) -> Vec<String> {
    // Before the first flush there is no such file, and the generation is the first.
    let generation = fs::read_to_string(folder.join(name).join("CURRENT")).unwrap_or_else(|_| "1".to_string());
    let text = fs::read_to_string(folder.join(name).join(format!("{}.jsonl", generation.trim()))).unwrap();
    text.lines().map(str::to_string).collect()
}

#[test]
fn documents_are_put_replaced_and_deleted() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut teas = store.collection("teas").unwrap();
    for number in 0..1000 {
        teas.put(&format!("tea{number}"), &json!({"grams": number})).unwrap();
    }
    teas.commit().unwrap();
    for number in (0..1000).step_by(3) {
        teas.put(&format!("tea{number}"), &json!({"grams": -number})).unwrap();
    }
    for number in (0..1000).step_by(5) {
        assert!(teas.delete(&format!("tea{number}")).unwrap());
        assert!(!teas.delete(&format!("tea{number}")).unwrap());
    }
    let check = |teas: &ingot_store::Collection| {
        assert_eq!(teas.len(), 800);
        for number in 0..1000 {
            let expected = (number % 5 != 0).then(|| if number % 3 == 0 { json!(-number) } else { json!(number) });
            let found = teas.get(&format!("tea{number}")).unwrap().map(|tea| tea["grams"].clone());
            assert_eq!(found, expected, "{number}");
        }
        let all: Vec<_> = teas.documents().unwrap().map(|line| line.unwrap().to_vec()).collect();
        assert_eq!(all.len(), 800);
        for (position, line) in all.iter().enumerate() {
            assert_eq!(teas.at(position as u64).unwrap(), Some(&line[..]));
        }
        assert_eq!(teas.at(800).unwrap(), None);
        assert_eq!(teas.get("tea").unwrap(), None);
    };
    check(&teas);
    teas.flush().unwrap();
    check(&teas);
    check(&store.reader("teas").unwrap());
    assert_eq!(teas.verify(|_, _| ()).unwrap().documents, 800);
    let stats = teas.stats().unwrap();
    assert!(stats.durable && stats.segments > 0, "{stats:?}");
    let old = store.reader("teas").unwrap();
    teas.compact().unwrap();
    check(&teas);
    check(&old);
    assert_eq!(lines(&folder, "teas").len(), 800);
    teas.put("tea0", &json!({})).unwrap();
    teas.flush().unwrap();
    drop(teas);
    drop(store);
    let teas = Store::open(&folder, &Options::reading()).unwrap().collection("teas").unwrap();
    assert_eq!(teas.len(), 801);
    assert_eq!(teas.get_raw("tea0").unwrap(), Some(&br#"{"id":"tea0"}"#[..]));
    assert_eq!(teas.verify(|_, _| ()).unwrap().documents, 801);
}

#[test]
fn a_document_is_kept_byte_by_byte() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut kept = store.collection("kept").unwrap();
    for (key, given, expected) in [
        ("a", r#"{"id":"a"}"#, r#"{"id":"a"}"#),
        ("b", " {\"x\" :\n\t1.50e+3,\r\n \"id\": \"b\"} ", "{\"x\" : \t1.50e+3,   \"id\": \"b\"}"),
        ("c", "{ }", r#"{"id":"c" }"#),
        ("d\"\n", r#"{"x":"\u0000é\ud83d\ude00"}"#, r#"{"id":"d\"\n","x":"\u0000é\ud83d\ude00"}"#),
        ("", r#"{"x":1}"#, r#"{"id":"","x":1}"#),
        ("17", r#"{"id":17}"#, r#"{"id":17}"#),
        ("-3", r#"{"a":[{}],"id":-3}"#, r#"{"a":[{}],"id":-3}"#),
        ("é", r#"{"\u0069d":"\u00e9"}"#, r#"{"\u0069d":"\u00e9"}"#),
    ] {
        kept.put_raw(key, given.as_bytes()).unwrap();
        for _ in 0..2 {
            assert_eq!(kept.get_raw(key).unwrap().map(|text| std::str::from_utf8(text).unwrap()), Some(expected));
            kept.commit().unwrap();
        }
    }
    assert_eq!(kept.len(), 8);
    assert_eq!(kept.verify(|_, _| ()).unwrap().documents, 8);
}

#[test]
fn what_is_no_document_is_refused_and_leaves_nothing() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut own = store.collection("own").unwrap();
    let deep = format!(r#"{{"x":{}1{}}}"#, "[".repeat(127), "]".repeat(127));
    for (text, class) in [
        ("", "document-invalid"),
        ("[1]", "document-invalid"),
        ("{\"x\":1", "document-invalid"),
        ("{\"x\":1}}", "document-invalid"),
        ("{\"x\":01}", "document-invalid"),
        ("{\"x\":1.}", "document-invalid"),
        ("{\"x\":+1}", "document-invalid"),
        ("{\"x\":nul}", "document-invalid"),
        ("{\"x\":NaN}", "document-invalid"),
        ("{\"x\":\"\n\"}", "document-invalid"),
        ("{\"x\":\"\\q\"}", "document-invalid"),
        ("{\"x\":\"\\ud800\"}", "document-invalid"),
        ("{\"x\":\"\\udc00\\ud800\"}", "document-invalid"),
        ("{\"x\":1,}", "document-invalid"),
        ("{x:1}", "document-invalid"),
        ("{\"id\":\"a\",\"id\":\"a\"}", "document-invalid"),
        ("{\"id\":\"a\",\"\\u0069d\":\"a\"}", "document-invalid"),
        ("{\"id\":null}", "document-invalid"),
        ("{\"id\":1.0}", "document-invalid"),
        ("{\"id\":\"b\"}", "key-different"),
        ("{\"$ingot.delete\":\"a\"}", "document-invalid"),
        ("{\"\\u0024ingot\":\"a\"}", "document-invalid"),
        (&deep, "limit"),
    ] {
        let error = own.put_raw("a", text.as_bytes()).unwrap_err();
        assert_eq!(error.class().name(), class, "{text}: {error}");
    }
    assert_eq!(own.put_raw("a", b"{\"x\":\"\xff\"}").unwrap_err().to_string(), "byte 6: no UTF-8");
    assert_eq!(own.put_raw(&"k".repeat(65_536), b"{}").unwrap_err().class(), StoreClass::Limit);
    assert_eq!(own.add(b"{}").unwrap_err().class(), StoreClass::DocumentInvalid);
    assert_eq!(own.put("a", &1).unwrap_err().class(), StoreClass::DocumentInvalid);
    own.put_many([("a", &b"{}"[..]), ("b", b"{}"), ("c", b"[]")]).unwrap_err();
    assert_eq!((own.len(), own.documents().unwrap().count()), (0, 0));
    own.commit().unwrap();
    assert_eq!(lines(&folder, "own").len(), 0);
    own.put_raw(&"k".repeat(65_535), deep.replace("[[", "[").replace("]]", "]").as_bytes()).unwrap();
    assert_eq!(own.add(br#"{"id":"x"}"#).unwrap(), "x");
    own.flush().unwrap();
    assert_eq!(own.verify(|_, _| ()).unwrap().documents, 2);
}

#[test]
fn what_is_checked_is_what_serde_json_reads() {
    let texts = r#"{"a":[1,-0,0.5e-7,true,false,null,{"b":"\\\"\/\b\f\n\r\t"}],"c":{},"d":[]}"#;
    let folder = Scratch::new();
    let store = open(&folder);
    let mut own = store.collection("own").unwrap();
    for at in 0..texts.len() {
        for byte in [0, b' ', b'"', b'\\', b'{', b'}', b'[', b']', b',', b':', b'1', b'-', b'e', b'.', b'n', 0x80] {
            let mut text = texts.as_bytes().to_vec();
            text[at] = byte;
            let is_object = serde_json::from_slice::<serde_json::Map<_, _>>(&text).is_ok();
            assert_eq!(own.put_raw("k", &text).is_ok(), is_object, "{}", String::from_utf8_lossy(&text));
            text.truncate(at);
            assert!(own.put_raw("k", &text).is_err());
        }
    }
}

#[test]
fn names_and_paths_are_refused() {
    let folder = Scratch::new();
    let store = open(&folder);
    for name in ["", ".", "..", "../x", "a/b", "/tmp", "a\0b", "é", "a b", "-a", "_a", "a\\b", &"a".repeat(65)] {
        assert_eq!(store.collection(name).unwrap_err().class(), StoreClass::NameInvalid, "{name:?}");
        assert_eq!(store.repair(name).unwrap_err().class(), StoreClass::NameInvalid, "{name:?}");
        assert_eq!(store.reader(name).unwrap_err().class(), StoreClass::NameInvalid, "{name:?}");
    }
    let elsewhere = Scratch::new();
    open(&elsewhere).collection("real").unwrap();
    std::os::unix::fs::symlink(elsewhere.join("real"), folder.join("linked")).unwrap();
    store.collection("linked").unwrap_err();
    store.reader("linked").unwrap_err();
    for name in ["linked", "none"] {
        assert_eq!(store.repair(name).unwrap_err().class(), StoreClass::Missing, "{name}");
    }
    assert!(store.collections().unwrap().is_empty());
}

#[test]
fn a_second_writer_is_refused_and_told_of_the_first() {
    let folder = Scratch::new();
    let store = open(&folder);
    let error = Store::open(&folder, &Options::default()).unwrap_err();
    assert_eq!(error.class(), StoreClass::Locked);
    let expected = format!("{}: process {} writes to this store", folder.display(), std::process::id());
    assert_eq!(error.to_string(), expected);
    let own = store.collection("own").unwrap();
    assert_eq!(store.collection("own").unwrap_err().class(), StoreClass::Open);
    drop(own);
    store.collection("own").unwrap();
    drop(store);
    open(&folder);
}

#[test]
fn what_is_not_committed_is_seen_by_its_handle_only_and_can_be_left_out() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut own = store.collection("own").unwrap();
    own.put("a", &json!({"x": 1})).unwrap();
    own.commit().unwrap();
    let mut reader = store.reader("own").unwrap();
    for round in 0..40 {
        own.put("a", &json!({"x": 2})).unwrap();
        own.put(&format!("b{round}"), &json!({"x": round, "much": "text ".repeat(20)})).unwrap();
    }
    assert_eq!((own.len(), reader.len()), (41, 1));
    reader.refresh().unwrap();
    assert_eq!(reader.get("a").unwrap().unwrap()["x"], 1);
    own.roll_back().unwrap();
    assert_eq!((own.len(), own.get("a").unwrap().unwrap()["x"].clone()), (1, json!(1)));
    own.delete("a").unwrap();
    own.commit().unwrap();
    assert_eq!(reader.len(), 1);
    reader.refresh().unwrap();
    assert_eq!(reader.len(), 0);
    assert_eq!(reader.delete("a").unwrap_err().class(), StoreClass::ReadOnly);
}

#[test]
fn a_listing_stays_as_it_was_while_documents_are_written() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut teas = store.collection("teas").unwrap();
    assert_eq!(teas.key_field(), "id");
    for number in 0..100 {
        teas.put(&format!("tea{number}"), &json!({"grams": number})).unwrap();
    }
    let before: Vec<_> = teas.documents().unwrap().map(|line| line.unwrap().to_vec()).collect();
    let drawn: Vec<_> = teas.batches(1, Some(7)).unwrap().map(|batch| batch.unwrap()[0].to_vec()).collect();
    let listing = teas.listing().unwrap();
    assert_eq!((listing.len(), listing.is_empty()), (100, false));
    let mut read = Vec::new();
    while let Some(line) = teas.listed(&listing, read.len() as u64).unwrap().next() {
        let line = line.unwrap().to_vec();
        read.push(line);
        let number = read.len();
        teas.put(&format!("tea{number}"), &json!({"grams": -1})).unwrap();
        teas.delete(&format!("tea{}", number + 1)).unwrap();
        teas.put(&format!("new{number}"), &json!({})).unwrap();
        if number % 7 == 0 {
            teas.commit().unwrap();
        }
    }
    assert_eq!(read, before);
    assert_eq!(teas.listed(&listing, 90).unwrap().size_hint(), (10, Some(10)));
    let at = |position: &u64| teas.listed(&listing, *position).unwrap().next().unwrap().unwrap().to_vec();
    assert_eq!(listing.shuffled(7).iter().map(at).collect::<Vec<_>>(), drawn);
    teas.compact().unwrap();
    let error = teas.listed(&listing, 0).unwrap_err();
    assert_eq!(error.class(), StoreClass::Open);
    assert!(error.to_string().contains("begin again"), "{error}");
}

#[test]
fn batches_have_each_document_once() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut own = store.collection("own").unwrap();
    for number in 0..500 {
        own.put(&number.to_string(), &json!({"n": number})).unwrap();
        own.commit().unwrap();
        if number % 4 == 0 {
            own.delete(&number.to_string()).unwrap();
        }
    }
    let written: Vec<_> = own.documents().unwrap().map(Result::unwrap).collect();
    for shuffle in [None, Some(1), Some(2)] {
        let batches: Vec<_> = own.batches(32, shuffle).unwrap().map(Result::unwrap).collect();
        assert!(batches[..batches.len() - 1].iter().all(|batch| batch.len() == 32));
        let mut all = batches.concat();
        assert_eq!(all == written, shuffle.is_none());
        all.sort_unstable();
        let mut sorted = written.clone();
        sorted.sort_unstable();
        assert_eq!(all, sorted);
    }
    let conditions: [Condition; 2] = ["n >= 100".parse().unwrap(), "n < 200".parse().unwrap()];
    assert_eq!(own.scan(&conditions).unwrap().count(), 75);
}

#[test]
fn conditions() {
    let document = br#"{"id":"a","n":1.5,"big":9007199254740993,"s":"x\u0079","o":{"p":{"q":null}},"t":true}"#;
    for (text, expected) in [
        ("n == 1.5", true),
        ("n > 1", true),
        ("n <= 1.4", false),
        ("big == 9007199254740992", false),
        ("big == 9007199254740993", true),
        ("s == \"xy\"", true),
        ("s < \"xz\"", true),
        ("o.p.q == null", true),
        ("o.p.r == null", false),
        ("o.p.r != null", true),
        ("t == true", true),
        ("t == \"true\"", false),
        ("o == {\"p\": {\"q\": null}}", true),
    ] {
        assert_eq!(text.parse::<Condition>().unwrap().holds(document), expected, "{text}");
    }
    for text in ["", "n", "n = 1", "== 1", "n == ", "n == x", "a..b == 1", "n ! 1"] {
        assert_eq!(text.parse::<Condition>().unwrap_err().class(), StoreClass::ConditionInvalid, "{text}");
    }
}

#[test]
fn snapshots_and_other_key_fields() {
    let (folder, copy) = (Scratch::new(), Scratch::new());
    let store = Store::open(&folder, &Options::default().with_key("name").with_sync(Sync::EachCommit)).unwrap();
    let mut own = store.collection("own").unwrap();
    for number in 0..300 {
        own.put(&number.to_string(), &json!({"n": number})).unwrap();
        own.commit().unwrap();
    }
    own.delete("7").unwrap();
    own.snapshot(&copy).unwrap();
    assert_eq!(own.snapshot(&copy).unwrap_err().class(), StoreClass::Open);
    let copied = Store::open(&copy, &Options::reading()).unwrap().collection("own").unwrap();
    assert_eq!(copied.len(), 299);
    assert_eq!(copied.get_raw("8").unwrap(), Some(&br#"{"name":"8","n":8}"#[..]));
    let own: Vec<_> = own.documents().unwrap().map(Result::unwrap).collect();
    let there: Vec<_> = copied.documents().unwrap().map(Result::unwrap).collect();
    assert_eq!(own, there);
}

#[test]
fn a_folder_of_something_else_is_left_alone() {
    let folder = Scratch::new();
    fs::create_dir(&*folder).unwrap();
    fs::write(folder.join("thesis.txt"), "x").unwrap();
    assert_eq!(Store::open(&folder, &Options::default()).unwrap_err().class(), StoreClass::Missing);
    assert_eq!(fs::read_dir(&*folder).unwrap().count(), 1);
    assert_eq!(Store::open(&folder, &Options::reading()).unwrap_err().class(), StoreClass::Missing);
    let other = Scratch::new();
    open(&other);
    fs::write(other.join("ingot.json"), r#"{"format":"ingot-store","version":2}"#).unwrap();
    assert_eq!(Store::open(&other, &Options::default()).unwrap_err().class(), StoreClass::Version);
}

#[test]
fn threads_read_at_once() {
    let folder = Scratch::new();
    let store = open(&folder);
    let mut own = store.collection("own").unwrap();
    for number in 0..2000 {
        own.put(&number.to_string(), &json!({"n": number})).unwrap();
    }
    own.flush().unwrap();
    let own = &own;
    std::thread::scope(|scope| {
        for first in 0..4 {
            scope.spawn(move || {
                for number in (first..2000).step_by(3) {
                    assert_eq!(own.get(&number.to_string()).unwrap().unwrap()["n"], number);
                    own.at(number).unwrap().unwrap();
                }
            });
        }
    });
}

#[test]
fn whole_numbers_beyond_64_bits_are_compared_exactly() {
    let holds = |condition: &str, document: &[u8]| condition.parse::<Condition>().unwrap().holds(document);
    let document = br#"{"n":18446744073709551615,"wide":-170141183460469231731687303715884105728}"#;
    assert!(holds("n == 18446744073709551615", document));
    assert!(!holds("n == 18446744073709551614", document));
    assert!(holds("n > 18446744073709551614", document));
    assert!(holds("n > 9223372036854775807", document));
    assert!(holds("wide < -9223372036854775808", document));
    assert!(holds("n > 1.5", document));
    // Beyond all that has digits enough, doubles have to do.
    assert!(holds("n < 1e30", document));
}

#[test]
fn a_byte_order_mark_is_called_so() {
    let folder = Scratch::new();
    let mut teas = open(&folder).collection("teas").unwrap();
    let error = teas.add("\u{feff}{\"id\":\"a\"}".as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "byte 0: a byte order mark before the object");
}

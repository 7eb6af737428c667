//! A store of version 1, as a file of this repository, is read as it was written. It is never made again.

use std::fs;
use std::path::Path;

use ingot_store::{Options, Scratch, Store};

#[test]
fn version_1() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/version-1");
    let folder = Scratch::new();
    fs::create_dir_all(folder.join("teas")).unwrap();
    fs::copy(kept.join("ingot.json"), folder.join("ingot.json")).unwrap();
    for file in fs::read_dir(kept.join("teas")).unwrap() {
        let file = file.unwrap();
        fs::copy(file.path(), folder.join("teas").join(file.file_name())).unwrap();
    }
    for options in [Options::reading(), Options::default()] {
        let store = Store::open(&folder, &options).unwrap();
        assert_eq!(store.collections().unwrap(), ["teas"]);
        let teas = store.collection("teas").unwrap();
        let verified = teas.verify(|_, _| ()).unwrap();
        assert_eq!((verified.documents, verified.lines), (4, 8));
        let all: Vec<_> =
            teas.documents().unwrap().map(|line| String::from_utf8_lossy(line.unwrap()).into_owned()).collect();
        assert_eq!(
            all,
            [
                r#"{"name":"sencha","grams":100}"#,
                r#"{"name":"Earl Grey","grams":50,"mit Öl":true}"#,
                r#"{"name":17,"number":true}"#,
                r#"{"name":"oolong","grams":300}"#
            ]
        );
        assert_eq!(teas.get("assam").unwrap(), None);
        assert_eq!(teas.get("17").unwrap().unwrap()["number"], true);
        assert_eq!((verified.torn_segments, verified.broken_commits), (0, 0));
    }
}

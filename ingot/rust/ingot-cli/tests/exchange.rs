//! Documents out to Avro, and in again; and JSON Lines that become Avro.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ingot_store::Scratch;

fn run(folder: &Path, words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ingot")).args(words).current_dir(folder).output().unwrap()
}

/// What a command prints that does what it was asked.
fn printed(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn folder() -> Scratch {
    let folder = Scratch::new();
    fs::create_dir_all(&*folder).unwrap();
    folder
}

fn write(folder: &Path, name: &str, lines: &[&str]) -> String {
    let text = lines.join("\n") + "\n";
    fs::write(folder.join(name), &text).unwrap();
    text
}

#[test]
fn documents_go_out_to_avro_and_come_in_again() {
    let folder = folder();
    let alike = [
        // A text, an object and a number where another document has something else, whatever these look like.
        &[r#"{"id":"a","v":1.5}"#, r#"{"id":"b","v":"NaN"}"#, r#"{"id":"c","v":"-Infinity"}"#, r#"{"id":"d"}"#][..],
        &[r#"{"id":"a","v":"plain"}"#, r#"{"id":"b","v":{"string":"x"}}"#],
        &[
            r#"{"id":"a","v":{"string":"x"}}"#,
            r#"{"id":"b","v":{"Document_v":{"string":"x"}}}"#,
            r#"{"id":"c","v":"y"}"#,
        ],
        &[r#"{"id":"a","v":7}"#, r#"{"id":"b","v":{"long":7}}"#, r#"{"id":"c","v":[7,{"long":7},[true,"7"]]}"#],
        // Objects whose keys are no names of fields are maps, which keep what is null.
        &[r#"{"id":"a","v":{"map":1,"a b":null}}"#, r#"{"id":"b","v":{"map":{"map":1}}}"#, r#"{"id":"c","v":"map"}"#],
        &[r#"{"id":"a","v":[null,"x",{}]}"#, r#"{"id":"b","v":[]}"#, r#"{"id":"c","v":{}}"#],
        &[r#"{"id":"a","v":{"w":true}}"#, r#"{"id":"b","v":{"w":{"boolean":true}}}"#, r#"{"id":"c","v":{}}"#],
    ];
    for (number, documents) in alike.iter().enumerate() {
        let (from, to) = (format!("from{number}"), format!("to{number}"));
        let text = write(&folder, "all.jsonl", documents);
        printed(&folder, &["store", "put", &from, "all", "all.jsonl"]);
        printed(&folder, &["store", "export", &from, "all", "all.avro"]);
        printed(&folder, &["store", "import", &to, "all", "all.avro"]);
        assert_eq!(printed(&folder, &["store", "scan", &to, "all"]), text);
    }
}

#[test]
fn without_documents_files_have_no_records() {
    let folder = folder();
    write(&folder, "all.jsonl", &[r#"{"id":"a","grams":1}"#, r#"{"id":"b"}"#]);
    printed(&folder, &["store", "put", "from", "all", "all.jsonl"]);
    let export = |name: &str, more: &[&str]| {
        printed(&folder, &[&["store", "export", "from", "all", name][..], more].concat());
        let (bytes, back) = (fs::read(folder.join(name)).unwrap(), format!("back-{name}"));
        printed(&folder, &["store", "import", &back, "all", name]);
        assert_eq!(printed(&folder, &["store", "count", &back, "all"]), "0\n", "{name}");
        bytes
    };
    let check = |more: &[&str]| {
        assert_eq!(export("none.jsonl", more), b"");
        assert_eq!(export("none.csv", more), b"");
        export("none.avro", more);
        let schema = r#"{"type":"record","name":"Document","fields":[]}"#;
        assert_eq!(printed(&folder, &["avro", "schema", "none.avro"]), schema.to_owned() + "\n");
        assert_eq!(printed(&folder, &["avro", "validate", "none.avro"]), "none.avro: 0 records\n");
    };
    check(&["--limit", "0"]);
    check(&["--where", "grams > 1"]);
    // Documents without fields are no lines of CSV.
    let output = run(&folder, &["store", "export", "from", "all", "fields.csv", "--fields", "weight"]);
    let wanted = "ingot: fields.csv: no document has one of these fields, and CSV has no lines without cells\n";
    assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(2), wanted));
    assert!(!folder.join("fields.csv").exists());
    printed(&folder, &["store", "delete", "from", "all", "a", "b"]);
    check(&[]);
}

#[test]
fn columns_of_csv_keep_their_order() {
    let folder = folder();
    let text = write(&folder, "teas.csv", &["name,id,\"a \"\"b\"\"\"", "x,1,", "\"y,\\\",2,z"]);
    printed(&folder, &["store", "import", "store", "teas", "teas.csv"]);
    let documents = [r#"{"name":"x","id":"1"}"#, r#"{"name":"y,\\","id":"2","a \"b\"":"z"}"#];
    assert_eq!(printed(&folder, &["store", "scan", "store", "teas"]), documents.join("\n") + "\n");
    printed(&folder, &["store", "export", "store", "teas", "again.csv"]);
    assert_eq!(fs::read_to_string(folder.join("again.csv")).unwrap(), text);
}

#[test]
fn columns_of_csv_may_be_many() {
    // Each compared with all before it would take minutes.
    let folder = folder();
    let names = ["id".to_string()].into_iter().chain((0..60_000).map(|number| format!("c{number}")));
    let text = write(&folder, "wide.csv", &[&names.collect::<Vec<_>>().join(","), &vec!["x"; 60_001].join(",")]);
    printed(&folder, &["store", "import", "store", "wide", "wide.csv"]);
    printed(&folder, &["store", "export", "store", "wide", "again.csv"]);
    assert!(fs::read_to_string(folder.join("again.csv")).unwrap() == text);
}

#[test]
fn what_is_null_by_default_is_left_out_of_documents() {
    let folder = folder();
    let schema = r#"{"type":"record","name":"Tea","fields":[{"name":"id","type":["null","string"]},
        {"name":"from","type":["null","string"],"default":null},{"name":"note","type":["null","string"]},
        {"name":"grams","type":["long","null"],"default":5},
        {"name":"more","type":{"type":"record","name":"More","fields":[
            {"name":"deep","type":["null","boolean"],"default":null}]}}]}"#;
    fs::write(folder.join("tea.avsc"), schema).unwrap();
    let named = [
        r#"{"id":{"string":"a"},"from":{"string":"India"},"note":null,"grams":null,"more":{"deep":{"boolean":true}}}"#,
        r#"{"id":{"string":"b"},"from":null,"note":{"string":"x"},"grams":{"long":1},"more":{"deep":null}}"#,
    ];
    let text = write(&folder, "teas.jsonl", &named);
    // Where a schema is given, branches may have their names, and Avro's JSON always has them.
    printed(&folder, &["avro", "convert", "--schema", "tea.avsc", "teas.jsonl", "teas.avro"]);
    assert_eq!(printed(&folder, &["avro", "convert", "teas.avro", "-"]), text);
    printed(&folder, &["store", "import", "store", "teas", "teas.avro"]);
    let plain = [
        r#"{"id":"a","from":"India","note":null,"grams":null,"more":{"deep":true}}"#,
        r#"{"id":"b","note":"x","grams":1,"more":{}}"#,
    ];
    assert_eq!(printed(&folder, &["store", "scan", "store", "teas"]), plain.join("\n") + "\n");
    write(&folder, "plain.jsonl", &plain);
    printed(&folder, &["avro", "convert", "--schema", "tea.avsc", "plain.jsonl", "plain.avro"]);
    assert_eq!(printed(&folder, &["avro", "cat", "plain.avro"]), text);
}

#[test]
fn lines_without_a_schema_are_taken_as_they_stand() {
    let folder = folder();
    write(&folder, "all.jsonl", &[r#"{"v":"plain"}"#, r#"{"v":{"string":"x"}}"#, r#"{"v":1.5}"#, r#"{"v":"NaN"}"#]);
    printed(&folder, &["avro", "convert", "all.jsonl", "all.avro"]);
    let named = [
        r#"{"v":{"string":"plain"}}"#,
        r#"{"v":{"Record_v":{"string":"x"}}}"#,
        r#"{"v":{"double":1.5}}"#,
        r#"{"v":{"string":"NaN"}}"#,
    ];
    assert_eq!(printed(&folder, &["avro", "cat", "all.avro"]), named.join("\n") + "\n");
}

#[test]
fn a_file_that_cannot_be_read_is_no_wrong_file() {
    let folder = folder();
    fs::create_dir(folder.join("folder.avro")).unwrap();
    fs::write(folder.join("wrong.avro"), "no such thing").unwrap();
    fs::write(folder.join("long.avsc"), "\"long\"").unwrap();
    write(&folder, "right.jsonl", &["1", "2"]);
    write(&folder, "wrong.jsonl", &["1", "true"]);
    printed(&folder, &["avro", "convert", "right.jsonl", "right.avro"]);
    let check = |words: &[&str]| {
        let output = run(&folder, &[&["avro", "validate"][..], words].concat());
        let texts = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
        (output.status.code().unwrap(), texts)
    };
    let missing = |name: &str| format!("ingot: {name}: No such file or directory (os error 2)\n");

    let (code, [out, err]) = check(&["missing.avro", "wrong.avro", "right.avro"]);
    assert_eq!((code, err), (2, missing("missing.avro")));
    let out: Vec<_> = out.lines().collect();
    assert!(
        matches!(out[..], [wrong, "right.avro: 2 records"] if wrong.starts_with("wrong.avro: byte 0: ")),
        "{out:?}"
    );

    let (code, [out, err]) = check(&["right.avro", "folder.avro", "wrong.avro", "missing.avro"]);
    assert_eq!((code, out.lines().count()), (2, 2), "{out}");
    assert!(err.starts_with("ingot: folder.avro: ") && err.ends_with(&missing("missing.avro")), "{err}");
    assert_eq!(err.lines().count(), 2, "{err}");

    let (code, [out, err]) = check(&["--schema", "long.avsc", "missing.jsonl", "wrong.jsonl", "right.jsonl"]);
    assert_eq!((code, err), (2, missing("missing.jsonl")));
    assert_eq!(out, "wrong.jsonl, line 2: the datum: true is no long of the schema\nright.jsonl: 2 records\n");

    assert_eq!(check(&["wrong.avro", "right.avro"]).0, 1);
    assert_eq!(check(&["--schema", "missing.avsc", "right.jsonl"]), (2, [String::new(), missing("missing.avsc")]));
}

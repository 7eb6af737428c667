//! Documents out to Parquet, and in again.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

fn ingot(folder: &Path, words: &[&str], input: &str) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ingot"));
    command.args(words).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = if output.status.success() { output.stdout } else { output.stderr };
    (output.status.success(), String::from_utf8(text).unwrap())
}

#[test]
fn documents_go_out_to_parquet_and_come_in_again() {
    let folder = std::env::temp_dir().join(format!("ingot-parquet-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let run = |words: &[&str]| ingot(&folder, words, "");
    let documents = [
        r#"{"id":"a","grams":1,"tags":["x","y"],"more":{"deep":true}}"#,
        r#"{"id":"b","grams":2,"from":"Ü"}"#,
        r#"{"id":"c","grams":3,"more":{"deep":null}}"#,
    ];
    assert!(ingot(&folder, &["store", "put", "one", "teas"], &documents.join("\n")).0);
    assert_eq!(run(&["store", "export", "one", "teas", "teas.parquet"]), (true, String::new()));
    assert_eq!(run(&["store", "import", "two", "teas", "teas.parquet"]), (true, String::new()));
    let expected = [documents[0], documents[1], r#"{"id":"c","grams":3,"more":{}}"#].join("\n") + "\n";
    assert_eq!(run(&["store", "scan", "two", "teas"]), (true, expected));

    let selected = ["store", "export", "one", "teas", "few.parquet", "--where", "grams > 2", "--fields", "id,grams"];
    assert!(run(&selected).0);
    assert!(run(&["store", "import", "three", "few", "few.parquet"]).0);
    assert_eq!(run(&["store", "scan", "three", "few"]).1, "{\"id\":\"c\",\"grams\":3}\n");

    assert!(run(&["store", "export", "one", "teas", "none.parquet", "--where", "grams > 3"]).0);
    assert!(run(&["store", "import", "four", "none", "none.parquet"]).0);
    assert_eq!(run(&["store", "count", "four", "none"]), (true, "0\n".to_string()));

    std::fs::write(folder.join("bad.parquet"), "no such thing").unwrap();
    let (done, said) = run(&["store", "import", "one", "teas", "bad.parquet"]);
    assert!(!done && said.starts_with("ingot: bad.parquet: ") && said.lines().count() == 1, "{said}");
    let (done, said) = run(&["store", "export", "one", "teas", "-", "--to", "parquet"]);
    assert!(!done && said.contains("give the name of a file"), "{said}");
    assert!(ingot(&folder, &["store", "put", "one", "teas"], r#"{"id":"d","more":1}"#).0);
    let (done, said) = run(&["store", "export", "one", "teas", "none.parquet"]);
    assert!(!done && said.contains("no columns"), "{said}");
    std::fs::remove_dir_all(&folder).unwrap();
}

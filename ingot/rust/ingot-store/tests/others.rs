//! Other tools read the documents of a store that is being written: `jq`, `DuckDB` and pandas, as far as they are here.
//!
//! `INGOT_PYTHON` names a Python that has duckdb and pandas: where it is named, no tool may be missing. Else it is python3,
//! and a tool that is missing is passed over.

use std::path::Path;
use std::process::Command;

use ingot_store::{Options, Scratch, Store};
use serde_json::json;

/// What a program prints; none if it is not here.
fn printed(program: &str, words: &[&str], file: &Path) -> Option<String> {
    let output = Command::new(program).args(words).arg(file).output().ok()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("No module named"), "{program}: {said}");
        return None;
    }
    Some(String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What each tool says: how many lines there are, the sum of `grams`, and how many deletions.
fn said(file: &Path) -> Vec<(&'static str, Option<String>)> {
    let python = std::env::var("INGOT_PYTHON").unwrap_or_else(|_| "python3".into());
    let jq = r#"[length, (map(.grams // 0) | add), (map(select(has("$ingot.delete"))) | length)] | map(tostring) | join(" ")"#;
    let duckdb = "import sys, duckdb
ask = duckdb.connect().execute
all = f\"FROM read_json('{sys.argv[1]}', format='newline_delimited')\"
names = [row[0] for row in ask('DESCRIBE SELECT * ' + all).fetchall()]
gone = 'count(\"$ingot.delete\")' if '$ingot.delete' in names else '0'
print(*ask(f'SELECT count(*), sum(grams)::BIGINT, {gone} ' + all).fetchall()[0])";
    let pandas = "import sys, pandas
read = pandas.read_json(sys.argv[1], lines=True)
print(len(read), int(read['grams'].sum()), read['$ingot.delete'].notna().sum() if '$ingot.delete' in read else 0)";
    vec![
        ("jq", printed("jq", &["-rs", jq], file)),
        ("duckdb", printed(&python, &["-c", duckdb], file)),
        ("pandas", printed(&python, &["-c", pandas], file)),
    ]
}

#[test]
fn other_tools_read_what_is_written() {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default()).unwrap();
    let mut teas = store.collection("teas").unwrap();
    let check = |generation: u32, expected: &str| {
        for (tool, said) in said(&folder.join(format!("teas/{generation}.jsonl"))) {
            match said {
                Some(said) => assert_eq!(said, expected, "{tool}"),
                None => assert!(std::env::var_os("INGOT_PYTHON").is_none(), "{tool} is not here"),
            }
        }
    };
    for number in 0..100 {
        teas.put(&format!("tea{number}"), &json!({ "grams": number })).unwrap();
    }
    teas.commit().unwrap();
    check(1, "100 4950 0");
    // What is put and not committed is in the file at the latest when much of it is gathered, and is taken back.
    teas.put("tea200", &json!({"grams": 7, "fill": "x".repeat(1 << 20)})).unwrap();
    check(1, "101 4957 0");
    teas.roll_back().unwrap();
    check(1, "100 4950 0");
    // They see what was replaced, and deletions as documents of their own, until a compaction.
    teas.put("tea1", &json!({"grams": 1000})).unwrap();
    teas.delete("tea2").unwrap();
    teas.commit().unwrap();
    check(1, "102 5950 1");
    teas.compact().unwrap();
    check(2, "99 5947 0");
}

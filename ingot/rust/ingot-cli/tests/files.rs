//! What commands do with files, and with readers that go away.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ingot_store::Scratch;

fn ingot(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ingot"));
    command.args(words).current_dir(folder);
    command
}

fn run(folder: &Path, words: &[&str]) -> Output {
    ingot(folder, words).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn lines(bytes: &[u8]) -> usize {
    String::from_utf8_lossy(bytes).lines().count()
}

/// A folder with a store, its documents as JSON Lines and as an Avro file.
fn folder() -> Scratch {
    let folder = Scratch::new();
    fs::create_dir_all(&*folder).unwrap();
    let line =
        |number: usize| format!("{{\"id\":\"key{number}\",\"n\":{number},\"text\":\"{}\"}}\n", "x".repeat(number % 60));
    let text: String = (0..20_000).map(line).collect();
    fs::write(folder.join("all.jsonl"), text).unwrap();
    for words in [["store", "put", "store", "all", "all.jsonl"], ["store", "export", "store", "all", "all.avro"]] {
        assert!(run(&folder, &words).status.success());
    }
    folder
}

#[test]
fn a_file_may_be_written_over_itself() {
    let folder = folder();
    let records = run(&folder, &["avro", "cat", "all.avro"]).stdout;
    assert_eq!(lines(&records), 20_000);
    for words in [
        &["avro", "recode", "all.avro", "all.avro", "--codec", "null"],
        &["avro", "repair", "all.avro", "all.avro"][..],
    ] {
        assert!(run(&folder, words).status.success());
        assert_eq!(run(&folder, &["avro", "cat", "all.avro"]).stdout, records);
    }
}

#[test]
fn what_fails_leaves_files_as_they_were() {
    let folder = folder();
    let whole = fs::read(folder.join("all.avro")).unwrap();
    fs::write(folder.join("cut.avro"), &whole[..whole.len() - 20]).unwrap();
    fs::write(folder.join("wrong.jsonl"), "{\"n\":1}\n{\"n\":}\n").unwrap();
    fs::write(folder.join("twice.jsonl"), "{\"id\":\"a\",\"n\":1,\"n\":2}\n").unwrap();
    assert!(run(&folder, &["store", "put", "store", "twice", "twice.jsonl"]).status.success());
    fs::write(folder.join("kept.avro"), "kept").unwrap();
    let before = names(&folder);
    for words in [
        &["avro", "recode", "cut.avro", "kept.avro"][..],
        &["avro", "convert", "wrong.jsonl", "kept.avro"],
        &["avro", "convert", "wrong.jsonl", "other.avro"],
        &["store", "export", "store", "twice", "kept.avro"],
        &["avro", "convert", "all.avro", "kept.avro"],
        &["avro", "convert", "all.jsonl", "kept.jsonl"],
    ] {
        let output = run(&folder, words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(said(&output).lines().count(), 1, "{}", said(&output));
        assert_eq!(fs::read(folder.join("kept.avro")).unwrap(), b"kept");
        assert_eq!(names(&folder), before);
    }
    let output = run(&folder, &["store", "export", "store", "twice", "-", "--to", "avro"]);
    assert!(said(&output).starts_with("ingot: document 1, {\"id\":\"a\""), "{}", said(&output));
    // Of a field that is there twice, the last one counts everywhere.
    assert_eq!(run(&folder, &["store", "export", "store", "twice", "-", "--to", "csv"]).stdout, b"id,n\na,2\n");
}

#[test]
fn what_is_no_archive_leaves_nothing_behind() {
    let folder = folder();
    assert!(run(&folder, &["store", "pack", "store", "all.tar"]).status.success());
    let whole = fs::read(folder.join("all.tar")).unwrap();
    fs::write(folder.join("cut.tar"), &whole[..whole.len() / 2]).unwrap();
    fs::write(folder.join("empty.tar"), "").unwrap();
    fs::create_dir(folder.join("there")).unwrap();
    fs::create_dir(folder.join("other")).unwrap();
    fs::write(folder.join("other/mine.txt"), "mine").unwrap();
    fs::write(folder.join("one.jsonl"), "{\"id\":\"a\"}\n").unwrap();
    assert!(run(&folder, &["store", "put", "kept", "one", "one.jsonl"]).status.success());
    let everything = || ["", "there", "other", "kept", "kept/one"].map(|inner| names(&folder.join(inner)));
    let before = everything();
    for archive in ["all.jsonl", "empty.tar", "cut.tar", "there", "missing.tar"] {
        for to in ["new", "there", "other", "kept"] {
            let output = run(&folder, &["store", "unpack", to, archive]);
            assert_eq!((output.status.code(), said(&output).lines().count()), (Some(2), 1), "{to} {archive}");
            assert_eq!(everything(), before, "{to} {archive}");
        }
    }
    assert_eq!(run(&folder, &["store", "count", "kept", "one"]).stdout, b"1\n");
    for to in ["new", "there", "kept"] {
        assert!(run(&folder, &["store", "unpack", to, "all.tar"]).status.success());
        assert_eq!(run(&folder, &["store", "count", to, "all"]).stdout, b"20000\n");
    }
}

#[test]
fn a_collection_that_cannot_be_made_leaves_no_store() {
    let folder = folder();
    let before = names(&folder);
    for words in [["new", "../other", "all.jsonl", "id"], ["new", "all", "all.jsonl", "$ingot.key"]] {
        let [to, name, file, key] = words;
        let output = run(&folder, &["store", "put", to, name, file, "--key", key]);
        assert_eq!((output.status.code(), said(&output).lines().count()), (Some(2), 1), "{words:?}");
        assert_eq!(names(&folder), before, "{words:?}");
    }
}

#[test]
fn blocks_that_say_what_is_not_so_are_no_others() {
    let folder = Scratch::new();
    fs::create_dir_all(&*folder).unwrap();
    let begun = |schema: &str| {
        fs::write(folder.join("schema.avsc"), schema).unwrap();
        let words = ["avro", "random", "schema.avsc", "begun.avro", "--records", "0", "--codec", "null"];
        assert!(run(&folder, &words).status.success());
        fs::read(folder.join("begun.avro")).unwrap()
    };
    let file = |begun: &[u8], blocks: &[&[u8]]| {
        let sync = &begun[begun.len() - 16..];
        fs::write(folder.join("in.avro"), [begun, &blocks.join(sync), sync].concat()).unwrap();
    };
    // Bytes of no records would be taken for those of the record behind them.
    file(&begun("\"int\""), &[&[0, 4, 2, 4], &[2, 2, 6]]);
    let output = run(&folder, &["avro", "recode", "in.avro", "out.avro"]);
    let wanted = "ingot: out.avro: a block of 0 records has 2 bytes\n".to_owned();
    assert_eq!((output.status.code(), said(&output)), (Some(2), wanted));
    assert!(!folder.join("out.avro").exists());
    // As many records as a block can say.
    let most = &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0][..];
    file(&begun("\"null\""), &[most, most, most]);
    assert_eq!(run(&folder, &["avro", "count", "in.avro"]).stdout, b"27670116110564327421\n");
}

#[test]
fn a_field_that_is_named_twice_is_there_once() {
    let folder = folder();
    let words = ["store", "scan", "store", "all", "--limit", "1", "--fields", "n,id,n"];
    assert_eq!(run(&folder, &words).stdout, b"{\"n\":0,\"id\":\"key0\"}\n");
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_link_and_its_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    fs::write(folder.join("private.avro"), "").unwrap();
    fs::set_permissions(folder.join("private.avro"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("private.avro", folder.join("link.avro")).unwrap();
    assert!(run(&folder, &["avro", "recode", "all.avro", "link.avro"]).status.success());
    assert!(fs::symlink_metadata(folder.join("link.avro")).unwrap().is_symlink());
    let target = fs::metadata(folder.join("private.avro")).unwrap();
    assert_eq!(target.permissions().mode() & 0o777, 0o600);
    assert!(target.len() > 1000);
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let folder = folder();
    assert!(run(&folder, &["avro", "recode", "all.avro", "plain.avro", "--codec", "null"]).status.success());
    fs::write(folder.join("schema.avsc"), run(&folder, &["avro", "schema", "all.avro"]).stdout).unwrap();
    for words in [
        &["store", "scan", "store", "all"][..],
        &["store", "export", "store", "all", "-"],
        &["store", "export", "store", "all", "-", "--to", "csv"],
        &["store", "export", "store", "all", "-", "--to", "avro"],
        &["store", "pack", "store", "-"],
        &["avro", "cat", "all.avro"],
        &["avro", "convert", "all.avro", "-"],
        &["avro", "convert", "all.jsonl", "-"],
        &["avro", "recode", "plain.avro", "-", "--codec", "null"],
        &["avro", "repair", "plain.avro", "-"],
        &["avro", "random", "schema.avsc", "--records", "20000"],
        &["avro", "single", "encode", "schema.avsc", "all.jsonl"],
    ] {
        let mut child = ingot(&folder, words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut begin = [0; 3];
        child.stdout.take().unwrap().read_exact(&mut begin).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), said(&output)), (Some(0), String::new()), "{words:?}");
    }
}

#[test]
fn what_cannot_be_said_is_no_panic() {
    let folder = folder();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let code = |words: &[&str]| ingot(&folder, words).stderr(full()).status().unwrap().code();
    assert_eq!(code(&["store", "get", "store", "all", "nothing"]), Some(1));
    assert_eq!(code(&["store", "get", "nowhere", "all", "nothing"]), Some(2));
    let output = ingot(&folder, &["store", "get", "store", "all", "key1"]).stdout(full()).output().unwrap();
    assert_eq!((output.status.code(), said(&output).lines().count()), (Some(2), 1));
}

#[test]
fn lines_with_nothing_in_them_are_left_out() {
    let folder = folder();
    fs::write(folder.join("some.jsonl"), "1\n\n2\r\n  \n").unwrap();
    fs::write(folder.join("long.avsc"), "\"long\"").unwrap();
    assert!(run(&folder, &["avro", "convert", "some.jsonl", "some.avro"]).status.success());
    assert_eq!(run(&folder, &["avro", "cat", "some.avro"]).stdout, b"1\n2\n");
    let checked = run(&folder, &["avro", "validate", "--schema", "long.avsc", "some.jsonl"]).stdout;
    assert_eq!(checked, b"some.jsonl: 2 records\n");
    let single = run(&folder, &["avro", "single", "encode", "long.avsc", "some.jsonl"]).stdout;
    assert_eq!(lines(&single), 2);
    fs::write(folder.join("signed.hex"), "c301b71df49344e154d0+2\n").unwrap();
    let output = run(&folder, &["avro", "single", "decode", "long.avsc", "signed.hex"]);
    assert_eq!(said(&output), "ingot: line 1: not pairs of hexadecimal digits\n");
}

#[test]
fn what_is_imported_is_told_by_its_place() {
    let folder = folder();
    let import = |name: &str, text: &str| {
        fs::write(folder.join(name), text).unwrap();
        let output = run(&folder, &["store", "import", "store", "rows", name]);
        assert_eq!(output.status.code(), Some(2));
        said(&output)
    };
    assert_eq!(import("twice.csv", "id,x,x\n1,2,3\n"), "ingot: twice.csv: the column \"x\" is there twice\n");
    let lacking = "the document has no field \"id\", and no key was given\n";
    assert_eq!(import("lacking.csv", "id,x\n1,\"2\n3\"\n,4\n"), format!("ingot: line 4: {lacking}"));
    fs::write(folder.join("lacking.jsonl"), "{\"id\":\"a\"}\n{\"n\":1}\n").unwrap();
    assert!(run(&folder, &["avro", "convert", "lacking.jsonl", "lacking.avro"]).status.success());
    let output = run(&folder, &["store", "import", "store", "rows", "lacking.avro", "--key", "n"]);
    assert!(said(&output).starts_with("ingot: record "), "{}", said(&output));
    assert_eq!(run(&folder, &["store", "count", "store", "rows"]).stdout, b"0\n");
}

#[test]
fn a_file_is_of_the_kind_that_its_name_says_or_of_none() {
    let folder = folder();
    let written = |name: &str| {
        assert!(run(&folder, &["store", "export", "store", "all", name, "--limit", "2"]).status.success(), "{name}");
        fs::read(folder.join(name)).unwrap()
    };
    assert!(written("some.CSV").starts_with(b"id,n,text\n"));
    assert!(written("some.Avro").starts_with(b"Obj\x01"));
    for name in ["some", "some.json", "some.ndjson"] {
        assert!(written(name).starts_with(b"{\"id\":\"key0\""), "{name}");
    }
    let before = names(&folder);
    let refused = |words: &[&str], wanted: &str| {
        let output = run(&folder, words);
        assert_eq!((output.status.code(), said(&output)), (Some(2), format!("ingot: {wanted}\n")), "{words:?}");
    };
    let unknown = "its name does not end with a kind of file: say --to, one of jsonl, csv, avro and parquet";
    refused(&["store", "export", "store", "all", "some.xlsx"], &format!("some.xlsx: {unknown}"));
    let wanted = "--from: \"yaml\" is none of jsonl, csv, avro and parquet";
    refused(&["store", "import", "store", "all", "all.jsonl", "--from", "yaml"], wanted);
    let wanted = "\"some.csv\": an Avro file becomes JSON Lines, and no csv";
    refused(&["avro", "convert", "all.avro", "some.csv"], wanted);
    assert_eq!(names(&folder), before);
    for option in ["csv", "CSV"] {
        let words = ["store", "export", "store", "all", "-", "--to", option, "--limit", "1"];
        assert_eq!(lines(&run(&folder, &words).stdout), 2);
    }
}

#[test]
fn an_option_that_would_count_for_nothing_is_refused() {
    let folder = folder();
    fs::write(folder.join("long.avsc"), r#""long""#).unwrap();
    let before = names(&folder);
    for words in [
        &["avro", "convert", "all.avro", "-", "--codec", "snappy"][..],
        &["avro", "convert", "all.avro", "out.jsonl", "--level", "3"],
        &["avro", "convert", "all.avro", "out.jsonl", "--schema", "long.avsc"],
        &["avro", "random", "long.avsc", "--codec", "snappy"],
        &["store", "put", "store", "all", "all.jsonl", "--commit", "0"],
    ] {
        let output = run(&folder, words);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{words:?}");
        assert!(said(&output).starts_with("ingot: --"), "{}", said(&output));
        assert_eq!(names(&folder), before);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_command_leaves_no_file() {
    use std::io::Write;
    use std::os::unix::process::ExitStatusExt;

    let folder = Scratch::new();
    fs::create_dir_all(&*folder).unwrap();
    fs::write(folder.join("out.avro"), "before").unwrap();
    fs::write(folder.join("long.avsc"), r#""long""#).unwrap();
    for signal in [1, 2, 15] {
        let mut command = ingot(&folder, &["avro", "convert", "-", "out.avro", "--schema", "long.avsc"]);
        let mut child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut input = child.stdin.take().unwrap();
        let names = || fs::read_dir(&*folder).unwrap().count();
        // What is read is written behind it, so the file is begun at some point of this.
        while names() == 2 && input.write_all(b"1\n").is_ok() {}
        let sent = Command::new("kill").arg(format!("-{signal}")).arg(child.id().to_string()).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().signal(), Some(signal));
        assert_eq!(names(), 2);
        assert_eq!(fs::read(folder.join("out.avro")).unwrap(), b"before");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_name_of_the_file() {
    let folder = folder();
    for kind in ["jsonl", "csv", "avro"] {
        let done = run(&folder, &["store", "export", "store", "all", "/dev/full", "--to", kind]);
        assert_eq!(done.status.code(), Some(2), "{kind}");
        assert!(said(&done).contains("/dev/full: "), "{kind}: {}", said(&done));
    }
}

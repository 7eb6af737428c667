//! The test data of the specification's own repository, `apache/avro`: not part of this one. Its checkout is named by
//! `INGOT_AVRO_CHECKOUT`; without it these tests have nothing to read and say so.

use std::path::{Path, PathBuf};
use std::{env, fs};

use ingot_codec::{Codec, Schema, Value};
use ingot_schema::Random;

/// Schemas that are valid there and only leniently read here, by file or text, each with its reason. The list may only
/// shrink.
const DIFFERENT: &[(&str, &str)] = &[
    ("[  ]", "a union without a branch has no value"),
    ("namespace_fullname", "a record that contains itself has no value"),
    ("namespace_null_record", "as above"),
    ("namespace_simple", "as above"),
];

/// Whether a schema is read as that repository says: strictly, or as the list has it.
fn agreed(name: &str, text: &str, valid: bool) -> Result<Option<Schema>, String> {
    let differs = DIFFERENT.iter().any(|(known, _)| *known == name);
    match Schema::parse(text) {
        Ok(_) if !valid || differs => Err(format!("{name}: valid")),
        Ok(schema) => Ok(Some(schema)),
        Err(_) if differs => Schema::parse_lenient(text).map(Some).map_err(|error| format!("{name}: {error}")),
        Err(error) if valid => Err(format!("{name}: {error}")),
        Err(_) => Ok(None),
    }
}

fn checkout() -> Option<PathBuf> {
    let found = env::var_os("INGOT_AVRO_CHECKOUT").map(PathBuf::from);
    if found.is_none() {
        eprintln!("INGOT_AVRO_CHECKOUT is not set: nothing is read");
    }
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A block of `schema-tests.txt`.
#[derive(Default)]
struct Case {
    input: String,
    canonical: String,
    fingerprint: Option<i64>,
}

/// `<<NAME text` is one line; `<<NAME` alone goes on to a line `NAME`.
fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(rest) = line.strip_prefix("<<") else { continue };
        let (name, mut content) = match rest.split_once(' ') {
            Some((name, content)) => (name, content.to_owned()),
            None => (rest, String::new()),
        };
        if content.is_empty() {
            content = lines.by_ref().take_while(|line| *line != name).collect::<Vec<_>>().join("\n");
        }
        if name == "INPUT" {
            cases.push(Case { input: content, ..Case::default() });
        } else if let Some(case) = cases.last_mut() {
            match name {
                "canonical" => case.canonical = content,
                "fingerprint" => case.fingerprint = Some(content.trim().parse().unwrap()),
                _ => {}
            }
        }
    }
    cases
}

#[test]
fn canonical_forms_and_fingerprints() {
    let Some(checkout) = checkout() else { return };
    let found = cases(&read(&checkout.join("share/test/data/schema-tests.txt")));
    assert!(found.len() > 30, "{} cases", found.len());
    for case in found {
        let schema = agreed(&case.input, &case.input, true).unwrap().unwrap();
        assert_eq!(schema.canonical_form(), case.canonical);
        if let Some(fingerprint) = case.fingerprint {
            assert_eq!(schema.fingerprint().cast_signed(), fingerprint, "{}", case.input);
        }
    }
}

#[test]
fn schemas_that_are_valid_and_schemas_that_are_not() {
    let Some(checkout) = checkout() else { return };
    let mut wrong = Vec::new();
    let mut count = 0;
    for (folder, valid) in [("lang/c/tests/schema_tests/pass", true), ("lang/c/tests/schema_tests/fail", false)] {
        for entry in fs::read_dir(checkout.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            count += 1;
            wrong.extend(agreed(&name, &read(&path), valid).err());
        }
    }
    assert!(count >= 40, "{count} schemas");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_schema_that_is_there() {
    let Some(checkout) = checkout() else { return };
    for entry in fs::read_dir(checkout.join("share/test/schemas")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "avsc") {
            let parsed = Schema::parse_lenient(&read(&path));
            assert!(parsed.is_ok(), "{}: {}", path.display(), parsed.unwrap_err());
        }
    }
}

#[test]
fn the_schema_of_interop_tests() {
    let Some(checkout) = checkout() else { return };
    let codec = Codec::new(Schema::parse(&read(&checkout.join("share/test/schemas/interop.avsc"))).unwrap());
    for value in Random::new(codec.schema(), 42).take(100) {
        let bytes = codec.encode(&value).unwrap();
        assert_eq!(codec.decode(&bytes).unwrap(), value);
    }
}

#[test]
fn a_single_object_that_java_wrote() {
    let Some(checkout) = checkout() else { return };
    let folder = checkout.join("share/test/data/messageV1");
    let codec = Codec::new(Schema::parse(&read(&folder.join("test_schema.avsc"))).unwrap());
    let message = fs::read(folder.join("test_message.bin")).unwrap();
    let value = codec.decode_single_object(&message).unwrap();
    let Value::Record(fields) = &value else { panic!("{value:?}") };
    assert_eq!(fields[..2], [Value::Long(42), Value::String("Bill".into())]);
    assert_eq!(codec.encode_single_object(&value).unwrap(), message);
}

//! The container files that other libraries' repositories hold: not part of this one. Checkouts are named by
//! `INGOT_AVRO_CHECKOUT` (`apache/avro`), `INGOT_FASTAVRO_CHECKOUT` (`fastavro/fastavro`) and `INGOT_GOAVRO_CHECKOUT`
//! (`linkedin/goavro`). Of those that are not set, nothing is read, and that is said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use ingot_container::{ReadOptions, Reader, Tolerance, Value, Writer};

struct Others {
    variable: &'static str,
    folders: &'static [&'static str],
    /// Files at least.
    least: usize,
    /// Files that are refused, each with its class and what is wrong with it. The list may only shrink.
    refused: &'static [(&'static str, &'static str, &'static str)],
}

const OTHERS: [Others; 3] = [
    Others {
        variable: "INGOT_AVRO_CHECKOUT",
        folders: &["share/test", "lang/c/tests", "lang/js/test/dat"],
        least: 20,
        refused: &[
            ("lang/c/tests/avro-1237-bad-union-discriminant.avro", "union-index", "as its name says"),
            ("lang/c/tests/avro-1238-truncated.avro", "end-of-input", "as its name says"),
            ("lang/js/test/dat/person-10.no-codec.avro", "end-of-input", "an end of line stands behind the last block"),
        ],
    },
    Others { variable: "INGOT_FASTAVRO_CHECKOUT", folders: &["tests/avro-files"], least: 30, refused: &[] },
    Others { variable: "INGOT_GOAVRO_CHECKOUT", folders: &["fixtures"], least: 18, refused: &GOAVRO },
];

/// Files that show by their names what is wrong with them.
const GOAVRO: [(&str, &str, &str); 12] = [
    ("fixtures/bad-header.avro", "magic", "its fourth byte is another"),
    ("fixtures/blockCountExceedsMaxBlockCount.avro", "end-of-input", "it ends behind the count"),
    ("fixtures/blockSizeExceedsMaxBlockSize.avro", "limit-block", "as its name says"),
    ("fixtures/blockSizeNotGreaterThanZero.avro", "end-of-input", "it ends behind a size of 0"),
    ("fixtures/cannotDiscardBlockBytes.avro", "end-of-input", "it ends behind the size"),
    ("fixtures/cannotReadBlockSize.avro", "end-of-input", "it ends behind the count"),
    ("fixtures/cannotReadSyncMarker.avro", "end-of-input", "it ends behind the block's bytes"),
    ("fixtures/firstBlockCountNotGreaterThanZero.avro", "end-of-input", "it ends behind a count of 0"),
    ("fixtures/secondBlockCountZero.avro", "block-size", "its first block has a byte left behind its record"),
    ("fixtures/syncMarkerMismatch.avro", "sync-mismatch", "as its name says"),
    ("fixtures/temp0.avro", "end-of-input", "it has no bytes"),
    ("fixtures/temp1.avro", "codec-data", "its codec is deflate, its block is not"),
];

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "avro") {
            found.push(path);
        }
    }
}

/// Reads a file, writes its values again and reads those; the class of an error.
fn read(bytes: &[u8]) -> Result<usize, &'static str> {
    let all = |bytes: &[u8]| {
        let mut reader = Reader::from_slice(bytes).map_err(|error| error.class().name())?;
        let values = reader.values().collect::<Result<Vec<Value>, _>>().map_err(|error| error.class().name())?;
        Ok((reader.schema().clone(), reader.compression(), values))
    };
    let (schema, compression, values) = all(bytes)?;
    let mut writer = Writer::new(Vec::new(), schema, &compression.into()).unwrap();
    for value in &values {
        writer.write(value).unwrap();
    }
    assert_eq!(all(&writer.finish().unwrap())?.2, values);
    Ok(values.len())
}

#[test]
fn files_of_others_are_read_or_known() {
    let mut wrong = Vec::new();
    for others in OTHERS {
        let Some(checkout) = env::var_os(others.variable).map(PathBuf::from) else {
            eprintln!("{} is not set: nothing is read", others.variable);
            continue;
        };
        let mut found = Vec::new();
        for folder in others.folders {
            files(&checkout.join(folder), &mut found);
        }
        assert!(found.len() >= others.least, "{}: {} files", others.variable, found.len());
        let mut refused = BTreeSet::new();
        for path in found {
            let name = path.strip_prefix(&checkout).unwrap().to_string_lossy().into_owned();
            let bytes = fs::read(&path).unwrap();
            // What can be saved of a damaged file takes no harm either.
            if let Ok(mut reader) = Reader::with(&bytes[..], ReadOptions::from(Tolerance::Damage)) {
                reader.values().for_each(drop);
            }
            if let Err(class) = read(&bytes) {
                refused.insert((name, class));
            }
        }
        let known: BTreeSet<_> = others.refused.iter().map(|(name, class, _)| ((*name).to_owned(), *class)).collect();
        wrong.extend(refused.difference(&known).map(|(name, class)| format!("{name}: {class}")));
        wrong.extend(known.difference(&refused).map(|(name, class)| format!("{name}: {class} no longer")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

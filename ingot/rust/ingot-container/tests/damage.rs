//! Files that are cut or changed: an error, or what is there; never a panic, never other records than were written.

use ingot_container::{Compression, ReadOptions, Reader, Schema, Tolerance, Value, WriteOptions, Writer};

const CODECS: [&str; 6] = ["null", "deflate", "snappy", "zstandard", "bzip2", "xz"];

const SCHEMA: &str = r#"{"type": "record", "name": "R", "fields": [
    {"name": "n", "type": "long"}, {"name": "text", "type": "string"}
]}"#;

fn record(n: i64) -> Value {
    Value::Record(vec![Value::Long(n), Value::String(format!("text {n}"))])
}

/// Three blocks of three records.
fn file(codec: &str) -> Vec<u8> {
    let compression = Compression::named(codec).unwrap();
    let options = WriteOptions { compression, sync: Some(*b"0123456789abcdef"), ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), Schema::parse(SCHEMA).unwrap(), &options).unwrap();
    for n in 0..9 {
        writer.write(&record(n)).unwrap();
        if n % 3 == 2 {
            writer.flush().unwrap();
        }
    }
    writer.finish().unwrap()
}

/// The records before the first error, and whether there was one.
fn read(bytes: &[u8], options: &ReadOptions) -> (Vec<Value>, bool) {
    let Ok(mut reader) = Reader::from_slice_with(bytes, options.clone()) else { return (Vec::new(), true) };
    let mut found = Vec::new();
    while let Some(value) = reader.next_value() {
        let Ok(value) = value else {
            assert!(reader.next_value().is_none(), "nothing comes behind an error");
            return (found, true);
        };
        found.push(value);
    }
    (found, false)
}

#[test]
fn a_cut_file_gives_what_is_whole() {
    for codec in CODECS {
        let whole = file(codec);
        let mut reader = Reader::from_slice(&whole).unwrap();
        let mut ends = vec![reader.header().length()];
        while let Some(block) = reader.next_block().unwrap() {
            ends.push(usize::try_from(block.offset()).unwrap());
        }
        ends = [&ends[2..], &[whole.len()]].concat();
        let all: Vec<Value> = (0..9).map(record).collect();
        for end in 0..whole.len() {
            let cut = &whole[..end];
            let records = 3 * ends.iter().filter(|block| **block <= end).count();
            let (found, failed) = read(cut, &Tolerance::Nothing.into());
            assert_eq!(found, all[..records], "{codec} to {end}");
            let at_block = end == reader.header().length() || ends.contains(&end);
            assert_eq!(failed, !at_block, "{codec} to {end}");
            let (found, failed) = read(cut, &Tolerance::Cut.into());
            assert_eq!(found, all[..records], "{codec} to {end}, leniently");
            assert_eq!(failed, end < reader.header().length(), "{codec} to {end}, leniently");
        }
    }
}

#[test]
fn a_changed_byte_is_an_error_or_changes_values_where_there_is_no_checksum() {
    for codec in CODECS {
        let whole = file(codec);
        let header = Reader::from_slice(&whole).unwrap().header().length();
        let all: Vec<Value> = (0..9).map(record).collect();
        for place in 0..whole.len() {
            for bit in [0x01, 0x80, 0xff] {
                let mut changed = whole.clone();
                changed[place] ^= bit;
                let (strict, failed) = read(&changed, &Tolerance::Nothing.into());
                let (_, _) = read(&changed, &Tolerance::Cut.into());
                let Ok(mut reader) = Reader::from_slice_with(&changed, Tolerance::Damage.into()) else { continue };
                let salvaged: Vec<Value> = reader.values().map(|value| value.expect("damage is skipped")).collect();
                if place < header {
                    continue;
                }
                assert!(salvaged.len() >= strict.len(), "{codec}, byte {place}");
                if salvaged.len() < all.len() {
                    assert!(!reader.lost().is_empty(), "{codec}, byte {place}: a loss is told");
                }
                let checked = matches!(codec, "snappy" | "bzip2" | "xz");
                if checked {
                    assert!(failed || strict == all, "{codec}, byte {place}");
                    // A block is there whole or not at all, so at least two of three are, unless two ran together.
                    assert!(salvaged.iter().all(|value| all.contains(value)), "{codec}, byte {place}");
                    assert!(salvaged.len() >= 3, "{codec}, byte {place}: {}", salvaged.len());
                }
            }
        }
    }
}

#[test]
fn salvage_loses_no_more_than_the_damaged_block() {
    for codec in CODECS {
        let mut bytes = file(codec);
        let mut reader = Reader::from_slice(&bytes).unwrap();
        reader.next_block().unwrap();
        let second = usize::try_from(reader.next_block().unwrap().unwrap().offset()).unwrap();
        bytes[second] = 0xff;
        let mut reader = Reader::from_slice_with(&bytes, Tolerance::Damage.into()).unwrap();
        let found: Vec<Value> = reader.values().map(Result::unwrap).collect();
        assert_eq!(found, [0, 1, 2, 6, 7, 8].map(record), "{codec}");
        let [loss] = reader.lost() else { panic!("{codec}: {:?}", reader.lost()) };
        assert_eq!(loss.offset, second as u64);
        assert!(Reader::from_slice_with(&bytes, Tolerance::Cut.into()).unwrap().values().any(|value| value.is_err()));
    }
}

#[test]
fn salvage_keeps_the_records_before_a_wrong_one() {
    let mut bytes = file("null");
    let text = bytes.windows(6).position(|part| part == b"text 4").unwrap();
    bytes[text] = 0xff;
    let mut reader = Reader::from_slice_with(&bytes, Tolerance::Damage.into()).unwrap();
    let found: Vec<Value> = reader.values().map(Result::unwrap).collect();
    assert_eq!(found, [0, 1, 2, 3, 6, 7, 8].map(record));
    assert_eq!(reader.lost()[0].records, Some(2));
    let error = Reader::from_slice(&bytes).unwrap().values().find_map(Result::err).unwrap();
    let block = reader.lost()[0].offset;
    assert_eq!(
        error.to_string(),
        format!("byte {block}: in the block that begins here, record 1: text, byte 10: a string that is not UTF-8")
    );
}

/// A file of one record in each block, the marker of the first changed.
fn with_a_changed_marker(first: &[u8], others: &[&[u8]]) -> Vec<u8> {
    let options = WriteOptions { sync: Some(*b"0123456789abcdef"), ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), Schema::parse("\"bytes\"").unwrap(), &options).unwrap();
    for record in [&[first], others].concat() {
        writer.write(&Value::Bytes(record.to_vec())).unwrap();
        writer.flush().unwrap();
    }
    let mut bytes = writer.finish().unwrap();
    let header = Reader::from_slice(&bytes).unwrap().header().length();
    let place = header + bytes[header..].windows(first.len()).position(|part| part == first).unwrap() + first.len();
    bytes[place..place + 16].fill(b'x');
    bytes
}

#[test]
fn a_block_that_only_lacks_its_marker_counts() {
    let bytes = with_a_changed_marker(b"first", &[b"second", b"third"]);
    for tolerance in [Tolerance::Cut, Tolerance::Damage] {
        let mut reader = Reader::from_slice_with(&bytes, tolerance.into()).unwrap();
        let found: Vec<Value> = reader.values().map(Result::unwrap).collect();
        assert_eq!(found, [&b"first"[..], b"second", b"third"].map(|record| Value::Bytes(record.into())));
        assert_eq!((reader.lost().len(), reader.warnings().len()), (0, 1));
    }
}

/// Else each of many could claim all that is behind it, and all of that would be unpacked for each.
#[test]
fn a_block_that_holds_the_marker_and_does_not_end_with_it_counts_for_nothing() {
    let inner = b"before 0123456789abcdef\x02\x0c\x0ainner0123456789abcdef";
    let bytes = with_a_changed_marker(inner, &[b"second", b"third"]);
    assert!(read(&bytes, &Tolerance::Cut.into()).1);
    for stream in [false, true] {
        let salvage = ReadOptions::from(Tolerance::Damage);
        let found: Vec<Value> = if stream {
            Reader::with(&bytes[..], salvage).unwrap().values().map(Result::unwrap).collect()
        } else {
            Reader::from_slice_with(&bytes, salvage).unwrap().values().map(Result::unwrap).collect()
        };
        // What is found behind the inner marker; the second block goes with what is skipped behind the changed one.
        assert_eq!(found, [&b"inner"[..], b"third"].map(|record| Value::Bytes(record.into())));
    }
}

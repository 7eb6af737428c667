//! What a writer does with its blocks, and what it refuses.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use ingot_container::{
    Compression, ContainerError, DataError, Header, ReadOptions, Reader, Schema, Value, WriteOptions, Writer,
};

fn longs() -> Schema {
    Schema::parse("\"long\"").unwrap()
}

fn values(file: &[u8]) -> Vec<Value> {
    Reader::from_slice(file).unwrap().values().map(Result::unwrap).collect()
}

/// Notes each call.
#[derive(Clone, Default)]
struct Calls(Arc<Mutex<Vec<Vec<u8>>>>);

impl Write for Calls {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().push(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_file_broken_off_between_two_calls_can_be_read() {
    for compression in [Compression::Null, Compression::Snappy] {
        let calls = Calls::default();
        let options = WriteOptions { compression, block_bytes: 4, ..WriteOptions::default() };
        let mut writer = Writer::new(calls.clone(), longs(), &options).unwrap();
        for n in 0..10 {
            writer.write(&Value::Long(n)).unwrap();
            let file = calls.0.lock().unwrap().concat();
            assert_eq!(i64::try_from(values(&file).len()).unwrap(), (n + 1) / 4 * 4);
        }
        drop(writer);
        assert_eq!(calls.0.lock().unwrap().len(), 4, "a header and three blocks");
        assert_eq!(values(&calls.0.lock().unwrap().concat()).len(), 10, "the last by the drop");
    }
}

/// Has room for so many bytes, until it is given more.
struct Room<'a>(&'a Mutex<(Vec<u8>, usize)>);

impl Write for Room<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (file, room) = &mut *self.0.lock().unwrap();
        let taken = bytes.len().min(*room - file.len());
        file.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn nothing_follows_a_block_that_was_written_in_part() {
    for compression in [Compression::Null, Compression::Snappy] {
        let disk = Mutex::new((Vec::new(), 1 << 20));
        let options = WriteOptions { compression, block_bytes: 4, ..WriteOptions::default() };
        let mut writer = Writer::new(Room(&disk), longs(), &options).unwrap();
        let before = disk.lock().unwrap().0.len();
        disk.lock().unwrap().1 = before + 3;
        let failed = |done: Result<(), ContainerError>| assert_eq!(done.unwrap_err().class().name(), "io");
        for n in 0..3 {
            writer.write(&Value::Long(n)).unwrap();
        }
        failed(writer.write(&Value::Long(3)));
        disk.lock().unwrap().1 = 1 << 20;
        for n in 0..3 {
            writer.write(&Value::Long(n)).unwrap();
        }
        failed(writer.write(&Value::Long(3)));
        failed(writer.write_block(1, &[2]));
        failed(writer.finish().map(drop));
        assert_eq!(disk.lock().unwrap().0.len(), before + 3);
    }
}

#[test]
fn what_cannot_be_written_leaves_the_block_as_it_was() {
    let mut writer = Writer::new(Vec::new(), longs(), &WriteOptions::default()).unwrap();
    writer.write(&Value::Long(1)).unwrap();
    assert_eq!(writer.write(&Value::Null).unwrap_err().class().name(), "value-invalid");
    let error = writer.codec().encode(&Value::Null).unwrap_err();
    let failed: Result<(), _> = writer.write_by(|out| {
        out.push(7);
        Err::<(), DataError>(error)
    });
    assert!(failed.is_err());
    writer.write_encoded(&[4]).unwrap();
    writer
        .write_by(|out| {
            out.push(6);
            Ok(())
        })
        .unwrap();
    writer.write_block(2, &[8, 10]).unwrap();
    assert_eq!(values(&writer.finish().unwrap()), (1..=5).map(Value::Long).collect::<Vec<_>>());
}

#[test]
fn no_block_is_longer_than_readers_take() {
    let options = WriteOptions { most_bytes: 10, ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), Schema::parse("\"string\"").unwrap(), &options).unwrap();
    let text = |length| Value::String("x".repeat(length));
    writer.write(&text(5)).unwrap();
    writer.write(&text(8)).unwrap();
    let error = writer.write(&text(10)).unwrap_err();
    assert_eq!(error.to_string(), "11 bytes in one block: more than 10, which readers may refuse");
    writer.write(&text(1)).unwrap();
    let file = writer.finish().unwrap();
    assert_eq!(values(&file), [text(5), text(8), text(1)]);
    let options = ReadOptions { block_bytes: 10, ..ReadOptions::default() };
    assert_eq!(Reader::from_slice_with(&file, options).unwrap().values().flatten().count(), 3);
}

/// Bytes that no codec makes fewer, others for each seed.
fn noise(mut state: u64, length: usize) -> Vec<u8> {
    let byte = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    };
    (0..length).map(byte).collect()
}

#[test]
fn no_block_is_longer_than_readers_take_after_it_was_packed() {
    const MOST: usize = 20_000;
    let reading = ReadOptions { block_bytes: MOST, ..ReadOptions::default() };
    for name in ["deflate", "snappy", "zstandard", "bzip2", "xz"] {
        let compression = Compression::named(name).unwrap();
        let options = WriteOptions { compression, block_bytes: MOST, most_bytes: MOST, ..WriteOptions::default() };
        let mut writer = Writer::new(Vec::new(), Schema::parse("\"bytes\"").unwrap(), &options).unwrap();
        let record = |length| Value::Bytes(noise(1, length));
        // Ten together are as long as a block may be, and longer when they are packed.
        let ten: Vec<_> = (0..10).map(|seed| Value::Bytes(noise(seed, MOST / 10 - 2))).collect();
        for record in &ten {
            writer.write(record).unwrap();
        }
        // A record alone is too long then: it is left out, and what stands before it is not.
        writer.write(&record(1)).unwrap();
        let error = writer.write(&record(MOST - 5)).unwrap_err();
        assert_eq!((error.class().name(), error.offset()), ("limit-block", None), "{name}");
        assert!(error.to_string().contains(" packed bytes in one block: more than 20000,"), "{name}: {error}");
        // In one block with others, too, and the others are written.
        let long = writer.codec().encode(&record(MOST - 7)).unwrap();
        let short = [2, b'x'];
        let error = writer.write_block(3, &[&short[..], &long, &short].concat()).unwrap_err();
        assert_eq!(error.class().name(), "limit-block", "{name}");
        writer.write(&record(2)).unwrap();
        let file = writer.finish().unwrap();

        let read: Result<Vec<_>, _> = Reader::from_slice_with(&file, reading.clone()).unwrap().values().collect();
        let x = || Value::Bytes(vec![b'x']);
        let rest = [record(1), x(), x(), record(2)];
        assert_eq!(read.unwrap(), [ten, rest.to_vec()].concat(), "{name}");
        assert_eq!(blocks(&file, &reading)[..2], [5, 5], "{name}");
    }
}

#[test]
fn no_header_is_longer_than_readers_take() {
    let made = |length: usize, header_bytes| {
        let metadata = vec![("made-by".to_owned(), vec![0; length])];
        let options = WriteOptions { metadata, header_bytes, sync: Some([7; 16]), ..WriteOptions::default() };
        let mut out = io::Cursor::new(Vec::new());
        Writer::new(&mut out, longs(), &options).and_then(Writer::finish)?;
        assert!(Writer::append(&mut out, &options).is_ok());
        Ok::<_, ContainerError>(out.into_inner())
    };
    let most = WriteOptions::default().header_bytes;
    let spare = most - made(0, most).unwrap().len() - 3;
    let longest = made(spare, most).unwrap();
    assert_eq!(longest.len(), most);
    assert!(Reader::from_slice(&longest).is_ok() && Reader::new(&longest[..]).is_ok());

    let error = made(spare + 1, most).unwrap_err();
    assert_eq!(error.class().name(), "limit-header");
    let wanted = "a header of 16777217 bytes, 6 of them the schema: more than 16777216, which readers may refuse";
    assert_eq!(error.to_string(), wanted);
    // Who reads more may write more.
    let longer = made(spare + 1, most + 1).unwrap();
    assert_eq!(Reader::from_slice(&longer).unwrap_err().class().name(), "limit-header");
    let reading = ReadOptions { header_bytes: most + 1, ..ReadOptions::default() };
    assert!(Reader::from_slice_with(&longer, reading).is_ok());

    let mut out = Vec::new();
    let options = WriteOptions { metadata: vec![("made-by".to_owned(), vec![0; most])], ..WriteOptions::default() };
    assert!(Writer::new(&mut out, longs(), &options).is_err());
    assert!(out.is_empty());
}

#[test]
fn a_record_that_is_too_long_leaves_a_block_of_items_without_bytes_as_it_was() {
    let schema = r#"{"type": "record", "name": "R", "fields": [
        {"name": "a", "type": {"type": "array", "items": "null"}}, {"name": "s", "type": "bytes"}
    ]}"#;
    let record =
        |nulls, bytes| Value::Record(vec![Value::Array(vec![Value::Null; nulls]), Value::Bytes(vec![b'x'; bytes])]);
    let options = WriteOptions { most_bytes: 1000, zero_width: 8, ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), Schema::parse(schema).unwrap(), &options).unwrap();
    writer.write(&record(3, 0)).unwrap();
    // Its nulls are too many for the block, its bytes for any.
    assert_eq!(writer.write(&record(4, 2000)).unwrap_err().class().name(), "limit-block");
    // And such a record's nulls do not count.
    assert_eq!(writer.write(&record(1, 2000)).unwrap_err().class().name(), "limit-block");
    writer.write(&record(1, 1)).unwrap();
    // The first needs another block for its nulls, the second for its bytes.
    writer.write(&record(4, 600)).unwrap();
    writer.write(&record(0, 600)).unwrap();
    let file = writer.finish().unwrap();
    assert_eq!(values(&file), [record(3, 0), record(1, 1), record(4, 600), record(0, 600)]);
    let reading = ReadOptions { block_bytes: 1000, ..ReadOptions::default() };
    assert_eq!(blocks(&file, &reading), [2, 1, 1]);
}

#[test]
fn levels_and_names_that_there_are_not_are_refused() {
    for compression in
        [Compression::Deflate(13), Compression::Zstandard(23), Compression::Bzip2(0), Compression::Xz(-1)]
    {
        let error = Writer::new(Vec::new(), longs(), &compression.into()).unwrap_err();
        assert_eq!(error.class().name(), "codec-unknown");
        assert!(error.to_string().contains("has no level"), "{error}");
    }
    let options = WriteOptions { metadata: vec![("avro.made".into(), Vec::new())], ..WriteOptions::default() };
    assert_eq!(Writer::new(Vec::new(), longs(), &options).unwrap_err().class().name(), "key-duplicate");
}

#[test]
fn a_cut_file_is_not_appended_to() {
    let mut writer = Writer::new(Vec::new(), longs(), &WriteOptions::default()).unwrap();
    writer.write(&Value::Long(1)).unwrap();
    let mut file = writer.finish().unwrap();
    file.pop();
    let error = Writer::append(io::Cursor::new(file), &WriteOptions::default()).unwrap_err();
    assert_eq!(error.class().name(), "sync-mismatch");
}

#[test]
fn markers_differ_from_file_to_file() {
    let made = |_| *Writer::new(Vec::new(), longs(), &WriteOptions::default()).unwrap().sync();
    let mut markers: Vec<[u8; 16]> = (0..50).map(made).collect();
    markers.sort_unstable();
    markers.dedup();
    assert_eq!(markers.len(), 50);
}

#[test]
fn the_head_of_a_file_with_another_codec_can_be_read() {
    let mut file = Writer::new(Vec::new(), longs(), &WriteOptions::default()).unwrap().finish().unwrap();
    let place = file.windows(4).position(|part| part == b"null").unwrap();
    file[place..place + 4].copy_from_slice(b"lz4h");
    let header = Header::read(&file[..], &ReadOptions::default()).unwrap();
    assert_eq!((header.codec_name(), header.schema().to_string().as_str()), (&b"lz4h"[..], "\"long\""));
    let error = Reader::from_slice(&file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 0: no codec \"lz4h\": there are null, deflate, snappy, zstandard, bzip2 and xz"
    );
}

/// How many records the blocks of a file have; its values are read by the way.
fn blocks(file: &[u8], options: &ReadOptions) -> Vec<u64> {
    assert!(Reader::from_slice_with(file, options.clone()).unwrap().values().all(|value| value.is_ok()));
    let mut reader = Reader::from_slice_with(file, options.clone()).unwrap();
    let mut counts = Vec::new();
    while let Some(block) = reader.next_block().unwrap() {
        counts.push(block.count());
    }
    counts
}

#[test]
fn blocks_have_no_more_items_without_bytes_than_readers_take() {
    let mut reading = ReadOptions::default();
    reading.data.limits.zero_width = 10;
    let options = WriteOptions { zero_width: 10, ..WriteOptions::default() };
    let writer = |text: &str| Writer::new(Vec::new(), Schema::parse(text).unwrap(), &options).unwrap();

    let mut arrays = writer(r#"{"type": "array", "items": "null"}"#);
    let nulls = |count| Value::Array(vec![Value::Null; count]);
    for count in [2, 2, 2, 10, 0, 1] {
        arrays.write(&nulls(count)).unwrap();
    }
    let error = arrays.write(&nulls(11)).unwrap_err();
    assert_eq!((error.class().name(), error.offset()), ("limit-zero-width", None));
    arrays.write(&nulls(1)).unwrap();
    // The same bytes as they are.
    arrays.write_block(5, &[4, 0, 4, 0, 4, 0, 20, 0, 2, 0]).unwrap();
    assert_eq!(arrays.write_block(2, &[4, 0, 22, 0]).unwrap_err().class().name(), "limit-zero-width");
    assert_eq!(blocks(&arrays.finish().unwrap(), &reading), [2, 1, 1, 3, 2, 1, 1, 1, 1]);

    let mut nothing = writer("\"null\"");
    for _ in 0..12 {
        nothing.write(&Value::Null).unwrap();
    }
    nothing.write_block(12, &[]).unwrap();
    assert_eq!(blocks(&nothing.finish().unwrap(), &reading), [5, 5, 2, 5, 5, 2]);

    let mut fields = writer(
        r#"{"type": "record", "name": "R", "fields": [
            {"name": "a", "type": "null"}, {"name": "b", "type": "null"}
        ]}"#,
    );
    for _ in 0..5 {
        fields.write_encoded(&[]).unwrap();
    }
    assert_eq!(blocks(&fields.finish().unwrap(), &reading), [2, 2, 1]);
}

#[test]
fn bytes_of_no_records_do_not_stand_before_those_of_others() {
    for schema in ["\"long\"", r#"["null", {"type": "array", "items": "null"}]"#] {
        let mut writer = Writer::new(Vec::new(), Schema::parse(schema).unwrap(), &WriteOptions::default()).unwrap();
        let error = writer.write_block(0, &[2, 4]).unwrap_err();
        assert_eq!(error.to_string(), "a block of 0 records has 2 bytes");
        assert_eq!(error.class().name(), "block-size");
        writer.write_block(0, &[]).unwrap();
        writer.write_block(1, &[0]).unwrap();
        let file = writer.finish().unwrap();
        assert_eq!(blocks(&file, &ReadOptions::default()), [1]);
    }
}

#[test]
fn what_is_no_record_is_written_as_it_is() {
    let schema = Schema::parse(r#"{"type": "array", "items": "null"}"#).unwrap();
    let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default()).unwrap();
    writer.write_block(2, &[2, 0, 7]).unwrap();
    let file = writer.finish().unwrap();
    let mut reader = Reader::from_slice(&file).unwrap();
    let mut block = reader.next_block().unwrap().unwrap();
    assert_eq!((block.count(), block.bytes().unwrap()), (2, &[2, 0, 7][..]));
}

//! Blocks on several threads are what they are on one.

use std::io::Cursor;

use ingot_container::{
    Block, Compression, ContainerError, ReadOptions, Reader, Schema, Tolerance, Value, WriteOptions, Writer,
};

fn file() -> Vec<u8> {
    let options = WriteOptions { compression: Compression::Snappy, block_bytes: 50, ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), Schema::parse("\"string\"").unwrap(), &options).unwrap();
    for n in 0..1000 {
        writer.write(&Value::String(format!("text {n}"))).unwrap();
    }
    writer.finish().unwrap()
}

fn values(block: &mut Block<'_>) -> Result<Vec<Value>, ContainerError> {
    block.values()?.collect()
}

/// The records, the error if there was one, and what was lost.
fn read(bytes: &[u8], options: ReadOptions, threads: usize) -> (Vec<Value>, Option<String>, Vec<u64>) {
    let mut reader = Reader::from_slice_with(bytes, options).unwrap();
    let mut found = Vec::new();
    let done = reader.in_parallel(threads, values, |values| {
        found.extend(values);
        Ok(())
    });
    assert!(reader.next_value().is_none(), "nothing comes behind the end, nor behind an error");
    (found, done.err().map(|error| error.to_string()), reader.lost().iter().map(|loss| loss.offset).collect())
}

/// The same, asked for block by block.
fn read_ahead(bytes: &[u8], options: ReadOptions, threads: usize) -> (Vec<Value>, Option<String>, Vec<u64>) {
    let mut ahead = Reader::with(Cursor::new(bytes.to_vec()), options).unwrap().ahead(threads, values);
    let mut found = Vec::new();
    let error = loop {
        match ahead.next_made() {
            Ok(Some(values)) => found.extend(values),
            Ok(None) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    assert!(ahead.next_made().unwrap().is_none(), "nothing comes behind the end, nor behind an error");
    (found, error, ahead.reader().lost().iter().map(|loss| loss.offset).collect())
}

/// The same, by blocks that are taken along.
fn read_unpacked(bytes: &[u8], options: ReadOptions, threads: usize) -> (Vec<Value>, Option<String>, Vec<u64>) {
    let reader = Reader::with(Cursor::new(bytes.to_vec()), options).unwrap();
    let codec = reader.codec().clone();
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is one of a block of one lifetime")]
    let mut ahead = reader.ahead(threads, |block| block.unpacked());
    let mut found = Vec::new();
    let error = loop {
        match ahead.next_made() {
            Ok(Some(mut block)) => {
                while let Some(value) = block.next_by(|bytes, options| codec.decode_next(bytes, options)) {
                    found.push(value.unwrap());
                }
            }
            Ok(None) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    (found, error, ahead.reader().lost().iter().map(|loss| loss.offset).collect())
}

#[test]
fn in_the_order_of_the_file_with_any_number_of_threads() {
    let file = file();
    let all: Vec<Value> = Reader::from_slice(&file).unwrap().values().map(Result::unwrap).collect();
    for threads in [0, 1, 2, 3, 8] {
        for read in [read, read_ahead, read_unpacked] {
            assert_eq!(read(&file, ReadOptions::default(), threads), (all.clone(), None, Vec::new()));
        }
    }
}

#[test]
fn what_is_whole_before_the_end_of_a_cut_file_is_given_first() {
    let file = file();
    let cut = &file[..file.len() - 3];
    let expected = read(cut, ReadOptions::default(), 1);
    assert!(expected.0.len() > 900 && expected.1.is_some());
    for threads in [2, 3] {
        for read in [read, read_ahead, read_unpacked] {
            assert_eq!(read(cut, ReadOptions::default(), threads), expected.clone());
        }
    }
}

#[test]
fn errors_and_losses_are_those_of_one_thread() {
    let mut file = file();
    let blocks = {
        let mut reader = Reader::from_slice(&file).unwrap();
        let mut blocks = Vec::new();
        while let Some(block) = reader.next_block().unwrap() {
            blocks.push(block.offset());
        }
        blocks
    };
    // A byte of a packed block, behind its head.
    file[usize::try_from(blocks[40]).unwrap() + 8] ^= 0xff;
    let (before, error, _) = read(&file, ReadOptions::default(), 1);
    assert!(error.is_some());
    let (all, none, lost) = read(&file, Tolerance::Damage.into(), 1);
    assert_eq!((none, &lost), (None, &vec![blocks[40]]));
    for threads in [2, 3] {
        for read in [read, read_ahead, read_unpacked] {
            assert_eq!(read(&file, ReadOptions::default(), threads), (before.clone(), error.clone(), Vec::new()));
            assert_eq!(read(&file, Tolerance::Damage.into(), threads), (all.clone(), None, lost.clone()));
        }
    }
    let mut reader = Reader::from_slice(&file).unwrap();
    let stop = || ContainerError::from(std::io::Error::other("enough"));
    assert_eq!(reader.in_parallel(3, values, |_| Err(stop())).unwrap_err().to_string(), "enough");
}

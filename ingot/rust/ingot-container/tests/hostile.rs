//! Headers of strangers: each ends soon, within memory, in a header or in an error of its class.

#[path = "../../ingot-schema/tests/counting/mod.rs"]
mod counting;

use ingot_codec::wire::{put_long, put_run};
use ingot_container::{Class, ContainerClass, ContainerError, Header, ReadOptions, Schema, WriteOptions, Writer};

/// A header of an `int`, and blocks of further entries.
fn header(blocks: usize, entries: i64, mut entry: impl FnMut(&mut Vec<u8>)) -> Vec<u8> {
    let mut file = b"Obj\x01".to_vec();
    put_long(&mut file, 1);
    put_run(&mut file, b"avro.schema");
    put_run(&mut file, b"\"int\"");
    for _ in 0..blocks {
        put_long(&mut file, entries);
        (0..entries).for_each(|_| entry(&mut file));
    }
    file.push(0);
    file.extend([7; 16]);
    file
}

fn read(file: &[u8]) -> Result<Header, ContainerError> {
    let (header, most) = counting::most(|| Header::read(file, &ReadOptions::default()));
    assert!(most < 64 << 20, "{most} bytes");
    header
}

fn class(file: &[u8]) -> Class {
    read(file).unwrap_err().class()
}

#[test]
fn entries_without_bytes_are_limited() {
    let none = |file: &mut Vec<u8>| file.extend([0, 0]);
    assert_eq!(class(&header(1, 8_000_000, none)), ContainerClass::LimitHeader.into());
    assert_eq!(class(&header(400, 20_000, none)), ContainerClass::LimitHeader.into());
    assert_eq!(read(&header(3, 20_000, none)).unwrap().entries().len(), 60_001);
    let options = WriteOptions { metadata: vec![(String::new(), Vec::new()); 1 << 16], ..WriteOptions::default() };
    let error = Writer::new(Vec::new(), Schema::parse("\"int\"").unwrap(), &options).err().unwrap();
    assert_eq!(error.class(), ContainerClass::LimitHeader.into());
}

#[test]
fn a_limit_that_is_no_limit_ends_too() {
    let file = header(0, 0, |_| ());
    let options = ReadOptions { header_bytes: usize::MAX, ..ReadOptions::default() };
    assert_eq!(Header::read(&file[..], &options).unwrap().length(), file.len());
    assert!(Header::read(&file[..20], &options).is_err());
}

#[test]
fn names_of_the_specification_are_not_compared_with_all_before() {
    let mut number = 0;
    let mut next = |file: &mut Vec<u8>| {
        number += 1;
        put_run(file, format!("avro.{number:07}").as_bytes());
        file.push(0);
    };
    assert_eq!(class(&header(50, 20_000, &mut next)), ContainerClass::LimitHeader.into());
    let file = header(3, 20_000, &mut next);
    assert_eq!(read(&file).unwrap().entries().len(), 60_001);
    let mut twice = file[..file.len() - 17].to_vec();
    put_long(&mut twice, 1);
    put_run(&mut twice, format!("avro.{number:07}").as_bytes());
    twice.extend([0; 18]);
    assert_eq!(class(&twice), ContainerClass::KeyDuplicate.into());
}

//! Files of types: what is written is what values of the same schema give, and what is read of others is resolved.

use std::io::Cursor;

use ingot::container::{ReadOptions, Reader, TypedWriter, WriteOptions, Writer};
use ingot::{Codec, Record, Schema, Typed, Value};
use serde::{Deserialize, Serialize};

#[derive(Record, Serialize, Deserialize, Debug, PartialEq, Clone)]
struct Tea {
    name: String,
    grams: Option<i64>,
}

/// What the file had before: no grams, and a price.
const OLD: &str = r#"{"type": "record", "name": "Tea", "fields": [
    {"name": "price", "type": "int"},
    {"name": "name", "type": "string"}
]}"#;

#[derive(Record, Debug, PartialEq)]
#[avro(name = "Tea")]
struct New {
    name: String,
    #[avro(default = "7.5")]
    grams: f64,
    price: i64,
}

fn options() -> WriteOptions {
    WriteOptions { sync: Some([7; 16]), block_bytes: 100, ..WriteOptions::default() }
}

fn teas() -> Vec<Tea> {
    (0..100).map(|n| Tea { name: format!("tea {n}"), grams: (n % 3 > 0).then_some(n) }).collect()
}

/// A file of these, written as a type.
fn file() -> Vec<u8> {
    let mut writer = TypedWriter::new(Vec::new(), &options()).unwrap();
    for tea in teas() {
        writer.write(&tea).unwrap();
    }
    writer.finish().unwrap()
}

#[test]
fn types_values_and_serde_write_one_file() {
    let schema = Typed::<Tea>::of().unwrap().schema().clone();
    let mut values = Writer::new(Vec::new(), schema.clone(), &options()).unwrap();
    let mut by_serde = Writer::new(Vec::new(), schema, &options()).unwrap();
    for tea in teas() {
        let grams = tea
            .grams
            .map_or(Value::Union(0, Box::new(Value::Null)), |grams| Value::Union(1, Box::new(Value::Long(grams))));
        values.write(&Value::Record(vec![Value::String(tea.name.clone()), grams])).unwrap();
        by_serde.serialize(&tea).unwrap();
    }
    assert_eq!(values.finish().unwrap(), file());
    assert_eq!(by_serde.finish().unwrap(), file());
}

#[test]
fn types_and_serde_read_it_again() {
    let file = file();
    let read: Result<Vec<Tea>, _> = Reader::from_slice(&file).unwrap().typed().unwrap().collect();
    assert_eq!(read.unwrap(), teas());
    let read: Result<Vec<Tea>, _> = Reader::from_slice(&file).unwrap().deserialize().collect();
    assert_eq!(read.unwrap(), teas());
}

#[test]
fn records_borrow_from_blocks() {
    #[derive(Record, Deserialize)]
    struct Tea<'b> {
        name: &'b str,
        grams: Option<i64>,
    }

    let file = file();
    let mut reader = Reader::from_slice(&file).unwrap();
    let typed = Typed::<Tea<'_>>::new(reader.schema()).unwrap();
    let codec = Codec::new(reader.schema().clone());
    let (mut names, mut blocks, mut grams) = (Vec::new(), 0, 0);
    while let Some(mut block) = reader.next_block().unwrap() {
        let records = block.records(|bytes, options| typed.decode_next(bytes, options)).unwrap();
        let held: Vec<Tea<'_>> = records.collect::<Result<_, _>>().unwrap();
        names.extend(held.iter().map(|tea| tea.name.to_owned()));
        drop(held);
        let records = block.records(|bytes, options| codec.next_from_slice::<Tea<'_>>(bytes, options)).unwrap();
        grams += records.map(|tea| tea.unwrap().grams.unwrap_or(0)).sum::<i64>();
        blocks += 1;
    }
    assert!(blocks > 5);
    assert_eq!(names, teas().into_iter().map(|tea| tea.name).collect::<Vec<_>>());
    assert_eq!(grams, teas().into_iter().filter_map(|tea| tea.grams).sum::<i64>());
}

#[test]
fn files_of_another_schema_are_read_as_the_type() {
    let mut writer = Writer::new(Vec::new(), Schema::parse(OLD).unwrap(), &options()).unwrap();
    for price in 0..50 {
        writer.write(&Value::Record(vec![Value::Int(price), Value::String("oolong".into())])).unwrap();
    }
    let file = writer.finish().unwrap();
    let read: Vec<New> = Reader::from_slice(&file).unwrap().typed().unwrap().map(Result::unwrap).collect();
    let wanted = |price| New { name: "oolong".into(), grams: 7.5, price };
    assert_eq!(read, (0..50).map(wanted).collect::<Vec<_>>());

    let error = Reader::from_slice(&file).unwrap().typed::<Tea>().err().unwrap();
    assert_eq!(error.class().name(), "resolution");
    assert_eq!(error.to_string(), "grams: the writer has no such field, and the reader no default for it");
    let error = TypedWriter::<_, Tea>::over(writer_of(OLD)).unwrap_err();
    assert_eq!(error.class().name(), "resolution");
    assert_eq!(error.to_string(), "the whole: the type has the field name, the schema price");
}

fn writer_of(schema: &str) -> Writer<Vec<u8>> {
    Writer::new(Vec::new(), Schema::parse(schema).unwrap(), &options()).unwrap()
}

#[test]
fn files_are_appended_to() {
    let mut writer = TypedWriter::over(Writer::append(Cursor::new(file()), &options()).unwrap()).unwrap();
    for tea in teas() {
        writer.write(&tea).unwrap();
    }
    let file = writer.finish().unwrap().into_inner();
    let read: Vec<Tea> = Reader::from_slice(&file).unwrap().typed().unwrap().map(Result::unwrap).collect();
    assert_eq!(read, [teas(), teas()].concat());
}

/// Five bytes of each record could claim as many items as there may be in all records of the block.
#[test]
fn items_without_bytes_are_counted_for_the_whole_block() {
    #[derive(Record, Deserialize)]
    struct Nulls {
        nulls: Vec<()>,
    }

    let mut writer = TypedWriter::new(Vec::new(), &WriteOptions::default()).unwrap();
    for _ in 0..3 {
        writer.write(&Nulls { nulls: vec![(); 4] }).unwrap();
    }
    let file = writer.finish().unwrap();
    let reader = |zero_width| {
        let mut options = ReadOptions::default();
        options.data.limits.zero_width = zero_width;
        Reader::from_slice_with(&file, options).unwrap()
    };
    for (limit, good) in [(12, 3), (11, 2)] {
        assert_eq!(reader(limit).values().flatten().count(), good);
        assert_eq!(reader(limit).typed::<Nulls>().unwrap().flatten().count(), good);
        assert_eq!(reader(limit).deserialize::<Nulls>().flatten().count(), good);
    }
    let error = reader(11).typed::<Nulls>().unwrap().find_map(Result::err).unwrap();
    assert_eq!(error.class().name(), "limit-zero-width");
}

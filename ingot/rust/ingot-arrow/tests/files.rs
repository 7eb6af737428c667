//! Files as batches: the same rows as by records, whatever the blocks and the batches are.

#[expect(dead_code, unused_imports, reason = "other tests make schemas by chance")]
mod made;

use arrow_array::RecordBatch;
use ingot_arrow::{ColumnOptions, Columns};
use ingot_codec::{Schema, Value};
use ingot_container::{Compression, ContainerError, ReadOptions, Reader, Tolerance, WriteOptions, Writer};
use ingot_schema::Random;

use made::{EVERYTHING, rows, widened};

fn file(schema: &Schema, compression: Compression, values: &[Value]) -> Vec<u8> {
    let options = WriteOptions { compression, block_bytes: 2000, ..WriteOptions::default() };
    let mut writer = Writer::new(Vec::new(), schema.clone(), &options).unwrap();
    for value in values {
        writer.write(value).unwrap();
    }
    writer.finish().unwrap()
}

fn some_rows(schema: Schema, batch_rows: usize) -> Columns {
    Columns::with(schema, ColumnOptions { batch_rows, ..ColumnOptions::default() }).unwrap()
}

#[test]
fn batches_have_the_records() {
    let schema = Schema::parse(EVERYTHING).unwrap();
    let values: Vec<Value> = Random::new(&schema, 5).take(300).collect();
    let wanted: Vec<Value> = values.iter().map(|value| widened(&schema, schema.root(), value.clone())).collect();
    for (compression, batch_rows) in [(Compression::Null, 1), (Compression::Deflate(6), 7), (Compression::Snappy, 8192)]
    {
        let file = file(&schema, compression, &values);
        let columns = some_rows(schema.clone(), batch_rows);
        let mut found = Vec::new();
        let mut add = |batches: Vec<RecordBatch>| {
            for batch in batches {
                assert!((1..=batch_rows).contains(&batch.num_rows()));
                found.extend(rows(&schema, &batch));
            }
            Ok::<_, ContainerError>(())
        };
        let mut reader = Reader::from_slice(&file).unwrap();
        let mut blocks = 0;
        while let Some(mut block) = reader.next_block().unwrap() {
            add(columns.batches(&mut block).unwrap()).unwrap();
            blocks += 1;
        }
        assert!(blocks > 3);
        Reader::from_slice(&file).unwrap().in_parallel(2, |block| columns.batches(block), &mut add).unwrap();
        assert_eq!(found, [&wanted[..], &wanted].concat());
    }
}

#[test]
fn what_is_wrong_with_a_block_is_told_with_its_place() {
    let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [{"name": "hot", "type": "boolean"}]}"#);
    let schema = schema.unwrap();
    let columns = some_rows(schema.clone(), 2);
    let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default()).unwrap();
    for block in [&[1, 0, 1][..], &[1, 1, 2], &[1, 1, 1, 1]] {
        writer.write_block(3, block).unwrap();
    }
    let file = writer.finish().unwrap();
    let mut reader = Reader::from_slice(&file).unwrap();
    let mut told = Vec::new();
    while let Some(mut block) = reader.next_block().unwrap() {
        let offset = block.offset();
        told.push(columns.batches(&mut block).map(|batches| batches.len()).map_err(|error| {
            assert_eq!(error.offset(), Some(offset));
            (error.class().name(), error.data().unwrap().offset)
        }));
    }
    assert_eq!(told, [Ok(2), Err(("boolean-invalid", Some(2))), Err(("block-size", Some(3)))]);

    let mut rows = 0;
    let mut reader = Reader::from_slice_with(&file, ReadOptions::from(Tolerance::Damage)).unwrap();
    let count = |batches: Vec<RecordBatch>| {
        rows += batches.iter().map(RecordBatch::num_rows).sum::<usize>();
        Ok(())
    };
    reader.in_parallel(2, |block| columns.batches(block), count).unwrap();
    assert_eq!((rows, reader.lost().len()), (3, 2));
}

/// Each batch could claim as many items without bytes as the whole block may have.
#[test]
fn items_without_bytes_have_one_limit_for_all_batches_of_a_block() {
    let text =
        r#"{"type": "record", "name": "N", "fields": [{"name": "nulls", "type": {"type": "array", "items": "null"}}]}"#;
    let schema = Schema::parse(text).unwrap();
    let file = file(&schema, Compression::Null, &vec![Value::Record(vec![Value::Array(vec![Value::Null; 4])]); 3]);
    for (limit, good) in [(12, true), (11, false)] {
        let mut options = ColumnOptions { batch_rows: 1, ..ColumnOptions::default() };
        options.data.limits.zero_width = limit;
        let columns = Columns::with(schema.clone(), options).unwrap();
        let mut reader = Reader::from_slice(&file).unwrap();
        let found = columns.batches(&mut reader.next_block().unwrap().unwrap());
        assert_eq!(found.map(|batches| batches.len()).ok(), good.then_some(3));
    }
}

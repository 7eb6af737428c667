//! A container file in memory to record batches, and batches to a file: Ingot beside arrow-avro, in batches of as many rows.
//!
//! arrow-avro is used as its documentation says: a `ReaderBuilder` over a buffered reader, and an `AvroWriter` of the file
//! format. Its texts are arrays of offsets by default, as Ingot's are; `views` is its other kind.

use std::hint::black_box;
use std::io::Cursor;

use arrow_array::RecordBatch;
use arrow_avro::reader::ReaderBuilder;
use arrow_avro::writer::AvroWriter;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ingot::Typed;
use ingot::arrow::{Columns, Rows};
use ingot::container::{Reader, WriteOptions, Writer};
use ingot::typed::{Encode, Shaped};
use ingot_bench::{Chance, file};

const RECORDS: usize = 10_000;
const BATCH_ROWS: usize = 8192;

fn ingot_read(file: &[u8]) -> Vec<RecordBatch> {
    let mut reader = Reader::from_slice(file).expect("a file");
    let columns = Columns::new(reader.schema().clone()).expect("a schema with columns");
    let mut batches = Vec::new();
    while let Some(mut block) = reader.next_block().expect("a block") {
        batches.append(&mut columns.batches(&mut block).expect("its records"));
    }
    batches
}

fn arrow_read(file: &[u8], views: bool) -> Vec<RecordBatch> {
    let builder = ReaderBuilder::new().with_batch_size(BATCH_ROWS).with_utf8_view(views);
    builder.build(Cursor::new(file)).expect("a file").map(|batch| batch.expect("a batch")).collect()
}

fn ingot_write(schema: &ingot::Schema, batches: &[RecordBatch]) -> Vec<u8> {
    let rows = Rows::new(schema, &batches[0].schema()).expect("columns of the schema");
    let mut writer = Writer::new(Vec::new(), schema.clone(), &WriteOptions::default()).expect("a file");
    for batch in batches {
        let block = |count, bytes: &[u8]| writer.write_block(count, bytes);
        rows.encode(batch, 64 << 10, block).expect("rows of the schema").expect("a block");
    }
    writer.finish().expect("a file")
}

fn arrow_write(batches: &[RecordBatch]) -> Vec<u8> {
    let mut writer = AvroWriter::new(Vec::new(), batches[0].schema().as_ref().clone()).expect("a file");
    for batch in batches {
        writer.write(batch).expect("a batch");
    }
    writer.finish().expect("a file");
    writer.into_inner()
}

fn compare<T>(criterion: &mut Criterion, name: &str, records: &[T])
where
    T: Shaped + Encode,
{
    let file = file(records).expect("a file in memory");
    let (ours, theirs) = (ingot_read(&file), arrow_read(&file, false));
    let rows = |batches: &[RecordBatch]| batches.iter().map(RecordBatch::num_rows).sum::<usize>();
    assert_eq!((rows(&ours), rows(&theirs)), (records.len(), records.len()));
    assert_eq!(ours[0].columns(), theirs[0].slice(0, ours[0].num_rows()).columns());
    let typed = Typed::<T>::of().expect("a schema");

    let mut read = criterion.benchmark_group("read");
    read.throughput(Throughput::Elements(records.len() as u64));
    read.bench_function(format!("ingot/{name}"), |bench| bench.iter(|| ingot_read(black_box(&file))));
    read.bench_function(format!("arrow-avro/{name}"), |bench| bench.iter(|| arrow_read(black_box(&file), false)));
    read.bench_function(format!("arrow-avro views/{name}"), |bench| bench.iter(|| arrow_read(black_box(&file), true)));
    read.finish();

    let mut write = criterion.benchmark_group("write");
    write.throughput(Throughput::Elements(records.len() as u64));
    write.bench_function(format!("ingot/{name}"), |bench| {
        bench.iter(|| ingot_write(typed.schema(), black_box(&theirs)));
    });
    write.bench_function(format!("arrow-avro/{name}"), |bench| bench.iter(|| arrow_write(black_box(&theirs))));
    write.finish();
}

fn columns(criterion: &mut Criterion) {
    let mut chance = Chance::new();
    compare(criterion, "person", &chance.many(RECORDS, Chance::person));
    compare(criterion, "order", &chance.many(RECORDS, Chance::order));
    compare(criterion, "reading", &chance.many(RECORDS, Chance::reading));
}

criterion_group!(benches, columns);
criterion_main!(benches);

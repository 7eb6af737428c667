//! What the machine itself takes for the bytes and the allocations of records, beside encoding and decoding them.
//!
//! `copy` copies the encoded records, one call a record. `clone` makes each record once more from itself, and so pays for
//! its strings and arrays and nothing else.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ingot::Typed;
use ingot::typed::{Decode, Encode, Shaped};
use ingot_bench::Chance;

const RECORDS: usize = 1000;

fn beside<T>(criterion: &mut Criterion, name: &str, records: &[T])
where
    T: Shaped + Encode + Clone,
    for<'a> T::With<'a>: Decode<'a>,
{
    let typed = Typed::<T>::of().expect("a schema");
    let encoded: Vec<Vec<u8>> = records.iter().map(|record| typed.encode(record).expect("a record")).collect();
    let bytes = encoded.iter().map(Vec::len).sum::<usize>() as u64;
    let mut buffer = Vec::with_capacity(1 << 20);

    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Bytes(bytes));
    group.bench_function("copy", |bench| {
        bench.iter(|| {
            buffer.clear();
            for record in &encoded {
                buffer.extend_from_slice(black_box(record));
            }
            black_box(buffer.len())
        });
    });
    group.bench_function("encode into", |bench| {
        bench.iter(|| {
            buffer.clear();
            for record in records {
                typed.encode_into(black_box(record), &mut buffer).expect("a record");
            }
            black_box(buffer.len())
        });
    });
    group.bench_function("clone", |bench| {
        bench.iter(|| {
            for record in records {
                black_box(black_box(record).clone());
            }
        });
    });
    group.bench_function("decode", |bench| {
        bench.iter(|| {
            for record in &encoded {
                black_box(typed.decode(black_box(record)).expect("a record"));
            }
        });
    });
    group.finish();
}

fn machine(criterion: &mut Criterion) {
    let mut chance = Chance::new();
    beside(criterion, "person", &chance.many(RECORDS, Chance::person));
    beside(criterion, "order", &chance.many(RECORDS, Chance::order));
    beside(criterion, "reading", &chance.many(RECORDS, Chance::reading));
}

criterion_group!(benches, machine);
criterion_main!(benches);

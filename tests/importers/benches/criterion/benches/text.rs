//! Criterion benchmarks of every shape that its folder knows: plain, grouped with parameters, with throughput.

use criterion::{criterion_group, criterion_main, BenchmarkId, Criterion, SamplingMode, Throughput};
use std::hint::black_box;
use std::time::Duration;

fn joined(count: usize) -> String {
    (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(",")
}

fn pushed(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        text.push_str(&number.to_string());
        text.push(',');
    }
    text
}

fn benches(criterion: &mut Criterion) {
    criterion.bench_function("ten", |bencher| bencher.iter(|| joined(black_box(10))));
    let mut group = criterion.benchmark_group("text");
    group.sample_size(10);
    for count in [10_usize, 100] {
        group.throughput(Throughput::Elements(count as u64));
        group.bench_with_input(BenchmarkId::new("joined", count), &count, |bencher, count| {
            bencher.iter(|| joined(black_box(*count)))
        });
        group.bench_with_input(BenchmarkId::new("pushed", count), &count, |bencher, count| {
            bencher.iter(|| pushed(black_box(*count)))
        });
    }
    group.sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Bytes(5));
    group.bench_function("flat", |bencher| bencher.iter(|| joined(black_box(10))));
    group.finish();
}

criterion_group! {
    name = all;
    config = Criterion::default()
        .sample_size(12)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(300));
    targets = benches
}
criterion_main!(all);

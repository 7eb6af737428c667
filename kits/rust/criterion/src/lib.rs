//! Criterion's own loop around an operation, for the Rust kit's feature `criterion`.
//!
//! It shares nothing with the kit's measuring loop, so that the agreement of the two says something. The kit's options
//! come by a variable, and the command line is Criterion's: `--bench --save-baseline NAME`, for instance.

use std::fmt::Display;
use std::hint::black_box;

use criterion::Criterion;

/// Measures passes over the inputs: one iteration is the operation once for each of them.
///
/// Panics where the operation fails.
pub fn measure<Input, Output, Failure: Display>(
    name: &str,
    inputs: &[Input],
    mut operation: impl FnMut(&Input) -> Result<Output, Failure>,
) {
    let mut criterion = Criterion::default().configure_from_args();
    criterion.bench_function(name, |bencher| {
        bencher.iter(|| {
            for input in inputs {
                let result = operation(black_box(input));
                black_box(&result);
                if let Err(failure) = result {
                    panic!("{name}: {failure}");
                }
            }
        });
    });
    criterion.final_summary();
}

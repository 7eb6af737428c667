// At a line of input: four parts of the work in burn, and one in rest.
use std::hint::black_box;

#[inline(never)]
fn burn(times: u64) {
    (0..times).for_each(|i| {
        black_box(i);
    });
}

#[inline(never)]
fn rest(times: u64) {
    (0..times).for_each(|i| {
        black_box(i);
    });
}

fn main() {
    for _ in std::io::stdin().lines() {
        for _ in 0..1_000 {
            burn(400_000);
            rest(100_000);
        }
        println!("done");
    }
}

//! What the fuzz targets share: the parts of an input, and the memory that it may take.

// The tests of the crates count by the same allocator.
#[path = "../../rust/ingot-schema/tests/counting/mod.rs"]
mod counting;

pub mod stores;

/// The parts of an input, with bytes of zero between them: `count` of them, or nothing.
///
/// No schema and no JSON has such a byte, so the last part alone may hold some.
pub fn parts<const COUNT: usize>(input: &[u8]) -> Option<[&[u8]; COUNT]> {
    input.splitn(COUNT, |byte| *byte == 0).collect::<Vec<_>>().try_into().ok()
}

/// What a job gives, which may not take more than 64 MiB, nor a second of processor time.
///
/// The fuzzer's own limit is by the clock, which goes on while other processes run.
pub fn bounded<T>(job: impl FnOnce() -> T) -> T {
    let before = seconds();
    let (done, most) = counting::most(job);
    assert!(most <= 64 << 20, "{most} bytes were in use");
    let taken = seconds() - before;
    assert!(taken <= 1.0, "it took {taken} seconds of processor time");
    done
}

/// The processor time of this thread.
fn seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a place of that type.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(done, 0);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

//! The clocks that a batch is read from.

use std::time::Instant;

/// The span of a batch, or of one thread's part of it.
#[derive(Debug, Clone, Copy)]
pub struct Span {
    wall: (Instant, Instant),
    cpu: (u64, u64),
}

impl Span {
    /// Runs the work between the readings. The wall clock is read last before and first after.
    pub fn of<T>(work: impl FnOnce() -> T) -> (Span, T) {
        let cpu_start = process_cpu_ns();
        let start = Instant::now();
        let result = work();
        let end = Instant::now();
        (Span { wall: (start, end), cpu: (cpu_start, process_cpu_ns()) }, result)
    }

    /// The span from the first start to the last end of both.
    pub fn union(self, other: Span) -> Span {
        Span {
            wall: (self.wall.0.min(other.wall.0), self.wall.1.max(other.wall.1)),
            cpu: (self.cpu.0.min(other.cpu.0), self.cpu.1.max(other.cpu.1)),
        }
    }

    pub fn wall_ns(&self) -> u64 {
        self.wall.1.duration_since(self.wall.0).as_nanos() as u64
    }

    /// Processor time of the whole process in the span.
    pub fn cpu_ns(&self) -> u64 {
        self.cpu.1 - self.cpu.0
    }
}

fn process_cpu_ns() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live timespec of this function; the call writes to nothing else.
    let result = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(result, 0, "the processor time clock cannot be read");
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// The cost of reading the wall clock in nanoseconds, at least 1: the smallest mean of several rounds.
pub fn timer_ns() -> u64 {
    const READS: u64 = 1000;
    let round = || {
        let start = Instant::now();
        for _ in 0..READS {
            std::hint::black_box(Instant::now());
        }
        start.elapsed().as_nanos() as u64 / READS
    };
    (0..20).map(|_| round()).min().unwrap_or(1).max(1)
}

//! The process's allocator: the system's, with a count of the bytes that are asked for.
//!
//! Counting is off while a clock runs: there it costs one relaxed load and one branch an allocation. It is on during
//! one untimed pass, on one thread, whose count is scaled to the batches; nothing else of the process runs meanwhile.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static BYTES: AtomicU64 = AtomicU64::new(0);

#[inline]
fn count(bytes: usize) {
    if ON.load(Relaxed) {
        BYTES.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }

    /// Counted as the allocation of the new size, whether or not the bytes stay where they are.
    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        count(new_size);
        unsafe { System.realloc(pointer, layout, new_size) }
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The heap bytes that the work allocates.
pub fn bytes_of<T>(work: impl FnOnce() -> T) -> (u64, T) {
    /// Counting ends even where the work panics.
    struct Switch;
    impl Drop for Switch {
        fn drop(&mut self) {
            ON.store(false, Relaxed);
        }
    }
    BYTES.store(0, Relaxed);
    ON.store(true, Relaxed);
    let switch = Switch;
    let result = work();
    drop(switch);
    (BYTES.load(Relaxed), result)
}

//! Counts the bytes that a thread has from the allocator, so that tests can say what something takes at most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The bytes that are in use. What another thread freed counts as used here, and there as less than none.
    static USED: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

fn count(more: usize, less: usize) {
    let used = USED.get() + more.cast_signed() - less.cast_signed();
    USED.set(used);
    MOST.set(MOST.get().max(used));
}

// SAFETY: all calls go to the system's allocator as they come.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: the caller keeps what the system's allocator asks.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size, layout.size());
        // SAFETY: as above.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(0, layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// What a job gives, and the most bytes that it had in use at once, beyond those at its start.
pub(crate) fn most<T>(job: impl FnOnce() -> T) -> (T, usize) {
    let before = USED.get();
    MOST.set(before);
    let done = job();
    (done, MOST.get().saturating_sub(before).unsigned_abs())
}

//! A compaction's memory does not grow with the documents: its peak is counted by the allocator.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ingot_store::simulated::limit_part;
use ingot_store::{Options, Scratch, Store};

thread_local! {
    static USED: Cell<usize> = const { Cell::new(0) };
    static PEAK: Cell<usize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static COUNTING: Counting = Counting;

// SAFETY: all is done by the system's allocator; what is counted beside it allocates nothing.
#[expect(unsafe_code, reason = "an allocator")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        USED.set(USED.get().wrapping_add(layout.size()));
        PEAK.set(PEAK.get().max(USED.get()));
        // SAFETY: as above.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        USED.set(USED.get().wrapping_sub(layout.size()));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// The most bytes that the heap had during a compaction, beyond those before it.
fn peak(documents: u64) -> usize {
    let folder = Scratch::new();
    let store = Store::open(&folder, &Options::default()).unwrap();
    let mut own = store.collection("own").unwrap();
    for number in 0..documents {
        own.put_raw(&number.to_string(), b"{}").unwrap();
        if number % 1000 == 999 {
            own.commit().unwrap();
        }
    }
    own.commit().unwrap();
    let before = USED.get();
    PEAK.set(before);
    own.compact().unwrap();
    let peak = PEAK.get() - before;
    assert_eq!(own.len(), documents);
    let found = own.verify(|_, _| ()).unwrap();
    assert_eq!((found.documents, found.torn_segments), (documents, 0));
    assert!(own.stats().unwrap().segments == 1);
    peak
}

#[test]
#[cfg_attr(feature = "safe", ignore = "the safe twin keeps files in memory")]
fn a_compaction_needs_no_more_memory_for_more_documents() {
    // So small that both indexes are made in parts.
    limit_part(Some(1 << 14));
    let (small, large) = (peak(80_000), peak(240_000));
    println!("{small} bytes for 80,000 documents, {large} for 240,000");
    // A bit for each entry, and four bytes for each 512 slots of the index.
    let bits = (240_000 - 80_000) / 8 * 2;
    assert!(large < small + bits, "{small} bytes for 80,000 documents, {large} for 240,000");
}

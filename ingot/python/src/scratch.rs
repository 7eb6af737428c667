//! What a call uses and leaves to the next one: the buffer that is encoded into, the collector's pause.

use core::cell::Cell;

use pyo3::ffi;

/// The buffer that values are encoded into before the bytes of Python are made, which have their size from the start.
struct Kept(Cell<Vec<u8>>);

// The interpreter's lock is held by the code that takes it or gives it back, and neither runs any of the interpreter's code.
#[cfg(not(Py_GIL_DISABLED))]
unsafe impl Sync for Kept {}

#[cfg(not(Py_GIL_DISABLED))]
static KEPT: Kept = Kept(Cell::new(Vec::new()));

#[cfg(Py_GIL_DISABLED)]
thread_local! {
    static KEPT: Kept = const { Kept(Cell::new(Vec::new())) };
}

#[inline]
fn kept<T>(with: impl FnOnce(&Kept) -> T) -> T {
    #[cfg(not(Py_GIL_DISABLED))]
    return with(&KEPT);
    #[cfg(Py_GIL_DISABLED)]
    KEPT.with(with)
}

/// No larger buffer is kept for the next time.
const MOST_KEPT: usize = 1 << 20;

/// Lends an empty buffer. While it is lent, another one is made for who encodes within an encoding, or beside it. The
/// interpreter is held.
#[inline]
pub(crate) fn scratch<T>(write: impl FnOnce(&mut Vec<u8>) -> T) -> T {
    let mut out = kept(|kept| kept.0.take());
    let done = write(&mut out);
    if out.capacity() <= MOST_KEPT {
        out.clear();
        // One that somebody else has put there meanwhile is given up.
        drop(kept(|kept| kept.0.replace(out)));
    }
    done
}

/// While it lives, the collector does not look at what is made: it would find nothing, again and again.
pub(crate) struct Paused(bool);

impl Paused {
    pub(crate) fn new() -> Self {
        Paused(unsafe { ffi::PyGC_Disable() } != 0)
    }
}

impl Drop for Paused {
    fn drop(&mut self) {
        if self.0 {
            unsafe { ffi::PyGC_Enable() };
        }
    }
}

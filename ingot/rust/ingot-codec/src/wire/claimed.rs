//! Writing without looking where the room ends: it is claimed before.
//!
//! [`Out`] owns the room, [`At`] is the place of the next byte in it. The invariant of both: between `At` and the end of
//! the vector's capacity lie at least as many bytes as are claimed and not yet written, and [`SLACK`] bytes more. Each
//! method of [`Out`] says how much of the claim it uses up, and may write anything into the slack behind that. All of
//! them are private to the crate; in debug builds each claim is counted, so that tests find who writes more than it
//! claimed. `claimed_safe.rs` does the same, and looks at every byte's place.
#![expect(unsafe_code, reason = "a look at the end for every part would cost as much as writing it")]

use alloc::vec::Vec;
use core::ptr::NonNull;

use super::copies::copy;
use super::varint::{long_bytes, packed, zigzag};

/// How many bytes behind a claim may be written: whole words are, whatever is needed of them.
const SLACK: usize = 16;

/// Bytes that grow at their end.
pub struct Out<'v> {
    bytes: &'v mut Vec<u8>,
    /// As many bytes before the end of the capacity as there is slack.
    end: NonNull<u8>,
}

/// The place of the next byte of an [`Out`].
#[derive(Clone, Copy)]
pub struct At {
    place: NonNull<u8>,
    #[cfg(debug_assertions)]
    claimed: usize,
}

impl<'v> Out<'v> {
    /// How much more room there has to be than is claimed.
    pub(crate) const SLACK: usize = SLACK;

    /// Behind the bytes that are there, with room for so many.
    #[inline]
    pub(crate) fn new(bytes: &'v mut Vec<u8>, room: usize) -> (Self, At) {
        bytes.reserve(room.saturating_add(SLACK));
        let mut out = Out { bytes, end: NonNull::dangling() };
        let at = out.at_length(room);
        (out, at)
    }

    /// The same for one part, behind which nothing is claimed.
    #[inline]
    pub(crate) fn one(bytes: &'v mut Vec<u8>, room: usize) -> (Self, At) {
        Out::new(bytes, room)
    }

    /// The place behind the vector's bytes, of which as many are free as are claimed, and the slack.
    #[inline]
    fn at_length(&mut self, claimed: usize) -> At {
        let (length, capacity) = (self.bytes.len(), self.bytes.capacity());
        debug_assert!(capacity - length >= claimed + SLACK);
        let start = self.bytes.as_mut_ptr();
        // SAFETY: both places lie within the vector's capacity, which is at least `SLACK`, and no place of it is null.
        unsafe {
            self.end = NonNull::new_unchecked(start.add(capacity - SLACK));
            At {
                place: NonNull::new_unchecked(start.add(length)),
                #[cfg(debug_assertions)]
                claimed,
            }
        }
    }

    /// Room for so many bytes, whatever was claimed before.
    #[inline]
    pub(crate) fn claim(&mut self, at: At, room: usize) -> At {
        if room <= self.end.as_ptr() as usize - at.place.as_ptr() as usize {
            return At {
                #[cfg(debug_assertions)]
                claimed: room,
                ..at
            };
        }
        self.grow(at, room)
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, at: At, room: usize) -> At {
        self.end_at(at);
        self.bytes.reserve(room.saturating_add(SLACK));
        self.at_length(room)
    }

    /// The vector ends here.
    #[inline]
    pub(crate) fn end_at(&mut self, at: At) {
        let length = at.place.as_ptr() as usize - self.bytes.as_ptr() as usize;
        // SAFETY: the bytes before `at` lie within the capacity, by the invariant, and each was written before `at` went
        // past it.
        unsafe { self.bytes.set_len(length) }
    }
}

impl At {
    /// The place so many bytes on; `bound` is taken off the claim.
    #[inline]
    fn after(self, length: usize, bound: usize) -> At {
        debug_assert!(length <= bound);
        At {
            // SAFETY: by the invariant so many bytes of the vector lie behind this place.
            place: unsafe { self.place.add(length) },
            #[cfg(debug_assertions)]
            claimed: self.claimed.checked_sub(bound).expect("more is written than was claimed"),
        }
    }
}

#[expect(clippy::unused_self, reason = "a twin that checks has to have the bytes")]
impl Out<'_> {
    /// One byte.
    #[inline]
    pub(crate) fn byte(&mut self, at: At, byte: u8) -> At {
        let next = at.after(1, 1);
        // SAFETY: one byte is claimed.
        unsafe { at.place.write(byte) }
        next
    }

    /// So many bytes as they are.
    #[inline]
    pub(crate) fn array<const N: usize>(&mut self, at: At, bytes: [u8; N]) -> At {
        let next = at.after(N, N);
        // SAFETY: `N` bytes are claimed; arrays of bytes need no alignment.
        unsafe { at.place.cast::<[u8; N]>().write(bytes) }
        next
    }

    /// An int, which uses up five bytes of the claim.
    #[inline]
    pub(crate) fn int(&mut self, at: At, value: i32) -> At {
        let (word, length) = packed(u64::from((value << 1 ^ value >> 31).cast_unsigned()));
        let next = at.after(length, 5);
        // SAFETY: five bytes are claimed, and three lie in the slack.
        unsafe { at.place.cast::<u64>().write_unaligned(word.to_le()) }
        next
    }

    /// A long, which uses up ten bytes of the claim.
    #[inline]
    pub(crate) fn long(&mut self, at: At, value: i64) -> At {
        let bits = zigzag(value);
        if bits >> 56 != 0 {
            return self.whole_long(at, bits);
        }
        let (word, length) = packed(bits);
        let next = at.after(length, 10);
        // SAFETY: ten bytes are claimed.
        unsafe { at.place.cast::<u64>().write_unaligned(word.to_le()) }
        next
    }

    #[cold]
    fn whole_long(&mut self, at: At, bits: u64) -> At {
        let (bytes, length) = long_bytes(bits);
        let next = at.after(length, 10);
        // SAFETY: ten bytes are claimed.
        unsafe { at.place.cast::<[u8; 10]>().write(bytes) }
        next
    }

    /// A length, and as many bytes, which use up ten bytes of the claim more than they are.
    #[inline]
    pub(crate) fn run(&mut self, at: At, bytes: &[u8]) -> At {
        let at = self.count(at, bytes.len());
        let next = at.after(bytes.len(), bytes.len());
        // SAFETY: as many bytes as the slice has are claimed; a vector that is written to is no one else's, so they do
        // not overlap.
        unsafe { copy(bytes, at.place.as_ptr()) }
        next
    }

    /// A length or a count of items, which uses up ten bytes of the claim. Most have one byte.
    #[inline]
    pub(crate) fn count(&mut self, at: At, count: usize) -> At {
        if count < 64 {
            let next = at.after(1, 10);
            // SAFETY: ten bytes are claimed.
            unsafe { at.place.write(count.to_le_bytes()[0] << 1) }
            return next;
        }
        // No vector is longer than an i64 can say.
        self.long(at, i64::try_from(count).unwrap_or(i64::MAX))
    }
}

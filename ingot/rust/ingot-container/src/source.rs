//! Where a file's bytes come from: a slice, of which nothing is copied, or a stream.

use std::io::{self, ErrorKind, Read};

/// Bytes from the first that is not yet read on. [`Reader`](crate::Reader) is made of one by `new` or `from_slice`.
pub trait Source: sealed::Sealed {
    /// The bytes at hand, at least so many unless the input ends before; an error if it cannot be read.
    #[doc(hidden)]
    fn at_hand(&mut self, least: usize) -> io::Result<&[u8]>;

    /// The bytes at hand, and no others.
    #[doc(hidden)]
    fn held(&self) -> &[u8];

    /// Goes on behind so many of the bytes at hand.
    #[doc(hidden)]
    fn skip(&mut self, count: usize);
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for &[u8] {}
    impl<R> Sealed for super::Stream<R> {}
    #[cfg(feature = "async")]
    impl Sealed for super::Fed {}
}

impl Source for &[u8] {
    fn at_hand(&mut self, _least: usize) -> io::Result<&[u8]> {
        Ok(self)
    }

    #[inline]
    fn held(&self) -> &[u8] {
        self
    }

    fn skip(&mut self, count: usize) {
        *self = &self[count..];
    }
}

/// A stream of bytes.
#[derive(Debug)]
pub struct Stream<R> {
    input: R,
    window: Window,
}

impl<R> Stream<R> {
    pub(crate) fn new(input: R) -> Self {
        Stream { input, window: Window::default() }
    }
}

impl<R: Read> Source for Stream<R> {
    fn at_hand(&mut self, least: usize) -> io::Result<&[u8]> {
        while self.window.held().len() < least {
            match self.input.read(self.window.room(least)) {
                Ok(0) => break,
                Ok(count) => self.window.filled(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(self.window.held())
    }

    #[inline]
    fn held(&self) -> &[u8] {
        self.window.held()
    }

    fn skip(&mut self, count: usize) {
        self.window.skip(count);
    }
}

/// What an asynchronous reader has read so far.
#[cfg(feature = "async")]
#[derive(Debug, Default)]
pub(crate) struct Fed {
    pub(crate) window: Window,
    pub(crate) ended: bool,
    /// How many bytes are needed to go on.
    pub(crate) due: usize,
}

#[cfg(feature = "async")]
impl Source for Fed {
    fn at_hand(&mut self, least: usize) -> io::Result<&[u8]> {
        if self.window.held().len() < least && !self.ended {
            self.due = least;
            return Err(ErrorKind::WouldBlock.into());
        }
        Ok(self.window.held())
    }

    #[inline]
    fn held(&self) -> &[u8] {
        self.window.held()
    }

    fn skip(&mut self, count: usize) {
        self.window.skip(count);
    }
}

/// Bytes that were read from a stream and are not yet done with. The room is reused, and grows with what has come, so
/// that a size in a file does not make it grow.
#[derive(Debug, Default)]
pub(crate) struct Window {
    room: Vec<u8>,
    start: usize,
    end: usize,
}

impl Window {
    const LEAST: usize = 64 << 10;

    #[inline]
    pub(crate) fn held(&self) -> &[u8] {
        &self.room[self.start..self.end]
    }

    pub(crate) fn skip(&mut self, count: usize) {
        self.start = (self.start + count).min(self.end);
    }

    /// Room behind what is held, on the way to hold so many bytes; never empty.
    pub(crate) fn room(&mut self, least: usize) -> &mut [u8] {
        let held = self.end - self.start;
        // Many bytes are not moved again and again for few: blocks may claim as much, each a little further on.
        let few = (1..held / 4).contains(&self.start);
        if self.end == self.room.len() || (!few && self.start + least > self.room.len()) {
            let slack = if few { held / 4 } else { 0 };
            self.room.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, held);
            let size = least.min(held.saturating_mul(2)).max(held + 1).max(Self::LEAST) + slack;
            if self.room.len() < size {
                self.room.resize(size, 0);
            }
        }
        &mut self.room[self.end..]
    }

    pub(crate) fn filled(&mut self, count: usize) {
        self.end = (self.end + count).min(self.room.len());
    }
}

#[cfg(test)]
mod tests {
    use std::io::{self, Read};

    use super::{Source, Stream};

    #[test]
    fn much_that_is_held_is_not_moved_for_every_few_bytes() {
        const MIB: usize = 1 << 20;
        // What is asked for is there, or more than there is.
        for (length, due) in [(8 * MIB, MIB), (MIB, 4 * MIB)] {
            let mut stream = Stream::new(io::repeat(0).take(length as u64));
            let mut moved = 0;
            for step in 0..10_000 {
                let start = stream.window.start;
                assert!(stream.at_hand(due).unwrap().len() >= due.min(length - 34 * step));
                moved += usize::from(stream.window.start < start);
                stream.skip(34);
            }
            assert!(moved < 10, "{moved}");
            assert!(stream.window.room.len() < 3 * MIB);
        }
    }
}

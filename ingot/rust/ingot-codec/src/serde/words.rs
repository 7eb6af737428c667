//! Names of a schema that are compared with constants of types: most are known by where they lie.

use alloc::boxed::Box;
use core::ops::Deref;
use core::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// A name, and where the constant lies that was the same last: a constant stays what and where it is.
#[derive(Debug)]
pub(super) struct Word {
    text: Box<str>,
    seen: AtomicPtr<u8>,
}

impl Word {
    pub(super) fn new(text: &str) -> Word {
        Word { text: text.into(), seen: AtomicPtr::default() }
    }

    /// Whether it is this text.
    #[inline]
    pub(super) fn is(&self, text: &'static str) -> bool {
        let place = text.as_ptr().cast_mut();
        text.len() == self.text.len() && (self.seen.load(Relaxed) == place || self.learn(text))
    }

    #[cold]
    #[inline(never)]
    fn learn(&self, text: &'static str) -> bool {
        let same = *self.text == *text;
        if same {
            self.seen.store(text.as_ptr().cast_mut(), Relaxed);
        }
        same
    }
}

impl Deref for Word {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        &self.text
    }
}

/// A copy learns again.
impl Clone for Word {
    fn clone(&self) -> Self {
        Word::new(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::Word;

    #[test]
    fn a_word_is_known_wherever_it_lies() {
        let word = Word::new("tea");
        // The same text at two places, and another text of its length.
        let again: &'static str = String::from("tea").leak();
        for _ in 0..3 {
            assert!(word.is("tea"));
            assert!(word.is(again));
            assert!(!word.is("ale"));
            assert!(!word.is("teas"));
            // Where a word begins, a shorter one does, too.
            assert!(!word.is(&again[..2]));
        }
        assert!(!word.clone().is(""));
        assert!(Word::new("").is(""));
    }
}

//! JSON as bytes: checked whole, and its fields at the top found, without any value being made.

use std::borrow::Cow;
use std::ops::Range;

use crate::limits::DEPTH;
use crate::marks::{BLOCK, marks};

/// What is wrong with a text, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
    /// Whether it is beyond a limit.
    pub(crate) limit: bool,
}

/// A text that is checked as it is gone through.
///
/// Each method begins at a byte and gives the one behind what it went through; none where something is wrong, which is
/// then in `fault`. So the place stays in a register, on which everything waits.
struct Scanner<'t> {
    text: &'t [u8],
    /// Whether white space has a line break.
    breaks: bool,
    /// The marks of a block of the text, and where that begins.
    marks: u64,
    block: usize,
    fault: Option<Fault>,
}

/// The name of a field as it is written, between the quotes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name<'t> {
    pub(crate) written: &'t [u8],
    is_escaped: bool,
}

impl<'t> Name<'t> {
    /// Whether it is this one.
    #[inline]
    pub(crate) fn is(self, name: &str) -> bool {
        self.written == name.as_bytes() || (self.is_escaped && unescaped(self.written).is_some_and(|own| own == name))
    }

    /// Its text; none if that is no Unicode.
    #[inline]
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        unescaped(self.written)
    }
}

/// The object that a text is, whole and nothing else, and its white space; each field at the top is given to `each`,
/// with its name as it is written, between the quotes, and its value; an error for anything else.
pub(crate) fn object<'t>(
    text: &'t [u8],
    mut each: impl FnMut(Name<'t>, Range<usize>) -> Result<(), Fault>,
) -> Result<Object, Fault> {
    let mut scanner = Scanner { text, breaks: false, marks: 0, block: 0, fault: None };
    scanner.look(0);
    match scanner.whole(&mut each) {
        Some(whole) => Ok(Object { whole, breaks: scanner.breaks }),
        None => Err(scanner.fault.unwrap_or(Fault { at: 0, what: "not an object", limit: false })),
    }
}

/// Where an object is.
pub(crate) struct Object {
    pub(crate) whole: Range<usize>,
    /// Whether there are line breaks between its tokens, or around it.
    pub(crate) breaks: bool,
}

/// The value of a field at the top of a document, as it is written; the last one of this name.
pub(crate) fn field<'t>(document: &'t [u8], name: &str) -> Option<&'t [u8]> {
    let mut found = None;
    object(document, |own, value| {
        if own.is(name) {
            found = Some(value);
        }
        Ok(())
    })
    .ok()?;
    Some(&document[found?])
}

/// The text of a string as it is written, between the quotes; none if it is no Unicode.
pub(crate) fn unescaped(written: &[u8]) -> Option<Cow<'_, str>> {
    if !written.contains(&b'\\') {
        return std::str::from_utf8(written).ok().map(Cow::Borrowed);
    }
    let quoted = [b"\"", written, b"\""].concat();
    serde_json::from_slice::<String>(&quoted).ok().map(Cow::Owned)
}

impl<'t> Scanner<'t> {
    #[inline]
    fn byte(&self, at: usize) -> Option<u8> {
        self.text.get(at).copied()
    }

    #[cold]
    fn fault<T>(&mut self, at: usize, what: &'static str) -> Option<T> {
        let what = if at < self.text.len() { what } else { "the text ends too early" };
        self.fault = Some(Fault { at, what, limit: false });
        None
    }

    fn whole(&mut self, each: &mut impl FnMut(Name<'t>, Range<usize>) -> Result<(), Fault>) -> Option<Range<usize>> {
        let start = self.space(0);
        if self.byte(start) != Some(b'{') {
            let has_mark = self.text.starts_with(b"\xef\xbb\xbf");
            return self.fault(start, if has_mark { "a byte order mark before the object" } else { "not an object" });
        }
        let end = self.members(start, 1, each)?;
        let last = self.space(end);
        if last < self.text.len() { self.fault(last, "something behind the object") } else { Some(start..end) }
    }

    #[inline]
    fn space(&mut self, at: usize) -> usize {
        if self.byte(at).is_some_and(|byte| byte <= b' ') { self.skip(at) } else { at }
    }

    fn skip(&mut self, mut at: usize) -> usize {
        while let Some(byte @ (b' ' | b'\t' | b'\n' | b'\r')) = self.byte(at) {
            self.breaks |= matches!(byte, b'\n' | b'\r');
            at += 1;
        }
        at
    }

    /// Finds the marks of the block that begins here. Behind the text there are zeros.
    #[inline]
    fn look(&mut self, at: usize) {
        let rest = &self.text[at..];
        self.block = at;
        self.marks = if let Some(block) = rest.first_chunk() {
            marks(block)
        } else {
            let mut block = [0; BLOCK];
            block[..rest.len()].copy_from_slice(rest);
            marks(&block)
        };
    }

    /// The next mark from here on, or the end of the text.
    #[inline]
    fn mark(&mut self, mut at: usize) -> usize {
        loop {
            let within = at - self.block;
            if within < BLOCK {
                let marks = self.marks >> within;
                if marks != 0 {
                    return at + marks.trailing_zeros() as usize;
                }
                at = self.block + BLOCK;
            }
            if at >= self.text.len() {
                return self.text.len();
            }
            self.look(at);
        }
    }

    #[inline]
    fn deeper(&mut self, at: usize, depth: usize) -> Option<usize> {
        if depth >= DEPTH {
            self.fault = Some(Fault { at, what: "nested more than 127 deep", limit: true });
            return None;
        }
        Some(depth + 1)
    }

    fn members(
        &mut self,
        at: usize,
        depth: usize,
        each: &mut impl FnMut(Name<'t>, Range<usize>) -> Result<(), Fault>,
    ) -> Option<usize> {
        let mut at = self.space(at + 1);
        if self.byte(at) == Some(b'}') {
            return Some(at + 1);
        }
        loop {
            let (name_end, is_escaped) = self.string(at)?;
            let name = Name { written: &self.text[at + 1..name_end - 1], is_escaped };
            at = self.space(name_end);
            if self.byte(at) != Some(b':') {
                return self.fault(at, "no colon behind a name");
            }
            let start = self.space(at + 1);
            at = self.value(start, depth)?;
            if let Err(fault) = each(name, start..at) {
                self.fault = Some(fault);
                return None;
            }
            at = self.space(at);
            match self.byte(at) {
                Some(b',') => at = self.space(at + 1),
                Some(b'}') => return Some(at + 1),
                _ => return self.fault(at, "neither a comma nor the end of the object"),
            }
        }
    }

    fn items(&mut self, at: usize, depth: usize) -> Option<usize> {
        let mut at = self.space(at + 1);
        if self.byte(at) == Some(b']') {
            return Some(at + 1);
        }
        loop {
            at = self.value(at, depth)?;
            at = self.space(at);
            match self.byte(at) {
                Some(b',') => at = self.space(at + 1),
                Some(b']') => return Some(at + 1),
                _ => return self.fault(at, "neither a comma nor the end of the array"),
            }
        }
    }

    #[inline]
    fn value(&mut self, at: usize, depth: usize) -> Option<usize> {
        match self.byte(at) {
            Some(b'"') => Some(self.string(at)?.0),
            Some(b'-' | b'0'..=b'9') => self.number(at),
            Some(b'{') => {
                let depth = self.deeper(at, depth)?;
                self.members(at, depth, &mut ignored)
            }
            Some(b'[') => {
                let depth = self.deeper(at, depth)?;
                self.items(at, depth)
            }
            Some(b't') => self.word(at, b"true"),
            Some(b'f') => self.word(at, b"false"),
            Some(b'n') => self.word(at, b"null"),
            _ => self.fault(at, "no value"),
        }
    }

    #[inline]
    fn word(&mut self, at: usize, word: &[u8]) -> Option<usize> {
        if self.text[at..].starts_with(word) { Some(at + word.len()) } else { self.fault(at, "no value") }
    }

    #[inline]
    fn digits(&mut self, start: usize) -> Option<usize> {
        let mut at = start;
        while self.byte(at).is_some_and(|byte| byte.is_ascii_digit()) {
            at += 1;
        }
        if at == start { self.fault(at, "a digit is missing") } else { Some(at) }
    }

    #[inline]
    fn number(&mut self, mut at: usize) -> Option<usize> {
        if self.byte(at) == Some(b'-') {
            at += 1;
        }
        at = if self.byte(at) == Some(b'0') { at + 1 } else { self.digits(at)? };
        if self.byte(at) == Some(b'.') {
            at = self.digits(at + 1)?;
        }
        if let Some(b'e' | b'E') = self.byte(at) {
            at += 1;
            if let Some(b'+' | b'-') = self.byte(at) {
                at += 1;
            }
            at = self.digits(at)?;
        }
        Some(at)
    }

    /// A string with its quotes; also gives whether it has escapes.
    #[inline]
    fn string(&mut self, at: usize) -> Option<(usize, bool)> {
        if self.byte(at) != Some(b'"') {
            return self.fault(at, "no name in quotes");
        }
        let at = self.mark(at + 1);
        match self.byte(at) {
            Some(b'"') => Some((at + 1, false)),
            Some(b'\\') => Some((self.escaped(at)?, true)),
            _ => self.fault(at, "a control character within a string"),
        }
    }

    /// The rest of a string, from an escape on.
    #[cold]
    fn escaped(&mut self, mut at: usize) -> Option<usize> {
        loop {
            match self.byte(at) {
                Some(b'"') => return Some(at + 1),
                Some(b'\\') => {
                    at = self.escape(at + 1)?;
                    at = self.mark(at);
                }
                _ => return self.fault(at, "a control character within a string"),
            }
        }
    }

    fn escape(&mut self, at: usize) -> Option<usize> {
        match self.byte(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Some(at + 1),
            Some(b'u') => {
                let (first, end) = self.unit(at)?;
                match first {
                    0xdc00..=0xdfff => self.fault(end, "half of a surrogate pair"),
                    0xd800..=0xdbff => {
                        if !self.text[end..].starts_with(b"\\u") {
                            return self.fault(end, "half of a surrogate pair");
                        }
                        let (second, end) = self.unit(end + 1)?;
                        if (0xdc00..=0xdfff).contains(&second) {
                            Some(end)
                        } else {
                            self.fault(end, "half of a surrogate pair")
                        }
                    }
                    _ => Some(end),
                }
            }
            _ => self.fault(at, "no escape"),
        }
    }

    /// The four digits behind a `u`.
    fn unit(&mut self, at: usize) -> Option<(u16, usize)> {
        let digits = self.text.get(at + 1..at + 5).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let unit = digits.and_then(|digits| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        match unit {
            Some(unit) => Some((unit, at + 5)),
            None => self.fault(at, "four hexadecimal digits are missing"),
        }
    }
}

/// What nested objects are for, whose fields are only checked.
#[expect(clippy::unnecessary_wraps, reason = "fields at the top may be refused")]
fn ignored(_: Name<'_>, _: Range<usize>) -> Result<(), Fault> {
    Ok(())
}

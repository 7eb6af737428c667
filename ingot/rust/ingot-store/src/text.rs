//! JSON as bytes: checked whole, and its fields at the top found, without any value being made.

use std::borrow::Cow;
use std::ops::Range;

use crate::limits::DEPTH;

/// What is wrong with a text, and at which byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) what: &'static str,
    /// Whether it is beyond a limit.
    pub(crate) limit: bool,
}

type Checked<T> = Result<T, Fault>;

/// A text that is checked as it is gone through.
struct Scanner<'t> {
    text: &'t [u8],
    at: usize,
    /// Whether white space has a line break.
    breaks: bool,
    /// Whether the last string has escapes.
    is_escaped: bool,
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
    mut each: impl FnMut(Name<'t>, Range<usize>) -> Checked<()>,
) -> Checked<Object> {
    let mut scanner = Scanner { text, at: 0, breaks: false, is_escaped: false };
    scanner.space();
    let start = scanner.at;
    if scanner.peek() != Some(b'{') {
        return scanner.fault("not an object");
    }
    scanner.members(1, &mut each)?;
    let end = scanner.at;
    scanner.space();
    if scanner.at < text.len() {
        return scanner.fault("something behind the object");
    }
    Ok(Object { whole: start..end, breaks: scanner.breaks })
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

/// Bytes that are looked at together.
const WIDE: usize = 16;

/// Where the first byte is that is a quote, a backslash or a control character; `WIDE` if there is none.
#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
#[inline]
fn first_mark(bytes: &[u8; WIDE]) -> usize {
    // SAFETY: every processor of this architecture has SSE2. The twin is what other ones do, and the feature `safe`.
    #[expect(unsafe_code, reason = "instructions that this architecture has")]
    unsafe {
        vector::first_mark(bytes)
    }
}

#[cfg(all(target_arch = "x86_64", not(feature = "safe")))]
mod vector {
    use std::arch::x86_64::{
        _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8,
    };

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn first_mark(bytes: &[u8; super::WIDE]) -> usize {
        let half = |from: usize| i64::from_le_bytes(bytes[from..from + 8].try_into().unwrap_or_default());
        let all = _mm_set_epi64x(half(8), half(0));
        let is_control = _mm_cmpeq_epi8(all, _mm_min_epu8(all, _mm_set1_epi8(0x1f)));
        let is_quote = _mm_cmpeq_epi8(all, _mm_set1_epi8(b'"'.cast_signed()));
        let is_backslash = _mm_cmpeq_epi8(all, _mm_set1_epi8(b'\\'.cast_signed()));
        let marks = _mm_movemask_epi8(_mm_or_si128(is_control, _mm_or_si128(is_quote, is_backslash)));
        (marks | 1 << super::WIDE).trailing_zeros() as usize
    }
}

/// Where the first byte is that is a quote, a backslash or a control character; `WIDE` if there is none.
#[cfg(not(all(target_arch = "x86_64", not(feature = "safe"))))]
#[inline]
fn first_mark(bytes: &[u8; WIDE]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    // A mark in the high bit of each such byte. The lowest mark is right; those above it may not be.
    let marks = |word: u64| {
        let controls = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
        controls | zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')))
    };
    let word = |from: usize| u64::from_le_bytes(bytes[from..from + 8].try_into().unwrap_or_default());
    match marks(word(0)) {
        0 => 8 + marks(word(8)).trailing_zeros() as usize / 8,
        low => low.trailing_zeros() as usize / 8,
    }
}

impl<'t> Scanner<'t> {
    #[inline]
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    #[cold]
    fn fault<T>(&self, what: &'static str) -> Checked<T> {
        let what = if self.at < self.text.len() { what } else { "the text ends too early" };
        Err(Fault { at: self.at, what, limit: false })
    }

    #[inline]
    fn space(&mut self) {
        if self.peek().is_some_and(|byte| byte <= b' ') {
            self.skip();
        }
    }

    fn skip(&mut self) {
        while let Some(byte @ (b' ' | b'\t' | b'\n' | b'\r')) = self.peek() {
            self.breaks |= matches!(byte, b'\n' | b'\r');
            self.at += 1;
        }
    }

    #[inline]
    fn expect(&mut self, byte: u8, what: &'static str) -> Checked<()> {
        if self.peek() != Some(byte) {
            return self.fault(what);
        }
        self.at += 1;
        Ok(())
    }

    #[inline]
    fn deeper(&self, depth: usize) -> Checked<usize> {
        if depth >= DEPTH {
            return Err(Fault { at: self.at, what: "nested more than 127 deep", limit: true });
        }
        Ok(depth + 1)
    }

    fn members(&mut self, depth: usize, each: &mut impl FnMut(Name<'t>, Range<usize>) -> Checked<()>) -> Checked<()> {
        self.at += 1;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        loop {
            let name = self.string()?;
            let name = Name { written: &self.text[name], is_escaped: self.is_escaped };
            self.space();
            self.expect(b':', "no colon behind a name")?;
            self.space();
            let start = self.at;
            self.value(depth)?;
            each(name, start..self.at)?;
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => break,
                _ => return self.fault("neither a comma nor the end of the object"),
            }
            self.space();
        }
        self.at += 1;
        Ok(())
    }

    fn items(&mut self, depth: usize) -> Checked<()> {
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value(depth)?;
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => break,
                _ => return self.fault("neither a comma nor the end of the array"),
            }
            self.space();
        }
        self.at += 1;
        Ok(())
    }

    fn value(&mut self, depth: usize) -> Checked<()> {
        match self.peek() {
            Some(b'"') => self.string().map(drop),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'{') => {
                let depth = self.deeper(depth)?;
                self.members(depth, &mut ignored)
            }
            Some(b'[') => {
                let depth = self.deeper(depth)?;
                self.items(depth)
            }
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            _ => self.fault("no value"),
        }
    }

    fn word(&mut self, word: &[u8]) -> Checked<()> {
        if !self.text[self.at..].starts_with(word) {
            return self.fault("no value");
        }
        self.at += word.len();
        Ok(())
    }

    fn digits(&mut self) -> Checked<()> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { self.fault("a digit is missing") } else { Ok(()) }
    }

    fn number(&mut self) -> Checked<()> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    /// A string; gives what is between its quotes.
    #[inline]
    fn string(&mut self) -> Checked<Range<usize>> {
        self.expect(b'"', "no name in quotes")?;
        let start = self.at;
        self.is_escaped = false;
        loop {
            while let Some(bytes) = self.text[self.at..].first_chunk() {
                let mark = first_mark(bytes);
                self.at += mark;
                if mark < WIDE {
                    break;
                }
            }
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => {
                    self.is_escaped = true;
                    self.escape()?;
                }
                Some(0..0x20) => return self.fault("a control character within a string"),
                Some(_) => self.at += 1,
                None => return self.fault(""),
            }
        }
        let end = self.at;
        self.at += 1;
        Ok(start..end)
    }

    #[cold]
    fn escape(&mut self) -> Checked<()> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                let first = self.unit()?;
                match first {
                    0xdc00..=0xdfff => return self.fault("half of a surrogate pair"),
                    0xd800..=0xdbff => {
                        if !self.text[self.at..].starts_with(b"\\u") {
                            return self.fault("half of a surrogate pair");
                        }
                        self.at += 1;
                        if !(0xdc00..=0xdfff).contains(&self.unit()?) {
                            return self.fault("half of a surrogate pair");
                        }
                    }
                    _ => {}
                }
            }
            _ => return self.fault("no escape"),
        }
        Ok(())
    }

    /// The four digits behind a `u`.
    fn unit(&mut self) -> Checked<u16> {
        let digits = self.text.get(self.at + 1..self.at + 5).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let unit = digits.and_then(|digits| u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        let Some(unit) = unit else { return self.fault("four hexadecimal digits are missing") };
        self.at += 5;
        Ok(unit)
    }
}

/// What nested objects are for, whose fields are only checked.
fn ignored(_: Name<'_>, _: Range<usize>) -> Checked<()> {
    Ok(())
}

//! From text to JSON by the letter of RFC 8259, within limits; leniently with repeated keys, told.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Data, Json, Number};
use crate::error::{Fault, SchemaClass, Warnings, shown};
use crate::limits::Limits;

/// What was read, and what a strict reader would have refused.
pub(crate) struct Reading {
    pub(crate) json: Json,
    pub(crate) warnings: Warnings,
}

/// What is read though it is no JSON, or none that says one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Odd {
    Nothing,
    /// Keys that are there twice, of which the last counts.
    Keys,
    /// Floats that JSON has no number for, without quotes; they become texts.
    Floats,
}

pub(crate) fn read(text: &str, limits: &Limits, odd: Odd) -> Result<Reading, Fault> {
    if text.len() > limits.text_bytes {
        let message = format!("the text has {} bytes, the limit is {}", text.len(), limits.text_bytes);
        return Err(Fault::new(SchemaClass::LimitText, 0, message));
    }
    let mut reader = Reader {
        text,
        at: 0,
        odd,
        depth: limits.allowed_depth(),
        values: limits.json_values,
        warnings: Warnings::default(),
    };
    let json = reader.value()?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.fault("more text behind the end of the JSON value"));
    }
    Ok(Reading { json, warnings: reader.warnings })
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    odd: Odd,
    /// How much deeper values may lie, and how many more there may be.
    depth: usize,
    values: usize,
    warnings: Warnings,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Json, Fault> {
        self.space();
        let at = self.at;
        let Some(values) = self.values.checked_sub(1) else {
            return Err(Fault::new(SchemaClass::LimitJsonValues, at, "the text has too many JSON values".into()));
        };
        self.values = values;
        let data = match self.peek() {
            Some(b'{') => self.nested(Self::object)?,
            Some(b'[') => self.nested(Self::array)?,
            Some(b'"') => Data::String(self.string()?),
            Some(b'-') if self.text[at..].starts_with("-I") => self.word()?,
            Some(b'-' | b'0'..=b'9') => Data::Number(self.number()?),
            Some(_) => self.word()?,
            None => return Err(self.fault("the text ends where a JSON value is due")),
        };
        Ok(Json { at, data })
    }

    fn nested(&mut self, read: fn(&mut Self) -> Result<Data, Fault>) -> Result<Data, Fault> {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(Fault::new(SchemaClass::LimitDepth, self.at, "JSON values are nested too deeply".into()));
        };
        self.depth = depth;
        self.at += 1;
        let data = read(self)?;
        self.depth += 1;
        Ok(data)
    }

    fn array(&mut self) -> Result<Data, Fault> {
        let mut items = Vec::new();
        self.space();
        if self.take(b']') {
            return Ok(Data::Array(items));
        }
        loop {
            items.push(self.value()?);
            self.space();
            if self.take(b']') {
                return Ok(Data::Array(items));
            }
            self.expect(b',', "a comma or ]")?;
        }
    }

    fn object(&mut self) -> Result<Data, Fault> {
        let mut members: Vec<(String, Json)> = Vec::new();
        let mut keys = Vec::new();
        self.space();
        if self.take(b'}') {
            return Ok(Data::Object(members));
        }
        loop {
            self.space();
            if self.peek() != Some(b'"') {
                return Err(self.fault("a key in quotes is due here"));
            }
            keys.push(self.at);
            let key = self.string()?;
            self.space();
            self.expect(b':', "a colon")?;
            members.push((key, self.value()?));
            self.space();
            if self.take(b'}') {
                self.repeated(&mut members, &keys)?;
                return Ok(Data::Object(members));
            }
            self.expect(b',', "a comma or }")?;
        }
    }

    /// Sees to it that no key is there twice; leniently the last one counts.
    fn repeated(&mut self, members: &mut Vec<(String, Json)>, keys: &[usize]) -> Result<(), Fault> {
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by(|a, b| members[*a].0.cmp(&members[*b].0).then(a.cmp(b)));
        let mut dropped: Vec<usize> = Vec::new();
        for pair in order.windows(2) {
            if members[pair[0]].0 == members[pair[1]].0 {
                let message = format!("the key {} is there twice", shown(&members[pair[1]].0));
                self.soft(SchemaClass::KeyDuplicate, keys[pair[1]], message)?;
                dropped.push(pair[0]);
            }
        }
        if !dropped.is_empty() {
            dropped.sort_unstable();
            let mut index = 0;
            members.retain(|_| {
                index += 1;
                dropped.binary_search(&(index - 1)).is_err()
            });
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, Fault> {
        self.at += 1;
        let mut out = String::new();
        loop {
            let rest = &self.text.as_bytes()[self.at..];
            let Some(plain) = rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | 0..=0x1f)) else {
                self.at = self.text.len();
                return Err(self.fault("the text ends within a string"));
            };
            out.push_str(&self.text[self.at..self.at + plain]);
            self.at += plain;
            match rest[plain] {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => out.push(self.escape()?),
                _ => return Err(self.fault("a control character in a string has to be written as an escape")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Fault> {
        let letter = self.text.as_bytes().get(self.at + 1).copied();
        let simple = match letter {
            Some(b @ (b'"' | b'\\' | b'/')) => char::from(b),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(self.fault("no such escape in a string")),
        };
        self.at += 2;
        Ok(simple)
    }

    fn unicode(&mut self) -> Result<char, Fault> {
        let mut units = [self.hex(self.at)?, 0];
        if (0xd800..0xdc00).contains(&units[0]) && self.text.as_bytes()[self.at + 6..].starts_with(b"\\u") {
            units[1] = self.hex(self.at + 6)?;
        }
        let Some(Ok(found)) = char::decode_utf16(units).next() else {
            return Err(self.fault("half of a surrogate pair"));
        };
        self.at += 6 * found.len_utf16();
        Ok(found)
    }

    /// The code that stands as `\uXXXX` at an offset.
    fn hex(&self, at: usize) -> Result<u16, Fault> {
        let digits = self.text.as_bytes().get(at + 2..at + 6).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        digits
            .and_then(|digits| u16::from_str_radix(core::str::from_utf8(digits).ok()?, 16).ok())
            .ok_or_else(|| self.fault("\\u needs four hexadecimal digits"))
    }

    fn number(&mut self) -> Result<Number, Fault> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            if !self.take(b'+') {
                self.take(b'-');
            }
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'0'..=b'9' | b'.')) {
            return Err(self.fault("this is no number of JSON"));
        }
        Ok(Number(self.text[start..self.at].into()))
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.fault("a digit is due here")) } else { Ok(()) }
    }

    fn word(&mut self) -> Result<Data, Fault> {
        let rest = &self.text[self.at..];
        for (word, data) in [("null", Data::Null), ("true", Data::Bool(true)), ("false", Data::Bool(false))] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Ok(data);
            }
        }
        for word in ["NaN", "Infinity", "-Infinity"] {
            if self.odd == Odd::Floats && rest.starts_with(word) {
                self.at += word.len();
                return Ok(Data::String(word.into()));
            }
        }
        Err(self.fault("this is no JSON value"))
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), Fault> {
        if self.take(byte) { Ok(()) } else { Err(self.fault(&format!("{what} is due here"))) }
    }

    fn fault(&self, message: &str) -> Fault {
        Fault::new(SchemaClass::Json, self.at, message.into())
    }

    fn soft(&mut self, class: SchemaClass, at: usize, message: String) -> Result<(), Fault> {
        let fault = Fault::new(class, at, message);
        if self.odd != Odd::Keys {
            return Err(fault);
        }
        self.warnings.push(fault);
        Ok(())
    }
}

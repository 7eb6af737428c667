//! JSON without spaces.

use core::fmt::{self, Display, Write};

use super::{Data, Json};

impl Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.data {
            Data::Null => out.write_str("null"),
            Data::Bool(value) => write!(out, "{value}"),
            Data::Number(number) => write!(out, "{number}"),
            Data::String(text) => write_text(out, text),
            Data::Array(items) => {
                out.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    item.fmt(out)?;
                }
                out.write_char(']')
            }
            Data::Object(members) => {
                out.write_char('{')?;
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    write_text(out, key)?;
                    out.write_char(':')?;
                    value.fmt(out)?;
                }
                out.write_char('}')
            }
        }
    }
}

/// Writes a text in quotes, raw but for what JSON forbids: quotes, backslashes and control characters.
pub(crate) fn write_text(out: &mut dyn Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        if byte >= 0x20 && byte != b'"' && byte != b'\\' {
            continue;
        }
        out.write_str(&text[start..at])?;
        match byte {
            b'"' => out.write_str("\\\"")?,
            b'\\' => out.write_str("\\\\")?,
            _ => write!(out, "\\u{byte:04x}")?,
        }
        start = at + 1;
    }
    out.write_str(&text[start..])?;
    out.write_char('"')
}

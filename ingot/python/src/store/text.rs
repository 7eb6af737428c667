//! Strings of JSON, as bytes: where they have to be escaped, and what escapes stand for.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// A mark in the high bit of each byte that is a quote, a backslash or a control character. The lowest mark is right;
/// those above it may not be.
#[inline]
fn marks(word: u64) -> u64 {
    let zeros = |word: u64| word.wrapping_sub(ONES) & !word & HIGHS;
    let controls = word.wrapping_sub(ONES * 0x20) & !word & HIGHS;
    controls | zeros(word ^ (ONES * u64::from(b'"'))) | zeros(word ^ (ONES * u64::from(b'\\')))
}

/// How many bytes there are before the first quote, backslash or control character.
#[inline]
pub(super) fn plain(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = text[at..].first_chunk::<8>() {
        let found = marks(u64::from_le_bytes(*word));
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at + text[at..].iter().take_while(|byte| !matches!(byte, b'"' | b'\\' | ..0x20)).count()
}

/// Adds a text as a string of JSON: escaped where it has to be, and nowhere else.
#[inline]
pub(super) fn put_string(text: &[u8], out: &mut Vec<u8>) {
    out.reserve(text.len() + 2);
    out.push(b'"');
    let first = plain(text);
    out.extend_from_slice(&text[..first]);
    if first < text.len() {
        put_escaped(&text[first..], out);
    }
    out.push(b'"');
}

#[cold]
fn put_escaped(mut text: &[u8], out: &mut Vec<u8>) {
    while let Some((byte, rest)) = text.split_first() {
        match byte {
            b'"' | b'\\' => out.extend([b'\\', *byte]),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            b'\t' => out.extend(b"\\t"),
            ..0x20 => out.extend(format!("\\u{byte:04x}").bytes()),
            _ => out.push(*byte),
        }
        let more = plain(rest);
        out.extend_from_slice(&rest[..more]);
        text = &rest[more..];
    }
}

/// The text of what stands between the quotes, in `room`; none if it has something that is no escape, or half of a
/// surrogate pair.
#[cold]
pub(super) fn unescape(mut written: &[u8], room: &mut Vec<u8>) -> Option<()> {
    room.clear();
    loop {
        let run = plain(written);
        room.extend_from_slice(&written[..run]);
        let Some((_, escape)) = written[run..].split_first() else { return Some(()) };
        let (letter, rest) = escape.split_first()?;
        written = rest;
        room.push(match letter {
            b'"' | b'\\' | b'/' => *letter,
            b'b' => 8,
            b'f' => 12,
            b'n' => b'\n',
            b'r' => b'\r',
            b't' => b'\t',
            b'u' => {
                let character = character(&mut written)?;
                room.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                continue;
            }
            _ => return None,
        });
    }
}

/// The character of the digits behind a `u`, and of the second half that follows a first one.
fn character(rest: &mut &[u8]) -> Option<char> {
    let first = unit(rest)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    *rest = rest.strip_prefix(b"\\u")?;
    let second = unit(rest)?.checked_sub(0xdc00).filter(|second| *second < 0x400)?;
    char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second)
}

fn unit(rest: &mut &[u8]) -> Option<u32> {
    let (digits, left) = rest.split_at_checked(4)?;
    *rest = left;
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | char::from(*digit).to_digit(16)?))
}

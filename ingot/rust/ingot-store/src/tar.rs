//! Archives as `tar` makes them, of plain files only.

use std::io::{self, Read, Write};

use crate::error::{Outcome, StoreClass, StoreError};

/// Bytes of a header, and what the bytes of a file are filled up to.
const BLOCK: usize = 512;

/// Where the parts of a header are.
const NAME: std::ops::Range<usize> = 0..100;
const SIZE: std::ops::Range<usize> = 124..136;
const CHECK: std::ops::Range<usize> = 148..156;
const KIND: usize = 156;
const PREFIX: std::ops::Range<usize> = 345..500;

/// The kind of a plain file. Before 1988 it was a byte of zero.
const FILE: u8 = b'0';

fn octal(number: u64, bytes: &mut [u8]) {
    let digits = bytes.len() - 1;
    bytes[..digits].copy_from_slice(format!("{number:0digits$o}").as_bytes());
}

/// The header of a file with a name of at most 100 bytes.
fn header(name: &str, size: u64) -> [u8; BLOCK] {
    let mut header = [0; BLOCK];
    header[..name.len()].copy_from_slice(name.as_bytes());
    octal(0o644, &mut header[100..108]);
    octal(0, &mut header[108..116]);
    octal(0, &mut header[116..124]);
    if size < 1 << 33 {
        octal(size, &mut header[SIZE]);
    } else {
        header[SIZE.start] = 0x80;
        header[SIZE.end - 8..SIZE.end].copy_from_slice(&size.to_be_bytes());
    }
    octal(0, &mut header[136..148]);
    header[KIND] = FILE;
    header[257..265].copy_from_slice(b"ustar\x0000");
    let sum = sum(&header);
    octal(sum, &mut header[CHECK.start..CHECK.end - 1]);
    header
}

/// The sum of a header's bytes, those of the sum itself taken as spaces.
fn sum(header: &[u8; BLOCK]) -> u64 {
    let byte = |(at, byte): (usize, &u8)| u64::from(if CHECK.contains(&at) { b' ' } else { *byte });
    header.iter().enumerate().map(byte).sum()
}

/// Writes files one after another.
pub(crate) struct Packing<W> {
    output: W,
    /// Bytes of the last file that are still to come.
    left: u64,
    /// The zeros behind it.
    fill: &'static [u8],
}

/// The zeros behind a file of so many bytes.
fn fill(size: u64) -> &'static [u8] {
    const ZEROS: [u8; BLOCK] = [0; BLOCK];
    let over = usize::try_from(size % BLOCK as u64).unwrap_or(0);
    if over == 0 { &[] } else { &ZEROS[over..] }
}

impl<W: Write> Packing<W> {
    pub(crate) fn new(output: W) -> Packing<W> {
        Packing { output, left: 0, fill: &[] }
    }

    /// Begins a file of so many bytes, which are then written.
    pub(crate) fn begin(&mut self, name: &str, size: u64) -> io::Result<()> {
        self.end()?;
        self.left = size;
        self.fill = fill(size);
        self.output.write_all(&header(name, size))
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or_else(|| io::Error::other("a file is longer than was told"))?;
        self.output.write_all(bytes)
    }

    fn end(&mut self) -> io::Result<()> {
        if self.left > 0 {
            return Err(io::Error::other("a file is shorter than was told"));
        }
        self.output.write_all(std::mem::take(&mut self.fill))
    }

    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.end()?;
        self.output.write_all(&[0; 2 * BLOCK])?;
        self.output.flush()
    }
}

/// Reads files one after another.
pub(crate) struct Unpacking<R> {
    input: R,
    left: u64,
    fill: u64,
}

fn wrong(message: impl Into<String>) -> StoreError {
    StoreError::new(StoreClass::ArchiveInvalid, message)
}

fn unread(error: &io::Error) -> StoreError {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => wrong("the archive ends too early"),
        _ => StoreError::new(StoreClass::Io, format!("the archive: {error}")),
    }
}

impl<R: Read> Unpacking<R> {
    pub(crate) fn new(input: R) -> Unpacking<R> {
        Unpacking { input, left: 0, fill: 0 }
    }

    /// The name and the size of the next file; none at the archive's end. An error for anything but a plain file.
    pub(crate) fn next(&mut self) -> Outcome<Option<(String, u64)>> {
        let over = std::mem::take(&mut self.left) + std::mem::take(&mut self.fill);
        let skipped = io::copy(&mut (&mut self.input).take(over), &mut io::sink()).map_err(|error| unread(&error))?;
        if skipped < over {
            return Err(wrong("the archive ends too early"));
        }
        let mut header = [0; BLOCK];
        self.input.read_exact(&mut header).map_err(|error| unread(&error))?;
        if header == [0; BLOCK] {
            return Ok(None);
        }
        if number(&header[CHECK]) != Some(sum(&header)) {
            return Err(wrong("no archive of a store: a header does not have its checksum"));
        }
        let name = name(&header)?;
        match header[KIND] {
            FILE | 0 => {}
            b'1' | b'2' => return Err(wrong(format!("{name:?} is a link, and an archive of a store has none"))),
            _ => return Err(wrong(format!("{name:?} is no plain file, and an archive of a store has nothing else"))),
        }
        let size = number(&header[SIZE]).filter(|size| *size < 1 << 60);
        let size = size.ok_or_else(|| wrong(format!("{name:?} has no size")))?;
        self.left = size;
        self.fill = fill(size).len() as u64;
        Ok(Some((name, size)))
    }

    /// Reads some bytes of the file; 0 at its end.
    pub(crate) fn read(&mut self, bytes: &mut [u8]) -> Outcome<usize> {
        let most = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
        self.input.read_exact(&mut bytes[..most]).map_err(|error| unread(&error))?;
        self.left -= most as u64;
        Ok(most)
    }

    /// Reads a file that may have so many bytes at most.
    pub(crate) fn read_all(&mut self, most: usize) -> Outcome<Vec<u8>> {
        let size = usize::try_from(self.left).ok().filter(|size| *size <= most);
        let mut bytes = vec![0; size.ok_or_else(|| wrong("a file of the archive is too long"))?];
        self.read(&mut bytes)?;
        Ok(bytes)
    }
}

/// A name that is neither absolute nor leads out of a folder.
fn name(header: &[u8; BLOCK]) -> Outcome<String> {
    let field = &header[NAME];
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    if header[PREFIX].iter().chain(&field[end..]).any(|byte| *byte != 0) {
        return Err(wrong("a name in the archive is too long, or has a byte of zero in it"));
    }
    let name = std::str::from_utf8(&field[..end]).map_err(|_| wrong("a name in the archive is no UTF-8"))?;
    if name.is_empty() || name.starts_with('/') || name.split('/').any(|part| part == "..") {
        return Err(wrong(format!("{name:?} is a path that leads elsewhere")));
    }
    Ok(name.to_string())
}

/// A number in octal digits, or, if it is large, in bytes.
fn number(field: &[u8]) -> Option<u64> {
    if let [0x80, high @ .., _, _, _, _, _, _, _, _] = field {
        let low = field.last_chunk()?;
        return high.iter().all(|byte| *byte == 0).then(|| u64::from_be_bytes(*low));
    }
    let text = std::str::from_utf8(field).ok()?.trim_matches(['\0', ' ']);
    u64::from_str_radix(text, 8).ok()
}

//! Framed bytes: for each record its length as four bytes, least significant first, then its bytes.

use std::io::{self, Write};

/// The records in some framed bytes; none if they end inside a record.
pub fn split(mut framed: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut records = Vec::new();
    while !framed.is_empty() {
        let (length, rest) = framed.split_first_chunk::<4>()?;
        let (record, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        records.push(record.to_vec());
        framed = rest;
    }
    Some(records)
}

/// Writes one record.
pub fn write(output: &mut impl Write, record: &[u8]) -> io::Result<()> {
    let length = u32::try_from(record.len()).map_err(|_| io::Error::other("a record of 4 GiB or more"))?;
    output.write_all(&length.to_le_bytes())?;
    output.write_all(record)
}

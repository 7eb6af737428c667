//! How files are read and written, and how much they may take.

use ingot_codec::{Limits, Options};

use crate::compression::Compression;

/// What of a file is read though it is not as it should be; each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Tolerance {
    /// Nothing: what is not right is an error.
    Nothing,
    /// What some libraries write, and is whole: deflate with bytes behind it (as fastavro writes it) or with zlib's head,
    /// an empty name of a codec. It is told as a [warning](crate::Reader::warnings).
    #[default]
    Odd,
    /// What is whole of a file that is cut, and a whole block with another marker behind it. The one is told as a
    /// [loss](crate::Reader::lost), the other as a warning.
    Cut,
    /// Damage: it is skipped up to the next marker, and told as a loss.
    Damage,
}

/// How a file is read.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// What is read though it is not as it should be.
    pub tolerance: Tolerance,
    /// Bytes of a block at most, packed and unpacked.
    pub block_bytes: usize,
    /// Bytes of the header at most.
    pub header_bytes: usize,
    /// How records are read. Its limit of items without bytes is one for all records of a block together.
    pub data: Options,
}

impl From<Tolerance> for ReadOptions {
    fn from(tolerance: Tolerance) -> Self {
        ReadOptions { tolerance, ..ReadOptions::default() }
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            tolerance: Tolerance::default(),
            block_bytes: 64 << 20,
            header_bytes: 16 << 20,
            data: Options::default(),
        }
    }
}

/// How a file is written.
#[derive(Debug, Clone)]
pub struct WriteOptions {
    /// The codec, with its level.
    pub compression: Compression,
    /// A block is written as soon as its records have this many bytes.
    pub block_bytes: usize,
    /// No block has more bytes than this, packed or unpacked, so that readers with this limit can read it. One that
    /// packing makes longer is written as several.
    pub most_bytes: usize,
    /// No header has more bytes than this, so that readers with this limit can read it.
    pub header_bytes: usize,
    /// No record has more values without bytes than this, and no block of several more than half of it, so that readers
    /// with this limit can read it, by another schema, too.
    pub zero_width: u64,
    /// The marker between blocks; by default 16 bytes by chance.
    pub sync: Option<[u8; 16]>,
    /// Further entries of the header. Names that begin with `avro.` are the specification's.
    pub metadata: Vec<(String, Vec<u8>)>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        let ReadOptions { block_bytes: most_bytes, header_bytes, .. } = ReadOptions::default();
        WriteOptions {
            compression: Compression::Null,
            block_bytes: 64 << 10,
            most_bytes,
            header_bytes,
            zero_width: Limits::default().zero_width,
            sync: None,
            metadata: Vec::new(),
        }
    }
}

impl From<Compression> for WriteOptions {
    fn from(compression: Compression) -> Self {
        WriteOptions { compression, ..WriteOptions::default() }
    }
}

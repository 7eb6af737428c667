//! How files are read and written, and how much they may take.

use ingot_codec::Options;

use crate::compression::Compression;

/// How a file is read.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// Whether what some libraries write, or what is left of a cut file, is read, and told as a
    /// [warning](crate::Reader::warnings): a whole block with another marker behind it, a last block that is cut, an
    /// empty name of a codec, deflate with zlib's head or with bytes behind it.
    pub lenient: bool,
    /// Whether damage is skipped, up to the next marker, and told as a [loss](crate::Reader::lost).
    pub skip_damage: bool,
    /// Bytes of a block at most, packed and unpacked.
    pub block_bytes: usize,
    /// Bytes of the header at most.
    pub header_bytes: usize,
    /// How records are read. Its limit of items without bytes is one for all records of a block together.
    pub data: Options,
}

impl ReadOptions {
    /// Those that read what some libraries write, and tell it.
    #[must_use]
    pub fn lenient() -> Self {
        ReadOptions { lenient: true, ..ReadOptions::default() }
    }

    /// Those that save what can be read of a damaged file, and tell what is lost.
    #[must_use]
    pub fn salvage() -> Self {
        ReadOptions { lenient: true, skip_damage: true, ..ReadOptions::default() }
    }
}

impl Default for ReadOptions {
    fn default() -> Self {
        ReadOptions {
            lenient: false,
            skip_damage: false,
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
    /// No block has more bytes than this before it is packed, so that readers with this limit can read it.
    pub most_bytes: usize,
    /// The marker between blocks; by default 16 bytes by chance.
    pub sync: Option<[u8; 16]>,
    /// Further entries of the header. Names that begin with `avro.` are the specification's.
    pub metadata: Vec<(String, Vec<u8>)>,
}

impl Default for WriteOptions {
    fn default() -> Self {
        WriteOptions {
            compression: Compression::Null,
            block_bytes: 64 << 10,
            most_bytes: 64 << 20,
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

//! What the lab wants of container files: codec, level and the size of blocks.

use std::fmt::Display;
use std::ops::RangeInclusive;

use crate::error::Error;
use crate::protocol::Request;

/// The codecs that the lab asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    Null,
    Deflate,
    Snappy,
    Zstandard,
}

/// The settings of a `load`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContainerSettings {
    pub compression: Compression,
    /// The codec's own level; none where it has none.
    pub level: Option<i64>,
    /// The size of a block's uncompressed data in bytes at which a writer begins the next block.
    pub block_bytes: usize,
}

impl ContainerSettings {
    /// The level, for a codec that has levels.
    ///
    /// Errors: `Error::unsupported` for one that is not in `range`, `Error::bad_input` where there is none.
    pub fn level_in(&self, range: RangeInclusive<u8>) -> Result<u8, Error> {
        let level = self.level.ok_or_else(|| Error::bad_input("level: the codec needs one"))?;
        let fitting = u8::try_from(level).ok().filter(|level| range.contains(level));
        fitting.ok_or_else(|| self.no_level(format!("from {} to {}", range.start(), range.end())))
    }

    /// The error for a level that the library has not; `levels` says which it has.
    pub fn no_level(&self, levels: impl Display) -> Error {
        let level = self.level.map_or("none".to_string(), |level| level.to_string());
        Error::unsupported(format!("level {level}: the library's levels of this codec are {levels}"))
    }

    pub(crate) fn parse(settings: &Request) -> Result<ContainerSettings, Error> {
        let compression = match settings.text("compression")? {
            "null" => Compression::Null,
            "deflate" => Compression::Deflate,
            "snappy" => Compression::Snappy,
            "zstandard" => Compression::Zstandard,
            other => return Err(Error::unsupported(format!("compression: the kit knows no {other:?}"))),
        };
        let block_bytes = settings.number("block_bytes")? as usize;
        if block_bytes == 0 {
            return Err(Error::bad_input("block_bytes: at least 1"));
        }
        Ok(ContainerSettings { compression, level: settings.integer_or_null("level")?, block_bytes })
    }
}

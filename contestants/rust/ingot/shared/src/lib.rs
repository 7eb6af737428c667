//! What the contestants of Ingot have in common: settings of container files.

use assay_kit::{Compression as Wanted, ContainerSettings, Error};
use ingot::container::{Compression, WriteOptions};

/// The library's options for the lab's settings; an error for a level that a codec has not.
pub fn write_options(settings: &ContainerSettings) -> Result<WriteOptions, Error> {
    let compression = match settings.compression {
        Wanted::Null => Compression::Null,
        Wanted::Deflate => Compression::Deflate(settings.level_in(0..=12)?.into()),
        Wanted::Snappy => Compression::Snappy,
        Wanted::Zstandard => Compression::Zstandard(settings.level_in(1..=22)?.into()),
    };
    Ok(WriteOptions { compression, block_bytes: settings.block_bytes, ..WriteOptions::default() })
}

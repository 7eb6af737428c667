//! What the contestants of apache-avro have in common: the writer of container files that the lab's settings ask for.

use apache_avro::{Codec, DeflateSettings, Schema, Writer, ZstandardSettings};
use assay_kit::{Compression, ContainerSettings, Error};
use miniz_oxide::deflate::CompressionLevel;

/// A writer of container files into memory, to be kept for all files: `Writer::reset` begins the next one.
pub fn container_writer(
    schema: &'static Schema,
    settings: &ContainerSettings,
) -> Result<Writer<'static, Vec<u8>>, Error> {
    let builder = Writer::builder().schema(schema).writer(Vec::new()).codec(codec(settings)?);
    // The documentation recommends that serde types are not asked for their human readable form.
    let writer = builder.block_size(settings.block_bytes).human_readable(false).build();
    writer.map_err(Error::unsupported)
}

fn codec(settings: &ContainerSettings) -> Result<Codec, Error> {
    Ok(match settings.compression {
        Compression::Null => Codec::Null,
        Compression::Deflate => Codec::Deflate(DeflateSettings::new(match settings.level {
            Some(0) => CompressionLevel::NoCompression,
            Some(1) => CompressionLevel::BestSpeed,
            Some(6) => CompressionLevel::DefaultLevel,
            Some(9) => CompressionLevel::BestCompression,
            _ => return Err(settings.no_level("0, 1, 6 and 9")),
        })),
        Compression::Snappy => Codec::Snappy,
        Compression::Zstandard => Codec::Zstandard(ZstandardSettings::new(settings.level_in(1..=22)?)),
    })
}

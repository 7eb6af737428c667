//! The codecs: how the records of a block become the bytes of a file, and how these become records again.

#[cfg(feature = "bzip2")]
mod bzip2;
#[cfg(feature = "deflate")]
mod deflate;
#[cfg(all(feature = "libdeflate", not(feature = "safe")))]
#[path = "libdeflate.rs"]
mod inflate;
#[cfg(all(feature = "deflate", not(all(feature = "libdeflate", not(feature = "safe")))))]
#[path = "miniz.rs"]
mod inflate;
#[cfg(feature = "snappy")]
mod snappy;
mod unpack;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstandard")]
mod zstandard;

pub(crate) use unpack::{Buffer, PackFault, Unpack};

use std::ops::RangeInclusive;

use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::options::Tolerance;

/// A codec, with the level at which it packs.
///
/// ```
/// use ingot_container::Compression;
///
/// assert_eq!(Compression::named("zstandard"), Some(Compression::Zstandard(3)));
/// assert_eq!(Compression::Zstandard(19).name(), "zstandard");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Compression {
    /// None: bytes as they are.
    Null,
    /// Levels 0 to 12 with the feature `libdeflate`, 0 to 10 without.
    Deflate(i32),
    /// With a checksum; there are no levels.
    Snappy,
    /// Levels -7 to 22.
    Zstandard(i32),
    /// Levels 1 to 9.
    Bzip2(i32),
    /// Levels 0 to 9.
    Xz(i32),
}

impl Compression {
    /// The codec that files call so, at its default level.
    #[must_use]
    pub fn named(name: &str) -> Option<Compression> {
        Some(match name {
            "null" => Compression::Null,
            "deflate" => Compression::Deflate(6),
            "snappy" => Compression::Snappy,
            "zstandard" => Compression::Zstandard(3),
            "bzip2" => Compression::Bzip2(9),
            "xz" => Compression::Xz(6),
            _ => return None,
        })
    }

    /// The name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Compression::Null => "null",
            Compression::Deflate(_) => "deflate",
            Compression::Snappy => "snappy",
            Compression::Zstandard(_) => "zstandard",
            Compression::Bzip2(_) => "bzip2",
            Compression::Xz(_) => "xz",
        }
    }

    /// The level, and the levels that there are; nothing for a codec without levels.
    fn level(self) -> Option<(i32, RangeInclusive<i32>)> {
        match self {
            Compression::Null | Compression::Snappy => None,
            #[cfg(feature = "deflate")]
            Compression::Deflate(level) => Some((level, inflate::LEVELS)),
            #[cfg(not(feature = "deflate"))]
            Compression::Deflate(_) => None,
            Compression::Zstandard(level) => Some((level, -7..=22)),
            Compression::Bzip2(level) => Some((level, 1..=9)),
            Compression::Xz(level) => Some((level, 0..=9)),
        }
    }

    /// The bytes of one block, packed; an error as for files of this codec.
    pub fn pack(self, block: &[u8]) -> Result<Vec<u8>, ContainerError> {
        let mut out = Vec::new();
        self.packer()?.pack(block, &mut out)?;
        Ok(out)
    }

    /// One block, unpacked to so many bytes at most; an error if they would be more, or if it is damaged. What is odd, but
    /// whole, is read.
    pub fn unpack(self, packed: &[u8], most: usize) -> Result<Vec<u8>, ContainerError> {
        let Some(mut codec) = self.unpacker(Tolerance::Odd)? else { return Ok(packed.to_vec()) };
        let mut room = Buffer::default();
        match room.fill(&mut *codec, packed, most) {
            Ok(()) => Ok(room.bytes().to_vec()),
            Err(PackFault::Data(message)) => Err(ContainerError::asked(ContainerClass::CodecData, message)),
            Err(PackFault::Limit(message)) => Err(ContainerError::asked(ContainerClass::LimitBlock, message)),
        }
    }

    /// What packs blocks; an error if this build has not the codec, or the codec not the level.
    pub(crate) fn packer(self) -> Outcome<Packer> {
        if let Some((level, levels)) = self.level()
            && !levels.contains(&level)
        {
            let (name, first, last) = (self.name(), levels.start(), levels.end());
            let message = format!("{name} has no level {level}: its levels are {first} to {last}");
            return Err(ContainerError::asked(ContainerClass::CodecUnknown, message));
        }
        let packer: Option<Box<dyn Pack>> = match self {
            Compression::Null => return Ok(Packer(None)),
            #[cfg(feature = "deflate")]
            Compression::Deflate(level) => Some(Box::new(inflate::Packer::new(level))),
            #[cfg(feature = "snappy")]
            Compression::Snappy => Some(Box::new(snappy::Packer::new())),
            #[cfg(feature = "zstandard")]
            Compression::Zstandard(level) => Some(Box::new(zstandard::Packer::new(level))),
            #[cfg(feature = "bzip2")]
            Compression::Bzip2(level) => Some(Box::new(bzip2::Packer::new(level))),
            #[cfg(feature = "xz")]
            Compression::Xz(level) => Some(Box::new(xz::Packer::new(level))),
            #[allow(unreachable_patterns, reason = "which codecs there are is a matter of features")]
            _ => None,
        };
        packer.map(|packer| Packer(Some(packer))).ok_or_else(|| self.missing())
    }

    /// What unpacks blocks: nothing for the codec null; an error if this build has not the codec.
    #[allow(unused_variables, reason = "only deflate has something odd")]
    pub(crate) fn unpacker(self, tolerance: Tolerance) -> Outcome<Option<Box<dyn Unpack>>> {
        let unpacker: Option<Box<dyn Unpack>> = match self {
            Compression::Null => return Ok(None),
            #[cfg(feature = "deflate")]
            Compression::Deflate(_) => Some(Box::new(deflate::Unpacker::new(tolerance))),
            #[cfg(feature = "snappy")]
            Compression::Snappy => Some(Box::new(snappy::Unpacker::new())),
            #[cfg(feature = "zstandard")]
            Compression::Zstandard(_) => Some(Box::new(zstandard::Unpacker::new())),
            #[cfg(feature = "bzip2")]
            Compression::Bzip2(_) => Some(Box::new(bzip2::Unpacker)),
            #[cfg(feature = "xz")]
            Compression::Xz(_) => Some(Box::new(xz::Unpacker)),
            #[allow(unreachable_patterns, reason = "which codecs there are is a matter of features")]
            _ => None,
        };
        unpacker.map(Some).ok_or_else(|| self.missing())
    }

    fn missing(self) -> ContainerError {
        let message = format!("this build has no codec {0}: ingot-container's feature {0} is off", self.name());
        ContainerError::asked(ContainerClass::CodecUnknown, message)
    }
}

/// One way to pack a block.
pub(crate) trait Pack: Send {
    /// Adds the packed bytes to others; in words, why it cannot.
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String>;
}

/// Packs a block by a step that is given its rest and fills the room that is there; it says how many bytes of the block
/// it has taken so far, and whether that was the end.
#[cfg(any(feature = "bzip2", feature = "xz"))]
fn pack_pieces(
    block: &[u8],
    out: &mut Vec<u8>,
    mut step: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(u64, bool), String>,
) -> Result<(), String> {
    let mut rest = block;
    loop {
        out.reserve(rest.len() / 2 + 600);
        let (taken, ended) = step(rest, out)?;
        if ended {
            return Ok(());
        }
        rest = &block[usize::try_from(taken).map_err(|error| error.to_string())?..];
    }
}

/// What packs the blocks of one file: nothing for the codec null.
pub(crate) struct Packer(Option<Box<dyn Pack>>);

impl Packer {
    pub(crate) fn is_null(&self) -> bool {
        self.0.is_none()
    }

    pub(crate) fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Outcome<()> {
        match &mut self.0 {
            None => {
                out.extend_from_slice(block);
                Ok(())
            }
            Some(packer) => {
                packer.pack(block, out).map_err(|message| ContainerError::asked(ContainerClass::CodecData, message))
            }
        }
    }
}

//! Deflate, the bare stream of RFC 1951.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

use super::inflate::Inflater;
use super::unpack::{PackFault, Step, Stream, Unpack, count};
use crate::options::Tolerance;

/// A stream that fits its room.
pub(crate) struct Whole {
    pub(crate) taken: usize,
    pub(crate) made: usize,
}

pub(crate) const BROKEN: &str = "no whole stream of deflate";
const LEFT: &str = "bytes behind the deflate stream";
const WRAPPED: &str = "deflate with zlib's head";

pub(crate) struct Unpacker {
    inflater: Inflater,
    tolerance: Tolerance,
    oddity: Option<&'static str>,
}

impl Unpacker {
    pub(crate) fn new(tolerance: Tolerance) -> Self {
        Unpacker { inflater: Inflater::new(), tolerance, oddity: None }
    }

    fn reads_odd(&self) -> bool {
        self.tolerance >= Tolerance::Odd
    }
}

impl Unpack for Unpacker {
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], _most: usize) -> Result<Option<usize>, PackFault> {
        let found = self.inflater.inflate(packed, room);
        match found {
            Ok(None) => Ok(None),
            Ok(Some(Whole { taken, made })) if taken == packed.len() => Ok(Some(made)),
            Ok(Some(Whole { made, .. })) if self.reads_odd() => {
                self.oddity = Some(LEFT);
                Ok(Some(made))
            }
            Ok(Some(_)) => PackFault::data(LEFT),
            Err(fault) => {
                let Some((stream, check)) = unwrapped(packed) else { return Err(fault) };
                if !self.reads_odd() {
                    return PackFault::data(WRAPPED);
                }
                match self.inflater.inflate(stream, room)? {
                    None => Ok(None),
                    Some(Whole { taken, made }) if taken == stream.len() && adler(&room[..made]) == check => {
                        self.oddity = Some(WRAPPED);
                        Ok(Some(made))
                    }
                    Some(_) => Err(fault),
                }
            }
        }
    }

    fn measure(&mut self, packed: &[u8], most: usize) -> Result<usize, PackFault> {
        let stream = match unwrapped(packed) {
            Some((stream, _)) if self.reads_odd() && count(&mut Pieces::new(), packed, most).is_err() => stream,
            _ => packed,
        };
        count(&mut Pieces::new(), stream, most)
    }

    fn oddity(&mut self) -> Option<&'static str> {
        self.oddity.take()
    }
}

/// The stream between zlib's head and its checksum.
fn unwrapped(packed: &[u8]) -> Option<(&[u8], u32)> {
    let ([0x78, 0x01 | 0x5e | 0x9c | 0xda], rest) = packed.split_first_chunk()? else { return None };
    let (stream, check) = rest.split_last_chunk()?;
    Some((stream, u32::from_be_bytes(*check)))
}

/// Adler-32. It is asked for too rarely to be made fast.
fn adler(bytes: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    let (mut low, mut high) = (1_u32, 0_u32);
    // Sums of so many bytes do not overflow.
    for part in bytes.chunks(5552) {
        for byte in part {
            low += u32::from(*byte);
            high += low;
        }
        low %= MODULUS;
        high %= MODULUS;
    }
    high << 16 | low
}

/// Deflate piece by piece. What comes out goes round in a window, which is all that later pieces refer to.
struct Pieces {
    state: Box<DecompressorOxide>,
    window: Vec<u8>,
    at: usize,
}

impl Pieces {
    const WINDOW: usize = 32 << 10;

    fn new() -> Self {
        Pieces { state: Box::default(), window: vec![0; Self::WINDOW], at: 0 }
    }
}

impl Stream for Pieces {
    fn step(&mut self, rest: &[u8], _room: &mut [u8]) -> Result<Step, PackFault> {
        let (status, taken, made) = decompress(&mut self.state, rest, &mut self.window, self.at, 0);
        self.at = (self.at + made) % Self::WINDOW;
        match status {
            TINFLStatus::Done => Ok(Step { taken, made, ended: true }),
            TINFLStatus::HasMoreOutput => Ok(Step { taken, made, ended: false }),
            _ => PackFault::data(BROKEN),
        }
    }
}

//! Zstandard, one frame or several.

use zstd_safe::zstd_sys::ZSTD_ErrorCode::{ZSTD_error_dstSize_tooSmall, ZSTD_error_frameParameter_windowTooLarge};
use zstd_safe::{CCtx, CParameter, DCtx, DParameter, InBuffer, OutBuffer, ResetDirective};

use super::Pack;
use super::unpack::{PackFault, Step, Stream, Unpack, count};

/// The window of a frame, as a power of two: what zstd itself takes at most by default.
const WINDOW: u32 = 27;

pub(crate) struct Packer {
    context: CCtx<'static>,
    level: i32,
}

impl Packer {
    pub(crate) fn new(level: i32) -> Self {
        Packer { context: CCtx::create(), level }
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let told = |code| zstd_safe::get_error_name(code).to_owned();
        self.context.set_parameter(CParameter::CompressionLevel(self.level)).map_err(told)?;
        let start = out.len();
        out.resize(start + zstd_safe::compress_bound(block.len()), 0);
        let length = self.context.compress2(&mut out[start..], block).map_err(told)?;
        out.truncate(start + length);
        Ok(())
    }
}

pub(crate) struct Unpacker(DCtx<'static>);

impl Unpacker {
    pub(crate) fn new() -> Self {
        Unpacker(DCtx::create())
    }
}

impl Unpack for Unpacker {
    fn unpack(&mut self, packed: &[u8], room: &mut [u8], _most: usize) -> Result<Option<usize>, PackFault> {
        if packed.is_empty() {
            return PackFault::data("no frame of zstandard");
        }
        check_windows(packed)?;
        match self.0.decompress(room, packed) {
            Ok(length) => Ok(Some(length)),
            Err(code) if zstd_safe::is_error_kind(code, ZSTD_error_dstSize_tooSmall) => Ok(None),
            Err(code) => fault(code),
        }
    }

    fn measure(&mut self, packed: &[u8], most: usize) -> Result<usize, PackFault> {
        // The window belongs to this context, and goes with it.
        let mut context = DCtx::create();
        context.set_parameter(DParameter::WindowLogMax(WINDOW)).or_else(fault)?;
        let length = count(&mut Frames(&mut context), packed, most);
        let _ = context.reset(ResetDirective::SessionOnly);
        length
    }

    fn told(&self, packed: &[u8]) -> Option<usize> {
        zstd_safe::get_frame_content_size(packed).ok().flatten().and_then(|size| usize::try_from(size).ok())
    }
}

fn fault<T>(code: usize) -> Result<T, PackFault> {
    let name = zstd_safe::get_error_name(code);
    if zstd_safe::is_error_kind(code, ZSTD_error_frameParameter_windowTooLarge) {
        return Err(PackFault::Limit(name.to_owned()));
    }
    PackFault::data(name)
}

/// Looks whether each frame's window is within the limit. A frame that is none is left to the decoder.
fn check_windows(packed: &[u8]) -> Result<(), PackFault> {
    const MAGIC: [u8; 4] = 0xfd2f_b528_u32.to_le_bytes();
    const SINGLE: u8 = 0x20;
    let mut rest = packed;
    loop {
        // Behind the magic a byte of flags, and the window where the frame is not a single piece.
        if let Some([flags, window, ..]) = rest.strip_prefix(&MAGIC)
            && flags & SINGLE == 0
        {
            let power = 10 + u32::from(window >> 3);
            if power > WINDOW || (power == WINDOW && window & 7 > 0) {
                return Err(PackFault::Limit(format!("a window of more than 2^{WINDOW} bytes")));
            }
        }
        match zstd_safe::find_frame_compressed_size(rest) {
            Ok(length) if length > 0 && length < rest.len() => rest = &rest[length..],
            _ => return Ok(()),
        }
    }
}

struct Frames<'c>(&'c mut DCtx<'static>);

impl Stream for Frames<'_> {
    fn step(&mut self, rest: &[u8], room: &mut [u8]) -> Result<Step, PackFault> {
        let (mut input, mut output) = (InBuffer::around(rest), OutBuffer::around(room));
        let due = self.0.decompress_stream(&mut output, &mut input).or_else(fault)?;
        let (taken, made) = (input.pos(), output.pos());
        Ok(Step { taken, made, ended: due == 0 && taken == rest.len() })
    }
}

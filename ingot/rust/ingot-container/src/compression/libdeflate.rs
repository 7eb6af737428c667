//! Deflate by libdeflate. This is all of the crate's unsafe code: four kinds of calls of C functions, which are given
//! slices, and say how much of them they read and wrote. `miniz.rs` is the same in Rust alone,
//! and stands in for this one with the feature `safe`.
#![allow(unsafe_code)]

use std::ops::RangeInclusive;
use std::ptr::NonNull;

use libdeflate_sys as sys;

use super::Pack;
use super::deflate::{BROKEN, Whole};
use super::unpack::PackFault;

pub(crate) const LEVELS: RangeInclusive<i32> = 0..=12;

/// A compressor. Invariant: the pointer is one that `libdeflate_alloc_compressor` gave, and only this value has it.
pub(crate) struct Packer(NonNull<sys::libdeflate_compressor>);

// SAFETY: a compressor is memory of its own, tied to no thread, and is used through `&mut` alone.
unsafe impl Send for Packer {}

impl Packer {
    pub(crate) fn new(level: i32) -> Self {
        // SAFETY: the function takes any number; it gives null for a level that there is not, or without memory.
        let made = unsafe { sys::libdeflate_alloc_compressor(level) };
        Packer(NonNull::new(made).expect("levels are checked before, and a compressor takes little memory"))
    }
}

impl Pack for Packer {
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> Result<(), String> {
        let start = out.len();
        // SAFETY: the compressor is alive by the invariant.
        let bound = unsafe { sys::libdeflate_deflate_compress_bound(self.0.as_ptr(), block.len()) };
        out.resize(start + bound, 0);
        let room = &mut out[start..];
        // SAFETY: the compressor is alive; the function reads `block.len()` bytes of the one slice, and writes at most
        // `room.len()` of the other. It does not keep the pointers.
        let length = unsafe {
            sys::libdeflate_deflate_compress(
                self.0.as_ptr(),
                block.as_ptr().cast(),
                block.len(),
                room.as_mut_ptr().cast(),
                room.len(),
            )
        };
        out.truncate(start + length);
        // It gives 0 if the room is too little, and within the bound it never is.
        if length == 0 { Err("libdeflate did not pack a block".to_owned()) } else { Ok(()) }
    }
}

impl Drop for Packer {
    fn drop(&mut self) {
        // SAFETY: by the invariant this value alone has the pointer, and it ends here.
        unsafe { sys::libdeflate_free_compressor(self.0.as_ptr()) }
    }
}

/// A decompressor. Invariant: the pointer is one that `libdeflate_alloc_decompressor` gave, and only this value has it.
pub(crate) struct Inflater(NonNull<sys::libdeflate_decompressor>);

// SAFETY: a decompressor is memory of its own, tied to no thread, and is used through `&mut` alone.
unsafe impl Send for Inflater {}

impl Inflater {
    pub(crate) fn new() -> Self {
        // SAFETY: the function takes nothing, and gives null without memory.
        let made = unsafe { sys::libdeflate_alloc_decompressor() };
        Inflater(NonNull::new(made).expect("a decompressor takes 12 kB"))
    }

    /// Unpacks a stream; `None` if there is too little room.
    pub(crate) fn inflate(&mut self, packed: &[u8], room: &mut [u8]) -> Result<Option<Whole>, PackFault> {
        let (mut taken, mut made) = (0, 0);
        // SAFETY: the decompressor is alive by the invariant; the function reads at most `packed.len()` bytes of the one
        // slice, whatever they are, and writes at most `room.len()` of the other and to the two numbers. It does not
        // keep the pointers.
        let result = unsafe {
            sys::libdeflate_deflate_decompress_ex(
                self.0.as_ptr(),
                packed.as_ptr().cast(),
                packed.len(),
                room.as_mut_ptr().cast(),
                room.len(),
                &raw mut taken,
                &raw mut made,
            )
        };
        match result {
            sys::libdeflate_result_LIBDEFLATE_SUCCESS => Ok(Some(Whole { taken, made })),
            sys::libdeflate_result_LIBDEFLATE_INSUFFICIENT_SPACE => Ok(None),
            _ => PackFault::data(BROKEN),
        }
    }
}

impl Drop for Inflater {
    fn drop(&mut self) {
        // SAFETY: by the invariant this value alone has the pointer, and it ends here.
        unsafe { sys::libdeflate_free_decompressor(self.0.as_ptr()) }
    }
}

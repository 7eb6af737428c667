//! The reading of a record: 64 bits into which every field goes. It is what `access` gives.

use std::collections::BTreeMap;

use crate::adapter::Adapter;
use crate::borrowed::{self, Text};
use crate::plain::Plain;
use crate::typed::{bare, Bytes, Fixed};

const START: u64 = 0x9E37_79B9_7F4A_7C15;
const FACTOR: u64 = 0xD6E8_FEB8_6659_FD93;

// What is added to a number of bytes or items, so that values of several kinds differ.
const TEXT: u64 = 1 << 56;
const BYTES: u64 = 2 << 56;
const ARRAY: u64 = 3 << 56;
const MAP: u64 = 4 << 56;

const MAX_WHOLE: f64 = 9_007_199_254_740_991.0;
const NAN: u64 = 0x7FF8_0000_0000_0000;

/// A reading that is being made.
pub struct Reading(u64);

impl Reading {
    #[inline]
    fn of(value: &impl Readable) -> Reading {
        let mut reading = Reading(START);
        value.read(&mut reading);
        reading
    }

    #[inline]
    fn fold(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(26) ^ word).wrapping_mul(FACTOR);
    }

    /// Folds in a string, or an enum's symbol.
    #[inline]
    pub fn text(&mut self, text: &str) {
        self.content(TEXT, text.as_bytes());
    }

    /// Folds in bytes, or a fixed.
    #[inline]
    pub fn bytes(&mut self, content: &[u8]) {
        self.content(BYTES, content);
    }

    /// Ends an array, whose items have been read.
    #[inline]
    pub fn array(&mut self, length: usize) {
        self.fold(ARRAY + length as u64);
    }

    /// Folds in a map, of whose entries (key, then value) these are the readings, in any order.
    #[inline]
    pub fn map(&mut self, entries: impl Iterator<Item = u64>) {
        let (count, sum) = entries.fold((0, 0u64), |(count, sum), entry| (count + 1, sum.wrapping_add(entry)));
        self.fold(sum);
        self.fold(MAP + count);
    }

    #[inline]
    fn content(&mut self, kind: u64, content: &[u8]) {
        self.fold(kind + content.len() as u64);
        let words = content.chunks_exact(8);
        let rest = words.remainder();
        for word in words {
            self.fold(u64::from_le_bytes(word.try_into().expect("eight bytes")));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.fold(u64::from_le_bytes(last));
        }
    }
}

/// The reading of a value.
#[inline]
pub fn reading(value: &impl Readable) -> u64 {
    Reading::of(value).0
}

/// `access` of a library that makes owned values only: decodes, then reads.
#[inline]
pub fn decode_and_read<A: Adapter<Record: Readable>>(adapter: &mut A, bytes: &[u8]) -> Result<u64, A::DecodeError> {
    adapter.decode(bytes).map(|record| reading(&record))
}

/// A value whose every field can be read: a generated type, or one of those that they are made of.
pub trait Readable {
    /// Folds the value into the reading.
    fn read(&self, reading: &mut Reading);
}

impl Readable for () {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.fold(0);
    }
}

impl Readable for bool {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.fold(1 + u64::from(*self));
    }
}

impl Readable for i32 {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        i64::from(*self).read(reading);
    }
}

impl Readable for i64 {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.fold(*self as u64);
    }
}

impl Readable for f32 {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        f64::from(*self).read(reading);
    }
}

impl Readable for f64 {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        // The cast cuts the fraction off and maps NaN to 0, so only whole numbers come back as the bits that they were:
        // -0.0 does not.
        let whole = *self as i64;
        if (whole as f64).to_bits() == self.to_bits() && self.abs() <= MAX_WHOLE {
            whole.read(reading);
        } else {
            reading.fold(if self.is_nan() { NAN } else { self.to_bits() });
        }
    }
}

impl Readable for String {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.text(self);
    }
}

impl Readable for &str {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.text(self);
    }
}

impl Readable for Text<'_> {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.text(self);
    }
}

macro_rules! bytes {
    ($([$($size:tt)*] $type:ty),*) => {
        $(impl<$($size)*> Readable for $type {
            #[inline]
            fn read(&self, reading: &mut Reading) {
                reading.bytes(&self[..]);
            }
        })*
    };
}

bytes!([] bare::Bytes, [const N: usize] bare::Fixed<N>);
bytes!([] Bytes, [const N: usize] Fixed<N>);
bytes!([] borrowed::Bytes<'_>, [const N: usize] borrowed::Fixed<'_, N>);
bytes!([] &[u8], [const N: usize] &[u8; N]);

/// An entry of a map: its key, then its value.
impl<K: Readable, V: Readable> Readable for (&K, &V) {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        self.0.read(reading);
        self.1.read(reading);
    }
}

/// A record that holds itself.
impl<T: Readable> Readable for Box<T> {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        (**self).read(reading);
    }
}

/// A union of null and one other type.
impl<T: Readable> Readable for Option<T> {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        match self {
            None => ().read(reading),
            Some(value) => value.read(reading),
        }
    }
}

/// An array.
impl<T: Readable> Readable for Vec<T> {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        for item in self {
            item.read(reading);
        }
        reading.array(self.len());
    }
}

/// A map: a sum, so that the order of its entries does not matter.
impl<K: Readable, V: Readable> Readable for BTreeMap<K, V> {
    #[inline]
    fn read(&self, reading: &mut Reading) {
        reading.map(self.iter().map(|entry| self::reading(&entry)));
    }
}

impl Readable for Plain {
    fn read(&self, reading: &mut Reading) {
        match self {
            Plain::Null => ().read(reading),
            Plain::Boolean(value) => value.read(reading),
            Plain::Int(value) => value.read(reading),
            Plain::Long(value) => value.read(reading),
            Plain::Float(value) => value.read(reading),
            Plain::Double(value) => value.read(reading),
            Plain::Bytes(content) | Plain::Fixed(content) => reading.bytes(content),
            Plain::String(text) | Plain::Enum(_, text) => reading.text(text),
            Plain::Array(items) => items.read(reading),
            Plain::Map(entries) => entries.read(reading),
            Plain::Record(fields) => fields.iter().for_each(|(_, value)| value.read(reading)),
            Plain::Union(_, inner) => inner.read(reading),
        }
    }
}

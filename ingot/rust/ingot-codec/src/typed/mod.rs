//! Types that are Avro of themselves: written and read without a look at their schema.
//!
//! [`Typed`] stands for a type whose data is that of a schema: the type's own, or a given one that is compared with it
//! once. [`encode`] and [`decode`] are for those who need no schema. What is read is within the same [`Limits`] as values
//! of any schema, and an error is the same.
//!
//! | Avro | Rust |
//! |---|---|
//! | null, boolean, int, long, float, double | `()`, `bool`, `i32`, `i64`, `f32`, `f64` |
//! | string | `String`, `&str`, `Cow<str>`, `Box<str>` |
//! | bytes | `Vec<u8>`, `&[u8]`, `Cow<[u8]>`, `Box<[u8]>` |
//! | fixed | `[u8; N]`, `&[u8; N]` |
//! | array | `Vec` |
//! | map | `BTreeMap`, `HashMap` (feature `std`) |
//! | union of null and another type | `Option` |
//! | record, enum, other unions | structs and enums that derive `Record` |
//!
//! A `Box` is what is in it. A type of yours in a box lies one deeper: it may hold itself there.

mod collections;
mod compare;
mod decode;
mod describe;
mod encode;
mod json;
mod logical;
pub mod parts;
mod resolve;
mod runs;
mod scalars;
mod shape;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::sync::atomic::{AtomicUsize, Ordering};

use ingot_schema::Schema;

use crate::codec::all_taken;
use crate::error::DataError;
use crate::fingerprint::Fingerprint;
use crate::limits::{Limits, Options};
use crate::wire::Out;

pub use crate::error::{Fault, Outcome};
pub use collections::Key;
pub use compare::Mismatch;
#[doc(hidden)]
pub use decode::{BOXES, empty};
pub use decode::{Decode, Reader};
pub use encode::{AsParts, Encode};
pub use ingot_schema::Logical;
pub use json::TypedJson;
pub use logical::{Leaf, LeafOf};
pub use resolve::TypedResolver;
#[doc(hidden)]
pub use shape::null_last;
pub use shape::{Called, EnumShape, FieldShape, Part, RecordShape, Says, Shape, Shaped, shape};

mod sealed {
    /// What only this crate implements: what is written without a look at the end has to be what was claimed.
    pub trait Sealed {}
}

/// A type, and a schema whose data it is.
///
/// ```
/// use std::collections::BTreeMap;
/// use ingot_codec::{Schema, typed::Typed};
///
/// let prices = Typed::<BTreeMap<&str, Option<i64>>>::new(&Schema::parse(r#"{"type": "map", "values": ["null", "long"]}"#)?)?;
/// let bytes = prices.encode(&BTreeMap::from([("tea", Some(250)), ("water", None)]))?;
/// assert_eq!(prices.decode(&bytes)?["tea"], Some(250));
///
/// let error = prices.decode(&bytes[..6]).unwrap_err();
/// assert_eq!(error.to_string(), "{\"tea\"}, byte 6: the input ends within a long");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Typed<T> {
    schema: Schema,
    options: Options,
    /// How many bytes a value has, more or less.
    usual: AtomicUsize,
    fingerprint: Fingerprint,
    kind: PhantomData<fn() -> T>,
}

impl<T> fmt::Debug for Typed<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Typed").field("schema", &self.schema).finish_non_exhaustive()
    }
}

impl<T> Clone for Typed<T> {
    fn clone(&self) -> Self {
        Typed {
            schema: self.schema.clone(),
            options: self.options.clone(),
            usual: AtomicUsize::new(0),
            fingerprint: self.fingerprint.clone(),
            kind: PhantomData,
        }
    }
}

impl<T: Shaped> Typed<T> {
    /// The type with its own schema; an error if it has none, as with two types of one name, or if what is said of a
    /// part would count for nothing, as a logical type of a record.
    pub fn of() -> Result<Self, Mismatch> {
        let schema = Schema::parse(&describe::describe(T::SHAPE));
        let no_schema = |error| Mismatch { path: String::new(), message: format!("no schema: {error}") };
        let schema = schema.map_err(no_schema)?;
        compare::compare_own(T::SHAPE, &schema)?;
        Ok(Typed::with(schema))
    }

    /// The type with a schema, whose data it has to be, byte for byte; an error tells where they differ.
    pub fn new(schema: &Schema) -> Result<Self, Mismatch> {
        compare::compare(T::SHAPE, schema)?;
        Ok(Typed::with(schema.clone()))
    }

    fn with(schema: Schema) -> Self {
        Typed {
            schema,
            options: Options::default(),
            usual: AtomicUsize::new(0),
            fingerprint: Fingerprint::default(),
            kind: PhantomData,
        }
    }

    /// The same, with other limits for what is read.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Typed { options: Options { limits, ..self.options }, ..self }
    }

    /// The schema.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The fingerprint of the schema, [`Schema::fingerprint`], found out once.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint.of(&self.schema)
    }

    /// The bytes of a value; an error if it is nested too deeply, or none of a logical type.
    #[inline]
    pub fn encode(&self, value: &T) -> Result<Vec<u8>, DataError>
    where
        T: Encode,
    {
        let usual = self.usual.load(Ordering::Relaxed);
        // What comes last may claim a length and an end besides.
        let mut out = Vec::with_capacity(usual + T::BOUND + runs::LENGTH + Out::SLACK);
        encode_into(value, &mut out)?;
        // The most that there was, and slowly less: so one allocation is enough for most.
        self.usual.store(out.len().max(usual - usual / 256), Ordering::Relaxed);
        Ok(out)
    }

    /// Adds the bytes of a value to others, which stay as they are after an error.
    #[inline]
    pub fn encode_into(&self, value: &T, out: &mut Vec<u8>) -> Result<(), DataError>
    where
        T: Encode,
    {
        encode_into(value, out)
    }

    /// The value of these bytes, all of which it has to take; an error if they are none. What borrows borrows from them.
    #[inline]
    pub fn decode<'b>(&self, bytes: &'b [u8]) -> Result<T::With<'b>, DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        whole(bytes, &self.options)
    }

    /// Reads the value of these bytes over another, whose room is used again; after an error it is any value.
    #[inline]
    pub fn decode_into<'b>(&self, bytes: &'b [u8], value: &mut T::With<'b>) -> Result<(), DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        let mut reader = Reader::new(bytes, &self.options);
        value.read_into(&mut reader)?;
        all_taken(bytes, reader.0.input.at(), &self.options)
    }

    /// The value that bytes begin with, and how many of them it took; an error if there is none.
    #[inline]
    pub fn decode_first<'b>(&self, bytes: &'b [u8]) -> Result<(T::With<'b>, usize), DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        first(bytes, &self.options)
    }

    /// The same, of one of several data that share a limit, read as the options say: the items without bytes that it had
    /// are taken off those that they allow. What a type reads is always strict in its texts and logical types.
    ///
    /// Records of container files are read so, where they may borrow from a block.
    #[inline]
    pub fn decode_next<'b>(&self, bytes: &'b [u8], options: &mut Options) -> Result<(T::With<'b>, usize), DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        decode_next(bytes, options)
    }
}

/// The bytes of a value; an error if it is nested too deeply, or none of a logical type.
#[inline]
pub fn encode<T: Encode + ?Sized>(value: &T) -> Result<Vec<u8>, DataError> {
    let mut out = Vec::new();
    encode_into(value, &mut out)?;
    Ok(out)
}

/// Adds the bytes of a value to others, which stay as they are after an error.
#[inline]
pub fn encode_into<T: Encode + ?Sized>(value: &T, out: &mut Vec<u8>) -> Result<(), DataError> {
    let before = out.len();
    let (mut room, at) = Out::new(out, T::BOUND);
    match value.put(&mut room, at, 0, DEPTH) {
        Ok(at) => {
            room.end_at(at);
            Ok(())
        }
        Err(fault) => {
            out.truncate(before);
            Err(told(fault))
        }
    }
}

/// What is written is nested as deeply as what is read by default.
const DEPTH: usize = 100;

/// The value of these bytes, all of which it has to take; an error if they are none.
#[inline]
pub fn decode<'b, T: Decode<'b>>(bytes: &'b [u8]) -> Result<T, DataError> {
    whole(bytes, Options::DEFAULT)
}

// The value is moved as rarely as can be.
#[inline]
fn whole<'b, T: Decode<'b>>(bytes: &'b [u8], options: &Options) -> Result<T, DataError> {
    let mut reader = Reader::new(bytes, options);
    match T::read(&mut reader) {
        Ok(value) => match all_taken(bytes, reader.0.input.at(), options) {
            Ok(()) => Ok(value),
            Err(error) => Err(error),
        },
        Err(fault) => Err(told(fault)),
    }
}

#[cold]
fn told(fault: Box<Fault>) -> DataError {
    fault.into()
}

/// The value that bytes begin with, and how many of them it took, of one of several data that share a limit, as
/// [`Typed::decode_next`] reads it; an error if there is none.
#[inline]
pub fn decode_next<'b, T: Decode<'b>>(bytes: &'b [u8], options: &mut Options) -> Result<(T, usize), DataError> {
    let mut reader = Reader::new(bytes, options);
    let value = T::read(&mut reader)?;
    let (taken, left) = (reader.0.input.at(), reader.0.blocks.zero_width());
    options.limits.zero_width = left;
    Ok((value, taken))
}

#[inline]
fn first<'b, T: Decode<'b>>(bytes: &'b [u8], options: &Options) -> Result<(T, usize), DataError> {
    let mut reader = Reader::new(bytes, options);
    let value = T::read(&mut reader)?;
    Ok((value, reader.0.input.at()))
}

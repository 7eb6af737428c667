//! Types read from data that writers of another schema wrote.

use alloc::vec::Vec;
use core::fmt;

use ingot_schema::Schema;

use super::{Decode, Shaped, Typed, decode_next};
use crate::codec::all_taken;
use crate::error::DataError;
use crate::limits::Options;
use crate::resolve::{ResolveError, Resolver};

/// A type, and another schema that its values are read from: fields of the writer's that the type does not have are
/// passed over, those that only the type has take their defaults, numbers are promoted, as [`Resolver`] does it.
///
/// ```
/// use ingot_codec::{Schema, typed::{Typed, TypedResolver}};
///
/// // Ints are written, and longs are read.
/// let writer = Schema::parse(r#"{"type": "array", "items": "int"}"#)?;
/// let longs = TypedResolver::new(Typed::<Vec<i64>>::of()?, &writer)?;
/// assert_eq!(longs.decode(&[4, 2, 1, 0])?, [1, -1]);
///
/// let error = longs.decode(&[4, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "the datum, byte 0: 2 items are due, 1 bytes are left");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// The bytes of the type's own schema are made of the writer's and read then, if they differ; no value is in between. Both
/// steps hold the limits. Paths and offsets in errors are those of the writer.
pub struct TypedResolver<T> {
    typed: Typed<T>,
    resolver: Resolver,
    same: bool,
}

impl<T> fmt::Debug for TypedResolver<T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TypedResolver").field("resolver", &self.resolver).finish_non_exhaustive()
    }
}

impl<T: Shaped> TypedResolver<T> {
    /// For a type with its schema, and a writer's; an error if no data of the writer can be read by it.
    pub fn new(typed: Typed<T>, writer: &Schema) -> Result<Self, ResolveError> {
        let resolver = Resolver::new(writer, typed.schema())?;
        let same = resolver.is_same();
        Ok(TypedResolver { typed, resolver, same })
    }

    /// The type, with its own schema.
    #[must_use]
    pub const fn typed(&self) -> &Typed<T> {
        &self.typed
    }

    /// The writer's schema, and the type's.
    #[must_use]
    pub const fn resolver(&self) -> &Resolver {
        &self.resolver
    }

    /// The value that the writer's bytes stand for, all of which it has to take; an error if they are no datum of the
    /// writer, or none that the type can hold. The value owns what it holds; others are read by
    /// [`decode_in`](TypedResolver::decode_in).
    pub fn decode(&self, bytes: &[u8]) -> Result<T, DataError>
    where
        T: for<'b> Decode<'b>,
    {
        let mut options = self.typed.options.clone();
        let (value, taken) = self.owned_next(bytes, &mut Vec::new(), &mut options)?;
        all_taken(bytes, taken, &options)?;
        Ok(value)
    }

    /// The same, of a value that may borrow: from the bytes, or from this room, which is written over.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use ingot_codec::{Schema, typed::{Typed, TypedResolver}};
    ///
    /// let writer = Schema::parse(r#"{"type": "map", "values": "string"}"#)?;
    /// let teas = TypedResolver::new(Typed::<BTreeMap<&str, &[u8]>>::of()?, &writer)?;
    /// let mut room = Vec::new();
    /// assert_eq!(teas.decode_in(b"\x02\x02a\x06tea\x00", &mut room)?["a"], b"tea");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn decode_in<'b>(&self, bytes: &'b [u8], room: &'b mut Vec<u8>) -> Result<T::With<'b>, DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        let mut options = self.typed.options.clone();
        let (value, taken) = self.decode_next(bytes, room, &mut options)?;
        all_taken(bytes, taken, &options)?;
        Ok(value)
    }

    /// The value that bytes begin with, and how many of them it took, of one of several data that share a limit, as
    /// [`Typed::decode_next`] reads them; an error if there is none.
    pub fn decode_next<'b>(
        &self,
        bytes: &'b [u8],
        room: &'b mut Vec<u8>,
        options: &mut Options,
    ) -> Result<(T::With<'b>, usize), DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        self.read(bytes, room, options)
    }

    /// The same, of a value that owns what it holds, so that the room is free again.
    pub fn owned_next(&self, bytes: &[u8], room: &mut Vec<u8>, options: &mut Options) -> Result<(T, usize), DataError>
    where
        T: for<'b> Decode<'b>,
    {
        self.read(bytes, room, options)
    }

    fn read<'b, V: Decode<'b>>(
        &self,
        bytes: &'b [u8],
        room: &'b mut Vec<u8>,
        options: &mut Options,
    ) -> Result<(V, usize), DataError> {
        if self.same {
            return decode_next(bytes, options);
        }
        let mut again = options.clone();
        room.clear();
        let taken = self.resolver.transcode_next(bytes, room, options)?;
        // What the type refuses besides has no place in the writer's bytes.
        let read = decode_next(room, &mut again).map_err(DataError::without_offset);
        let (value, _) = read?;
        options.limits.zero_width = options.limits.zero_width.min(again.limits.zero_width);
        Ok((value, taken))
    }
}

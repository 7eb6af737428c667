//! Records that are types: their schema is the file's, or the file's is read as theirs.

use std::fmt;
use std::io::Write;

use ingot_codec::typed::{Decode, Encode, Shaped, Typed, TypedResolver, decode_next};
use ingot_codec::{DataError, Options};

use crate::error::{ContainerError, Outcome};
use crate::options::WriteOptions;
use crate::reader::Reader;
use crate::source::Source;
use crate::writer::Writer;

impl<S: Source> Reader<S> {
    /// The records that are left, as a type that owns what it holds. If its schema is not the file's, it reads by its own
    /// what can be read so: fields that only the file has are passed over, those that only the type has take their
    /// defaults. An error if nothing can.
    ///
    /// What borrows is read from a block, by [`Block::records`](crate::Block::records).
    ///
    /// ```
    /// use ingot_container::{Reader, TypedWriter, WriteOptions};
    ///
    /// let mut writer = TypedWriter::new(Vec::new(), &WriteOptions::default())?;
    /// writer.write(&250_i32)?;
    /// let file = writer.finish()?;
    ///
    /// // Ints were written, longs are read.
    /// for grams in Reader::from_slice(&file)?.typed::<i64>()? {
    ///     assert_eq!(grams?, 250);
    /// }
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn typed<T>(&mut self) -> Outcome<impl Iterator<Item = Outcome<T>>>
    where
        T: Shaped + for<'b> Decode<'b>,
    {
        let resolver = self.type_resolver::<T>()?;
        let mut room = Vec::new();
        Ok(self.records(move |bytes, options| match &resolver {
            Some(resolver) => resolver.owned_next(bytes, &mut room, options),
            None => same(bytes, options),
        }))
    }

    /// What reads the file's records as a type; nothing if they are data of the type as they are.
    fn type_resolver<T: Shaped>(&self) -> Outcome<Option<TypedResolver<T>>> {
        if Typed::<T>::new(self.schema()).is_ok() {
            return Ok(None);
        }
        let typed = Typed::of().map_err(ContainerError::mismatch)?;
        TypedResolver::new(typed, self.schema()).map(Some).map_err(ContainerError::resolution)
    }
}

fn same<T: for<'b> Decode<'b>>(bytes: &[u8], options: &mut Options) -> Result<(T, usize), DataError> {
    decode_next(bytes, options)
}

/// Writes a container file of records of one type.
///
/// ```
/// use ingot_container::{Reader, TypedWriter, WriteOptions};
///
/// let mut writer = TypedWriter::new(Vec::new(), &WriteOptions::default())?;
/// for grams in [100, 250] {
///     writer.write(&grams)?;
/// }
/// let file = writer.finish()?;
/// let read: Vec<i32> = Reader::from_slice(&file)?.typed()?.collect::<Result<_, _>>()?;
/// assert_eq!(read, [100, 250]);
/// # Ok::<(), ingot_container::ContainerError>(())
/// ```
pub struct TypedWriter<W: Write, T> {
    writer: Writer<W>,
    typed: Typed<T>,
}

impl<W: Write, T: Shaped + Encode> TypedWriter<W, T> {
    /// Begins a file with the type's schema, as [`Writer::new`] does; an error, too, if the type has none.
    pub fn new(out: W, options: &WriteOptions) -> Outcome<Self> {
        let typed = Typed::of().map_err(ContainerError::mismatch)?;
        let writer = Writer::new(out, typed.schema().clone(), options)?;
        Ok(TypedWriter { writer, typed })
    }

    /// Goes on with a writer, as one that appends to a file; an error if records of its schema are not data of the type,
    /// byte for byte.
    pub fn over(writer: Writer<W>) -> Outcome<Self> {
        let typed = Typed::new(writer.codec().schema()).map_err(ContainerError::mismatch)?;
        Ok(TypedWriter { writer, typed })
    }

    /// Writes a record; an error if it cannot be written, or if a block cannot.
    #[inline]
    pub fn write(&mut self, record: &T) -> Outcome<()> {
        let TypedWriter { writer, typed } = self;
        writer.write_by(|out| typed.encode_into(record, out))
    }

    /// Writes the records so far as a block, and hands on all that the output keeps back.
    pub fn flush(&mut self) -> Outcome<()> {
        self.writer.flush()
    }

    /// Writes the last block, and gives back the output.
    pub fn finish(self) -> Outcome<W> {
        self.writer.finish()
    }
}

impl<W: Write, T> fmt::Debug for TypedWriter<W, T> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("TypedWriter").field("writer", &self.writer).finish_non_exhaustive()
    }
}

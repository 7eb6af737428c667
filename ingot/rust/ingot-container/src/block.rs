//! A block of a file: packed until its bytes are asked for.

use std::fmt;

use ingot_codec::{Codec, DataClass, DataError, Options, Value};

use crate::compression::{Buffer, PackFault, Unpack};
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::options::ReadOptions;
use crate::records::Cursor;
use crate::told::Told;
use crate::unpacked::Unpacked;

/// What unpacks the blocks of a file, and where it puts them.
pub(crate) struct Unpacking {
    codec: Option<Box<dyn Unpack>>,
    room: Buffer,
    /// How few bytes a record has.
    least: u64,
}

impl Unpacking {
    pub(crate) fn new(codec: Option<Box<dyn Unpack>>, schema: &Codec) -> Self {
        let schema = schema.schema();
        let least = ingot_codec::wire::least_sizes(schema)[schema.root().index()];
        Unpacking { codec, room: Buffer::default(), least: least.into() }
    }

    /// Unpacks a block, unless the codec is null; an error if it has not room for its records.
    pub(crate) fn unpack(
        &mut self,
        packed: &[u8],
        count: u64,
        offset: u64,
        options: &ReadOptions,
        told: &mut Told,
    ) -> Outcome<()> {
        if self.least == 0 && count > options.data.limits.zero_width {
            let message = format!("a block of {count} records that may take no bytes: more than the limit");
            return Err(ContainerError::new(DataClass::LimitZeroWidth, offset, message));
        }
        if let Some(codec) = &mut self.codec {
            self.room.fill(&mut **codec, packed, options.block_bytes).map_err(|fault| {
                let (class, message) = match fault {
                    PackFault::Data(message) => (ContainerClass::CodecData, message),
                    PackFault::Limit(message) => (ContainerClass::LimitBlock, message),
                };
                ContainerError::new(class, offset, format!("in the block that begins here: {message}"))
            })?;
            if let Some(oddity) = codec.oddity() {
                told.warn(ContainerError::new(
                    ContainerClass::CodecData,
                    offset,
                    format!("in the block that begins here: {oddity}"),
                ));
            }
        }
        let length = self.bytes(packed).len();
        if u128::from(count) * u128::from(self.least) > length as u128 {
            let message = format!("{count} records are due in a block of {length} bytes");
            return Err(ContainerError::new(DataClass::EndOfInput, offset, message));
        }
        Ok(())
    }

    /// The bytes of the block that was unpacked last, which has these packed ones.
    #[inline]
    pub(crate) fn bytes<'b>(&'b self, packed: &'b [u8]) -> &'b [u8] {
        if self.codec.is_some() { self.room.bytes() } else { packed }
    }
}

/// A block of a file.
pub struct Block<'r> {
    pub(crate) offset: u64,
    pub(crate) count: u64,
    pub(crate) packed: &'r [u8],
    pub(crate) codec: &'r Codec,
    pub(crate) unpacking: &'r mut Unpacking,
    pub(crate) options: &'r ReadOptions,
    pub(crate) told: &'r mut Told,
}

impl Block<'_> {
    /// Where in the file it begins.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// How many records it says that it has; none only if there are packed bytes nevertheless.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Its bytes in the file, as the codec packed them.
    #[must_use]
    pub const fn packed(&self) -> &[u8] {
        self.packed
    }

    /// The records' bytes, one behind the other; an error if they cannot be unpacked. A block whose bytes are not asked
    /// for is not unpacked.
    pub fn bytes(&mut self) -> Outcome<&[u8]> {
        self.unpacking.unpack(self.packed, self.count, self.offset, self.options, self.told)?;
        Ok(self.unpacking.bytes(self.packed))
    }

    /// The block by itself, unpacked; an error if it cannot be.
    pub fn unpacked(&mut self) -> Outcome<Unpacked> {
        let mut cursor = Cursor::new(&self.options.data);
        cursor.begin(self.offset, self.count, &self.options.data);
        let (offset, count, packed) = (self.offset, self.count, self.packed.len());
        Ok(Unpacked { offset, count, packed, bytes: self.bytes()?.to_owned(), cursor })
    }

    /// The records, one by one; an error if they cannot be unpacked.
    pub fn values(&mut self) -> Outcome<impl Iterator<Item = Outcome<Value>>> {
        self.each(Codec::decode_next)
    }

    /// The records, each made by a function as [`Reader::next_by`](crate::Reader::next_by) calls it; an error if they
    /// cannot be unpacked. They may borrow from the block:
    ///
    /// ```
    /// use ingot_codec::typed::Typed;
    /// use ingot_container::{Reader, TypedWriter, WriteOptions};
    ///
    /// let mut writer = TypedWriter::new(Vec::new(), &WriteOptions::default())?;
    /// writer.write(&"oolong")?;
    /// let file = writer.finish()?;
    ///
    /// let mut reader = Reader::from_slice(&file)?;
    /// let names = Typed::<&str>::new(reader.schema())?;
    /// while let Some(mut block) = reader.next_block()? {
    ///     for name in block.records(|bytes, options| names.decode_next(bytes, options))? {
    ///         assert_eq!(name?, "oolong");
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn records<'s, T>(
        &'s mut self,
        mut decode: impl FnMut(&'s [u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Outcome<impl Iterator<Item = Outcome<T>>> {
        self.each(move |_, bytes, options| decode(bytes, options))
    }

    /// What is wrong with bytes of the block's, which someone has read, as an error of the file at the block's place.
    #[must_use]
    pub fn wrong(&self, error: DataError) -> ContainerError {
        ContainerError::within(error, self.offset)
    }

    fn each<'s, T>(
        &'s mut self,
        mut decode: impl FnMut(&Codec, &'s [u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Outcome<impl Iterator<Item = Outcome<T>>> {
        let mut cursor = Cursor::new(&self.options.data);
        cursor.begin(self.offset, self.count, &self.options.data);
        let codec = self.codec;
        let bytes = self.bytes()?;
        let mut ended = false;
        Ok(std::iter::from_fn(move || {
            if ended {
                return None;
            }
            let record = cursor.next(codec, bytes, &mut decode);
            ended = !matches!(record, Some(Ok(_)));
            record
        }))
    }
}

impl fmt::Debug for Block<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Block { offset, count, .. } = self;
        out.debug_struct("Block").field("offset", offset).field("count", count).finish_non_exhaustive()
    }
}

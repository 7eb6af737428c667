//! Writes a file, block by block: a block is written whole, in one call, so that a file that was broken off between two
//! calls can be read.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{Read, Seek, SeekFrom, Write};

use ingot_codec::{Codec, DataClass, DataError, Schema, Value, wire};

use crate::compression::Packer;
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::header::{Header, SYNC};
use crate::options::{ReadOptions, WriteOptions};
use crate::reader::Reader;

/// Writes a container file.
///
/// ```
/// use ingot_container::{Compression, Reader, Schema, Value, Writer};
///
/// let schema = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [{"name": "grams", "type": "int"}]}"#).unwrap();
/// let mut writer = Writer::new(Vec::new(), schema, &Compression::Null.into())?;
/// for grams in [100, 250] {
///     writer.write(&Value::Record(vec![Value::Int(grams)]))?;
/// }
/// let file = writer.finish()?;
/// assert_eq!(Reader::from_slice(&file)?.values().count(), 2);
/// # Ok::<(), ingot_container::ContainerError>(())
/// ```
///
/// [`finish`](Writer::finish) writes the last block, and tells whether that went well. A writer that is dropped writes
/// it, too, but cannot tell.
///
/// Where the output has failed within a block, nothing can follow: from then on each block is an error, and so is
/// [`finish`](Writer::finish).
pub struct Writer<W: Write> {
    /// There until the end.
    out: Option<W>,
    codec: Codec,
    packer: Packer,
    sync: [u8; SYNC],
    block_bytes: usize,
    most_bytes: usize,
    /// How many values without bytes a record may have.
    zero_width: u64,
    /// Room for the head of a block, and the records of one so far.
    block: Vec<u8>,
    count: u64,
    /// How many values without bytes the records of the block have, where the schema has such values.
    empty: u64,
    /// Room for the head, the packed records, and the marker.
    packed: Vec<u8>,
    /// A block may be there in part only: no other one can follow it.
    torn: bool,
}

/// Room for two numbers.
const HEAD: usize = 20;

impl<W: Write> Writer<W> {
    /// Begins a file: writes its header. An error if the codec is not in this build or has not the level, if the header
    /// would be too long, or if it cannot be written.
    pub fn new(mut out: W, schema: Schema, options: &WriteOptions) -> Outcome<Self> {
        let packer = options.compression.packer()?;
        let sync = options.sync.unwrap_or_else(random);
        let (header, bytes) = Header::make(schema, options, sync)?;
        out.write_all(&bytes)?;
        Ok(Self::behind(out, &header, packer, options))
    }

    fn behind(out: W, header: &Header, packer: Packer, options: &WriteOptions) -> Self {
        let block = vec![0; HEAD];
        let WriteOptions { block_bytes, most_bytes, zero_width, .. } = *options;
        let (codec, sync) = (header.codec().clone(), *header.sync());
        Writer {
            out: Some(out),
            codec,
            packer,
            sync,
            block_bytes,
            most_bytes,
            zero_width,
            block,
            count: 0,
            empty: 0,
            packed: Vec::new(),
            torn: false,
        }
    }

    /// The codec of the records.
    #[must_use]
    pub const fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The marker that stands between blocks.
    #[must_use]
    pub const fn sync(&self) -> &[u8; SYNC] {
        &self.sync
    }

    /// Writes a record; an error if it is none of the schema, or if a block cannot be written.
    pub fn write(&mut self, value: &Value) -> Outcome<()> {
        self.add(|codec, block| codec.encode_into(value, block))
    }

    /// Writes a record whose bytes a function adds to the block; an error if the function has one. What it has added
    /// then is taken away again.
    pub fn write_by(&mut self, encode: impl FnOnce(&mut Vec<u8>) -> Result<(), DataError>) -> Outcome<()> {
        self.add(|_, block| encode(block))
    }

    /// Writes a record whose bytes a function adds to the block by the codec.
    #[inline]
    pub(crate) fn add(&mut self, encode: impl FnOnce(&Codec, &mut Vec<u8>) -> Result<(), DataError>) -> Outcome<()> {
        let before = self.block.len();
        if let Err(error) = encode(&self.codec, &mut self.block) {
            self.block.truncate(before);
            return Err(error.into());
        }
        self.added(before)
    }

    /// Writes a record whose bytes are there already. They are not looked at.
    pub fn write_encoded(&mut self, record: &[u8]) -> Outcome<()> {
        let before = self.block.len();
        self.block.extend_from_slice(record);
        self.added(before)
    }

    /// Writes a block of records whose bytes are there already, one behind the other; an error if there are bytes of no
    /// records. They are not looked at, but where the schema has values without bytes: they are as many blocks then as
    /// readers want.
    pub fn write_block(&mut self, count: u64, records: &[u8]) -> Outcome<()> {
        self.write_out()?;
        if count == 0 {
            if records.is_empty() {
                return Ok(());
            }
            let message = format!("a block of 0 records has {} bytes", records.len());
            return Err(ContainerError::asked(DataClass::BlockSize, message));
        }
        if records.len() > self.most_bytes {
            return Err(self.too_long(records.len()));
        }
        if self.codec.has_empty() {
            return self.write_blocks(count, records);
        }
        self.block.extend_from_slice(records);
        self.count = count;
        self.write_out()
    }

    /// Where the file goes.
    #[cfg(feature = "async")]
    pub(crate) fn out(&mut self) -> Option<&mut W> {
        self.out.as_mut()
    }

    /// A record was added behind so many bytes.
    #[inline]
    fn added(&mut self, mut before: usize) -> Outcome<()> {
        if self.codec.has_empty() {
            before = self.count_empty(before)?;
        }
        self.count += 1;
        if self.block.len() - HEAD < self.block_bytes && self.block.len() - HEAD <= self.most_bytes {
            return Ok(());
        }
        self.full(before)
    }

    #[inline(never)]
    fn full(&mut self, before: usize) -> Outcome<()> {
        if self.block.len() - HEAD <= self.most_bytes {
            return self.write_out();
        }
        // What is too much for one block goes without the last record, which then stands alone.
        self.count -= 1;
        let record = self.block.split_off(before);
        if record.len() > self.most_bytes {
            return Err(self.too_long(record.len()));
        }
        self.write_out()?;
        self.block.extend_from_slice(&record);
        // The record is not counted again: the next one begins another block, if that has to be known at all.
        (self.count, self.empty) = (1, self.zero_width);
        if record.len() >= self.block_bytes { self.write_out() } else { Ok(()) }
    }

    /// Takes note of the values without bytes of the record that was added behind so many bytes. Where they are too many
    /// for the block, that is written without it. Gives behind how many bytes the record is now; an error, which takes
    /// the record away, if it has too many or is too long.
    #[cold]
    #[inline(never)]
    fn count_empty(&mut self, before: usize) -> Outcome<usize> {
        let length = self.block.len() - before;
        let counted = self.counted(&self.block[before..]);
        // What no block can hold is refused before one is written for it, and before it is counted.
        let counted = if length > self.most_bytes { counted.and_then(|_| Err(self.too_long(length))) } else { counted };
        let empty = match counted {
            Ok(found) => found.map_or(1, |(_, empty)| empty),
            Err(error) => {
                self.block.truncate(before);
                return Err(error);
            }
        };
        let mut before = before;
        if self.is_too_much(empty) {
            let record = self.block.split_off(before);
            self.write_out()?;
            before = self.block.len();
            self.block.extend_from_slice(&record);
        }
        self.empty = self.empty.saturating_add(empty);
        Ok(before)
    }

    /// How many bytes the first of some records takes, and how many values without bytes it has; an error if they are
    /// more than the limit, nothing if it is no record.
    fn counted(&self, records: &[u8]) -> Outcome<Option<(usize, u64)>> {
        match self.codec.count_empty(records, self.zero_width) {
            Ok(found) => Ok(Some(found)),
            Err(error) if error.class == DataClass::LimitZeroWidth => Err(error.into()),
            Err(_) => Ok(None),
        }
    }

    /// Whether the block would have too many values without bytes with so many more. It has half of what its readers
    /// allow, for those who read it by another schema count twice.
    const fn is_too_much(&self, empty: u64) -> bool {
        self.count > 0 && self.empty.saturating_add(empty) > self.zero_width / 2
    }

    /// Writes records whose schema has values without bytes. If one has too many, those before it are written.
    #[cold]
    #[inline(never)]
    fn write_blocks(&mut self, count: u64, mut records: &[u8]) -> Outcome<()> {
        let mut left = count;
        while left > 0
            && let Some((taken, empty)) = self.counted(records)?
        {
            if self.is_too_much(empty) {
                self.write_out()?;
            }
            let (record, behind) = records.split_at(taken);
            self.block.extend_from_slice(record);
            self.count += 1;
            self.empty = self.empty.saturating_add(empty);
            (records, left) = (behind, left - 1);
        }
        // What is no record is written as it is.
        self.block.extend_from_slice(records);
        self.count += left;
        self.write_out()
    }

    fn too_long(&self, length: impl fmt::Display) -> ContainerError {
        let message = format!("{length} bytes in one block: more than {}, which readers may refuse", self.most_bytes);
        ContainerError::asked(ContainerClass::LimitBlock, message)
    }

    /// Writes the records so far as a block, if there are any. They are gone then, even if it went wrong.
    fn write_out(&mut self) -> Outcome<()> {
        if self.torn {
            self.drop_block();
            let message = "a block before could not be written whole, so that nothing can follow it";
            return Err(ContainerError::asked(ContainerClass::Io, message));
        }
        if self.count == 0 {
            return Ok(());
        }
        let done = self.write_frame();
        self.drop_block();
        done
    }

    fn drop_block(&mut self) {
        self.block.truncate(HEAD);
        (self.count, self.empty) = (0, 0);
    }

    fn write_frame(&mut self) -> Outcome<()> {
        let frame = if self.packer.is_null() {
            &mut self.block
        } else {
            self.packed.clear();
            self.packed.resize(HEAD, 0);
            self.packer.pack(&self.block[HEAD..], &mut self.packed)?;
            if self.packed.len() - HEAD > self.most_bytes {
                return self.write_parts();
            }
            &mut self.packed
        };
        let start = put_head(frame, self.count);
        frame.extend_from_slice(&self.sync);
        let Some(out) = &mut self.out else { return Ok(()) };
        let done = out.write_all(&frame[start..]);
        self.torn = done.is_err();
        Ok(done?)
    }

    /// Writes the records so far as two blocks, because they have become too long by packing. An error if a record is
    /// too long alone: it is left out then, and the others are written.
    #[cold]
    #[inline(never)]
    fn write_parts(&mut self) -> Outcome<()> {
        let (count, records) = (self.count, self.block.split_off(HEAD));
        let (mut first, mut end) = (0, 0);
        while first + 1 < count
            && let Some((taken, _)) = self.counted(&records[end..])?
            && (first == 0 || end + taken <= records.len() / 2)
        {
            (first, end) = (first + 1, end + taken);
        }
        if first == 0 {
            let packed = self.packed.len() - HEAD;
            return Err(self.too_long(format_args!("{packed} packed")));
        }
        let (before, behind) = records.split_at(end);
        let done = self.write_part(first, before);
        if done.as_ref().is_err_and(|error| error.class() != ContainerClass::LimitBlock.into()) {
            return done;
        }
        done.and(self.write_part(count - first, behind))
    }

    fn write_part(&mut self, count: u64, records: &[u8]) -> Outcome<()> {
        self.block.truncate(HEAD);
        self.block.extend_from_slice(records);
        self.count = count;
        self.write_frame()
    }

    /// Writes the records so far as a block, and hands on all that the output keeps back.
    pub fn flush(&mut self) -> Outcome<()> {
        self.write_out()?;
        if let Some(out) = &mut self.out {
            out.flush()?;
        }
        Ok(())
    }

    /// Writes the last block, and gives back the output.
    pub fn finish(mut self) -> Outcome<W> {
        self.flush()?;
        self.out.take().ok_or_else(|| ContainerError::asked(ContainerClass::Io, "the output is gone"))
    }
}

impl<F: Read + Write + Seek> Writer<F> {
    /// Goes on with a file, by its schema, codec and marker; of the options the level, if it is one of this codec, and the
    /// sizes count. An error if there is no header, or if the file does not end with its marker: it was then cut, and
    /// has to be read leniently, and written again.
    ///
    /// ```
    /// use ingot_container::{Reader, Schema, Value, Writer, WriteOptions};
    /// use std::io::Cursor;
    ///
    /// let file = Writer::new(Vec::new(), Schema::parse("\"int\"").unwrap(), &WriteOptions::default())?.finish()?;
    /// let mut writer = Writer::append(Cursor::new(file), &WriteOptions::default())?;
    /// writer.write(&Value::Int(1))?;
    /// let file = writer.finish()?.into_inner();
    /// assert_eq!(Reader::from_slice(&file)?.values().count(), 1);
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn append(mut file: F, options: &WriteOptions) -> Outcome<Self> {
        file.seek(SeekFrom::Start(0))?;
        let reading = ReadOptions { header_bytes: options.header_bytes, ..ReadOptions::default() };
        let reader = Reader::with(&mut file, reading)?;
        let (header, found) = (reader.header().clone(), reader.compression());
        let same = std::mem::discriminant(&found) == std::mem::discriminant(&options.compression);
        let packer = if same { options.compression } else { found }.packer()?;
        let mut last = [0; SYNC];
        let end = file.seek(SeekFrom::End(-16))?;
        file.read_exact(&mut last)?;
        if last != *header.sync() {
            let message = "the file does not end with its marker: read it leniently, and write another one";
            return Err(ContainerError::new(ContainerClass::SyncMismatch, end, message));
        }
        Ok(Self::behind(file, &header, packer, options))
    }
}

impl<W: Write> Drop for Writer<W> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = self.write_out();
        }
    }
}

/// Puts the head of a block into the room before it, right before the bytes; where it begins.
fn put_head(frame: &mut [u8], count: u64) -> usize {
    let mut head = Vec::with_capacity(HEAD);
    wire::put_long(&mut head, i64::try_from(count).unwrap_or(i64::MAX));
    wire::put_long(&mut head, i64::try_from(frame.len() - HEAD).unwrap_or(i64::MAX));
    let start = HEAD - head.len();
    frame[start..HEAD].copy_from_slice(&head);
    start
}

/// 16 bytes by chance, of the seeds that the system gives each process.
fn random() -> [u8; SYNC] {
    let mut sync = [0; SYNC];
    for half in sync.chunks_exact_mut(8) {
        half.copy_from_slice(&RandomState::new().build_hasher().finish().to_le_bytes());
    }
    sync
}

impl<W: Write> fmt::Debug for Writer<W> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Writer").field("count", &self.count).finish_non_exhaustive()
    }
}

//! Reads a file: records one by one, or blocks.

mod damage;

use std::fmt;
use std::io::Read;

use ingot_codec::{Codec, DataClass, DataError, Options, Resolver, Schema, Value};

use crate::block::{Block, Unpacking};
use crate::compression::Compression;
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::frame::{Found, Frame, LEAST};
use crate::header::Header;
use crate::options::{ReadOptions, Tolerance};
use crate::records::Cursor;
use crate::source::{Source, Stream};
use crate::told::{Loss, Told};

/// Reads a container file.
///
/// ```
/// use ingot_container::{Reader, Schema, Value, Writer, WriteOptions};
///
/// let mut writer = Writer::new(Vec::new(), Schema::parse("\"string\"").unwrap(), &WriteOptions::default())?;
/// writer.write(&Value::String("oolong".into()))?;
/// let file = writer.finish()?;
///
/// let mut reader = Reader::from_slice(&file)?;
/// for value in reader.values() {
///     assert_eq!(value?, Value::String("oolong".into()));
/// }
/// # Ok::<(), ingot_container::ContainerError>(())
/// ```
///
/// After an error it gives nothing more. It takes no memory for a block that the one before had not: its rooms are
/// written over.
pub struct Reader<S> {
    pub(crate) source: S,
    header: Header,
    compression: Compression,
    options: ReadOptions,
    unpacking: Unpacking,
    pub(crate) told: Told,
    /// The offset of the block that the source stands at, and what it has to skip to come to the next.
    offset: u64,
    passed: usize,
    /// The block that is read, and its records.
    frame: Frame,
    cursor: Cursor,
    /// What is being skipped: where it began, how much it is so far, and why.
    skipping: Option<(u64, u64, ContainerError)>,
    ended: bool,
}

impl<R: Read> Reader<Stream<R>> {
    /// Begins to read a file; an error if its header is wrong. The reader has a buffer of its own.
    pub fn new(input: R) -> Outcome<Self> {
        Self::with(input, ReadOptions::default())
    }

    /// Begins to read a file as the options say; an error if its header is wrong.
    pub fn with(input: R, options: ReadOptions) -> Outcome<Self> {
        Self::begin(Stream::new(input), options)
    }
}

impl<'b> Reader<&'b [u8]> {
    /// Begins to read a file that is in memory, of which nothing is copied; an error if its header is wrong.
    pub fn from_slice(bytes: &'b [u8]) -> Outcome<Self> {
        Self::from_slice_with(bytes, ReadOptions::default())
    }

    /// Begins to read a file that is in memory as the options say; an error if its header is wrong.
    pub fn from_slice_with(bytes: &'b [u8], options: ReadOptions) -> Outcome<Self> {
        Self::begin(bytes, options)
    }
}

impl<S: Source> Reader<S> {
    fn begin(mut source: S, options: ReadOptions) -> Outcome<Self> {
        let header = Header::take(&mut source, &options)?;
        Self::behind(source, header, options)
    }

    /// Goes on behind a header.
    pub(crate) fn behind(source: S, header: Header, options: ReadOptions) -> Outcome<Self> {
        let mut told = Told::default();
        let compression = compression(&header, &options, &mut told)?;
        let unpacking = Unpacking::new(compression.unpacker(options.tolerance)?, header.codec());
        Ok(Reader {
            source,
            compression,
            unpacking,
            told,
            offset: header.length() as u64,
            passed: 0,
            frame: Frame::default(),
            cursor: Cursor::new(&options.data),
            skipping: None,
            ended: false,
            header,
            options,
        })
    }

    /// The head of the file: its entries, its marker.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// The schema of the file's records.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        self.header.schema()
    }

    /// The codec of the file's schema.
    #[must_use]
    pub const fn codec(&self) -> &Codec {
        self.header.codec()
    }

    /// The codec of the file's blocks, with its default level: files do not say at which level they were packed.
    #[must_use]
    pub const fn compression(&self) -> Compression {
        self.compression
    }

    pub(crate) const fn options(&self) -> &ReadOptions {
        &self.options
    }

    /// What was odd so far about the file, and read nevertheless; the first 1,000 such things. What is odd about the
    /// schema is in [`Schema::warnings`].
    #[must_use]
    pub fn warnings(&self) -> &[ContainerError] {
        &self.told.warnings
    }

    /// What was lost so far; the first 1,000 such parts.
    #[must_use]
    pub fn lost(&self) -> &[Loss] {
        &self.told.lost
    }

    /// How many warnings and losses are not in the lists.
    #[must_use]
    pub fn left_off(&self) -> usize {
        self.told.left_off
    }

    /// The records that are left, one by one.
    pub fn values(&mut self) -> impl Iterator<Item = Outcome<Value>> {
        std::iter::from_fn(move || self.next_value())
    }

    /// The next record; nothing at the end.
    pub fn next_value(&mut self) -> Option<Outcome<Value>> {
        self.next_of(Codec::decode_next)
    }

    /// The records that are left, as values of another schema than the one that they were written by; an error if none
    /// of them could be read so.
    ///
    /// ```
    /// use ingot_container::{Reader, Schema, Value, WriteOptions, Writer};
    ///
    /// let schema = Schema::parse("\"int\"").unwrap();
    /// let mut writer = Writer::new(Vec::new(), schema, &WriteOptions::default())?;
    /// writer.write(&Value::Int(3))?;
    /// let file = writer.finish()?;
    /// let double = Schema::parse("\"double\"").unwrap();
    /// for value in Reader::from_slice(&file)?.values_as(&double)? {
    ///     assert_eq!(value?, Value::Double(3.0));
    /// }
    /// # Ok::<(), ingot_container::ContainerError>(())
    /// ```
    pub fn values_as(&mut self, schema: &Schema) -> Outcome<impl Iterator<Item = Outcome<Value>>> {
        let resolver = Resolver::new(self.schema(), schema).map_err(ContainerError::resolution)?;
        Ok(self.records(move |bytes, options| resolver.decode_next(bytes, options)))
    }

    /// The records that are left, each made by a function as [`next_by`](Reader::next_by) calls it.
    pub fn records<T>(
        &mut self,
        mut decode: impl FnMut(&[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> impl Iterator<Item = Outcome<T>> {
        std::iter::from_fn(move || self.next_by(&mut decode))
    }

    /// The same, of a reader that is not needed any more.
    pub fn into_records<T>(
        mut self,
        mut decode: impl FnMut(&[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> impl Iterator<Item = Outcome<T>> {
        std::iter::from_fn(move || self.next_by(&mut decode))
    }

    /// The next record, made by a function; nothing at the end. It is given the rest of the block and what the records of
    /// the block may still take, and gives the record and how many bytes it took.
    pub fn next_by<T>(
        &mut self,
        decode: &mut impl FnMut(&[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        self.next_of(|_, bytes, options| decode(bytes, options))
    }

    #[inline]
    pub(crate) fn next_of<T>(
        &mut self,
        mut decode: impl FnMut(&Codec, &[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        loop {
            let bytes = self.unpacking.bytes(self.frame.packed(self.source.held()));
            let error = match self.cursor.next(self.header.codec(), bytes, &mut decode) {
                Some(Ok(record)) => return Some(Ok(record)),
                Some(Err(error)) => self.give_up(error),
                None => match self.open_block() {
                    Ok(true) => Ok(()),
                    Ok(false) => return None,
                    Err(error) => Err(error),
                },
            };
            if let Err(error) = error {
                return Some(Err(error));
            }
        }
    }

    /// Goes on to the next block, and unpacks it; false at the end.
    #[inline(never)]
    fn open_block(&mut self) -> Outcome<bool> {
        while self.find()? {
            let packed = self.frame.packed(self.source.held());
            let (count, offset) = (self.frame.count, self.offset);
            self.cursor.begin(offset, count, &self.options.data);
            match self.unpacking.unpack(packed, count, offset, &self.options, &mut self.told) {
                Ok(()) => return Ok(true),
                Err(error) => self.give_up(error)?,
            }
        }
        Ok(false)
    }

    /// The next block, its bytes as they are in the file until they are asked for; nothing at the end. What is left of
    /// the records of the block before is skipped.
    pub fn next_block(&mut self) -> Outcome<Option<Block<'_>>> {
        Ok(self.find_block()?.then(|| self.block()))
    }

    /// Goes on to the next block; false at the end.
    pub(crate) fn find_block(&mut self) -> Outcome<bool> {
        self.cursor.leave();
        self.find()
    }

    /// The block that was found.
    pub(crate) fn block(&mut self) -> Block<'_> {
        let Reader { source, header, frame, unpacking, options, told, offset, .. } = self;
        let packed = frame.packed(source.held());
        let codec = header.codec();
        Block { offset: *offset, count: frame.count, packed, codec, unpacking, options, told }
    }

    /// What is wrong with the records of a block ends the reading, or loses them.
    pub(crate) fn give_up(&mut self, error: ContainerError) -> Outcome<()> {
        let left = self.cursor.leave();
        self.lose_block(self.offset, left, error)
    }

    /// What is wrong with all of a block ends the reading, or loses its records.
    pub(crate) fn lose_block(&mut self, offset: u64, count: u64, error: ContainerError) -> Outcome<()> {
        if self.options.tolerance < Tolerance::Damage {
            self.end();
            return Err(error);
        }
        self.told.lose(Loss { offset, bytes: 0, records: (count > 0).then_some(count), error });
        Ok(())
    }

    pub(crate) fn end(&mut self) {
        self.ended = true;
        self.cursor.leave();
    }

    /// Goes on to the next block that has records, or bytes; false at the end.
    fn find(&mut self) -> Outcome<bool> {
        while !self.ended {
            self.pass();
            let found = self.skip_to_sync().and_then(|()| self.frame_here());
            match found {
                Ok(None) => self.end(),
                Ok(Some(frame)) => {
                    self.frame = frame;
                    self.passed = frame.length();
                    if frame.count > 0 || frame.size > 0 {
                        return Ok(true);
                    }
                }
                // An input that has nothing as yet may have more when it is asked again.
                Err(error) if error.would_block() => return Err(error),
                Err(error)
                    if self.options.tolerance == Tolerance::Damage && error.class() != ContainerClass::Io.into() =>
                {
                    self.skipping = Some((self.offset, 0, error));
                }
                Err(error) => {
                    self.end();
                    return Err(error);
                }
            }
        }
        Ok(false)
    }

    fn pass(&mut self) {
        self.source.skip(self.passed);
        self.offset += self.passed as u64;
        self.passed = 0;
        self.frame = Frame::default();
    }

    /// The frame of the block that the source stands at; nothing at the end of the file.
    fn frame_here(&mut self) -> Outcome<Option<Frame>> {
        let mut bytes = self.source.at_hand(LEAST)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let frame = loop {
            match Frame::find(bytes, self.offset, &self.options)? {
                Found::Frame(frame) => break frame,
                Found::More(due) => {
                    bytes = self.source.at_hand(due)?;
                    if bytes.len() < due {
                        let message = "the file ends within the block that begins here";
                        let error = ContainerError::new(DataClass::EndOfInput, self.offset, message);
                        // What holds a marker is not cut: the block's size is wrong.
                        let sized = damage::marker(bytes, self.header.sync()).is_some();
                        if self.options.tolerance < Tolerance::Cut || sized {
                            return Err(error);
                        }
                        let bytes = bytes.len();
                        self.told.lose(Loss { offset: self.offset, bytes: bytes as u64, records: None, error });
                        self.source.skip(bytes);
                        return Ok(None);
                    }
                }
            }
        };
        let Err(error) = frame.check_sync(bytes, self.offset, self.header.sync()) else { return Ok(Some(frame)) };
        if self.options.tolerance < Tolerance::Cut || !self.is_whole(frame) {
            return Err(error);
        }
        self.told.warn(error);
        Ok(Some(frame))
    }
}

/// The codec that a header names.
fn compression(header: &Header, options: &ReadOptions, told: &mut Told) -> Outcome<Compression> {
    let name = header.codec_name();
    let unknown = |message| ContainerError::new(ContainerClass::CodecUnknown, 0, message);
    if name.is_empty() && options.tolerance >= Tolerance::Odd {
        told.warn(unknown("an empty name of a codec is read as null".to_owned()));
        return Ok(Compression::Null);
    }
    str::from_utf8(name).ok().and_then(Compression::named).ok_or_else(|| {
        let name: String = String::from_utf8_lossy(name).chars().take(60).collect();
        unknown(format!("no codec {name:?}: there are null, deflate, snappy, zstandard, bzip2 and xz"))
    })
}

impl<S> fmt::Debug for Reader<S> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reader { compression, offset, .. } = self;
        out.debug_struct("Reader").field("compression", compression).field("offset", offset).finish_non_exhaustive()
    }
}

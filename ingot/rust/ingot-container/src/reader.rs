//! Reads a file: records one by one, or blocks.

use std::fmt;
use std::io::Read;

use ingot_codec::{Codec, DataClass, DataError, Options, Schema, Value};

use crate::block::{Block, Unpacking};
use crate::compression::Compression;
use crate::error::{ContainerClass, ContainerError, Outcome};
use crate::frame::{Found, Frame, LEAST};
use crate::header::{Header, SYNC};
use crate::options::ReadOptions;
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
    source: S,
    header: Header,
    compression: Compression,
    options: ReadOptions,
    unpacking: Unpacking,
    told: Told,
    /// The offset of the block that the source stands at, and what it has to skip to come to the next.
    offset: u64,
    passed: usize,
    /// The block whose records are being read; which of them come next, and where.
    frame: Frame,
    next: u64,
    at: usize,
    open: bool,
    /// What the records of the block may take together.
    budget: Options,
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
        let mut told = Told::default();
        let compression = compression(&header, &options, &mut told)?;
        let unpacking = Unpacking::new(compression.unpacker(options.lenient)?, header.codec());
        Ok(Reader {
            source,
            compression,
            unpacking,
            told,
            offset: header.length() as u64,
            passed: 0,
            frame: Frame::default(),
            next: 0,
            at: 0,
            open: false,
            budget: options.data.clone(),
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
    fn next_of<T>(
        &mut self,
        mut decode: impl FnMut(&Codec, &[u8], &mut Options) -> Result<(T, usize), DataError>,
    ) -> Option<Outcome<T>> {
        loop {
            if self.next < self.frame.count {
                let packed = self.frame.packed(self.source.held());
                let rest = self.unpacking.bytes(packed).get(self.at..).unwrap_or_default();
                match decode(self.header.codec(), rest, &mut self.budget) {
                    Ok((record, taken)) => {
                        self.next += 1;
                        self.at += taken;
                        return Some(Ok(record));
                    }
                    Err(mut error) => {
                        error.offset = error.offset.map(|offset| offset + self.at);
                        if let Err(error) = self.give_up(ContainerError::record(error, self.offset, self.next)) {
                            return Some(Err(error));
                        }
                    }
                }
            } else {
                match self.open_block() {
                    Ok(true) => {}
                    Ok(false) => return None,
                    Err(error) => return Some(Err(error)),
                }
            }
        }
    }

    /// Goes on to the next block, and unpacks it; false at the end.
    #[inline(never)]
    fn open_block(&mut self) -> Outcome<bool> {
        if self.open {
            self.open = false;
            let length = self.unpacking.bytes(self.frame.packed(self.source.held())).len();
            if self.at != length {
                let message = format!("{} records end at byte {} of a block of {length}", self.frame.count, self.at);
                self.give_up(ContainerError::new(DataClass::BlockSize, self.offset, message))?;
            }
        }
        loop {
            if !self.find()? {
                return Ok(false);
            }
            let packed = self.frame.packed(self.source.held());
            let (count, offset) = (self.frame.count, self.offset);
            match self.unpacking.unpack(packed, count, offset, &self.options, &mut self.told) {
                Ok(()) => break,
                Err(error) => self.give_up(error)?,
            }
        }
        self.at = 0;
        self.next = 0;
        self.open = true;
        self.budget.limits.zero_width = self.options.data.limits.zero_width;
        Ok(true)
    }

    /// The next block, its bytes as they are in the file until they are asked for; nothing at the end. What is left of
    /// the records of the block before is skipped.
    pub fn next_block(&mut self) -> Outcome<Option<Block<'_>>> {
        self.open = false;
        self.next = self.frame.count;
        if !self.find()? {
            return Ok(None);
        }
        let Reader { source, frame, unpacking, options, told, offset, next, .. } = self;
        *next = frame.count;
        let packed = frame.packed(source.held());
        Ok(Some(Block { offset: *offset, count: frame.count, packed, unpacking, options, told }))
    }

    /// What is wrong with the records of a block ends the reading, or loses them.
    fn give_up(&mut self, error: ContainerError) -> Outcome<()> {
        if !self.options.skip_damage {
            self.end();
            return Err(error);
        }
        let records = self.frame.count.checked_sub(self.next).filter(|left| *left > 0);
        self.told.lose(Loss { offset: self.offset, bytes: 0, records, error });
        self.next = self.frame.count;
        self.open = false;
        Ok(())
    }

    fn end(&mut self) {
        self.ended = true;
        self.open = false;
        self.frame = Frame::default();
        self.next = 0;
    }

    /// Goes on to the next block that has records, or bytes; false at the end.
    fn find(&mut self) -> Outcome<bool> {
        while !self.ended {
            self.pass();
            match self.frame_here() {
                Ok(None) => self.end(),
                Ok(Some(frame)) => {
                    self.frame = frame;
                    self.next = 0;
                    self.passed = frame.length();
                    if frame.count > 0 || frame.size > 0 {
                        return Ok(true);
                    }
                }
                Err(error) => {
                    let io = error.class() == ContainerClass::Io.into();
                    if self.options.skip_damage && !io {
                        self.skip_to_sync(error)?;
                    } else {
                        self.end();
                        return Err(error);
                    }
                }
            }
        }
        Ok(false)
    }

    fn pass(&mut self) {
        self.source.skip(self.passed);
        self.offset += self.passed as u64;
        self.passed = 0;
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
                        let sized = bytes.windows(SYNC).any(|part| part == self.header.sync());
                        if !self.options.lenient || sized {
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
        if !self.options.lenient || !self.is_whole(frame) {
            return Err(error);
        }
        self.told.warn(error);
        Ok(Some(frame))
    }

    /// Whether a block has its records, no more and no less, though another marker stands behind it.
    fn is_whole(&mut self, frame: Frame) -> bool {
        let packed = frame.packed(self.source.held());
        let unpacked = self.unpacking.unpack(packed, frame.count, self.offset, &self.options, &mut Told::default());
        if unpacked.is_err() {
            return false;
        }
        let mut rest = self.unpacking.bytes(packed);
        let mut budget = self.options.data.clone();
        for _ in 0..frame.count {
            match self.header.codec().decode_next(rest, &mut budget) {
                Ok((_, taken)) => rest = &rest[taken..],
                Err(_) => return false,
            }
        }
        rest.is_empty()
    }

    /// Goes on behind the next marker, and tells what is lost till there.
    fn skip_to_sync(&mut self, error: ContainerError) -> Outcome<()> {
        let (start, mut lost) = (self.offset, 0);
        loop {
            let bytes = self.source.at_hand(64 << 10)?;
            let found = bytes.windows(SYNC).position(|part| part == self.header.sync());
            let ends = bytes.len() < 64 << 10;
            let passed = match found {
                Some(at) => at + SYNC,
                None if ends => bytes.len(),
                // A marker may begin in what is at hand, and end behind it.
                None => bytes.len() - (SYNC - 1),
            };
            self.source.skip(passed);
            self.offset += passed as u64;
            lost += passed as u64;
            if found.is_some() || ends {
                self.told.lose(Loss { offset: start, bytes: lost, records: None, error });
                return Ok(());
            }
        }
    }
}

/// The codec that a header names.
fn compression(header: &Header, options: &ReadOptions, told: &mut Told) -> Outcome<Compression> {
    let name = header.codec_name();
    let unknown = |message| ContainerError::new(ContainerClass::CodecUnknown, 0, message);
    if name.is_empty() && options.lenient {
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

//! The head of a file: the schema, the codec and further entries, and the marker that stands between blocks.

use std::collections::BTreeSet;
use std::io::Read;

use ingot_codec::{Codec, DataClass, DataError, Schema, wire};
use ingot_schema::SchemaClass;
use ingot_schema::shared::cut;

use crate::error::{Class, ContainerClass, ContainerError, Outcome};
use crate::options::{ReadOptions, WriteOptions};
use crate::source::{Source, Stream};

pub(crate) const MAGIC: [u8; 4] = *b"Obj\x01";
pub(crate) const SYNC: usize = 16;
const SCHEMA: &str = "avro.schema";
const CODEC: &str = "avro.codec";
/// Entries at most: each takes room besides its bytes, of which it may have two.
const MOST_ENTRIES: u64 = 1 << 16;

/// The head of a container file. Unlike a [`Reader`](crate::Reader), it is there for codecs that are not known, too.
///
/// ```
/// use ingot_container::{Header, ReadOptions, Schema, Writer, WriteOptions};
///
/// let options = WriteOptions { metadata: vec![("made-by".into(), b"tea".to_vec())], ..WriteOptions::default() };
/// let file = Writer::new(Vec::new(), Schema::parse("\"int\"").unwrap(), &options)?.finish()?;
/// let header = Header::read(&file[..], &ReadOptions::default())?;
/// assert_eq!(header.codec_name(), b"null");
/// assert_eq!(header.entry("made-by"), Some(&b"tea"[..]));
/// # Ok::<(), ingot_container::ContainerError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Header {
    codec: Codec,
    entries: Vec<(String, Vec<u8>)>,
    sync: [u8; SYNC],
    length: usize,
}

impl Header {
    /// Reads the head of a file; an error if there is none, or without a schema.
    pub fn read(input: impl Read, options: &ReadOptions) -> Outcome<Header> {
        Self::take(&mut Stream::new(input), options)
    }

    /// Reads the head and leaves what is behind it.
    pub(crate) fn take(source: &mut impl Source, options: &ReadOptions) -> Outcome<Header> {
        let mut parser = Parser::default();
        let mut bytes = source.at_hand(MAGIC.len())?;
        while let Some(due) = parser.step(bytes, options)? {
            bytes = source.at_hand(due)?;
            Parser::look(bytes, due)?;
        }
        let header = parser.finish()?;
        source.skip(header.length);
        Ok(header)
    }

    /// The codec of the file's schema. The schema was read leniently; its warnings say what is odd about it.
    #[must_use]
    pub const fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The schema of the file's records.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        self.codec.schema()
    }

    /// The name of the codec that packs the blocks; `null` if the file names none.
    #[must_use]
    pub fn codec_name(&self) -> &[u8] {
        self.entry(CODEC).unwrap_or(b"null")
    }

    /// The bytes of an entry; of several with one name the last.
    #[must_use]
    pub fn entry(&self, name: &str) -> Option<&[u8]> {
        self.entries.iter().rev().find(|(known, _)| known == name).map(|(_, bytes)| &bytes[..])
    }

    /// All entries, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[(String, Vec<u8>)] {
        &self.entries
    }

    /// The marker that ends the header and each block.
    #[must_use]
    pub const fn sync(&self) -> &[u8; SYNC] {
        &self.sync
    }

    /// How many bytes of the file the header takes.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// A header to be written, and its bytes.
    pub(crate) fn make(schema: Schema, options: &WriteOptions, sync: [u8; SYNC]) -> Outcome<(Header, Vec<u8>)> {
        let mut entries = vec![(SCHEMA.to_owned(), schema.to_string().into_bytes())];
        entries.push((CODEC.to_owned(), options.compression.name().into()));
        for (name, bytes) in &options.metadata {
            if name.starts_with("avro.") {
                let message = format!("an entry {name:?}: names that begin with avro. are the specification's");
                return Err(ContainerError::asked(ContainerClass::KeyDuplicate, message));
            }
            entries.push((name.clone(), bytes.clone()));
        }
        if entries.len() as u64 > MOST_ENTRIES {
            let message = format!("{} entries, the limit is {MOST_ENTRIES}", entries.len());
            return Err(ContainerError::asked(ContainerClass::LimitHeader, message));
        }
        let mut out = MAGIC.to_vec();
        wire::put_long(&mut out, entries.len().try_into().unwrap_or(i64::MAX));
        for (name, bytes) in &entries {
            wire::put_run(&mut out, name.as_bytes());
            wire::put_run(&mut out, bytes);
        }
        out.push(0);
        out.extend(sync);
        if out.len() > options.header_bytes {
            let message = format!(
                "a header of {} bytes, {} of them the schema: more than {}, which readers may refuse",
                out.len(),
                entries[0].1.len(),
                options.header_bytes
            );
            return Err(ContainerError::asked(ContainerClass::LimitHeader, message));
        }
        Ok((Header { codec: Codec::new(schema), entries, sync, length: out.len() }, out))
    }
}

/// Reads a header from as many bytes as there are, and says how many it needs.
#[derive(Default)]
pub(crate) struct Parser {
    at: usize,
    stage: Stage,
    /// Entries left in the block of the map, and where it ends by its size.
    left: u64,
    end: Option<usize>,
    entries: Vec<(String, Vec<u8>)>,
    /// The names so far that begin with `avro.`, each of which may be there once.
    reserved: BTreeSet<String>,
    schema_at: usize,
    sync: [u8; SYNC],
}

#[derive(Default)]
enum Stage {
    #[default]
    Magic,
    Count,
    Key,
    Value,
    Sync,
    Done,
}

impl Parser {
    /// Goes as far as the bytes reach, which begin where the file does; how many are needed for more, or `None` at the
    /// end of the header.
    pub(crate) fn step(&mut self, bytes: &[u8], options: &ReadOptions) -> Outcome<Option<usize>> {
        loop {
            let due = match self.stage {
                Stage::Magic => self.magic(bytes)?,
                Stage::Count => self.count(bytes, options)?,
                Stage::Key => match self.run(bytes)? {
                    Err(due) => Some(due),
                    Ok(key) => {
                        let Ok(key) = str::from_utf8(key) else {
                            return Err(self.wrong(DataClass::Utf8Invalid, "a name in the header that is not UTF-8"));
                        };
                        if key.starts_with("avro.") && !self.reserved.insert(key.to_owned()) {
                            return Err(
                                self.wrong(ContainerClass::KeyDuplicate, format!("{} is there twice", cut(key)))
                            );
                        }
                        self.entries.push((key.to_owned(), Vec::new()));
                        self.stage = Stage::Value;
                        None
                    }
                },
                Stage::Value => match self.run(bytes)? {
                    Err(due) => Some(due),
                    Ok(value) => {
                        let at = self.at - value.len();
                        if let Some(entry) = self.entries.last_mut() {
                            if entry.0 == SCHEMA {
                                self.schema_at = at;
                            }
                            value.clone_into(&mut entry.1);
                        }
                        self.left -= 1;
                        self.stage = if self.left > 0 { Stage::Key } else { Stage::Count };
                        None
                    }
                },
                Stage::Sync => match bytes[self.at..].first_chunk() {
                    None => Some(self.at + SYNC),
                    Some(sync) => {
                        self.sync = *sync;
                        self.at += SYNC;
                        self.stage = Stage::Done;
                        None
                    }
                },
                Stage::Done => return Ok(None),
            };
            if self.at > options.header_bytes || (due.is_some() && bytes.len() > options.header_bytes) {
                let message = format!("the header has more than {} bytes", options.header_bytes);
                return Err(self.wrong(ContainerClass::LimitHeader, message));
            }
            if let Some(due) = due {
                // No more is asked for than the limit needs to be passed.
                return Ok(Some(due.min(options.header_bytes.saturating_add(1))));
            }
        }
    }

    /// Looks whether the bytes that were asked for are there.
    pub(crate) fn look(bytes: &[u8], due: usize) -> Outcome<()> {
        if bytes.len() < due {
            let what = if bytes.is_empty() { "the file is empty" } else { "the file ends within its header" };
            return Err(ContainerError::new(DataClass::EndOfInput, bytes.len() as u64, what));
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Outcome<Header> {
        let Parser { entries, sync, at, schema_at, .. } = self;
        let Some((_, text)) = entries.iter().find(|(name, _)| name == SCHEMA) else {
            return Err(ContainerError::new(ContainerClass::SchemaMissing, 0, "the header has no avro.schema"));
        };
        let Ok(text) = str::from_utf8(text) else {
            let class = Class::Schema(SchemaClass::Json);
            return Err(ContainerError::new(class, schema_at as u64, "the schema is not UTF-8"));
        };
        let schema = Schema::parse_lenient(text).map_err(|error| ContainerError::schema(error, schema_at as u64))?;
        Ok(Header { codec: Codec::new(schema), entries, sync, length: at })
    }

    fn magic(&mut self, bytes: &[u8]) -> Outcome<Option<usize>> {
        if !MAGIC.starts_with(&bytes[..bytes.len().min(MAGIC.len())]) {
            let found = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]).into_owned();
            let message = format!("no container file: it begins with {found:?}");
            return Err(self.wrong(ContainerClass::Magic, message));
        }
        if bytes.len() < MAGIC.len() {
            return Ok(Some(MAGIC.len()));
        }
        self.at = MAGIC.len();
        self.stage = Stage::Count;
        Ok(None)
    }

    /// The head of a block of entries.
    fn count(&mut self, bytes: &[u8], options: &ReadOptions) -> Outcome<Option<usize>> {
        if self.end.is_some_and(|end| end != self.at) {
            return Err(self.wrong(DataClass::BlockSize, "a block of entries is not as long as it says"));
        }
        let mut input = wire::Input::new(&bytes[self.at..]);
        let head = input.long().and_then(|count| Ok((count, if count < 0 { Some(input.long()?) } else { None })));
        let Some((count, size)) = self.there(head)? else { return Ok(Some(bytes.len() + 1)) };
        if count == i64::MIN {
            return Err(self.wrong(DataClass::CountInvalid, format!("a count of {count}")));
        }
        let after = self.at + input.at();
        self.end = match size.map(usize::try_from) {
            None => None,
            Some(Ok(size)) => Some(after.saturating_add(size)),
            Some(Err(_)) => return Err(self.wrong(DataClass::BlockSize, "a block of entries of a size below 0")),
        };
        self.at = after;
        self.left = count.unsigned_abs();
        let all = self.left.saturating_add(self.entries.len() as u64);
        if all > MOST_ENTRIES {
            let message = format!("{all} entries, the limit is {MOST_ENTRIES}");
            return Err(self.wrong(ContainerClass::LimitHeader, message));
        }
        // An entry has two bytes at least.
        if self.left > options.header_bytes as u64 / 2 {
            let message = format!("{} entries: more than {} bytes can hold", self.left, options.header_bytes);
            return Err(self.wrong(ContainerClass::LimitHeader, message));
        }
        self.stage = if count == 0 { Stage::Sync } else { Stage::Key };
        Ok(None)
    }

    /// A length and as many bytes; or how many are needed.
    fn run<'b>(&mut self, bytes: &'b [u8]) -> Outcome<Result<&'b [u8], usize>> {
        let mut input = wire::Input::new(&bytes[self.at..]);
        let Some(length) = self.there(input.long())? else { return Ok(Err(bytes.len() + 1)) };
        let Ok(length) = usize::try_from(length) else {
            return Err(self.wrong(DataClass::LengthNegative, format!("a length of {length}")));
        };
        let start = self.at + input.at();
        let end = start.saturating_add(length);
        let Some(run) = bytes.get(start..end) else { return Ok(Err(end)) };
        self.at = end;
        Ok(Ok(run))
    }

    /// A number, or none if the bytes do not reach; other faults are errors.
    fn there<T>(&self, found: wire::Outcome<T>) -> Outcome<Option<T>> {
        match found.map_err(DataError::from) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.class == DataClass::EndOfInput => Ok(None),
            Err(error) => Err(self.wrong(error.class, error.into_details().message)),
        }
    }

    fn wrong(&self, class: impl Into<Class>, message: impl Into<String>) -> ContainerError {
        ContainerError::new(class, self.at as u64, message)
    }
}

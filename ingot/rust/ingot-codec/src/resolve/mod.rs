//! Data of one schema read by another: two schemas become one plan, by which values, or the bytes of the reader's schema,
//! are made of the writer's bytes.

mod compile;
mod parts;
mod plan;
mod read;
mod same;
mod transcode;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use ingot_schema::shared::{Pairs, Scope, why};
use ingot_schema::{Incompatibility, Matching, Schema, Value};

use crate::codec::all_taken;
use crate::error::{DataClass, DataError};
use crate::limits::Options;
use crate::plan::Plan;
use crate::scan::Scan;
use plan::Resolving;

/// Reads data of a writer's schema by a reader's; made once, used for any number of them, by any number of threads.
///
/// Fields are found by their names and the reader's aliases; those that only the writer has are passed over, those that
/// only the reader has take their defaults. Numbers are promoted, symbols and branches found by what they are called.
///
/// ```
/// use ingot_codec::{Codec, Resolver, Schema, Value};
///
/// let old = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
///     {"name": "note", "type": "string"},
///     {"name": "grams", "type": "int"}
/// ]}"#)?;
/// let new = Schema::parse(r#"{"type": "record", "name": "Tea", "fields": [
///     {"name": "weight", "aliases": ["grams"], "type": "long"},
///     {"name": "hot", "type": "boolean", "default": true}
/// ]}"#)?;
/// let resolver = Resolver::new(&old, &new)?;
///
/// let bytes = b"\x08good\xf4\x03";
/// assert_eq!(resolver.decode(bytes)?, Value::Record(vec![Value::Long(250), Value::Boolean(true)]));
///
/// // Or the bytes that a writer of the new schema would have written, for any reader of it.
/// let mut out = Vec::new();
/// resolver.transcode(bytes, &mut out)?;
/// assert_eq!(out, b"\xf4\x03\x01");
///
/// let error = Resolver::new(&new, &old).unwrap_err();
/// assert_eq!(error.to_string(), "note: the writer has no such field, and the reader no default for it (and 1 more)");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Resolver {
    writer: Schema,
    reader: Schema,
    /// The plan of the writer, by which data are passed over, and of the reader, by which they are checked.
    passed: Plan,
    kept: Plan,
    plan: Resolving,
}

/// Why no data of a writer's schema can be read by a reader's; its class is [`DataClass::Resolution`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResolveError {
    /// The first hundred reasons; at least one.
    pub reasons: Vec<Incompatibility>,
}

impl Resolver {
    /// For two schemas, strictly matched; an error if no data of the one can be read by the other.
    ///
    /// A symbol, or a branch of a union, that the reader does not know is an error only when a datum holds it:
    /// [`Schema::incompatibilities`] tells that beforehand.
    pub fn new(writer: &Schema, reader: &Schema) -> Result<Resolver, ResolveError> {
        Resolver::with(writer, reader, Matching::default())
    }

    /// For two schemas, matched as it is said; an error if no data of the one can be read by the other.
    pub fn with(writer: &Schema, reader: &Schema, matching: Matching) -> Result<Resolver, ResolveError> {
        let pairs = Pairs::new(writer, reader, matching, Scope::Some);
        let reasons = why(pairs.as_ref());
        let (Some(pairs), true) = (pairs, reasons.is_empty()) else { return Err(ResolveError { reasons }) };
        let (passed, kept) = (Plan::new(writer), Plan::new(reader));
        let plan = compile::compile(&pairs, &passed, &kept);
        Ok(Resolver { writer: writer.clone(), reader: reader.clone(), passed, kept, plan })
    }

    /// The writer's schema.
    #[must_use]
    pub const fn writer(&self) -> &Schema {
        &self.writer
    }

    /// The reader's schema.
    #[must_use]
    pub const fn reader(&self) -> &Schema {
        &self.reader
    }

    /// Whether the writer's bytes are the reader's as they are, so that a reader of its own schema reads them, too.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.plan.nodes[0].same
    }

    /// The value of the reader's schema that the writer's bytes stand for, all of which it has to take; an error if they
    /// are no datum of the writer, or none that the reader can hold. Paths in errors are those of the writer.
    pub fn decode(&self, bytes: &[u8]) -> Result<Value, DataError> {
        self.decode_with(bytes, Options::DEFAULT)
    }

    /// The same, read as the options say.
    pub fn decode_with(&self, bytes: &[u8], options: &Options) -> Result<Value, DataError> {
        let (value, taken) = self.decode_first(bytes, options)?;
        all_taken(bytes, taken, options)?;
        Ok(value)
    }

    /// The value that bytes begin with, and how many of them it took; an error if there is none.
    pub fn decode_first(&self, bytes: &[u8], options: &Options) -> Result<(Value, usize), DataError> {
        let mut scan = Scan::new(options, bytes);
        let value = read::Reading { resolver: self, scan: &mut scan }.value(0)?;
        Ok((value, scan.input.at()))
    }

    /// The same, of one of several data that share a limit: the items without bytes that it had are taken off those that
    /// the options allow.
    pub fn decode_next(&self, bytes: &[u8], options: &mut Options) -> Result<(Value, usize), DataError> {
        let mut scan = Scan::new(options, bytes);
        let value = read::Reading { resolver: self, scan: &mut scan }.value(0)?;
        let (taken, left) = (scan.input.at(), scan.blocks.zero_width());
        options.limits.zero_width = left;
        Ok((value, taken))
    }

    /// Adds the bytes of the reader's schema that the writer's bytes stand for, with no values in between; an error, and
    /// nothing added, if they are no datum of the writer, or none that the reader can hold.
    pub fn transcode(&self, bytes: &[u8], out: &mut Vec<u8>) -> Result<(), DataError> {
        self.transcode_with(bytes, out, &Options::default())
    }

    /// The same, read as the options say. What its logical type does not have is handed on by a lenient reader.
    pub fn transcode_with(&self, bytes: &[u8], out: &mut Vec<u8>, options: &Options) -> Result<(), DataError> {
        let before = out.len();
        let taken = self.transcode_first(bytes, out, options)?;
        all_taken(bytes, taken, options).inspect_err(|_| out.truncate(before))
    }

    /// The same for the datum that bytes begin with; how many of them it took.
    pub fn transcode_first(&self, bytes: &[u8], out: &mut Vec<u8>, options: &Options) -> Result<usize, DataError> {
        self.transcoded(bytes, out, options).map(|(taken, _)| taken)
    }

    /// The same, of one of several data that share a limit, as [`Resolver::decode_next`] reads them.
    pub fn transcode_next(&self, bytes: &[u8], out: &mut Vec<u8>, options: &mut Options) -> Result<usize, DataError> {
        let (taken, left) = self.transcoded(bytes, out, options)?;
        options.limits.zero_width = left;
        Ok(taken)
    }

    /// How many bytes the datum took, and how many more items without bytes there may be.
    fn transcoded(&self, bytes: &[u8], out: &mut Vec<u8>, options: &Options) -> Result<(usize, u64), DataError> {
        let before = out.len();
        let mut scan = Scan::new(options, bytes);
        if let Err(fault) = transcode::Transcoding::new(self, &mut scan, out).value(0) {
            out.truncate(before);
            // What is copied is checked by the reader's names: the error that a value's reader has tells the writer's.
            let told = self.decode_first(bytes, options).err();
            return Err(told.unwrap_or_else(|| fault.into()));
        }
        Ok((scan.input.at(), scan.blocks.zero_width()))
    }
}

impl ResolveError {
    /// The class that all languages share.
    pub const CLASS: DataClass = DataClass::Resolution;
}

impl fmt::Display for ResolveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.reasons.first().map_or_else(|| "the schemas do not fit".to_string(), ToString::to_string);
        let more = match self.reasons.len() {
            0 | 1 => String::new(),
            count => format!(" (and {} more)", count - 1),
        };
        write!(out, "{first}{more}")
    }
}

impl core::error::Error for ResolveError {}

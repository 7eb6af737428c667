//! A schema ready to read and write data.

use alloc::format;
use alloc::vec::Vec;

use ingot_schema::{NodeId, Schema, Value};

use crate::decode::Decoder;
use crate::encode::{Encoder, Length};
use crate::error::{DataClass, DataError, fault};
use crate::fingerprint::Fingerprint;
use crate::limits::{Limits, Options};
use crate::plan::{Plan, short};
use crate::scan::Scan;

/// Reads and writes the data of one schema; made once, used for any number of them, by any number of threads.
#[derive(Debug, Clone)]
pub struct Codec {
    pub(crate) schema: Schema,
    pub(crate) plan: Plan,
    pub(crate) fingerprint: Fingerprint,
    #[cfg(feature = "serde")]
    pub(crate) names: crate::serde::Names,
}

impl Codec {
    /// A codec for a schema.
    #[must_use]
    pub fn new(schema: Schema) -> Codec {
        let plan = Plan::new(&schema);
        Codec {
            #[cfg(feature = "serde")]
            names: crate::serde::Names::new(&schema, &plan),
            schema,
            plan,
            fingerprint: Fingerprint::default(),
        }
    }

    /// Its schema.
    #[must_use]
    pub const fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The bytes of a value; an error if it is none of the schema.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, DataError> {
        let mut out = Vec::new();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// Adds the bytes of a value to others, which stay as they are if it is none of the schema.
    pub fn encode_into(&self, value: &Value, out: &mut Vec<u8>) -> Result<(), DataError> {
        let before = out.len();
        let done = Encoder::new(&self.plan, &self.schema, out).value(self.plan.root, value);
        done.map_err(|fault| {
            out.truncate(before);
            DataError::from(fault)
        })?;
        if self.plan.has_empty { self.check_empty(out, before) } else { Ok(()) }
    }

    /// The bytes of a value of one of the schema's types; an error if it is none.
    pub fn encode_part(&self, part: NodeId, value: &Value) -> Result<Vec<u8>, DataError> {
        let mut out = Vec::new();
        Encoder::new(&self.plan, &self.schema, &mut out).value(short(part), value)?;
        Ok(out)
    }

    /// How many bytes a value has; an error, with the path to the fault, if it is none of the schema. So this tells, too,
    /// whether a value can be written, and writes nothing.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse(r#"{"type": "array", "items": "string"}"#).unwrap());
    /// assert_eq!(codec.encoded_len(&Value::Array(vec![Value::String("tea".into())])), Ok(6));
    /// let error = codec.encoded_len(&Value::Array(vec![Value::Null])).unwrap_err();
    /// assert_eq!(error.to_string(), "[0]: null is no string of the schema");
    /// ```
    pub fn encoded_len(&self, value: &Value) -> Result<usize, DataError> {
        if self.plan.has_empty {
            // What is counted is counted in the bytes.
            return self.encode(value).map(|bytes| bytes.len());
        }
        let mut length = Length(0);
        Encoder::new(&self.plan, &self.schema, &mut length).value(self.plan.root, value)?;
        Ok(length.0)
    }

    /// Whether data may have values that take no bytes where readers count them: items of arrays, fields of records, or
    /// the data themselves.
    #[inline]
    #[must_use]
    pub const fn has_empty(&self) -> bool {
        self.plan.has_empty
    }

    /// How many bytes the datum takes that bytes begin with, and how many values without bytes it has, as readers count
    /// them, itself at least; an error without an offset if they are more than `most`, or if the bytes are none.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema};
    ///
    /// let nulls = Codec::new(Schema::parse(r#"{"type": "array", "items": "null"}"#).unwrap());
    /// assert_eq!(nulls.count_empty(&[14, 0, 14, 0], 10), Ok((2, 7)));
    /// assert!(nulls.count_empty(&[14, 0, 14, 0], 6).is_err());
    /// ```
    #[cold]
    pub fn count_empty(&self, bytes: &[u8], most: u64) -> Result<(usize, u64), DataError> {
        let limits = Limits { depth: Limits::MOST_DEPTH, zero_width: most, ..Limits::default() };
        let options = Options { limits, ..Options::default() };
        let mut scan = Scan::new(&options, bytes);
        scan.skip(&self.plan, &self.schema, self.plan.root).map_err(|fault| DataError::from(fault).without_offset())?;
        Ok((scan.input.at(), (most - scan.blocks.zero_width()).max(1)))
    }

    /// An error if the datum that was added behind so many bytes has more values without bytes than readers take by
    /// default; it is taken away again then.
    #[cold]
    #[inline(never)]
    pub(crate) fn check_empty(&self, out: &mut Vec<u8>, before: usize) -> Result<(), DataError> {
        if let Err(error) = self.count_empty(&out[before..], Options::DEFAULT.limits.zero_width) {
            out.truncate(before);
            return Err(error);
        }
        Ok(())
    }

    /// The value of these bytes, all of which it has to take; an error if they are none.
    pub fn decode(&self, bytes: &[u8]) -> Result<Value, DataError> {
        self.decode_with(bytes, Options::DEFAULT)
    }

    /// The value of these bytes, read as the options say; an error if they are none.
    pub fn decode_with(&self, bytes: &[u8], options: &Options) -> Result<Value, DataError> {
        // The value is made where it is handed back: a small one is read in less time than it is moved in.
        let mut done = Ok(Value::Null);
        if let Ok(value) = &mut done
            && let Err(error) = self.read_all(bytes, options, value)
        {
            done = Err(error);
        }
        done
    }

    fn read_all(&self, bytes: &[u8], options: &Options, to: &mut Value) -> Result<(), DataError> {
        let mut decoder = Decoder::new(&self.plan, &self.schema, options, bytes);
        decoder.set_rest(self.plan.root, to)?;
        all_taken(bytes, decoder.scan.input.at(), options)
    }

    /// The value that bytes begin with, and how many of them it took; an error if there is none.
    ///
    /// ```
    /// use ingot_codec::{Codec, Options, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse("\"string\"").unwrap());
    /// assert_eq!(codec.decode_first(b"\x02a\x02b", &Options::default()), Ok((Value::String("a".into()), 2)));
    /// ```
    pub fn decode_first(&self, bytes: &[u8], options: &Options) -> Result<(Value, usize), DataError> {
        let mut decoder = Decoder::new(&self.plan, &self.schema, options, bytes);
        let mut value = Value::Null;
        decoder.set_rest(self.plan.root, &mut value)?;
        Ok((value, decoder.scan.input.at()))
    }

    /// The same, of one of several data that share a limit: the items without bytes that it had are taken off those that
    /// the options allow.
    pub fn decode_next(&self, bytes: &[u8], options: &mut Options) -> Result<(Value, usize), DataError> {
        let mut decoder = Decoder::new(&self.plan, &self.schema, options, bytes);
        let mut value = Value::Null;
        decoder.set_rest(self.plan.root, &mut value)?;
        let (taken, left) = (decoder.scan.input.at(), decoder.scan.blocks.zero_width());
        options.limits.zero_width = left;
        Ok((value, taken))
    }
}

/// An error if bytes are left behind the only datum, which strict readers refuse.
#[inline]
pub(crate) fn all_taken(bytes: &[u8], taken: usize, options: &Options) -> Result<(), DataError> {
    if taken == bytes.len() || options.lenient {
        return Ok(());
    }
    bytes_left(taken, bytes.len() - taken)
}

#[cold]
fn bytes_left(taken: usize, left: usize) -> Result<(), DataError> {
    fault(DataClass::BytesLeft, Some(taken), format!("bytes left behind the datum: {left}")).map_err(DataError::from)
}

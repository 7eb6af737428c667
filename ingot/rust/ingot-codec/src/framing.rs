//! Messages: a datum behind a mark that says which schema it has.

use alloc::format;
use alloc::vec::Vec;

use ingot_schema::Value;

use crate::codec::Codec;
use crate::error::{DataClass, DataError, fault};
use crate::limits::Options;
use crate::typed::{Decode, Encode, Shaped, Typed};

/// What single objects begin with, before the fingerprint.
const MARK: [u8; 2] = [0xc3, 0x01];
const HEAD: usize = 10;

impl Codec {
    /// A single object: a mark, the fingerprint of the schema, the datum; an error if the value is none of the schema.
    ///
    /// ```
    /// use ingot_codec::{Codec, Schema, Value};
    ///
    /// let codec = Codec::new(Schema::parse("\"int\"").unwrap());
    /// let message = codec.encode_single_object(&Value::Int(1)).unwrap();
    /// assert_eq!(message, [0xc3, 0x01, 0x8f, 0x5c, 0x39, 0x3f, 0x1a, 0xd5, 0x75, 0x72, 2]);
    /// assert_eq!(codec.decode_single_object(&message), Ok(Value::Int(1)));
    /// ```
    pub fn encode_single_object(&self, value: &Value) -> Result<Vec<u8>, DataError> {
        let mut out = self.single_object_head().to_vec();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// What single objects of this schema begin with, before the datum.
    #[must_use]
    pub fn single_object_head(&self) -> [u8; 10] {
        head(self.fingerprint.of(&self.schema))
    }

    /// The datum of a single object of this schema; an error if it is none, or of another schema.
    pub fn single_object_datum<'m>(&self, message: &'m [u8]) -> Result<&'m [u8], DataError> {
        own_datum(self.fingerprint.of(&self.schema), message)
    }

    /// The value of a single object of this schema; an error if it is none, or of another schema.
    pub fn decode_single_object(&self, message: &[u8]) -> Result<Value, DataError> {
        let datum = self.single_object_datum(message)?;
        self.decode_behind(message, message.len() - datum.len())
    }

    /// The message that schema registries use: a zero byte, the number of the schema there, the datum; an error if the
    /// value is none of the schema.
    pub fn encode_registry(&self, id: u32, value: &Value) -> Result<Vec<u8>, DataError> {
        let mut out = registry_head(id).to_vec();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// The value of a message of schema registries, whose schema has this number there; an error if it is none, or of
    /// another schema.
    pub fn decode_registry(&self, id: u32, message: &[u8]) -> Result<Value, DataError> {
        let datum = registry_datum(id, message)?;
        self.decode_behind(message, message.len() - datum.len())
    }

    fn decode_behind(&self, message: &[u8], head: usize) -> Result<Value, DataError> {
        self.decode_with(&message[head..], &Options::default()).map_err(|error| error.behind(head))
    }
}

/// Messages of types: the same bytes, the same errors.
///
/// ```
/// use ingot_codec::{DataError, typed::Typed};
///
/// let ints = Typed::<i32>::of().unwrap();
/// let message = ints.encode_single_object(&1)?;
/// assert_eq!(message, [0xc3, 0x01, 0x8f, 0x5c, 0x39, 0x3f, 0x1a, 0xd5, 0x75, 0x72, 2]);
/// assert_eq!(ints.decode_single_object(&message)?, 1);
///
/// assert_eq!(ints.encode_registry(7, &1)?, [0, 0, 0, 0, 7, 2]);
/// let error = ints.decode_registry(7, &[0, 0, 0, 0, 8, 2]).unwrap_err();
/// assert_eq!(error.to_string(), "the datum, byte 1: a message of the schema 8, not 7");
/// # Ok::<(), DataError>(())
/// ```
impl<T: Shaped> Typed<T> {
    /// A single object, as [`Codec::encode_single_object`] makes it; an error if the value cannot be written.
    pub fn encode_single_object(&self, value: &T) -> Result<Vec<u8>, DataError>
    where
        T: Encode,
    {
        let mut out = head(self.fingerprint()).to_vec();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// The value of a single object of this schema; an error if it is none, or of another schema. What borrows borrows
    /// from the message.
    pub fn decode_single_object<'b>(&self, message: &'b [u8]) -> Result<T::With<'b>, DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        let datum = own_datum(self.fingerprint(), message)?;
        self.decode(datum).map_err(|error| error.behind(message.len() - datum.len()))
    }

    /// A message of schema registries, as [`Codec::encode_registry`] makes it; an error if the value cannot be written.
    pub fn encode_registry(&self, id: u32, value: &T) -> Result<Vec<u8>, DataError>
    where
        T: Encode,
    {
        let mut out = registry_head(id).to_vec();
        self.encode_into(value, &mut out)?;
        Ok(out)
    }

    /// The value of a message of schema registries, whose schema has this number there; an error if it is none, or of
    /// another schema. What borrows borrows from the message.
    pub fn decode_registry<'b>(&self, id: u32, message: &'b [u8]) -> Result<T::With<'b>, DataError>
    where
        T::With<'b>: Decode<'b>,
    {
        let datum = registry_datum(id, message)?;
        self.decode(datum).map_err(|error| error.behind(message.len() - datum.len()))
    }
}

/// What single objects of a schema begin with.
fn head(fingerprint: u64) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..MARK.len()].copy_from_slice(&MARK);
    head[MARK.len()..].copy_from_slice(&fingerprint.to_le_bytes());
    head
}

/// The datum of a single object of the schema with this fingerprint; an error if it is none, or of another.
fn own_datum(own: u64, message: &[u8]) -> Result<&[u8], DataError> {
    let (found, datum) = single_object_message(message)?;
    if found != own {
        let message = format!("a single object of the schema {found:016x}, not {own:016x}");
        return fault(DataClass::SchemaUnknown, Some(MARK.len()), message).map_err(DataError::from);
    }
    Ok(datum)
}

/// What messages of schema registries begin with.
fn registry_head(id: u32) -> [u8; 5] {
    let [a, b, c, d] = id.to_be_bytes();
    [0, a, b, c, d]
}

/// The number of the schema of a message of schema registries, and its datum; an error if it is none.
///
/// ```
/// assert_eq!(ingot_codec::registry_message(&[0, 0, 0, 0, 7, 2]), Ok((7, &[2][..])));
/// ```
pub fn registry_message(message: &[u8]) -> Result<(u32, &[u8]), DataError> {
    let [0, a, b, c, d, datum @ ..] = message else {
        let message = "no message of a schema registry: it begins with a zero byte and a number of four bytes";
        return fault(DataClass::FramingInvalid, Some(0), message).map_err(DataError::from);
    };
    Ok((u32::from_be_bytes([*a, *b, *c, *d]), datum))
}

/// The datum of a message of schema registries, whose schema has this number there; an error if it is none, or of another
/// schema.
pub fn registry_datum(id: u32, message: &[u8]) -> Result<&[u8], DataError> {
    let (found, datum) = registry_message(message)?;
    if found != id {
        let message = format!("a message of the schema {found}, not {id}");
        return fault(DataClass::SchemaUnknown, Some(1), message).map_err(DataError::from);
    }
    Ok(datum)
}

/// The fingerprint of the schema of a single object, and its datum; an error if it is none.
///
/// ```
/// let message = [0xc3, 0x01, 0x8f, 0x5c, 0x39, 0x3f, 0x1a, 0xd5, 0x75, 0x72, 2];
/// assert_eq!(ingot_codec::single_object_message(&message), Ok((0x7275_d51a_3f39_5c8f, &[2][..])));
/// ```
pub fn single_object_message(message: &[u8]) -> Result<(u64, &[u8]), DataError> {
    let parts = message.strip_prefix(&MARK).and_then(|rest| rest.split_first_chunk::<8>());
    let Some((fingerprint, datum)) = parts else {
        let message = "no single object: it begins with C3 01 and a fingerprint";
        return fault(DataClass::FramingInvalid, Some(0), message).map_err(DataError::from);
    };
    Ok((u64::from_le_bytes(*fingerprint), datum))
}

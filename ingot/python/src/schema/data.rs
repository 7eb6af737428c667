//! What a schema does with data, for its methods and for the rest of the package.

use std::sync::Arc;

use ingot_codec::wire::fault;
use ingot_codec::{Codec, DataClass, Limits, Options};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::{Objects, Schema, State};
use crate::decode::Decoder;
use crate::encode::Encoder;
use crate::failure::{Done, Failure, exception};
use crate::given::bound;
use crate::manner::Strict;
use crate::objects::Owned;
use crate::plan::{Plan, Ways};
use crate::resolved::{Readers, Resolved};
use crate::scratch::{Paused, scratch};

impl Schema {
    pub(crate) fn of(py: Python<'_>, schema: ingot_schema::Schema, options: Options) -> PyResult<Self> {
        Self::with(py, schema, options, Objects::plain(true))
    }

    pub(crate) fn with(
        py: Python<'_>,
        schema: ingot_schema::Schema,
        options: Options,
        objects: Objects,
    ) -> PyResult<Self> {
        let codec = Codec::new(schema);
        let bound = objects.class.as_ref().map(|class| bound(codec.schema(), class.bind(py))).transpose()?;
        let how = Ways { logical: objects.logical, lenient: options.lenient, bound: bound.as_ref() };
        let plan = unsafe { Plan::new(&codec, &how) }.map_err(|failure| exception(py, "Error", failure))?;
        Ok(Schema { codec, plan, options, readers: Readers::default(), objects })
    }

    pub(crate) fn schema(&self) -> &ingot_schema::Schema {
        self.codec.schema()
    }

    #[cfg(feature = "arrow")]
    pub(crate) fn codec(&self) -> &Codec {
        &self.codec
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// The way to a reader's schema, or to some of the fields; nothing where the schema's own data are meant.
    pub(crate) fn resolved(
        &self,
        py: Python<'_>,
        reader: Option<&Bound<'_, Schema>>,
        fields: Option<Vec<String>>,
    ) -> PyResult<Option<Arc<Resolved>>> {
        Ok(Some(match (reader, fields) {
            (None, None) => return Ok(None),
            (Some(reader), None) => self.readers.by(self, reader)?,
            (None, Some(fields)) => self.readers.of(py, self, &fields)?,
            (Some(_), Some(_)) => {
                return Err(PyValueError::new_err("a reader and fields: a reader has its own fields"));
            }
        }))
    }

    /// The value that bytes begin with, and how many of them it takes; one of several that share a limit, off which is
    /// taken what this one has of it.
    pub(crate) fn first(&self, data: &[u8], options: &mut Options) -> Done<(Owned, usize)> {
        let mut decoder = Decoder::new(&self.plan, options, data, Strict);
        let value = unsafe { decoder.root() }?;
        let (taken, left) = (decoder.input.at(), decoder.zero_width());
        options.limits.zero_width = left;
        Ok((value, taken))
    }

    /// Another schema, with the same options.
    pub(crate) fn like(&self, py: Python<'_>, schema: ingot_schema::Schema) -> PyResult<Schema> {
        Self::with(py, schema, self.options.clone(), Objects::plain(self.objects.logical))
    }

    /// All that a schema is made of.
    pub(super) fn state(&self) -> State {
        let Limits { depth, zero_width, decimal_bytes, big_decimal_scale, .. } = self.options.limits;
        let lenient = self.options.lenient;
        (self.__str__(), lenient, depth, zero_width, decimal_bytes, big_decimal_scale, self.objects.logical)
    }

    pub(super) fn encoded<'py>(&self, value: &Bound<'py, PyAny>, head: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let py = value.py();
        scratch(|out| {
            out.extend_from_slice(head);
            match self.put(value.as_ptr(), out) {
                Ok(()) => Ok(PyBytes::new(py, out)),
                Err(failure) => Err(exception(py, "EncodeError", failure)),
            }
        })
    }

    /// Adds the bytes of a value. The interpreter is held, and so is the object.
    #[inline]
    pub(crate) fn put(&self, value: *mut ffi::PyObject, out: &mut Vec<u8>) -> Done<()> {
        if self.codec.has_empty() {
            return self.put_counted(value, out);
        }
        unsafe { self.encoder(out).root(value) }
    }

    /// The same, with an error of data with more values without bytes than readers take.
    #[cold]
    #[inline(never)]
    fn put_counted(&self, value: *mut ffi::PyObject, out: &mut Vec<u8>) -> Done<()> {
        let start = out.len();
        unsafe { self.encoder(out).root(value) }?;
        self.codec.count_empty(&out[start..], self.options.limits.zero_width)?;
        Ok(())
    }

    /// Whether data may have values without bytes, so that each has to be written by [`Schema::put`].
    #[inline]
    pub(crate) fn has_empty(&self) -> bool {
        self.codec.has_empty()
    }

    /// Adds the bytes of values, and counts nothing.
    #[inline]
    pub(crate) fn encoder<'o>(&self, out: &'o mut Vec<u8>) -> Encoder<'_, 'o> {
        Encoder::new(&self.plan, &self.options, out, Strict)
    }

    /// A list of all values that lie in bytes one after another.
    pub(crate) fn all(&self, data: &[u8]) -> Done<Owned> {
        let _paused = Paused::new();
        let list = unsafe { Owned::new(ffi::PyList_New(0)) }?;
        let mut decoder = Decoder::new(&self.plan, &self.options, data, Strict);
        while decoder.input.left() > 0 {
            let before = decoder.input.left();
            decoder.renew();
            let value = unsafe { decoder.root() }?;
            if unsafe { ffi::PyList_Append(list.as_ptr(), value.as_ptr()) } < 0 {
                return Err(Failure::Raised);
            }
            if decoder.input.left() == before {
                let message = "values without bytes: bytes do not say how many there are";
                return Ok(fault(DataClass::BytesLeft, Some(decoder.input.at()), message)?);
            }
        }
        Ok(list)
    }

    /// The value behind a head of so many bytes.
    #[inline]
    pub(crate) fn whole(&self, data: &[u8], head: usize) -> Done<Owned> {
        let mut decoder = Decoder::new(&self.plan, &self.options, data, Strict);
        decoder.input.take(head)?;
        let value = unsafe { decoder.root() }?;
        decoder.end()?;
        Ok(value)
    }
}

/// The value of bytes that an object lends.
#[inline]
pub(super) fn lent<'py>(
    data: &Bound<'py, PyAny>,
    read: impl FnOnce(&[u8]) -> Done<Owned>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    if let Ok(bytes) = data.cast_exact::<PyBytes>() {
        return given(py, read(bytes.as_bytes()));
    }
    let copy = PyBuffer::<u8>::get(data)?.to_vec(py)?;
    given(py, read(&copy))
}

#[inline]
pub(super) fn given(py: Python<'_>, value: Done<Owned>) -> PyResult<Bound<'_, PyAny>> {
    match value {
        Ok(value) => Ok(unsafe { Bound::from_owned_ptr(py, value.into_ptr()) }),
        Err(failure) => Err(exception(py, "DecodeError", failure)),
    }
}

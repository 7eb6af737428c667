//! The class `Schema`.

mod data;

use ingot_codec::{Codec, Limits, Options};
use ingot_schema::Random;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyType};
use pyo3::{PyTraverseError, PyVisit};

use self::data::{given, lent};
use crate::arrow::{self, ArrowStream};
use crate::classes::module;
use crate::decode::Decoder;
use crate::failure::{Failure, data_exception, exception, placed, schema_exception};
use crate::given::{alias, bits, dumped, is_json, json_text, whole};
use crate::manner::Strict;
use crate::plan::Plan;
use crate::resolved::Readers;
use crate::scratch::{Paused, scratch};

/// A schema, ready to read and write data.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Schema {
    codec: Codec,
    plan: Plan,
    options: Options,
    readers: Readers,
    objects: Objects,
}

/// What values are in Python.
pub(crate) struct Objects {
    /// Whether values of logical types are objects of Python's own.
    pub(crate) logical: bool,
    /// The class whose objects are read, or any other type of Python.
    pub(crate) class: Option<Py<PyAny>>,
}

impl Objects {
    /// Dicts and other plain values.
    pub(crate) const fn plain(logical: bool) -> Objects {
        Objects { logical, class: None }
    }

    fn clone_ref(&self, py: Python<'_>) -> Objects {
        Objects { logical: self.logical, class: self.class.as_ref().map(|class| class.clone_ref(py)) }
    }
}

#[pymethods]
impl Schema {
    #[new]
    #[pyo3(signature = (schema, /, *, lenient = false, logical = true))]
    pub(crate) fn new(py: Python<'_>, schema: &Bound<'_, PyAny>, lenient: bool, logical: bool) -> PyResult<Self> {
        let class = if is_json(schema) { None } else { Some(schema.clone().unbind()) };
        let text = match &class {
            None => json_text(schema)?,
            Some(_) => dumped(&module(py)?.call_method1("schema", (schema,))?)?,
        };
        let parsed =
            if lenient { ingot_schema::Schema::parse_lenient(&text) } else { ingot_schema::Schema::parse(&text) };
        let parsed = parsed.map_err(|error| schema_exception(py, &error))?;
        Self::with(py, parsed, Options::default(), Objects { logical, class })
    }

    /// The same schema, whose values are read as objects of a class.
    #[pyo3(signature = (kind, /))]
    fn into(&self, kind: Bound<'_, PyAny>) -> PyResult<Schema> {
        let py = kind.py();
        let objects = Objects { logical: self.objects.logical, class: Some(kind.unbind()) };
        Self::with(py, self.codec.schema().clone(), self.options.clone(), objects)
    }

    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.objects.class)?;
        self.readers.traverse(&visit)?;
        self.plan.traverse(&visit)
    }

    /// Two schemas that were read by each other are only let go of if one lets go first.
    fn __clear__(&self) {
        self.readers.clear();
    }

    /// The same schema, whose data are read as the options say: leniently, or within other limits.
    #[pyo3(signature = (*, lenient = false, depth = 100, zero_width = 1 << 20, decimal_bytes = 1024, big_decimal_scale = 65_536))]
    fn with_options(
        &self,
        py: Python<'_>,
        lenient: bool,
        depth: usize,
        zero_width: u64,
        decimal_bytes: usize,
        big_decimal_scale: u32,
    ) -> PyResult<Schema> {
        let limits = Limits { depth, zero_width, decimal_bytes, big_decimal_scale };
        Self::with(py, self.codec.schema().clone(), Options { lenient, limits }, self.objects.clone_ref(py))
    }

    /// The bytes of a value.
    #[pyo3(signature = (value, /))]
    fn encode<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.encoded(value, &[])
    }

    /// The bytes of values, one after another.
    #[pyo3(signature = (values, /))]
    pub(crate) fn encode_many<'py>(&self, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = values.py();
        scratch(|out| {
            for (place, value) in values.try_iter()?.enumerate() {
                self.put(value?.as_ptr(), out).map_err(|failure| placed(py, "EncodeError", failure, place))?;
            }
            Ok(PyBytes::new(py, out))
        })
    }

    /// The value of bytes, all of which it has to take; read by another schema, or only some fields of it.
    #[pyo3(signature = (data, /, *, reader = None, fields = None))]
    fn decode<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        reader: Option<&Bound<'py, Schema>>,
        fields: Option<Vec<String>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(resolved) = self.resolved(data.py(), reader, fields)? else {
            return lent(data, |data| self.whole(data, 0));
        };
        lent(data, |data| {
            scratch(|out| {
                resolved.resolver.transcode_with(data, out, &self.options)?;
                resolved.reader.get().whole(out, 0).map_err(Failure::without_offset)
            })
        })
    }

    /// The value that bytes begin with, and how many of them it takes.
    #[pyo3(signature = (data, /))]
    fn decode_first<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let mut taken = 0;
        let value = lent(data, |data| {
            let mut decoder = Decoder::new(&self.plan, &self.options, data, Strict);
            let value = unsafe { decoder.root() }?;
            taken = decoder.input.at();
            Ok(value)
        })?;
        Ok((value, taken))
    }

    /// All values that lie in bytes one after another, or the value of each of several bytes.
    #[pyo3(signature = (data, /))]
    fn decode_many<'py>(&self, data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let py = data.py();
        // Some things that lend a buffer have no bytes there: an array of objects.
        if let Ok(bytes) = whole(data) {
            let list = given(py, self.all(bytes.as_bytes()))?;
            return Ok(list.cast_into()?);
        }
        let list = PyList::empty(py);
        let _paused = Paused::new();
        for (place, frame) in data.try_iter()?.enumerate() {
            let frame = whole(&frame?)?;
            let value = self.whole(frame.as_bytes(), 0);
            let value = value.map_err(|failure| placed(py, "DecodeError", failure, place))?;
            list.append(unsafe { Bound::from_owned_ptr(py, value.into_ptr()) })?;
        }
        Ok(list)
    }

    /// A single object: a mark, the fingerprint of the schema, the value.
    #[pyo3(signature = (value, /))]
    fn encode_single_object<'py>(&self, value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        self.encoded(value, &self.codec.single_object_head())
    }

    /// The value of a single object of this schema.
    #[pyo3(signature = (message, /))]
    fn decode_single_object<'py>(&self, message: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        lent(message, |message| {
            let datum = self.codec.single_object_datum(message)?;
            self.whole(message, message.len() - datum.len())
        })
    }

    /// A message of schema registries: a zero byte, the number of the schema there, the value.
    #[pyo3(signature = (number, value, /))]
    fn encode_registry<'py>(
        &self,
        number: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let number: u32 = bits(number, "the number of a schema")?;
        let [a, b, c, d] = number.to_be_bytes();
        self.encoded(value, &[0, a, b, c, d])
    }

    /// The value of a message whose schema has this number in the registry.
    #[pyo3(signature = (number, message, /))]
    fn decode_registry<'py>(
        &self,
        number: &Bound<'py, PyAny>,
        message: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let number: u32 = bits(number, "the number of a schema")?;
        lent(message, |message| {
            let datum = ingot_codec::registry_datum(number, message)?;
            self.whole(message, message.len() - datum.len())
        })
    }

    /// Raises an error, with the path to what is wrong, if an object is no value of the schema.
    #[pyo3(signature = (value, /))]
    fn validate(&self, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let put = scratch(|out| self.put(value.as_ptr(), out));
        put.map_err(|failure| exception(value.py(), "EncodeError", failure))
    }

    /// Values at random; the same for the same seed.
    #[pyo3(signature = (count, /, seed = 0))]
    fn random<'py>(&self, py: Python<'py>, count: usize, seed: u64) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        // Some values of logical types are beyond Python's own classes.
        let lenient = Options { lenient: true, limits: self.options.limits.clone() };
        let reading = Self::with(py, self.codec.schema().clone(), lenient, self.objects.clone_ref(py))?;
        for (place, value) in Random::new(self.codec.schema(), seed).take(count).enumerate() {
            if place % 1024 == 0 {
                py.check_signals()?;
            }
            let bytes = self.codec.encode(&value).map_err(|error| data_exception(py, "EncodeError", error))?;
            list.append(given(py, reading.whole(&bytes, 0))?)?;
        }
        Ok(list)
    }

    /// Columns of data, through Arrow's interface in C.
    #[pyo3(signature = (data, /, *, fields = None))]
    fn to_arrow(&self, data: &Bound<'_, PyAny>, fields: Option<Vec<String>>) -> PyResult<ArrowStream> {
        arrow::decoded(self, data, fields)
    }

    /// The bytes of the rows of a table of Arrow, one after another.
    #[pyo3(signature = (table, /))]
    #[expect(clippy::wrong_self_convention, reason = "the name that packages know for it")]
    fn from_arrow<'py>(&self, table: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        arrow::encoded(self, table)
    }

    /// The canonical form, as JSON.
    fn canonical_form(&self) -> String {
        self.codec.schema().canonical_form()
    }

    /// The fingerprint of the canonical form: `crc64` (eight bytes as in single objects), `md5` or `sha256`.
    #[pyo3(signature = (algorithm = "crc64"))]
    fn fingerprint<'py>(&self, py: Python<'py>, algorithm: &str) -> PyResult<Bound<'py, PyBytes>> {
        let schema = self.codec.schema();
        Ok(match algorithm {
            "crc64" => PyBytes::new(py, &schema.fingerprint().to_le_bytes()),
            "md5" => PyBytes::new(py, &schema.fingerprint_md5()),
            "sha256" => PyBytes::new(py, &schema.fingerprint_sha256()),
            _ => return Err(PyValueError::new_err(format!("{algorithm:?}: algorithms are crc64, md5 and sha256"))),
        })
    }

    /// Why readers with this schema cannot read all that writers of another write: a line each; none if they can.
    #[pyo3(signature = (writer, /))]
    fn incompatibilities(&self, writer: &Schema) -> Vec<String> {
        let found = self.codec.schema().incompatibilities(writer.codec.schema());
        found.iter().map(ToString::to_string).collect()
    }

    /// What is odd about the schema's text: what was read leniently, and what was ignored.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.codec.schema().warnings().iter().map(ToString::to_string).collect()
    }

    fn __str__(&self) -> String {
        self.codec.schema().to_string()
    }

    fn __repr__(&self) -> String {
        format!("Schema({:?})", self.codec.schema().to_string())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<Schema>() else { return Ok(false) };
        let (py, other) = (other.py(), other.get());
        if self.state() != other.state() {
            return Ok(false);
        }
        match (&self.objects.class, &other.objects.class) {
            (None, None) => Ok(true),
            // A generic type is another object each time that it is written.
            (Some(one), Some(other)) => Ok(one.is(other) || one.bind(py).eq(other)?),
            _ => Ok(false),
        }
    }

    fn __hash__(&self) -> u64 {
        self.codec.schema().fingerprint()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let py = slf.py();
        let class = slf.get().objects.clone_ref(py).class;
        Ok((py.import("ingot._ingot")?.getattr("_schema")?, (slf.get().state(), class)))
    }
}

/// All that a schema is made of.
type Parts = (State, Option<Py<PyAny>>);

/// The text of a schema, its options, and whether values of logical types are Python's own.
type State = (String, bool, usize, u64, usize, u32, bool);

/// A schema as it was pickled.
#[pyfunction]
#[pyo3(signature = (state, kind, /))]
pub(crate) fn _schema(py: Python<'_>, state: State, kind: Option<Py<PyAny>>) -> PyResult<Schema> {
    let (text, lenient, depth, zero_width, decimal_bytes, big_decimal_scale, logical) = state;
    // It was read once; what was read leniently then is no less good now.
    let schema = ingot_schema::Schema::parse_lenient(&text).map_err(|error| schema_exception(py, &error))?;
    let limits = Limits { depth, zero_width, decimal_bytes, big_decimal_scale };
    Schema::with(py, schema, Options { lenient, limits }, Objects { logical, class: kind })
}

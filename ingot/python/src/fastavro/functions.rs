//! Readers and writers of logical types as functions, as the dicts `LOGICAL_READERS` and `LOGICAL_WRITERS` have them; and
//! codecs.

use ingot_codec::logical::Unit;
use ingot_container::Compression;
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::logical::Host;

/// More bytes than a block may have unpacked.
const MOST: usize = 64 << 20;

macro_rules! logical {
    ($($prepare:ident $read:ident $host:expr;)*) => {$(
        /// The plain value of an object of this logical type; any other object as it is.
        #[pyfunction]
        #[pyo3(signature = (data, schema = None))]
        pub(crate) fn $prepare<'py>(
            data: Bound<'py, PyAny>,
            schema: Option<&Bound<'py, PyDict>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let host: fn(Option<&Bound<'py, PyDict>>) -> PyResult<Host> = $host;
            Ok(host(schema)?.plain(&data)?.unwrap_or(data))
        }

        /// The object of a plain value of this logical type.
        #[pyfunction]
        #[pyo3(signature = (data, writer_schema = None, reader_schema = None))]
        pub(crate) fn $read<'py>(
            data: &Bound<'py, PyAny>,
            writer_schema: Option<&Bound<'py, PyDict>>,
            reader_schema: Option<&Bound<'py, PyAny>>,
        ) -> PyResult<Bound<'py, PyAny>> {
            let _ = reader_schema;
            let host: fn(Option<&Bound<'py, PyDict>>) -> PyResult<Host> = $host;
            host(writer_schema)?.object(data)
        }
    )*};
}

logical! {
    prepare_timestamp_millis read_timestamp_millis |_| Ok(Host::Timestamp(Unit::Millis));
    prepare_timestamp_micros read_timestamp_micros |_| Ok(Host::Timestamp(Unit::Micros));
    prepare_local_timestamp_millis read_local_timestamp_millis |_| Ok(Host::LocalTimestamp(Unit::Millis));
    prepare_local_timestamp_micros read_local_timestamp_micros |_| Ok(Host::LocalTimestamp(Unit::Micros));
    prepare_date read_date |_| Ok(Host::Date);
    prepare_bytes_decimal read_bytes_decimal |schema| decimal(schema, false);
    prepare_fixed_decimal read_fixed_decimal |schema| decimal(schema, true);
    prepare_uuid read_uuid |_| Ok(Host::Uuid);
    prepare_time_millis read_time_millis |_| Ok(Host::Time(Unit::Millis));
    prepare_time_micros read_time_micros |_| Ok(Host::Time(Unit::Micros));
}

fn decimal(schema: Option<&Bound<'_, PyDict>>, fixed: bool) -> PyResult<Host> {
    let number = |key: &'static str| -> PyResult<Option<u32>> {
        let Some(schema) = schema else { return Ok(None) };
        schema.get_item(key)?.map(|value| value.extract()).transpose()
    };
    let precision = number("precision")?.ok_or_else(|| PyKeyError::new_err("precision"))?;
    let size = if fixed { number("size")?.map(|size| size as usize) } else { None };
    Ok(Host::Decimal { precision, scale: number("scale")?.unwrap_or(0), size })
}

fn codec(name: &str, level: Option<i32>) -> PyResult<Compression> {
    let found = Compression::named(name).ok_or_else(|| PyValueError::new_err(format!("unrecognized codec: {name}")))?;
    Ok(match (found, level) {
        (Compression::Deflate(_), Some(level)) if level >= 0 => Compression::Deflate(level),
        (Compression::Zstandard(_), Some(level)) => Compression::Zstandard(level),
        _ => found,
    })
}

/// The bytes of a block as a codec packs them, without their length.
#[pyfunction]
pub(crate) fn fastavro_pack<'py>(
    py: Python<'py>,
    name: &str,
    level: Option<i32>,
    block: &[u8],
) -> PyResult<Bound<'py, PyBytes>> {
    let packed = codec(name, level)?.pack(block).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &packed))
}

/// The bytes of a block that a codec has packed. Raises `ValueError` if they are damaged, or too many.
#[pyfunction]
pub(crate) fn fastavro_unpack<'py>(py: Python<'py>, name: &str, packed: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let block = codec(name, None)?.unpack(packed, MOST).map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &block))
}

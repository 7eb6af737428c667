//! What `ingot.fastavro` is made of: records written and read as fastavro does it.

mod compile;
mod defaults;
mod errors;
mod functions;
mod manner;
mod read;
mod resolved;
mod stream;
mod valid;
mod write;

use pyo3::prelude::*;

/// All of it, for the module `ingot._ingot`.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<compile::Compiled>()?;
    module.add_class::<read::FastavroRecords>()?;
    module.add_class::<resolved::FastavroResolved>()?;
    module.add_class::<write::FastavroBlock>()?;
    macro_rules! functions {
        ($($file:ident: $($name:ident)*;)*) => {$($(module.add_function(wrap_pyfunction!($file::$name, module)?)?;)*)*};
    }
    functions! {
        compile: fastavro_compile;
        read: fastavro_long fastavro_schemaless_reader fastavro_to_json;
        resolved: fastavro_resolve;
        valid: fastavro_invalid;
        write: fastavro_from_json fastavro_schemaless_writer;
        functions: fastavro_pack fastavro_unpack
            prepare_timestamp_millis read_timestamp_millis prepare_timestamp_micros read_timestamp_micros
            prepare_local_timestamp_millis read_local_timestamp_millis
            prepare_local_timestamp_micros read_local_timestamp_micros
            prepare_date read_date prepare_bytes_decimal read_bytes_decimal
            prepare_fixed_decimal read_fixed_decimal prepare_uuid read_uuid
            prepare_time_millis read_time_millis prepare_time_micros read_time_micros;
    }
    Ok(())
}

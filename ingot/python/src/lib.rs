//! The module `ingot._ingot`: schemas, and their data as Python's objects.

mod choice;
mod decode;
mod encode;
mod failure;
mod objects;
mod plan;
mod resolved;
mod schema;

use pyo3::prelude::*;

#[pymodule]
mod _ingot {
    #[pymodule_export]
    use crate::schema::{_schema, Schema, infer, registry_message, single_object_message};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that modules give it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}

//! The module `ingot._ingot`: schemas, and their data as Python's objects.

mod calls;
mod choice;
mod decode;
mod encode;
mod failure;
mod internals;
mod lent;
mod objects;
mod plan;
mod resolved;
mod schema;
mod scratch;
mod word;

use pyo3::pymodule;

// What threads do at once to the objects of a datum is kept apart by the interpreter's lock: a build without one turns it
// on for this module.
#[pymodule(gil_used = true)]
mod _ingot {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::schema::{_schema, Schema, infer, registry_message, single_object_message};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that modules give it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::calls::start(module)
    }
}

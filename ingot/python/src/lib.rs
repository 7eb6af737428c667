//! The module `ingot._ingot`: schemas, their data as Python's objects, files of them.

#[cfg_attr(not(feature = "arrow"), path = "arrow/absent.rs")]
mod arrow;
mod block;
mod calls;
mod choice;
mod classes;
#[cfg(feature = "command")]
mod command;
mod container;
mod decode;
mod encode;
mod failure;
mod fastavro;
mod files;
mod given;
mod internals;
mod lent;
mod logical;
mod manner;
mod messages;
mod objects;
mod plan;
mod resolved;
mod schema;
mod scratch;
mod store;
mod target;
#[cfg(not(Py_LIMITED_API))]
mod texts;
mod threads;
mod told;
mod word;
mod writer;

use pyo3::pymodule;

// A build without the interpreter's lock leaves it off: `threads.rs` says what is done there instead.
#[pymodule(gil_used = false)]
mod _ingot {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::arrow::ArrowStream;
    #[pymodule_export]
    use crate::block::{Block, Blocks};
    #[pymodule_export]
    use crate::container::{Loss, Reader, open};
    #[pymodule_export]
    use crate::given::infer;
    #[pymodule_export]
    use crate::logical::Duration;
    #[pymodule_export]
    use crate::messages::{registry_message, single_object_message};
    #[pymodule_export]
    use crate::schema::{_schema, Schema};
    #[pymodule_export]
    use crate::writer::{Writer, write};

    #[pymodule_export]
    #[expect(non_upper_case_globals, reason = "the name that modules give it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        crate::calls::start(module)?;
        #[cfg(feature = "command")]
        crate::command::add(module)?;
        crate::fastavro::add(module)?;
        crate::store::add(module)
    }
}

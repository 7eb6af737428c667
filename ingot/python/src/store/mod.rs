//! The store: collections of JSON documents as mappings and sequences, over the crate `ingot-store`.

mod batch;
mod collection;
mod fault;
mod fields;
mod folder;
mod gather;
mod handle;
mod known;
mod moment;
mod read;
mod rows;
mod scan;
mod text;
mod told;
mod write;

pub(crate) use collection::Collection;
#[cfg(feature = "arrow")]
pub(crate) use moment::Moment;
use pyo3::prelude::*;
use pyo3::types::PyDict;
#[cfg(feature = "arrow")]
pub(crate) use scan::{Form, Texts};

/// Puts the classes into the module, and sees that a process which is forked is known as one.
pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<folder::Store>()?;
    module.add_class::<collection::Collection>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<rows::Rows>()?;
    module.add_class::<rows::Batches>()?;
    module.add_class::<scan::Scan>()?;
    module.add_class::<told::Stats>()?;
    module.add_class::<told::Verified>()?;
    module.add_class::<told::Repaired>()?;
    module.add_class::<told::Lost>()?;
    module.add_function(wrap_pyfunction!(collection::reopened, module)?)?;
    let os = module.py().import("os")?;
    if os.hasattr("register_at_fork")? {
        let named = PyDict::new(module.py());
        named.set_item("after_in_child", wrap_pyfunction!(handle::forked, module)?)?;
        os.call_method("register_at_fork", (), Some(&named))?;
    }
    Ok(())
}

//! Many changes as one commit.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ingot_store::StoreClass;
use pyo3::prelude::*;
use pyo3::types::PyType;

use super::collection::Collection;
use super::fault::made;
use super::handle::Handle;
use super::moment::Opened;
use crate::given::alias;

/// What is put and deleted while it is entered is one commit; nothing of it, if the block raises.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Batch {
    handle: Arc<Handle>,
    raw: bool,
    entered: AtomicBool,
}

impl Batch {
    pub(crate) fn new(handle: Arc<Handle>, raw: bool) -> Batch {
        Batch { handle, raw, entered: AtomicBool::new(false) }
    }
}

#[pymethods]
impl Batch {
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    fn __enter__(&self, py: Python<'_>) -> PyResult<Collection> {
        let turn = self.handle.turn(py)?;
        if !turn.is_outermost() || self.entered.swap(true, Ordering::Relaxed) {
            return Err(made(py, StoreClass::Open, "this thread is within a batch of the collection already"));
        }
        // Seen here, not at the first change.
        self.handle.write(py, Opened::commit)?;
        turn.keep();
        Ok(Collection::new(Arc::clone(&self.handle), self.raw))
    }

    #[pyo3(signature = (kind, _raised, _trace))]
    fn __exit__(&self, kind: &Bound<'_, PyAny>, _raised: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) -> PyResult<()> {
        if !self.entered.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let py = kind.py();
        let done = if kind.is_none() {
            self.handle.write(py, Opened::commit)
        } else {
            // What the block raises says more than what this may.
            let _ = self.handle.write(py, Opened::roll_back);
            Ok(())
        };
        self.handle.end_turn();
        done
    }
}

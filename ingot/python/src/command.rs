//! The command `ingot`, as a function of its words.

use std::ffi::OsString;

use pyo3::prelude::*;

/// Does what the words say, as the binary does, with the process's own standard streams; gives the exit code.
#[pyfunction]
#[pyo3(signature = (words, /))]
fn command(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| ingot_cli::main(words))
}

pub(crate) fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(command, module)?)
}

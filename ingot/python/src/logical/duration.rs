//! The class `Duration`: months, days and milliseconds, for which Python has no class.

use pyo3::prelude::*;

/// A duration.
#[pyclass(frozen, eq, hash, get_all, module = "ingot")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Duration {
    pub(super) months: u32,
    pub(super) days: u32,
    pub(super) millis: u32,
}

#[pymethods]
impl Duration {
    #[new]
    #[pyo3(signature = (months = 0, days = 0, millis = 0))]
    const fn new(months: u32, days: u32, millis: u32) -> Duration {
        Duration { months, days, millis }
    }

    fn __getnewargs__(&self) -> (u32, u32, u32) {
        (self.months, self.days, self.millis)
    }

    fn __repr__(&self) -> String {
        format!("Duration(months={}, days={}, millis={})", self.months, self.days, self.millis)
    }
}

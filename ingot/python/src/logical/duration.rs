//! The class `Duration`: months, days and milliseconds, for which Python has no class.

use pyo3::prelude::*;

use crate::given::bits;

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
    #[pyo3(signature = (months = None, days = None, millis = None), text_signature = "(months=0, days=0, millis=0)")]
    fn new(
        months: Option<&Bound<'_, PyAny>>,
        days: Option<&Bound<'_, PyAny>>,
        millis: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Duration> {
        let part = |given: Option<&Bound<'_, PyAny>>, what| given.map_or(Ok(0), |given| bits(given, what));
        let (months, days) = (part(months, "a number of months")?, part(days, "a number of days")?);
        Ok(Duration { months, days, millis: part(millis, "a number of milliseconds")? })
    }

    fn __getnewargs__(&self) -> (u32, u32, u32) {
        (self.months, self.days, self.millis)
    }

    fn __repr__(&self) -> String {
        format!("Duration(months={}, days={}, millis={})", self.months, self.days, self.millis)
    }
}

//! Documents by their positions, and in lists, as training loops read them.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyType};

use super::collection::{Collection, listed};
use super::handle::Handle;
use super::moment::Moment;
use super::scan::{Form, Scan, Texts};
use crate::given::alias;
use crate::scratch::scratch;

/// Documents by their positions in the order of writing.
#[pyclass(frozen, sequence, module = "ingot")]
pub(crate) struct Rows {
    handle: Arc<Handle>,
    raw: bool,
}

impl Rows {
    pub(crate) fn new(handle: Arc<Handle>, raw: bool) -> Rows {
        Rows { handle, raw }
    }

    fn form(&self) -> Form {
        Form::document(self.raw)
    }

    fn one<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        scratch(|room| {
            let found = self.handle.read(py, |open| {
                let Some(position) = position(index, open.len()) else { return Ok(false) };
                Ok(open.at(position)?.map(|text| room.extend_from_slice(text)).is_some())
            })?;
            if !found {
                return Err(PyIndexError::new_err("there is no row of this number"));
            }
            self.handle.with_known(|known| self.form().made(py, room, known))
        })
    }

    fn several<'py>(&self, py: Python<'py>, indices: &[isize]) -> PyResult<Bound<'py, PyList>> {
        let mut texts = Texts::default();
        let all = self.handle.read_long(py, |open| {
            for index in indices {
                let Some(position) = position(*index, open.len()) else { return Ok(false) };
                let Some(text) = open.at(position)? else { return Ok(false) };
                texts.add(text);
            }
            Ok(true)
        })?;
        if !all {
            return Err(PyIndexError::new_err("there is no row of a number"));
        }
        listed(py, &self.handle, &self.form(), &texts)
    }
}

/// The position of an index, which counts from the end if it is negative.
fn position(index: isize, count: u64) -> Option<u64> {
    let distance = index.unsigned_abs() as u64;
    if index < 0 { count.checked_sub(distance) } else { (distance < count).then_some(distance) }
}

#[pymethods]
impl Rows {
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.handle.read(py, |open| Ok(usize::try_from(open.len()).unwrap_or(usize::MAX)))
    }

    fn __getitem__<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        if let Ok(slice) = index.cast::<PySlice>() {
            let count = isize::try_from(self.__len__(py)?).unwrap_or(isize::MAX);
            let slice = slice.indices(count)?;
            let indices: Vec<_> =
                (0..slice.slicelength).map(|at| slice.start + at.cast_signed() * slice.step).collect();
            return self.several(py, &indices).map(Bound::into_any);
        }
        match index.extract::<isize>() {
            Ok(index) => self.one(py, index),
            Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                let kind = index.get_type().name()?;
                Err(PyTypeError::new_err(format!("{kind}, neither an integer nor a slice, as positions are")))
            }
            Err(_) => Err(PyIndexError::new_err("there is no row of this number")),
        }
    }

    /// The documents at positions, as a list: what a loader of `PyTorch` asks a batch of.
    #[pyo3(signature = (indices, /))]
    #[expect(clippy::needless_pass_by_value, reason = "it is made of what Python gives")]
    fn __getitems__<'py>(&self, py: Python<'py>, indices: Vec<isize>) -> PyResult<Bound<'py, PyList>> {
        self.several(py, &indices)
    }

    fn __iter__(&self) -> Scan {
        Scan::new(Arc::clone(&self.handle), Vec::new(), self.form())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Collection, &'static str))> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        Ok((getattr, (Collection::new(Arc::clone(&self.handle), self.raw), "rows")))
    }

    fn __repr__(&self) -> String {
        let folder: PathBuf = self.handle.folder.join(&self.handle.name);
        format!("<ingot.Rows of {:?}>", folder.display().to_string())
    }
}

/// Documents in lists.
#[pyclass(module = "ingot")]
pub(crate) struct Batches {
    handle: Arc<Handle>,
    form: Form,
    size: usize,
    moment: Moment,
    /// The positions in their order, if they are drawn.
    drawn: Option<Vec<u64>>,
    next: u64,
    texts: Texts,
}

impl Batches {
    pub(crate) fn new(
        py: Python<'_>,
        handle: Arc<Handle>,
        raw: bool,
        size: usize,
        seed: Option<u64>,
    ) -> PyResult<Batches> {
        if size == 0 {
            return Err(PyValueError::new_err("batches of no documents: size is at least 1"));
        }
        let moment = handle.moment(py)?;
        let drawn = seed.map(|seed| py.detach(|| moment.listing.shuffled(seed)));
        Ok(Batches { handle, form: Form::document(raw), size, moment, drawn, next: 0, texts: Texts::default() })
    }
}

#[pymethods]
impl Batches {
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        let Batches { handle, form, size, moment, drawn, next, texts } = self;
        texts.clear();
        handle.read_moment(py, moment, |open, listing| {
            if let Some(drawn) = drawn {
                let rest = drawn.get(usize::try_from(*next).unwrap_or(usize::MAX)..).unwrap_or_default();
                for position in rest.iter().take(*size) {
                    if let Some(line) = open.listed(listing, *position)?.next() {
                        texts.add(line?);
                    }
                }
            } else {
                for line in open.listed(listing, *next)?.take(*size) {
                    texts.add(line?);
                }
            }
            *next += texts.ends.len() as u64;
            Ok(())
        })?;
        if texts.ends.is_empty() { Ok(None) } else { listed(py, handle, form, texts).map(Some) }
    }

    /// How many lists are left.
    fn __length_hint__(&self) -> usize {
        let left = self.moment.listing.len().saturating_sub(self.next);
        usize::try_from(left).unwrap_or(usize::MAX).div_ceil(self.size)
    }
}

//! Documents one after another, as they were when the first was asked for.

use std::sync::Arc;

use ingot_store::Condition;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple, PyType};

use super::fields::{self, Wanted};
use super::handle::Handle;
use super::known::Known;
use super::moment::Moment;
use super::read;
use crate::failure::exception;
use crate::given::alias;
use crate::objects::Owned;

/// What is given of each document.
pub(crate) enum Form {
    Document,
    Raw,
    Key(String),
    /// With its key, in this field.
    Item(String, bool),
    Fields(Vec<Wanted>),
}

impl Form {
    pub(crate) const fn document(raw: bool) -> Form {
        if raw { Form::Raw } else { Form::Document }
    }

    /// What is given of a document's text.
    pub(crate) fn made<'py>(&self, py: Python<'py>, text: &[u8], known: &mut Known) -> PyResult<Bound<'py, PyAny>> {
        let made = match self {
            Form::Raw => return Ok(PyBytes::new(py, text).into_any()),
            Form::Document => unsafe { read::document(text, known) },
            Form::Key(field) => unsafe { fields::key(text, field) },
            Form::Fields(fields) => unsafe { fields::projected(text, fields, known) },
            Form::Item(field, raw) => {
                let key = object(py, unsafe { fields::key(text, field) }.map_err(|failure| wrong(py, failure))?);
                let document = Form::document(*raw).made(py, text, known)?;
                return Ok(PyTuple::new(py, [key, document])?.into_any());
            }
        };
        made.map(|made| object(py, made)).map_err(|failure| wrong(py, failure))
    }
}

#[cold]
fn wrong(py: Python<'_>, failure: crate::failure::Failure) -> PyErr {
    exception(py, "DecodeError", failure)
}

fn object(py: Python<'_>, made: Owned) -> Bound<'_, PyAny> {
    // The reference is given over.
    unsafe { Bound::from_owned_ptr(py, made.into_ptr()) }
}

/// Documents that are read ahead: their texts, one behind the other.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) bytes: Vec<u8>,
    pub(crate) ends: Vec<usize>,
}

impl Texts {
    pub(crate) fn add(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    pub(crate) fn get(&self, number: usize) -> Option<&[u8]> {
        let end = *self.ends.get(number)?;
        Some(&self.bytes[number.checked_sub(1).map_or(0, |before| self.ends[before])..end])
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Documents one after another, or what is asked of them.
#[pyclass(module = "ingot")]
pub(crate) struct Scan {
    handle: Arc<Handle>,
    conditions: Vec<Condition>,
    form: Form,
    /// Nothing before the first document is asked for.
    moment: Option<Moment>,
    position: u64,
    texts: Texts,
    next: usize,
    /// Bytes that are read ahead: few at first, for who wants only the first documents.
    ahead: usize,
    ended: bool,
    known: Box<Known>,
}

const FIRST_AHEAD: usize = 1 << 11;
const MOST_AHEAD: usize = 1 << 16;
/// Bytes that are looked at before signals are.
const AT_ONCE: usize = 1 << 22;

impl Scan {
    pub(crate) fn new(handle: Arc<Handle>, conditions: Vec<Condition>, form: Form) -> Scan {
        Scan {
            handle,
            conditions,
            form,
            moment: None,
            position: 0,
            texts: Texts::default(),
            next: 0,
            ahead: FIRST_AHEAD,
            ended: false,
            known: Box::default(),
        }
    }

    fn read_ahead(&mut self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.texts.clear();
        self.next = 0;
        let handle = Arc::clone(&self.handle);
        if self.moment.is_none() {
            self.moment = Some(handle.moment(py)?);
        }
        let Scan { conditions, moment, position, texts, ahead, ended, .. } = self;
        let Some(moment) = moment else { return Ok(()) };
        *ended = true;
        handle.read_moment(py, moment, |collection, listing| {
            let mut seen = 0;
            for line in collection.listed(listing, *position)? {
                let line = match line {
                    // Those before it are given first.
                    Err(_) if !texts.ends.is_empty() => {
                        *ended = false;
                        break;
                    }
                    line => line?,
                };
                *position += 1;
                seen += line.len();
                if conditions.iter().all(|condition| condition.holds(line)) {
                    texts.add(line);
                }
                if texts.bytes.len() >= *ahead || seen >= AT_ONCE {
                    *ended = false;
                    break;
                }
            }
            *ahead = (*ahead * 2).min(MOST_AHEAD);
            Ok(())
        })
    }
}

#[pymethods]
impl Scan {
    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        loop {
            if let Some(text) = self.texts.get(self.next) {
                self.next += 1;
                return self.form.made(py, text, &mut self.known).map(Some);
            }
            if self.ended {
                return Ok(None);
            }
            self.read_ahead(py)?;
        }
    }
}

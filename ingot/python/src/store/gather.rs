//! Documents on their way into a store: made text while the interpreter is held, put while it is not.

use core::cell::Cell;
use core::convert::Infallible;

use ingot_codec::wire::Step;
use ingot_store::{Collection, StoreError};
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use super::fault::{document_exception, new_key};
use super::handle::Handle;
use super::moment::Opened;
use super::write;
use crate::failure::{exception, within};
use crate::lent::buffer;

/// Adds the text of a document: a dict's, or the bytes of it. An exception has its key in its path, if that is given.
pub(crate) fn text_of(document: &Bound<'_, PyAny>, key: Option<&str>, out: &mut Vec<u8>) -> PyResult<()> {
    let py = document.py();
    let failed = |failure| {
        let failure = match key {
            Some(key) => within(Err::<Infallible, _>(failure), || Step::Key(key.into())).unwrap_err(),
            None => failure,
        };
        exception(py, "EncodeError", failure)
    };
    if let Ok(bytes) = document.cast_exact::<PyBytes>() {
        out.extend_from_slice(bytes.as_bytes());
    } else if is_buffer(document) {
        let held = unsafe { buffer(document.as_ptr(), "bytes") }.map_err(failed)?;
        out.extend_from_slice(held.content());
    } else {
        let start = out.len();
        if let Err(failure) = unsafe { write::document(document.as_ptr(), out) } {
            out.truncate(start);
            return Err(failed(failure));
        }
    }
    Ok(())
}

fn is_buffer(document: &Bound<'_, PyAny>) -> bool {
    unsafe { ffi::PyObject_CheckBuffer(document.as_ptr()) != 0 }
}

/// Keys and texts, one behind the other.
#[derive(Default)]
struct Gathered {
    keys: String,
    texts: Vec<u8>,
    /// Where each key and text ends.
    ends: Vec<(usize, usize)>,
}

/// Bytes that are gathered before they are put, outside of a batch.
const ENOUGH: usize = 1 << 20;

impl Gathered {
    fn add(&mut self, key: &Bound<'_, PyAny>, document: &Bound<'_, PyAny>) -> PyResult<()> {
        let key = new_key(key)?;
        text_of(document, Some(key), &mut self.texts)?;
        self.keys.push_str(key);
        self.ends.push((self.keys.len(), self.texts.len()));
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.texts.len() + self.keys.len() >= ENOUGH
    }

    /// Puts all; `at` is the number of the document, for an error.
    fn put(&self, collection: &mut Collection, at: &Cell<usize>) -> Result<(), StoreError> {
        let pairs = (0..self.ends.len()).map(|number| {
            at.set(number);
            let (key, text) = number.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
            let (key_end, text_end) = self.ends[number];
            (&self.keys[key..key_end], &self.texts[text..text_end])
        });
        collection.put_many(pairs)
    }

    fn key(&self, number: usize) -> &str {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before].0);
        &self.keys[start..self.ends[number].0]
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.texts.clear();
        self.ends.clear();
    }
}

/// Puts documents of pairs of key and document, or of a mapping: all, or with an exception none. How many they were.
pub(crate) fn put_many(handle: &Handle, documents: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = documents.py();
    let turn = handle.turn(py)?;
    let is_alone = turn.is_outermost();
    let pairs = if documents.is_instance_of::<PyDict>() || documents.hasattr("items")? {
        documents.call_method0("items")?
    } else {
        documents.clone()
    };
    let mut gathered = Gathered::default();
    let mut count = 0;
    let done = (|| {
        for pair in pairs.try_iter()? {
            let pair = pair?;
            match pair.cast_exact::<PyTuple>() {
                Ok(pair) if pair.len() == 2 => {
                    gathered.add(&*pair.get_borrowed_item(0)?, &*pair.get_borrowed_item(1)?)?;
                }
                _ => {
                    let parts = pair.try_iter()?.collect::<PyResult<Vec<_>>>()?;
                    let [key, document] = &parts[..] else {
                        let message = format!("pairs of key and document, not of {} parts", parts.len());
                        return Err(PyValueError::new_err(message));
                    };
                    gathered.add(key, document)?;
                }
            }
            count += 1;
            // Within a batch nothing is put before all is gathered: what is put could not be taken back alone.
            if is_alone && gathered.is_enough() {
                put(py, handle, &gathered, false)?;
                gathered.clear();
            }
        }
        put(py, handle, &gathered, is_alone)
    })();
    if done.is_err() && is_alone {
        // What is told is why.
        let _ = handle.write(py, Opened::roll_back);
    }
    done.map(|()| count)
}

fn put(py: Python<'_>, handle: &Handle, gathered: &Gathered, commits: bool) -> PyResult<()> {
    let wrong = handle.write(py, |open| {
        let at = Cell::new(0);
        let done = open.change(|collection| gathered.put(collection, &at));
        if done.is_ok() && commits {
            open.commit()?;
        }
        Ok(done.err().map(|error| (at.get(), error)))
    })?;
    match wrong {
        None => Ok(()),
        Some((number, error)) => Err(document_exception(py, &error, gathered.key(number))),
    }
}

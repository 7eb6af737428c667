//! The class `Reader`: the records of a container file, or its blocks.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, TryLockError};

use ingot_codec::{DataClass, DataError, Options};
use ingot_container::{Ahead, ContainerError, ReadOptions, Stream, Tolerance, Unpacked};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyType};

use crate::arrow::{self, ArrowStream};
use crate::block::Blocks;
use crate::failure::{Failure, file_exception, record_exception};
use crate::files::Input;
use crate::given::alias;
use crate::objects::Owned;
use crate::resolved::Resolved;
use crate::schema::{Objects, Schema};
use crate::scratch::{Paused, scratch};

/// A file that is being read.
pub(crate) struct Inner {
    /// Nothing once it is closed.
    ahead: Option<Ahead<Stream<Input>, Unpacked>>,
    /// What was told before it was closed.
    warnings: Vec<String>,
    lost: Vec<Loss>,
    /// The block whose records are read.
    pub(crate) block: Option<Unpacked>,
    /// Whether a record or block was given.
    begun: bool,
    /// Threads do not go along into a process that is forked.
    process: u32,
}

/// What is wrong with a record; what was to be there, and what is.
pub(crate) type Wrong = (ContainerError, Option<(Option<String>, Option<String>)>);

/// How records are read: by their own schema, or by another one.
#[derive(Clone)]
pub(crate) struct Way {
    schema: Arc<Py<Schema>>,
    resolved: Option<Arc<Resolved>>,
}

/// The records of a container file.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Reader {
    inner: Arc<Mutex<Inner>>,
    schema: Py<Schema>,
    pub(crate) way: Way,
    pub(crate) options: ReadOptions,
    codec: &'static str,
    sync: [u8; 16],
    metadata: Vec<(String, Vec<u8>)>,
}

/// Opens a container file.
#[pyfunction]
#[pyo3(
    signature = (file, /, *, reader = None, into = None, fields = None, lenient = None, threads = None, logical = true),
    text_signature = "(file, /, *, reader=None, into=None, fields=None, lenient=False, threads=None, logical=True)"
)]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn open(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    reader: Option<&Bound<'_, Schema>>,
    into: Option<Py<PyAny>>,
    fields: Option<Vec<String>>,
    lenient: Option<&Bound<'_, PyAny>>,
    threads: Option<usize>,
    logical: bool,
) -> PyResult<Reader> {
    if into.is_some() && (reader.is_some() || fields.is_some()) {
        return Err(PyValueError::new_err("a class and a reader, or fields: a class has its own fields"));
    }
    let data = reader.map(|reader| reader.get().options().clone()).unwrap_or_default();
    let options = ReadOptions { data: data.clone(), ..tolerance(lenient)?.into() };
    let input = Input::of(file)?;
    let opened = py.detach(|| ingot_container::Reader::with(input, options.clone()));
    let opened = opened.map_err(|error| file_exception(py, &error))?;
    let objects = Objects { logical, class: into };
    let schema = Py::new(py, Schema::with(py, opened.schema().clone(), data, objects)?)?;
    let resolved = schema.get().resolved(py, reader, fields)?;
    let header = opened.header();
    let own = |(name, _): &&(String, Vec<u8>)| !name.starts_with("avro.");
    let metadata = header.entries().iter().filter(own).cloned().collect();
    let (codec, sync) = (opened.compression().name(), *header.sync());
    let threads = threads.map_or_else(|| threads_for(codec), |threads| threads.min(MOST_THREADS));
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is one of a block of one lifetime")]
    let ahead = opened.ahead(threads, |block| block.unpacked());
    let (warnings, lost, process) = (Vec::new(), Vec::new(), std::process::id());
    let inner = Inner { ahead: Some(ahead), warnings, lost, block: None, begun: false, process };
    let way = match resolved {
        // The bytes are those of the reader's schema.
        Some(resolved) if resolved.resolver.is_same() => {
            Way { schema: Arc::new(resolved.reader.clone_ref(py)), resolved: None }
        }
        resolved => Way { schema: Arc::new(schema.clone_ref(py)), resolved },
    };
    Ok(Reader { inner: Arc::new(Mutex::new(inner)), schema, way, options, codec, sync, metadata })
}

/// More threads than any machine has use for: a system may refuse them.
const MOST_THREADS: usize = 256;

/// As many threads as this process may use at once, and no more than blocks can be taken from; none where there is
/// nothing to unpack. The system is asked once: it takes as long to answer as a small file to be read.
fn threads_for(codec: &str) -> usize {
    const MOST: usize = 8;
    static KNOWN: OnceLock<usize> = OnceLock::new();
    let known = || std::thread::available_parallelism().map_or(1, usize::from).min(MOST);
    if codec == "null" { 1 } else { *KNOWN.get_or_init(known) }
}

fn tolerance(lenient: Option<&Bound<'_, PyAny>>) -> PyResult<Tolerance> {
    let Some(lenient) = lenient else { return Ok(Tolerance::default()) };
    if let Ok(lenient) = lenient.extract::<bool>() {
        return Ok(if lenient { Tolerance::Damage } else { Tolerance::default() });
    }
    match lenient.extract::<&str>()? {
        "nothing" => Ok(Tolerance::Nothing),
        "odd" => Ok(Tolerance::Odd),
        "cut" => Ok(Tolerance::Cut),
        "damage" => Ok(Tolerance::Damage),
        other => {
            Err(PyValueError::new_err(format!("lenient is True, False, nothing, odd, cut or damage, not {other:?}")))
        }
    }
}

#[pymethods]
impl Reader {
    /// The schema of the file.
    #[getter]
    fn schema(&self, py: Python<'_>) -> Py<Schema> {
        self.schema.clone_ref(py)
    }

    /// The codec that packs the blocks, as files name it.
    #[getter]
    fn codec(&self) -> &'static str {
        self.codec
    }

    /// The marker between blocks.
    #[getter]
    fn sync<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.sync)
    }

    /// Entries of the header beside those that Avro itself has there.
    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = PyDict::new(py);
        for (name, content) in &self.metadata {
            all.set_item(name, PyBytes::new(py, content))?;
        }
        Ok(all)
    }

    /// What was odd so far about the file, and read nevertheless: a line each.
    #[getter]
    fn warnings(&self) -> PyResult<Vec<String>> {
        let mut inner = self.lock()?;
        inner.tell();
        Ok(inner.warnings.clone())
    }

    /// What of the file was lost so far.
    #[getter]
    fn lost(&self) -> PyResult<Vec<Loss>> {
        let mut inner = self.lock()?;
        inner.tell();
        Ok(inner.lost.clone())
    }

    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let mut inner = self.lock()?;
        loop {
            if let Some(mut block) = inner.block.take()
                && let Some(record) = self.record(py, &mut inner, &mut block)?
            {
                inner.block = Some(block);
                return Ok(Some(unsafe { Bound::from_owned_ptr(py, record.into_ptr()) }));
            }
            inner.block = inner.next_block(py)?;
            if inner.block.is_none() {
                return Ok(None);
            }
        }
    }

    /// The blocks that are left, one by one.
    fn blocks(slf: &Bound<'_, Self>) -> Blocks {
        Blocks(slf.clone().unbind())
    }

    /// What is left as columns, in batches of about so many rows, through Arrow's interface in C.
    #[pyo3(signature = (fields = None, *, batch_rows = 65_536))]
    fn to_arrow(&self, py: Python<'_>, fields: Option<Vec<String>>, batch_rows: usize) -> PyResult<ArrowStream> {
        let mut inner = self.lock()?;
        inner.open()?;
        if std::mem::replace(&mut inner.begun, true) {
            return Err(PyValueError::new_err("records of this reader were taken already: open the file again"));
        }
        drop(inner);
        arrow::of_file(py, Arc::clone(&self.inner), &self.way, &self.options, fields, batch_rows)
    }

    /// Closes the file, if it was opened by its path.
    fn close(&self) -> PyResult<()> {
        let mut inner = self.lock()?;
        inner.tell();
        inner.block = None;
        inner.leave();
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, _raised: &Bound<'_, PyAny>) -> PyResult<()> {
        self.close()
    }

    fn __repr__(&self) -> String {
        format!("<ingot.Reader of a file in {}>", self.codec)
    }

    #[classmethod]
    #[pyo3(signature = (item, /))]
    fn __class_getitem__<'py>(class: &Bound<'py, PyType>, item: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        alias(class, item)
    }
}

impl Reader {
    pub(crate) fn lock(&self) -> PyResult<MutexGuard<'_, Inner>> {
        lock(&self.inner).ok_or_else(|| PyRuntimeError::new_err(IN_USE))
    }

    /// The next record of a block; nothing at its end, or where the rest of it is lost.
    fn record(&self, py: Python<'_>, inner: &mut Inner, block: &mut Unpacked) -> PyResult<Option<Owned>> {
        match self.way.record(py, block)? {
            Some(Ok(record)) => Ok(Some(record)),
            Some(Err((error, known))) => {
                inner.give_up(block, error).map(|()| None).map_err(|error| record_exception(py, &error, known))
            }
            None => Ok(None),
        }
    }
}

/// Whoever holds it lets go of the interpreter while blocks are unpacked: waiting here could be for ever.
pub(crate) fn lock(inner: &Mutex<Inner>) -> Option<MutexGuard<'_, Inner>> {
    match inner.try_lock() {
        Ok(inner) => Some(inner),
        Err(TryLockError::Poisoned(inner)) => Some(inner.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

pub(crate) const IN_USE: &str = "the reader is in use: by another thread, or by its own file";

impl Drop for Inner {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Inner {
    fn leave(&mut self) {
        let ahead = self.ahead.take();
        if self.process != std::process::id() {
            // Its threads stayed behind, one of them perhaps with a lock that this would wait for.
            std::mem::forget(ahead);
        }
    }

    fn open(&mut self) -> PyResult<&mut Ahead<Stream<Input>, Unpacked>> {
        let here = self.process == std::process::id();
        match &mut self.ahead {
            Some(ahead) if here => Ok(ahead),
            Some(_) => Err(PyRuntimeError::new_err("the reader was opened before this process was forked")),
            None => Err(PyValueError::new_err("the reader is closed")),
        }
    }

    /// Keeps what the reader tells.
    fn tell(&mut self) {
        if let Some(ahead) = &self.ahead {
            let reader = ahead.reader();
            self.warnings = reader.warnings().iter().map(ToString::to_string).collect();
            self.lost = reader.lost().iter().map(Loss::from).collect();
        }
    }

    pub(crate) fn next_block(&mut self, py: Python<'_>) -> PyResult<Option<Unpacked>> {
        py.check_signals()?;
        self.begun = true;
        let ahead = self.open()?;
        py.detach(|| ahead.next_made()).map_err(|error| file_exception(py, &error))
    }

    /// The next block, for who does not hold the interpreter.
    #[cfg(feature = "arrow")]
    pub(crate) fn next_unpacked(&mut self) -> Result<Option<Unpacked>, String> {
        if self.process != std::process::id() {
            return Err("the reader was opened before this process was forked".into());
        }
        let Some(ahead) = &mut self.ahead else { return Err("the reader is closed".into()) };
        ahead.next_made().map_err(|error| error.to_string())
    }

    pub(crate) fn give_up(&mut self, block: &mut Unpacked, error: ContainerError) -> Result<(), ContainerError> {
        match &mut self.ahead {
            Some(ahead) => ahead.give_up(block, error),
            None => Err(error),
        }
    }
}

impl Way {
    /// Another schema by which records are read, if there is one that has other bytes.
    #[cfg(feature = "arrow")]
    pub(crate) fn resolved(&self) -> Option<&Resolved> {
        self.resolved.as_deref()
    }

    /// The schema that records have as they are given.
    #[cfg(feature = "arrow")]
    pub(crate) fn target(&self) -> &Schema {
        self.resolved.as_ref().map_or(self.schema.get(), |resolved| resolved.reader.get())
    }

    /// The schema that records are written by.
    #[cfg(feature = "arrow")]
    pub(crate) fn source(&self) -> &Schema {
        self.schema.get()
    }

    /// The next record of a block.
    pub(crate) fn record(&self, py: Python<'_>, block: &mut Unpacked) -> PyResult<Option<Result<Owned, Wrong>>> {
        let (mut raised, mut told) = (false, None);
        let paused = Paused::new();
        let record = block.next_by(|bytes, options| {
            self.decode(bytes, options).map_err(|failure| {
                if let Ok(known) = failure.into_data() {
                    told = Some((known.expected, known.met));
                    return known.error;
                }
                raised = true;
                DataError::new(DataClass::ValueInvalid, None, String::new())
            })
        });
        drop(paused);
        if raised { Err(PyErr::fetch(py)) } else { Ok(record.map(|record| record.map_err(|error| (error, told)))) }
    }

    fn decode(&self, bytes: &[u8], options: &mut Options) -> Result<(Owned, usize), Failure> {
        let Some(resolved) = &self.resolved else { return self.schema.get().first(bytes, options) };
        scratch(|out| {
            let taken = resolved.resolver.transcode_first(bytes, out, options)?;
            let (record, _) = resolved.reader.get().first(out, options).map_err(Failure::without_offset)?;
            Ok((record, taken))
        })
    }
}

/// A part of a file that could not be read, and was skipped.
#[pyclass(frozen, get_all, module = "ingot")]
#[derive(Clone)]
pub(crate) struct Loss {
    /// Where it begins; of records that are lost within a block, that of the block.
    offset: u64,
    /// How many bytes were skipped; none where only records of a block are lost.
    bytes: u64,
    /// How many records are lost, where that is known.
    records: Option<u64>,
    /// What was wrong, in a line.
    error: String,
}

impl From<&ingot_container::Loss> for Loss {
    fn from(lost: &ingot_container::Loss) -> Self {
        Loss { offset: lost.offset, bytes: lost.bytes, records: lost.records, error: lost.error.to_string() }
    }
}

#[pymethods]
impl Loss {
    fn __repr__(&self) -> String {
        format!("<ingot.Loss: {}>", self.error)
    }
}

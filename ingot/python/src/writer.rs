//! The class `Writer`, and whole files in one call.

use std::sync::{Mutex, MutexGuard};

use ingot_container::{Compression, ContainerError, WriteOptions};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyMapping;

use crate::arrow::{self, Table};
use crate::failure::{exception, file_exception, placed};
use crate::given::{is_table, schema_of};
use crate::schema::Schema;
use crate::target::Target;

/// Writes a container file, record by record.
#[pyclass(frozen, module = "ingot")]
pub(crate) struct Writer {
    inner: Mutex<Option<Inner>>,
    schema: Py<Schema>,
}

struct Inner {
    out: ingot_container::Writer<Target>,
    /// The records of the block that is begun.
    block: Vec<u8>,
    count: u64,
    block_bytes: usize,
    most_bytes: usize,
    /// Whether a block could not be written, or only a part of it.
    broken: bool,
    /// The process that writes the file.
    process: u32,
}

#[pymethods]
impl Writer {
    #[new]
    #[pyo3(signature = (file, schema = None, /, *, codec = "zstandard", level = None, block_bytes = 65_536, metadata = None, sync = None, append = false))]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        file: &Bound<'_, PyAny>,
        schema: Option<&Bound<'_, PyAny>>,
        codec: &str,
        level: Option<i32>,
        block_bytes: usize,
        metadata: Option<&Bound<'_, PyMapping>>,
        sync: Option<[u8; 16]>,
        append: bool,
    ) -> PyResult<Writer> {
        let options = options(codec, level, block_bytes, metadata, sync)?;
        Writer::begin(file, schema.map(schema_of).transpose()?, options, append)
    }

    /// The schema of the records.
    #[getter]
    fn schema(&self, py: Python<'_>) -> Py<Schema> {
        self.schema.clone_ref(py)
    }

    /// Writes a record.
    #[pyo3(signature = (record, /))]
    fn write(&self, record: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut inner = self.lock()?;
        open(&mut inner)?.add(record, self.schema.get(), None)
    }

    /// Writes records, or the rows of a table of Arrow; how many these were.
    #[pyo3(signature = (records, /))]
    fn write_many(&self, records: &Bound<'_, PyAny>) -> PyResult<u64> {
        let mut inner = self.lock()?;
        let inner = open(&mut inner)?;
        let mut count = 0;
        if is_table(records)? {
            return inner.add_table(records.py(), arrow::table(records)?, self.schema.get());
        }
        for record in records.try_iter()? {
            inner.add(&record?, self.schema.get(), Some(count))?;
            count += 1;
        }
        Ok(count)
    }

    /// Writes the records so far as a block.
    fn flush(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.lock()?;
        let inner = open(&mut inner)?;
        inner.write_block(py)?;
        py.detach(|| inner.out.flush()).map_err(|error| file_exception(py, &error))
    }

    /// Writes what is left, and puts the file where it belongs.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let taken = self.lock()?.take();
        taken.map_or(Ok(()), |inner| inner.finish(py))
    }

    /// Leaves off: a file at a path stays as it was before.
    fn discard(&self, py: Python<'_>) -> PyResult<()> {
        let taken = self.lock()?.take();
        // What was written goes with it.
        py.detach(|| drop(taken));
        Ok(())
    }

    fn __enter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    #[pyo3(signature = (kind, _raised, _trace))]
    fn __exit__(&self, kind: &Bound<'_, PyAny>, _raised: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) -> PyResult<()> {
        if kind.is_none() { self.close(kind.py()) } else { self.discard(kind.py()) }
    }
}

impl Writer {
    fn begin(
        file: &Bound<'_, PyAny>,
        schema: Option<Bound<'_, Schema>>,
        mut options: WriteOptions,
        append: bool,
    ) -> PyResult<Writer> {
        let py = file.py();
        if let Some(schema) = &schema {
            // What is written one by one is within the same limit.
            options.zero_width = schema.get().options().limits.zero_width;
        }
        let target = Target::of(file, append)?;
        let failed = |error: ContainerError| file_exception(py, &error);
        let (out, schema) = if target.goes_on() {
            let out = py.detach(|| ingot_container::Writer::append(target, &options)).map_err(failed)?;
            let found = out.codec().schema();
            match schema {
                Some(schema) if schema.get().schema().to_string() == found.to_string() => (out, schema.unbind()),
                Some(_) => {
                    return Err(PyValueError::new_err(
                        "the file has another schema: records of two do not go together",
                    ));
                }
                None => {
                    let schema = Schema::of(py, found.clone(), ingot_codec::Options::default())?;
                    (out, Py::new(py, schema)?)
                }
            }
        } else {
            let Some(schema) = schema else {
                return Err(PyValueError::new_err("a new file needs the schema of its records"));
            };
            let text = schema.get().schema().clone();
            let out = py.detach(|| ingot_container::Writer::new(target, text, &options)).map_err(failed)?;
            (out, schema.unbind())
        };
        let WriteOptions { block_bytes, most_bytes, .. } = options;
        let process = std::process::id();
        let inner = Inner { out, block: Vec::new(), count: 0, block_bytes, most_bytes, broken: false, process };
        Ok(Writer { inner: Mutex::new(Some(inner)), schema })
    }

    fn lock(&self) -> PyResult<MutexGuard<'_, Option<Inner>>> {
        // Whoever holds it may have let go of the interpreter: waiting here could be for ever.
        self.inner
            .try_lock()
            .map_err(|_| PyRuntimeError::new_err("the writer is in use: by another thread or a record"))
    }
}

fn open(inner: &mut Option<Inner>) -> PyResult<&mut Inner> {
    inner.as_mut().ok_or_else(|| PyValueError::new_err("the writer is closed"))
}

impl Inner {
    /// Adds a record: one alone, or the one at a place among several.
    fn add(&mut self, record: &Bound<'_, PyAny>, schema: &Schema, place: Option<u64>) -> PyResult<()> {
        let (py, before) = (record.py(), self.block.len());
        if let Err(failure) = schema.put(record.as_ptr(), &mut self.block) {
            self.block.truncate(before);
            return Err(match place {
                Some(place) => placed(py, "EncodeError", failure, usize::try_from(place).unwrap_or(usize::MAX)),
                None => exception(py, "EncodeError", failure),
            });
        }
        self.count += 1;
        if self.block.len() < self.block_bytes && self.block.len() <= self.most_bytes {
            return Ok(());
        }
        self.full(record.py(), before)
    }

    #[cold]
    fn full(&mut self, py: Python<'_>, before: usize) -> PyResult<()> {
        if self.block.len() > self.most_bytes && self.count > 1 {
            // What is too much for one block goes without the last record, which then stands alone.
            let last = self.block.split_off(before);
            self.count -= 1;
            self.write_block(py)?;
            self.block.extend_from_slice(&last);
            self.count = 1;
        }
        self.write_block(py)
    }

    /// An error in a process that was forked since: the file is not its own.
    fn check_process(&self) -> PyResult<()> {
        if self.process == std::process::id() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err("the writer was opened before this process was forked"))
    }

    fn write_block(&mut self, py: Python<'_>) -> PyResult<()> {
        self.check_process()?;
        if self.count > 0 {
            py.check_signals()?;
            let Inner { out, block, count, .. } = self;
            let done = py.detach(|| out.write_block(*count, block));
            self.count = 0;
            self.block.clear();
            self.broken |= done.is_err();
            done.map_err(|error| file_exception(py, &error))?;
        }
        Ok(())
    }

    /// The rows of a table, in blocks of their own.
    fn add_table(&mut self, py: Python<'_>, table: Table, schema: &Schema) -> PyResult<u64> {
        let rows = table.rows(py, schema)?;
        self.write_block(py)?;
        rows.write(py, self.block_bytes, &mut self.out, &mut self.broken)
    }

    fn finish(mut self, py: Python<'_>) -> PyResult<()> {
        self.write_block(py)?;
        if self.broken {
            return Err(PyValueError::new_err(
                "a block could not be written before: the file is not whole, and left off",
            ));
        }
        let target = py.detach(|| self.out.finish()).map_err(|error| file_exception(py, &error))?;
        target.commit(py)
    }
}

/// Writes a whole file; how many records it has been given.
#[pyfunction]
#[pyo3(signature = (file, schema, records, /, *, codec = "zstandard", level = None, block_bytes = 65_536, metadata = None, sync = None, append = false))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn write(
    file: &Bound<'_, PyAny>,
    schema: Option<&Bound<'_, PyAny>>,
    records: &Bound<'_, PyAny>,
    codec: &str,
    level: Option<i32>,
    block_bytes: usize,
    metadata: Option<&Bound<'_, PyMapping>>,
    sync: Option<[u8; 16]>,
    append: bool,
) -> PyResult<u64> {
    let py = file.py();
    let options = options(codec, level, block_bytes, metadata, sync)?;
    let table = if is_table(records)? { Some(arrow::table(records)?) } else { None };
    let schema = match (schema, &table) {
        (Some(schema), _) => Some(schema_of(schema)?),
        (None, Some(table)) if !append => Some(arrow::schema_for(py, table, "Record")?),
        (None, _) => None,
    };
    let writer = Writer::begin(file, schema, options, append)?;
    let done = match table {
        Some(table) => {
            let mut inner = writer.lock()?;
            open(&mut inner)?.add_table(py, table, writer.schema.get())
        }
        None => writer.write_many(records),
    };
    match done {
        Ok(count) => writer.close(py).map(|()| count),
        Err(error) => {
            writer.discard(py)?;
            Err(error)
        }
    }
}

fn options(
    codec: &str,
    level: Option<i32>,
    block_bytes: usize,
    metadata: Option<&Bound<'_, PyMapping>>,
    sync: Option<[u8; 16]>,
) -> PyResult<WriteOptions> {
    let compression = match (Compression::named(codec), level) {
        (Some(Compression::Deflate(_)), Some(level)) => Compression::Deflate(level),
        (Some(Compression::Zstandard(_)), Some(level)) => Compression::Zstandard(level),
        (Some(Compression::Bzip2(_)), Some(level)) => Compression::Bzip2(level),
        (Some(Compression::Xz(_)), Some(level)) => Compression::Xz(level),
        (Some(compression), None) => compression,
        (Some(_), Some(_)) => return Err(PyValueError::new_err(format!("the codec {codec} has no levels"))),
        (None, _) => {
            let known = "null, deflate, snappy, zstandard, bzip2 and xz";
            return Err(PyValueError::new_err(format!("no codec {codec:?}: there are {known}")));
        }
    };
    let mut entries = Vec::new();
    let given = metadata.map_or_else(|| Ok(Vec::new()), |metadata| metadata.items()?.extract())?;
    for (name, content) in given {
        let content: Bound<'_, PyAny> = content;
        let content = content.extract::<Vec<u8>>().or_else(|_| content.extract::<String>().map(String::into_bytes))?;
        entries.push((name, content));
    }
    Ok(WriteOptions { compression, block_bytes, sync, metadata: entries, ..WriteOptions::default() })
}

//! Where a file is written: a path has the whole file or what it had before, nothing in between.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::prelude::*;

use crate::failure::io_exception;
use crate::files::{Handle, Place};

/// A file that is being written. One that is dropped before it is whole leaves the path as it was.
pub(crate) struct Target {
    handle: Handle,
    undo: Undo,
    goes_on: bool,
    /// The process that writes it: one that was forked has a copy, and leaves the file alone.
    process: u32,
}

/// What to do about a file that does not become whole.
enum Undo {
    /// An object, a pipe, a device: what was written is gone.
    Nothing,
    /// It is written beside its path, and put there at the end.
    Remove { partial: PathBuf, path: PathBuf },
    /// It is made as short as it was.
    Shorten(u64),
}

impl Target {
    /// At a path or in an object; to be gone on with, if that is asked and there is something.
    pub(crate) fn of(given: &Bound<'_, PyAny>, append: bool) -> PyResult<Target> {
        let py = given.py();
        match Place::of(given, "write")? {
            Place::Object(object) => {
                let mut handle = Handle::Object(object);
                let goes_on =
                    append && handle.seek(SeekFrom::End(0)).map_err(|error| io_exception(py, &error, None))? > 0;
                Ok(Target { handle, undo: Undo::Nothing, goes_on, process: process::id() })
            }
            Place::Path(path) => {
                let made = py.detach(|| if append { Target::longer(&path) } else { Target::whole(&path) });
                made.map_err(|error| io_exception(py, &error, Some(&path)))
            }
        }
    }

    fn whole(path: &Path) -> io::Result<Target> {
        let goes_on = false;
        match fs::metadata(path) {
            Ok(found) if !found.is_file() => {
                let handle = Handle::File(File::create(path)?);
                Ok(Target { handle, undo: Undo::Nothing, goes_on, process: process::id() })
            }
            found => {
                // What a link leads to is written, not the link.
                let path = if found.is_ok() { fs::canonicalize(path)? } else { path.to_owned() };
                let partial = beside(&path);
                let file = OpenOptions::new().write(true).create_new(true).open(&partial)?;
                let target = Target {
                    handle: Handle::File(file),
                    undo: Undo::Remove { partial: partial.clone(), path },
                    goes_on,
                    process: process::id(),
                };
                if let Ok(found) = found {
                    fs::set_permissions(&partial, found.permissions())?;
                }
                Ok(target)
            }
        }
    }

    fn longer(path: &Path) -> io::Result<Target> {
        if !path.try_exists()? {
            return Target::whole(path);
        }
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let (handle, undo) = (Handle::File(file), Undo::Shorten(length));
        Ok(Target { handle, undo, goes_on: length > 0, process: process::id() })
    }

    /// Whether there is a file to go on with.
    pub(crate) const fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// The file is whole.
    pub(crate) fn commit(mut self, py: Python<'_>) -> PyResult<()> {
        if let Undo::Remove { partial, path } = &self.undo {
            fs::rename(partial, path).map_err(|error| io_exception(py, &error, Some(path)))?;
        }
        self.undo = Undo::Nothing;
        Ok(())
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        if self.process != process::id() {
            return;
        }
        // What goes wrong here cannot be told.
        match (&self.undo, &self.handle) {
            (Undo::Remove { partial, .. }, _) => drop(fs::remove_file(partial)),
            (Undo::Shorten(length), Handle::File(file)) => drop(file.set_len(*length)),
            _ => {}
        }
    }
}

/// A path in the same folder, of this process alone.
fn beside(path: &Path) -> PathBuf {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}-{}.partial", process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
    path.with_file_name(name)
}

impl Read for Target {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.handle.read(room)
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.handle.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.handle.flush()
    }
}

impl Seek for Target {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.handle.seek(to)
    }
}

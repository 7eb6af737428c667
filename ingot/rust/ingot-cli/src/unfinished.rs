//! A file that has another name until it is whole.

use std::fs::{self, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};

use crate::failure::{About, Outcome};

/// The file, which is removed where it does not become whole.
pub(crate) struct Unfinished {
    path: PathBuf,
    name: PathBuf,
    permissions: Option<Permissions>,
}

impl Unfinished {
    /// A new file for what is to have this name; an error if it cannot be made.
    pub(crate) fn begin(name: &str) -> Outcome<(File, Unfinished)> {
        // Not a link, but what it leads to.
        let target = fs::canonicalize(name).unwrap_or_else(|_| name.into());
        let path = beside(&target);
        interrupted::also_removes(&path);
        let file = File::options().write(true).create_new(true).open(&path).about(name)?;
        let permissions = fs::metadata(name).ok().map(|found| found.permissions());
        Ok((file, Unfinished { path, name: target, permissions }))
    }

    /// Gives the file its name; an error if that cannot be done.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        if let Some(permissions) = self.permissions.take() {
            fs::set_permissions(&self.path, permissions)?;
        }
        fs::rename(&self.path, &self.name)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // It is not there where it has got its name.
        let _ = fs::remove_file(&self.path);
    }
}

/// A name in the same folder that nothing else has.
fn beside(target: &Path) -> PathBuf {
    let own = target.file_name().unwrap_or_default().display();
    target.with_file_name(format!(".{own}.{}.new", std::process::id()))
}

#[cfg(unix)]
mod interrupted {
    use std::fs;
    use std::path::Path;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Lets the signals that end this process remove a file before. Where they cannot be caught, the file stays.
    pub(super) fn also_removes(path: &Path) {
        let path = path.to_owned();
        if let Ok(mut signals) = Signals::new([SIGHUP, SIGINT, SIGTERM]) {
            thread::spawn(move || {
                if let Some(signal) = signals.forever().next() {
                    let _ = fs::remove_file(&path);
                    // The caller sees that a signal has ended it.
                    let _ = emulate_default_handler(signal);
                }
            });
        }
    }
}

#[cfg(not(unix))]
mod interrupted {
    pub(super) fn also_removes(_path: &std::path::Path) {}
}

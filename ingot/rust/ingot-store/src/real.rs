//! The real disk.

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use rustix::fs::{FlockOperation, flock};

use crate::disk::{Disk, Lock, Map, Output};

/// The disks of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealDisk;

/// Address space beyond a file that grows, at least: taking it costs nothing until the file has grown.
const ROOM: u64 = 1 << 24;

impl Disk for RealDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if self.is_folder(path) {
                    Ok(())
                } else {
                    Err(io::Error::other("it is there, but not as a folder"))
                }
            }
            other => other,
        }
    }

    fn is_folder(&self, path: &Path) -> bool {
        fs::symlink_metadata(path).is_ok_and(|about| about.is_dir())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            if let Ok(name) = entry.file_name().into_string() {
                names.push((name, entry.file_type()?.is_dir()));
            }
        }
        Ok(names)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        // A name that is left from before may be a link, or be read by others: they keep what they have.
        match fs::remove_file(path) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(Box::new(OpenOptions::new().append(true).create_new(true).open(path)?))
    }

    fn append_to(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        Ok(Box::new(OpenOptions::new().append(true).open(path)?))
    }

    fn map(&self, path: &Path, least: u64, grows: bool) -> io::Result<Map> {
        let file = File::open(path)?;
        if file.metadata()?.len() < least {
            return Err(io::Error::new(ErrorKind::UnexpectedEof, "the file is shorter than what was written"));
        }
        if cfg!(feature = "safe") {
            return fs::read(path).map(Map::held);
        }
        let room = if grows { ROOM.max(least) } else { 0 };
        let size = usize::try_from(least + room).map_err(io::Error::other)?;
        mapped(&file, size)
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }

    fn lock(&self, path: &Path) -> io::Result<Result<Lock, String>> {
        Ok(hold(path)?.map(|held| Box::new(held) as Lock))
    }

    fn session(&self) -> u64 {
        static SESSION: OnceLock<u64> = OnceLock::new();
        *SESSION.get_or_init(|| {
            fs::read("/proc/sys/kernel/random/boot_id").map_or(0, |id| xxhash_rust::xxh3::xxh3_64(&id) >> 16)
        })
    }

    fn random(&self) -> u64 {
        RandomState::new().build_hasher().finish()
    }
}

#[cfg(not(feature = "safe"))]
fn mapped(file: &File, size: usize) -> io::Result<Map> {
    // SAFETY: the file is only appended to by Ingot, and nothing behind the bytes that were committed is read. What
    // other programs do to it while it is mapped cannot be prevented, as the page of the store's bytes says. Bytes that
    // change are no worse than wrong ones: each line has its checksum computed where it is read.
    #[expect(unsafe_code, reason = "a mapped file")]
    let map = unsafe { memmap2::MmapOptions::new().len(size).map(file)? };
    Ok(Map::mapped(map))
}

/// The safe twin never comes here.
#[cfg(feature = "safe")]
fn mapped(_: &File, _: usize) -> io::Result<Map> {
    Err(ErrorKind::Unsupported.into())
}

/// A locked file, and the process that locked it.
#[derive(Debug)]
struct Held {
    file: File,
    process: u32,
}

impl Drop for Held {
    /// A process that another thread is just starting has the file open, too, until it runs its own program. So closing
    /// the file does not always unlock it at once. A copy of this process, by fork, does not unlock what is not its own.
    fn drop(&mut self) {
        if self.process == std::process::id() {
            let _ = flock(&self.file, FlockOperation::Unlock);
        }
    }
}

/// Locks a file, or gives what it says of the process that has locked it.
fn hold(path: &Path) -> io::Result<Result<Held, String>> {
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
    match flock(&file, FlockOperation::NonBlockingLockExclusive) {
        Ok(()) => {
            let process = std::process::id();
            // As long as any other number, so that the file is not cut: some file systems would wait for the disk.
            file.write_all(format!("{process:<10}\n").as_bytes())?;
            Ok(Ok(Held { file, process }))
        }
        Err(error) if error.kind() == ErrorKind::WouldBlock => {
            let mut holder = String::new();
            file.read_to_string(&mut holder)?;
            Ok(Err(holder.trim().to_string()))
        }
        Err(error) => Err(error.into()),
    }
}

impl Output for File {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)
    }

    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }
}

#[cfg(test)]
mod tests {
    use super::{Held, hold};
    use crate::Scratch;

    #[test]
    fn a_lock_ends_though_a_process_that_is_being_started_has_the_file_open() {
        let folder = Scratch::new();
        std::fs::create_dir_all(&*folder).unwrap();
        let path = folder.join("lock");
        let held = hold(&path).unwrap().unwrap();
        let inherited = held.file.try_clone().unwrap();
        assert_eq!(hold(&path).unwrap().unwrap_err(), std::process::id().to_string());
        drop(held);
        drop(hold(&path).unwrap().unwrap());
        drop(inherited);
    }

    #[test]
    fn a_copy_of_the_process_does_not_unlock() {
        let folder = Scratch::new();
        std::fs::create_dir_all(&*folder).unwrap();
        let path = folder.join("lock");
        let held = hold(&path).unwrap().unwrap();
        drop(Held { file: held.file.try_clone().unwrap(), process: held.process + 1 });
        hold(&path).unwrap().unwrap_err();
    }
}

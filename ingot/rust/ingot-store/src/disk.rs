//! What a store asks of a disk: few operations, so that a simulated one can fail each of them.

use std::fmt::Debug;
use std::io;
use std::path::Path;

#[cfg(not(feature = "safe"))]
use memmap2::Mmap;

/// A disk: [`RealDisk`](crate::RealDisk), or the one that the feature `simulated` has.
pub trait Disk: Debug + Send + Sync {
    /// Makes a folder, if it is not there; an error if it cannot be made, or is a link.
    fn create_folder(&self, path: &Path) -> io::Result<()>;

    /// Whether there is a folder, not a link to one.
    fn is_folder(&self, path: &Path) -> bool;

    /// The names in a folder, each with whether it is a folder; an error if it cannot be read.
    fn list(&self, folder: &Path) -> io::Result<Vec<(String, bool)>>;

    /// All bytes of a small file; an error if it cannot be read.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// The length of a file in bytes; an error if it is not there.
    fn length(&self, path: &Path) -> io::Result<u64>;

    /// A file with nothing in it, whatever was there; an error if it cannot be made.
    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>>;

    /// A file that is there, to be appended to; an error if it is not.
    fn append_to(&self, path: &Path) -> io::Result<Box<dyn Output>>;

    /// The first bytes of a file, at least so many; where it grows, room for more. An error if it has fewer.
    fn map(&self, path: &Path, least: u64, grows: bool) -> io::Result<Map>;

    /// Gives a file another name, whatever had that; an error if it cannot.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;

    /// Removes a file; an error if it cannot.
    fn remove(&self, path: &Path) -> io::Result<()>;

    /// Makes the names in a folder survive the end of the machine; an error if it cannot.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;

    /// Locks a file, which is made where it is not there; gives what it says where another process has locked it.
    fn lock(&self, path: &Path) -> io::Result<Result<Lock, String>>;

    /// What differs after the machine started again, below 2⁴⁸; 0 if that is not known.
    fn session(&self) -> u64;

    /// A random number.
    fn random(&self) -> u64;
}

/// What is unlocked when it is dropped.
pub type Lock = Box<dyn Debug + Send + Sync>;

/// A file that is written to at its end.
pub trait Output: Debug + Send + Sync {
    /// Writes all bytes at the end; an error if only some of them were, or none.
    fn append(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Makes what was written survive the end of the machine; an error if that is not certain.
    fn sync(&mut self) -> io::Result<()>;

    /// Leaves the first bytes only; an error if it cannot.
    fn truncate(&mut self, length: u64) -> io::Result<()>;
}

/// Bytes of a file. Those that are appended to the file later may be in it.
#[derive(Debug)]
pub struct Map(Kind);

#[derive(Debug)]
enum Kind {
    #[cfg(not(feature = "safe"))]
    Mapped(Mmap),
    Held(Vec<u8>),
}

impl Map {
    #[cfg(not(feature = "safe"))]
    pub(crate) fn mapped(map: Mmap) -> Map {
        Map(Kind::Mapped(map))
    }

    /// Of a disk that does not map files.
    #[must_use]
    pub fn held(bytes: Vec<u8>) -> Map {
        Map(Kind::Held(bytes))
    }

    /// So many bytes, if the map is long enough. Who asks knows that the file is.
    #[inline]
    pub(crate) fn get(&self, start: usize, length: usize) -> Option<&[u8]> {
        self.bytes().get(start..start.checked_add(length)?)
    }

    /// Whether bytes up to here can be asked for.
    pub(crate) fn covers(&self, length: u64) -> bool {
        self.bytes().len() as u64 >= length
    }

    #[inline]
    #[cfg_attr(feature = "safe", expect(clippy::infallible_destructuring_match, reason = "one kind is left"))]
    fn bytes(&self) -> &[u8] {
        let all: &[u8] = match &self.0 {
            #[cfg(not(feature = "safe"))]
            Kind::Mapped(map) => map,
            Kind::Held(bytes) => bytes,
        };
        all
    }
}

//! What is on a simulated disk, and what a crash of the machine leaves of it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::Fault;
use crate::order::Draws;

/// Bytes that reach the disk together.
const SECTOR: usize = 64;

#[derive(Debug)]
pub(super) struct World {
    pub(super) files: BTreeMap<u64, File>,
    pub(super) names: BTreeMap<PathBuf, Node>,
    /// The names that survive a crash of the machine.
    pub(super) sure: BTreeMap<PathBuf, Node>,
    /// Changes of names that were not synced, by folder.
    pub(super) changes: Vec<(PathBuf, BTreeMap<PathBuf, Option<Node>>)>,
    pub(super) operations: u64,
    pub(super) fault: Option<(u64, Fault)>,
    pub(super) draws: Draws,
    pub(super) life: u64,
    pub(super) session: u64,
    pub(super) next_file: u64,
    pub(super) locked: BTreeSet<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Node {
    File(u64),
    Folder,
}

#[derive(Debug, Clone, Default)]
pub(super) struct File {
    pub(super) bytes: Vec<u8>,
    /// Contents that sectors had since the last sync, and lengths of the file.
    pub(super) before: BTreeMap<usize, Vec<Vec<u8>>>,
    pub(super) lengths: Vec<usize>,
}

pub(super) fn sector(bytes: &[u8], number: usize) -> &[u8] {
    let start = (number * SECTOR).min(bytes.len());
    &bytes[start..(start + SECTOR).min(bytes.len())]
}

impl File {
    pub(super) fn keep(&mut self, from: usize, to: usize) {
        self.lengths.push(self.bytes.len());
        for number in from / SECTOR..to.div_ceil(SECTOR) {
            let content = sector(&self.bytes, number).to_vec();
            self.before.entry(number).or_default().push(content);
        }
    }

    pub(super) fn append(&mut self, bytes: &[u8]) {
        self.keep(self.bytes.len(), self.bytes.len() + bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn truncate(&mut self, length: usize) {
        self.keep(length, self.bytes.len());
        self.bytes.truncate(length);
    }

    pub(super) fn sync(&mut self) {
        self.before.clear();
        self.lengths.clear();
    }

    /// What is left after a crash of the machine.
    pub(super) fn crash(&mut self, draws: &mut Draws) {
        let mut lengths = std::mem::take(&mut self.lengths);
        lengths.push(self.bytes.len());
        let length = match draws.below(3) {
            0 => self.bytes.len(),
            1 => lengths[draws.below(lengths.len())],
            _ => {
                let (least, most) = (lengths.iter().min().copied(), lengths.iter().max().copied());
                let least = least.unwrap_or(0);
                least + draws.below(most.unwrap_or(0) - least + 1)
            }
        };
        let mut bytes = self.bytes.clone();
        bytes.resize(length.max(self.bytes.len()), 0);
        for (number, mut contents) in std::mem::take(&mut self.before) {
            contents.push(sector(&self.bytes, number).to_vec());
            let chosen = &contents[draws.below(contents.len())];
            let start = number * SECTOR;
            if bytes.len() < start + chosen.len() {
                bytes.resize(start + chosen.len(), 0);
            }
            bytes[start..start + chosen.len()].copy_from_slice(chosen);
            let end = (start + SECTOR).min(bytes.len());
            bytes[start + chosen.len()..end].fill(0);
        }
        bytes.resize(length, 0);
        self.bytes = bytes;
    }
}

/// Changes by folder, each in order.
pub(super) fn folders(
    changes: Vec<(PathBuf, BTreeMap<PathBuf, Option<Node>>)>,
) -> BTreeMap<PathBuf, Vec<BTreeMap<PathBuf, Option<Node>>>> {
    let mut sorted: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (folder, change) in changes {
        sorted.entry(folder).or_default().push(change);
    }
    sorted
}

pub(super) fn apply(names: &mut BTreeMap<PathBuf, Node>, change: BTreeMap<PathBuf, Option<Node>>) {
    for (path, node) in change {
        match node {
            Some(node) => drop(names.insert(path, node)),
            None => drop(names.remove(&path)),
        }
    }
}

pub(super) fn missing() -> io::Error {
    ErrorKind::NotFound.into()
}

pub(super) fn folder_of(path: &Path) -> PathBuf {
    path.parent().unwrap_or(path).to_path_buf()
}

impl World {
    pub(super) fn file(&self, path: &Path) -> io::Result<u64> {
        match self.names.get(path) {
            Some(Node::File(number)) => Ok(*number),
            _ => Err(missing()),
        }
    }

    pub(super) fn bytes(&self, path: &Path) -> io::Result<&[u8]> {
        Ok(&self.files[&self.file(path)?].bytes)
    }

    pub(super) fn rename(&mut self, folder: PathBuf, change: BTreeMap<PathBuf, Option<Node>>) {
        apply(&mut self.names, change.clone());
        self.changes.push((folder, change));
    }
}

//! A disk in memory, for tests: at a crash of the machine it drops, tears and reorders what was not synced.
//!
//! Each operation that writes has a number. A [`Fault`] happens at one of them. Data that was not synced is kept by
//! sectors: after a crash of the machine each has any content that it had since the last sync, and the file any length.
//! Of the names in a folder, those up to some change are kept.

mod world;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::disk::{Disk, Lock, Map, Output};
use crate::order::Draws;
use world::{File, Node, World, apply, folder_of, folders, missing};

/// What happens at an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// All ends before it is done.
    CrashBefore,
    /// All ends while it is done: of bytes that are appended, some are.
    CrashWithin,
    /// All ends after it is done.
    CrashAfter,
    /// It fails, and nothing of it is done.
    Error,
    /// It fails, and of bytes that are appended, some are.
    Full,
}

/// A fault that is planted into the store, to see whether tests find it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Planted {
    /// Syncs of files whose names end so are left out.
    NoSync(&'static str),
    /// Syncs of folders are left out.
    NoFolderSync,
    /// The chain of a commit is not compared.
    NoChain,
    /// Lines of unsynced commits are not looked at after a crash of the machine.
    NoLines,
    /// A recovery keeps segments whose checksums are wrong.
    NoTorn,
    /// That a key is absent is believed of slots with any checksum.
    NoPages,
    /// What does not count is not cut.
    NoCut,
}

thread_local! {
    static PLANTED: Cell<Option<Planted>> = const { Cell::new(None) };
}

/// Plants a fault for this thread, or none.
pub fn plant(fault: Option<Planted>) {
    PLANTED.set(fault);
}

thread_local! {
    static PART: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Limits the slots of an index that this thread makes in memory at once, or leaves them as they are.
pub fn limit_part(slots: Option<usize>) {
    PART.set(slots);
}

pub(crate) fn part() -> Option<usize> {
    PART.get()
}

pub(crate) fn is_planted(fault: Planted) -> bool {
    PLANTED.get() == Some(fault)
}

/// A disk in memory, as one process sees it.
#[derive(Debug, Clone)]
pub struct SimulatedDisk {
    world: Arc<Mutex<World>>,
    /// The process: what an earlier one has open does nothing any more.
    life: u64,
}

impl SimulatedDisk {
    /// An empty disk with the folder `/`, whose crashes are drawn by a seed.
    #[must_use]
    pub fn new(seed: u64) -> SimulatedDisk {
        let root = BTreeMap::from([(PathBuf::from("/"), Node::Folder)]);
        let world = World {
            files: BTreeMap::new(),
            names: root.clone(),
            sure: root,
            changes: Vec::new(),
            operations: 0,
            fault: None,
            draws: Draws(seed),
            life: 0,
            session: 1,
            next_file: 0,
            locked: BTreeSet::new(),
        };
        SimulatedDisk { world: Arc::new(Mutex::new(world)), life: 0 }
    }

    /// Number of operations so far that wrote.
    #[must_use]
    pub fn operations(&self) -> u64 {
        self.world().operations
    }

    /// Makes a fault happen at the operation of this number, counted from 0.
    pub fn fail_at(&self, operation: u64, fault: Fault) {
        self.world().fault = Some((operation, fault));
    }

    /// The disk as another process sees it after the end of this one, or of the machine.
    #[must_use]
    pub fn restarted(&self, is_machine: bool) -> SimulatedDisk {
        let mut guard = self.world();
        let world = &mut *guard;
        world.life += 1;
        world.fault = None;
        world.locked.clear();
        if is_machine {
            world.session += 1;
            let mut names = world.sure.clone();
            for (_, changes) in folders(std::mem::take(&mut world.changes)) {
                let kept = world.draws.below(changes.len() + 1);
                changes.into_iter().take(kept).for_each(|change| apply(&mut names, change));
            }
            // What was in a folder that is lost is not there, either. Folders come before what is in them.
            let all = std::mem::take(&mut names);
            for (path, node) in all {
                if path.parent().is_none_or(|folder| names.get(folder) == Some(&Node::Folder)) {
                    names.insert(path, node);
                }
            }
            world.names.clone_from(&names);
            world.sure = names;
            for file in world.files.values_mut() {
                file.crash(&mut world.draws);
            }
        }
        SimulatedDisk { world: self.world.clone(), life: world.life }
    }

    /// A disk with the same content, of which nothing is shared.
    #[must_use]
    pub fn copied(&self, seed: u64) -> SimulatedDisk {
        let world = self.world();
        let copy = World {
            files: world.files.clone(),
            names: world.names.clone(),
            sure: world.sure.clone(),
            changes: world.changes.clone(),
            operations: 0,
            fault: None,
            draws: Draws(seed),
            life: 0,
            session: world.session,
            next_file: world.next_file,
            locked: BTreeSet::new(),
        };
        SimulatedDisk { world: Arc::new(Mutex::new(copy)), life: 0 }
    }

    /// The paths of all files.
    #[must_use]
    pub fn files(&self) -> Vec<PathBuf> {
        let world = self.world();
        world.names.iter().filter(|(_, node)| **node != Node::Folder).map(|(path, _)| path.clone()).collect()
    }

    /// Changes the bytes of a file, as other hands would.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn change(&self, path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
        let mut world = self.world();
        let number = world.file(path).expect("a file of this name");
        change(&mut world.files.get_mut(&number).expect("it has bytes").bytes);
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The world, if this process has not ended.
    fn living(&self) -> io::Result<MutexGuard<'_, World>> {
        let world = self.world();
        if world.life == self.life { Ok(world) } else { Err(io::Error::other("the process has ended")) }
    }

    /// Does an operation that writes, or the fault that happens at it; `partly` is what a part of it is.
    fn writing<T>(
        &self,
        done: impl FnOnce(&mut World) -> io::Result<T>,
        partly: impl FnOnce(&mut World),
    ) -> io::Result<T> {
        let mut world = self.living()?;
        let number = world.operations;
        world.operations += 1;
        let Some((_, fault)) = world.fault.filter(|(at, _)| *at == number) else { return done(&mut world) };
        let crash = || io::Error::other("the simulated crash");
        match fault {
            Fault::CrashBefore | Fault::CrashWithin | Fault::CrashAfter => {
                match fault {
                    Fault::CrashWithin => partly(&mut world),
                    Fault::CrashAfter => drop(done(&mut world)),
                    _ => {}
                }
                world.life += 1;
                Err(crash())
            }
            Fault::Error => Err(io::Error::other("a simulated error")),
            Fault::Full => {
                partly(&mut world);
                Err(io::Error::new(ErrorKind::StorageFull, "no space is left on the simulated disk"))
            }
        }
    }
}

impl Disk for SimulatedDisk {
    fn create_folder(&self, path: &Path) -> io::Result<()> {
        let make = |world: &mut World| {
            if !world.names.contains_key(path) {
                world.rename(folder_of(path), BTreeMap::from([(path.into(), Some(Node::Folder))]));
            }
            Ok(())
        };
        self.writing(make, |_| ())
    }

    fn is_folder(&self, path: &Path) -> bool {
        self.living().is_ok_and(|world| world.names.get(path) == Some(&Node::Folder))
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<(String, bool)>> {
        let world = self.living()?;
        if world.names.get(folder) != Some(&Node::Folder) {
            return Err(missing());
        }
        let own = world.names.iter().filter(|(path, _)| path.parent() == Some(folder));
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
        Ok(own.map(|(path, node)| (name(path), *node == Node::Folder)).collect())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        Ok(self.living()?.bytes(path)?.to_vec())
    }

    fn length(&self, path: &Path) -> io::Result<u64> {
        Ok(self.living()?.bytes(path)?.len() as u64)
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        let make = |world: &mut World| {
            let number = world.next_file;
            world.next_file += 1;
            world.files.insert(number, File::default());
            world.rename(folder_of(path), BTreeMap::from([(path.into(), Some(Node::File(number)))]));
            Ok(number)
        };
        let number = self.writing(make, |_| ())?;
        Ok(Box::new(Open { disk: self.clone(), number, path: path.into() }))
    }

    fn append_to(&self, path: &Path) -> io::Result<Box<dyn Output>> {
        let number = self.living()?.file(path)?;
        Ok(Box::new(Open { disk: self.clone(), number, path: path.into() }))
    }

    fn map(&self, path: &Path, least: u64, _grows: bool) -> io::Result<Map> {
        let bytes = self.read(path)?;
        if (bytes.len() as u64) < least {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        Ok(Map::held(bytes))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let change = |world: &mut World| {
            let number = world.file(from)?;
            let change = BTreeMap::from([(from.into(), None), (to.into(), Some(Node::File(number)))]);
            world.rename(folder_of(to), change);
            Ok(())
        };
        self.writing(change, |_| ())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        let change = |world: &mut World| {
            world.file(path)?;
            world.rename(folder_of(path), BTreeMap::from([(path.into(), None)]));
            Ok(())
        };
        self.writing(change, |_| ())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let sync = |world: &mut World| {
            if !is_planted(Planted::NoFolderSync) {
                let (own, others) = std::mem::take(&mut world.changes).into_iter().partition(|(of, _)| of == folder);
                world.changes = others;
                let own: Vec<_> = own;
                for (_, change) in own {
                    apply(&mut world.sure, change);
                }
            }
            Ok(())
        };
        self.writing(sync, |_| ())
    }

    fn lock(&self, path: &Path) -> io::Result<Result<Lock, String>> {
        if !self.living()?.locked.insert(path.to_path_buf()) {
            return Ok(Err("1".to_string()));
        }
        Ok(Ok(Box::new(Locked { disk: self.clone(), path: path.to_path_buf() })))
    }

    fn session(&self) -> u64 {
        self.world().session
    }

    fn random(&self) -> u64 {
        self.world().draws.next()
    }
}

#[derive(Debug)]
struct Locked {
    disk: SimulatedDisk,
    path: PathBuf,
}

impl Drop for Locked {
    fn drop(&mut self) {
        if let Ok(mut world) = self.disk.living() {
            world.locked.remove(&self.path);
        }
    }
}

#[derive(Debug)]
struct Open {
    disk: SimulatedDisk,
    number: u64,
    path: PathBuf,
}

impl Open {
    fn change<T>(
        &self,
        done: impl FnOnce(&mut File) -> T,
        partly: impl FnOnce(&mut File, &mut Draws),
    ) -> io::Result<T> {
        let number = self.number;
        self.disk.writing(
            |world| world.files.get_mut(&number).map(done).ok_or_else(missing),
            |world| {
                if let Some(file) = world.files.get_mut(&number) {
                    partly(file, &mut world.draws);
                }
            },
        )
    }
}

impl Output for Open {
    fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.change(
            |file| file.append(bytes),
            |file, draws| {
                let some = draws.below(bytes.len() + 1);
                file.append(&bytes[..some]);
            },
        )
    }

    fn sync(&mut self) -> io::Result<()> {
        let left_out = match PLANTED.get() {
            Some(Planted::NoSync(end)) => self.path.to_string_lossy().ends_with(end),
            _ => false,
        };
        self.change(
            |file| {
                if !left_out {
                    file.sync();
                }
            },
            |_, _| (),
        )
    }

    fn truncate(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).map_err(io::Error::other)?;
        self.change(|file| file.truncate(length), |_, _| ())
    }
}

//! What is open in this thread: JavaScript knows it by numbers.

use std::cell::RefCell;

use ingot_store::{Collection, Store};

use crate::failure::{Result, failure};

/// Things of one kind under numbers that are not given again, so that a number of what was closed is an error.
#[derive(Debug)]
pub(crate) struct Held<T>(RefCell<Vec<Option<T>>>);

/// A collection.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) collection: Collection,
    /// How often what was not committed was taken back.
    pub(crate) taken_back: u32,
    /// Memory for keys and for documents.
    pub(crate) key: Vec<u8>,
    pub(crate) document: Vec<u8>,
}

impl Open {
    pub(crate) fn new(collection: Collection) -> Open {
        Open { collection, taken_back: 0, key: Vec::new(), document: Vec::new() }
    }
}

thread_local! {
    pub(crate) static STORES: Held<Store> = const { Held::new() };
    pub(crate) static COLLECTIONS: Held<Open> = const { Held::new() };
}

impl<T> Held<T> {
    const fn new() -> Self {
        Held(RefCell::new(Vec::new()))
    }

    /// The number of a new thing.
    pub(crate) fn add(&self, thing: T) -> u32 {
        let mut all = self.0.borrow_mut();
        all.push(Some(thing));
        u32::try_from(all.len() - 1).expect("fewer than 2³² are opened")
    }

    /// Lets go of a thing, if it is still there.
    pub(crate) fn drop(&self, number: u32) {
        let taken = self.0.borrow_mut().get_mut(number as usize).and_then(Option::take);
        drop(taken);
    }

    #[inline]
    pub(crate) fn with<R>(&self, number: u32, work: impl FnOnce(&mut T) -> Result<R>) -> Result<R> {
        match self.0.borrow_mut().get_mut(number as usize) {
            Some(Some(thing)) => work(thing),
            _ => Err(failure("closed", "the store was closed: open it again")),
        }
    }
}

/// Reads or writes a collection.
#[inline]
pub(crate) fn with<R>(number: u32, work: impl FnOnce(&mut Open) -> Result<R>) -> Result<R> {
    COLLECTIONS.with(|all| all.with(number, work))
}

//! Stores of documents (docs/stores.md): what an adapter implements, and the kit's side of the steps.

mod document;
mod documents;
mod handing;
mod session;
mod shape;
mod steps;
mod writing;

use std::path::Path;

use crate::error::Error;

pub use document::{Document, Raw};
pub use serde_json::Value;
pub use session::serve;

/// What a store's calls give; `?` takes the errors of any library.
pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Most documents of a commit in class D3.
const COMMIT: usize = 1000;

/// A store, open in a folder. Documents go in and come out in the form `D`, raw or parsed.
///
/// A method of what the library cannot do gives `Error::unsupported`, and its manifest leaves out the operation.
pub trait Store: Sized {
    /// The library's package name, as `hello` reports it.
    const LIBRARY: &'static str;
    /// The library's version: `assay_kit::library_version!()`.
    const VERSION: &'static str;

    /// Opens the store in the folder; where `create` is true the folder is empty, and the store is made there.
    fn open(folder: &Path, create: bool, durability: Durability) -> Outcome<Self>;

    fn close(self) -> Outcome<()>;

    /// Makes safe what was written, as the class says; by default each write has done so.
    fn flush(&mut self) -> Outcome<()> {
        Ok(())
    }

    /// Puts all these documents, whose keys are new.
    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()>;

    /// Puts other documents under keys that are there.
    fn update<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.put(pairs)
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()>;

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>>;

    /// The documents of several keys that are asked for at once, for a batch.
    fn get_many<D: Document>(&mut self, keys: &[&str]) -> Outcome<Vec<D>> {
        keys.iter().filter_map(|key| self.get(key).transpose()).collect()
    }

    /// What the library binds, with its version and the options of its build that matter; empty: nothing of that kind.
    fn engine() -> String {
        String::new()
    }

    /// Every document, handed over one after another.
    fn scan<D: Document>(&mut self, each: impl FnMut(D) -> Outcome<()>) -> Outcome<()>;

    /// Every document whose number in the field is in the range; by default by a scan.
    fn filter<D: Document>(&mut self, range: &Range, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        self.scan(|document: D| if range.holds(&document)? { each(document) } else { Ok(()) })
    }

    /// A record of these two fields of every document; by default by a scan.
    fn project(&mut self, fields: [&str; 2], mut each: impl FnMut(Value) -> Outcome<()>) -> Outcome<()> {
        self.scan(|mut document: Value| each(fields.map(|name| (name, document[name].take())).into_iter().collect()))
    }
}

/// The class of what a store promises of acknowledged documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Durability {
    /// Memory only.
    D0,
    /// They survive the end of the process.
    D1,
    /// They survive the end of the machine: one sync at the end.
    D2,
    /// They survive the end of the machine: a sync at every commit.
    D3,
}

impl Durability {
    fn parse(name: &str) -> Result<Durability, Error> {
        Ok(match name {
            "D0" => Durability::D0,
            "D1" => Durability::D1,
            "D2" => Durability::D2,
            "D3" => Durability::D3,
            other => return Err(Error::bad_input(format!("durability: there is no class {other:?}"))),
        })
    }

    /// Whether the class asks for syncs.
    pub fn syncs(self) -> bool {
        matches!(self, Durability::D2 | Durability::D3)
    }

    /// What goes into one commit each: 1,000 in class D3, else everything.
    pub fn commits<T>(self, items: &[T]) -> impl Iterator<Item = &[T]> {
        items.chunks(if self == Durability::D3 { COMMIT } else { items.len().max(1) })
    }
}

/// What `filter` asks for: a number from `minimum` to `maximum`, both included.
pub struct Range {
    pub field: String,
    pub minimum: f64,
    pub maximum: f64,
}

impl Range {
    fn holds(&self, document: &impl Document) -> Outcome<bool> {
        let number =
            document.value()?[self.field.as_str()].as_f64().ok_or_else(|| format!("{}: no number", self.field))?;
        Ok((self.minimum..=self.maximum).contains(&number))
    }
}

/// Defines `main`: serves the lab's requests with the given [`Store`].
#[macro_export]
macro_rules! store_main {
    ($store:ty) => {
        fn main() -> std::process::ExitCode {
            $crate::stores::serve::<$store>()
        }
    };
}

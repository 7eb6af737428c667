//! sled: the default tree, one batch for many documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use sled::{Batch, Db};

struct Sled {
    documents: Db,
    durability: Durability,
}

impl Sled {
    /// Changes the tree, in as many batches as the class asks for; where there are several, each is flushed.
    fn commit<T>(&mut self, items: &[T], add: impl Fn(&mut Batch, &T) -> Outcome<()>) -> Outcome<()> {
        for some in self.durability.commits(items) {
            let mut batch = Batch::default();
            for item in some {
                add(&mut batch, item)?;
            }
            self.documents.apply_batch(batch)?;
            if self.durability == Durability::D3 {
                self.documents.flush()?;
            }
        }
        Ok(())
    }
}

impl Store for Sled {
    const LIBRARY: &'static str = "sled";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, _: bool, durability: Durability) -> Outcome<Self> {
        Ok(Sled { documents: sled::open(folder)?, durability })
    }

    fn close(self) -> Outcome<()> {
        drop(self.documents);
        Ok(())
    }

    fn flush(&mut self) -> Outcome<()> {
        if self.durability != Durability::D3 {
            self.documents.flush()?;
        }
        Ok(())
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |batch, (key, document)| {
            batch.insert(key.as_str(), &*document.text()?);
            Ok(())
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |batch, key| {
            batch.remove(key.as_str());
            Ok(())
        })
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        self.documents.get(key)?.map(|text| D::from_text(&text)).transpose()
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        for text in self.documents.iter().values() {
            each(D::from_text(&text?)?)?;
        }
        Ok(())
    }
}

assay_kit::store_main!(Sled);

//! fjall: one keyspace, one write batch for many documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use fjall::{Database, Keyspace, KeyspaceCreateOptions, OwnedWriteBatch, PersistMode};

struct Fjall {
    database: Database,
    documents: Keyspace,
    durability: Durability,
}

impl Fjall {
    /// Changes the keyspace, in as many batches as the class asks for.
    fn commit<T>(
        &mut self,
        items: &[T],
        add: impl Fn(&mut OwnedWriteBatch, &Keyspace, &T) -> Outcome<()>,
    ) -> Outcome<()> {
        for some in self.durability.commits(items) {
            // Made by the database, a batch is with the operating system when it is committed.
            let mut batch = self.database.batch();
            if self.durability == Durability::D3 {
                batch = batch.durability(Some(PersistMode::SyncAll));
            }
            for item in some {
                add(&mut batch, &self.documents, item)?;
            }
            batch.commit()?;
        }
        Ok(())
    }
}

impl Store for Fjall {
    const LIBRARY: &'static str = "fjall";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, _: bool, durability: Durability) -> Outcome<Self> {
        let database = Database::builder(folder).open()?;
        let documents = database.keyspace("documents", KeyspaceCreateOptions::default)?;
        Ok(Fjall { database, documents, durability })
    }

    fn close(self) -> Outcome<()> {
        drop(self);
        Ok(())
    }

    fn flush(&mut self) -> Outcome<()> {
        if self.durability == Durability::D2 {
            self.database.persist(PersistMode::SyncAll)?;
        }
        Ok(())
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |batch, documents, (key, document)| {
            batch.insert(documents, key.as_str(), &*document.text()?);
            Ok(())
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |batch, documents, key| {
            batch.remove(documents, key.as_str());
            Ok(())
        })
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        self.documents.get(key)?.map(|text| D::from_text(&text)).transpose()
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        for entry in self.documents.iter() {
            each(D::from_text(&entry.value()?)?)?;
        }
        Ok(())
    }
}

assay_kit::store_main!(Fjall);

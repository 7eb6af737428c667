//! redb: one table, one write transaction for many documents.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Store};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, Table, TableDefinition};

const DOCUMENTS: TableDefinition<&str, &[u8]> = TableDefinition::new("documents");

struct Redb {
    database: Database,
    durability: Durability,
}

type Documents<'t> = Table<'t, &'static str, &'static [u8]>;

impl Redb {
    /// Changes the table, in as many transactions as the class asks for; each commit is `Durability::Immediate`.
    fn commit<T>(&mut self, items: &[T], change: impl Fn(&mut Documents, &T) -> Outcome<()>) -> Outcome<()> {
        for some in self.durability.commits(items) {
            let transaction = self.database.begin_write()?;
            let mut table = transaction.open_table(DOCUMENTS)?;
            for item in some {
                change(&mut table, item)?;
            }
            drop(table);
            transaction.commit()?;
        }
        Ok(())
    }
}

impl Store for Redb {
    const LIBRARY: &'static str = "redb";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, create: bool, durability: Durability) -> Outcome<Self> {
        let file = folder.join("documents.redb");
        let database = match durability {
            Durability::D0 => Database::builder().create_with_backend(InMemoryBackend::new())?,
            _ if create => Database::create(file)?,
            _ => Database::open(file)?,
        };
        Ok(Redb { database, durability })
    }

    fn close(self) -> Outcome<()> {
        Ok(self.database.close()?)
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |table, (key, document)| {
            table.insert(key.as_str(), &*document.text()?)?;
            Ok(())
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |table, key| {
            table.remove(key.as_str())?;
            Ok(())
        })
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        let table = self.database.begin_read()?.open_table(DOCUMENTS)?;
        let found = table.get(key)?;
        found.map(|text| D::from_text(text.value())).transpose()
    }

    fn get_many<D: Document>(&mut self, keys: &[&str]) -> Outcome<Vec<D>> {
        let table = self.database.begin_read()?.open_table(DOCUMENTS)?;
        let mut documents = Vec::with_capacity(keys.len());
        for key in keys {
            if let Some(text) = table.get(*key)? {
                documents.push(D::from_text(text.value())?);
            }
        }
        Ok(documents)
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        let table = self.database.begin_read()?.open_table(DOCUMENTS)?;
        for entry in table.iter()? {
            each(D::from_text(entry?.1.value())?)?;
        }
        Ok(())
    }
}

assay_kit::store_main!(Redb);

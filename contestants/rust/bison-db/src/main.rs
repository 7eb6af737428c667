//! bison-db: one file of documents, found by an index on the field that has their keys.

use std::path::Path;

use assay_kit::stores::{self, Durability, Outcome, Range, Store};
use bison_db::{Db, DocId, Document, Value};
use serde::Deserialize;

/// The fields of what is kept: the key, which may be no field of the document, and the document.
const KEY: &str = "key";
const DOCUMENT: &str = "document";

struct Bison {
    database: Db,
    durability: Durability,
}

impl Bison {
    /// Changes the file for each of the items. With the library, a commit is what is written until the next sync.
    fn commit<T>(&mut self, items: &[T], change: impl Fn(&mut Db, &T) -> Outcome<()>) -> Outcome<()> {
        for some in self.durability.commits(items) {
            for item in some {
                change(&mut self.database, item)?;
            }
            if self.durability == Durability::D3 {
                self.database.flush()?;
            }
        }
        Ok(())
    }

    /// Every document, in the order of their ids, which is that of the file until documents are updated.
    fn documents(&self) -> impl Iterator<Item = Outcome<Document>> + '_ {
        let mut ids: Vec<DocId> = self.database.ids().collect();
        ids.sort_unstable();
        ids.into_iter().map(|id| read(&self.database, id))
    }
}

impl Store for Bison {
    const LIBRARY: &'static str = "bison-db";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, _: bool, durability: Durability) -> Outcome<Self> {
        let mut database = Db::open(folder.join("documents.bison"))?;
        database.create_index(KEY)?;
        Ok(Bison { database, durability })
    }

    fn close(self) -> Outcome<()> {
        drop(self.database);
        Ok(())
    }

    fn flush(&mut self) -> Outcome<()> {
        if self.durability == Durability::D2 {
            self.database.flush()?;
        }
        Ok(())
    }

    fn put<D: stores::Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |database, (key, document)| {
            database.insert(kept(key, document)?)?;
            Ok(())
        })
    }

    fn update<D: stores::Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        self.commit(pairs, |database, (key, document)| {
            let id = find(database, key)?.ok_or_else(|| format!("{key}: there is no such document"))?;
            database.update(id, kept(key, document)?)?;
            Ok(())
        })
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        self.commit(keys, |database, key| {
            if let Some(id) = find(database, key)? {
                database.delete(id)?;
            }
            Ok(())
        })
    }

    fn get<D: stores::Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        find(&self.database, key)?.map(|id| given(&read(&self.database, id)?)).transpose()
    }

    fn scan<D: stores::Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        self.documents().try_for_each(|document| each(given(&document?)?))
    }

    fn filter<D: stores::Document>(&mut self, range: &Range, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        self.documents().try_for_each(|document| {
            let document = document?;
            let number = match document.get(&range.field) {
                Some(Value::Int(number)) => *number as f64,
                Some(Value::Float(number)) => *number,
                _ => return Err(format!("{}: no number", range.field).into()),
            };
            if (range.minimum..=range.maximum).contains(&number) {
                each(given(&document)?)?;
            }
            Ok(())
        })
    }

    fn project(&mut self, fields: [&str; 2], mut each: impl FnMut(stores::Value) -> Outcome<()>) -> Outcome<()> {
        self.documents().try_for_each(|document| {
            let document = document?;
            let field = |name: &str| -> Outcome<(String, stores::Value)> {
                Ok((name.to_string(), serde_json::to_value(document.get(name))?))
            };
            each([field(fields[0])?, field(fields[1])?].into_iter().collect())
        })
    }
}

/// The library's own number of a document.
fn find(database: &Db, key: &str) -> Outcome<Option<DocId>> {
    Ok(database.find(KEY, &Value::from(key))?.into_iter().next())
}

/// The user's document in what is kept under this number.
fn read(database: &Db, id: DocId) -> Outcome<Document> {
    let mut kept = database.get(id)?.ok_or("the document is gone")?;
    match kept.remove(DOCUMENT) {
        Some(Value::Object(document)) => Ok(document),
        _ => Err("the file has something else than documents".into()),
    }
}

/// What is kept of a document, which serde makes of text or of a value.
fn kept<D: stores::Document>(key: &str, document: &D) -> Outcome<Document> {
    let own: Document =
        if D::RAW { serde_json::from_slice(&document.text()?)? } else { Document::deserialize(&*document.value()?)? };
    let mut kept = Document::with_capacity(2);
    kept.set(KEY, key).set(DOCUMENT, own);
    Ok(kept)
}

/// A document in the form that was asked for.
fn given<D: stores::Document>(document: &Document) -> Outcome<D> {
    if D::RAW {
        D::from_text(&serde_json::to_vec(document)?)
    } else {
        D::from_value(serde_json::to_value(document)?)
    }
}

assay_kit::store_main!(Bison);

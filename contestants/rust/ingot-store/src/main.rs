//! Ingot's store: one collection of JSON text.

use std::path::Path;

use assay_kit::stores::{Document, Durability, Outcome, Range, Store, Value};
use ingot_store::{field, Collection, Options, Sync};

struct Ingot {
    // The collection goes first: it has what the store has locked.
    documents: Option<Collection>,
    store: ingot_store::Store,
    durability: Durability,
}

const NAME: &str = "documents";

/// The field that has the key: of those of the first document, the one that the store has by default, if it does, else
/// the first whose value is the key. A document without any gets one.
fn key_field(pairs: &[(String, impl Document)]) -> Outcome<Option<String>> {
    let default = Options::default().key;
    let Some((key, document)) = pairs.first() else { return Ok(None) };
    let value = document.value()?;
    let is_key = |value: &Value| match value {
        Value::String(text) => text == key,
        Value::Number(number) => number.to_string() == *key,
        _ => false,
    };
    let Some(fields) = value.as_object() else { return Ok(None) };
    if fields.get(&default).is_some_and(is_key) {
        return Ok(None);
    }
    Ok(fields.iter().find(|(_, value)| is_key(value)).map(|(name, _)| name.clone()))
}

impl Ingot {
    fn documents(&mut self) -> Outcome<&mut Collection> {
        Ok(self.documents.as_mut().ok_or("nothing was put yet")?)
    }

    fn written(&mut self) -> Outcome<()> {
        let durability = self.durability;
        let documents = self.documents()?;
        documents.commit()?;
        if durability == Durability::D2 {
            documents.flush()?;
        }
        Ok(())
    }
}

impl Store for Ingot {
    const LIBRARY: &'static str = "ingot-store";
    const VERSION: &'static str = assay_kit::library_version!();

    fn open(folder: &Path, create: bool, durability: Durability) -> Outcome<Self> {
        let sync = if durability == Durability::D3 { Sync::EachCommit } else { Sync::OnFlush };
        let store = ingot_store::Store::open(folder, &Options::default().with_sync(sync))?;
        // Which field has the key is seen of the first document.
        let documents = if create { None } else { Some(store.collection(NAME)?) };
        Ok(Ingot { documents, store, durability })
    }

    fn close(self) -> Outcome<()> {
        Ok(())
    }

    fn put<D: Document>(&mut self, pairs: &[(String, D)]) -> Outcome<()> {
        if self.documents.is_none() {
            self.documents = Some(match key_field(pairs)? {
                Some(name) => self.store.collection_by(NAME, &name)?,
                None => self.store.collection(NAME)?,
            });
        }
        for some in self.durability.commits(pairs) {
            let documents = self.documents()?;
            for (key, document) in some {
                if D::RAW {
                    documents.put_raw(key, &document.text()?)?;
                } else {
                    documents.put(key, &*document.value()?)?;
                }
            }
            self.written()?;
        }
        Ok(())
    }

    fn delete(&mut self, keys: &[String]) -> Outcome<()> {
        for some in self.durability.commits(keys) {
            let documents = self.documents()?;
            for key in some {
                documents.delete(key)?;
            }
            self.written()?;
        }
        Ok(())
    }

    fn get<D: Document>(&mut self, key: &str) -> Outcome<Option<D>> {
        self.documents()?.get_raw(key)?.map(D::from_text).transpose()
    }

    fn scan<D: Document>(&mut self, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        self.documents()?.documents()?.try_for_each(|text| each(D::from_text(text?)?))
    }

    fn filter<D: Document>(&mut self, range: &Range, mut each: impl FnMut(D) -> Outcome<()>) -> Outcome<()> {
        for text in self.documents()?.documents()? {
            let text = text?;
            let number = field(text, &range.field).and_then(|number| std::str::from_utf8(number).ok()?.parse().ok());
            let number: f64 = number.ok_or_else(|| format!("{}: no number", range.field))?;
            if (range.minimum..=range.maximum).contains(&number) {
                each(D::from_text(text)?)?;
            }
        }
        Ok(())
    }

    fn project(&mut self, fields: [&str; 2], mut each: impl FnMut(Value) -> Outcome<()>) -> Outcome<()> {
        for text in self.documents()?.documents()? {
            let text = text?;
            let value = |name: &str| -> Outcome<(String, Value)> {
                let value = field(text, name).map_or(Ok(Value::Null), serde_json::from_slice)?;
                Ok((name.to_string(), value))
            };
            each([value(fields[0])?, value(fields[1])?].into_iter().collect())?;
        }
        Ok(())
    }
}

assay_kit::store_main!(Ingot);

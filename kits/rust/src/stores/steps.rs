//! The steps of a store in one form of documents, each part timed by itself.

use std::path::Path;

use serde_json::{json, Value as Json};

use super::documents::{pairs, Pairs};
use super::handing::{shuffle, Handing, Lists, Shuffled};
use super::writing::{write, Written};
use super::{Document, Durability, Outcome, Range, Raw, Store};
use crate::clock::Span;
use crate::error::Error;
use crate::protocol::Request;
use crate::samples::Generator;
use crate::schema::Schema;

pub struct Steps<S: Store, D> {
    schema: Schema,
    pairs: Pairs<D>,
    key: String,
    durability: Durability,
    store: Option<S>,
}

/// Does a step: gets its name, which is that of its time, too, unless it has several parts.
type Step<S, D> = fn(&mut Steps<S, D>, &'static str, &Request) -> Result<Json, Error>;

/// The operations of a store, an entry each.
impl<S: Store, D: Document + Written> Steps<S, D> {
    const OPERATIONS: [(&'static str, Step<S, D>); 8] = [
        ("put", Self::put),
        ("scan", Self::scan),
        ("get", Self::get),
        ("filter", Self::filter),
        ("project", Self::project),
        ("update", Self::update),
        ("delete", Self::delete),
        ("batches", Self::batches),
    ];
}

/// The names of the operations, which do not depend on the form of the documents.
pub fn names<S: Store>() -> impl Iterator<Item = &'static str> {
    Steps::<S, Raw>::OPERATIONS.into_iter().map(|(name, _)| name)
}

/// The steps, whatever form their documents have.
pub trait Stepping {
    fn step(&mut self, name: &str, request: &Request) -> Result<Json, Error>;
}

impl<S: Store, D: Document + Written> Stepping for Steps<S, D> {
    fn step(&mut self, name: &str, request: &Request) -> Result<Json, Error> {
        match name {
            "open" => self.open(request),
            "close" => self.close(),
            _ => match Self::OPERATIONS.into_iter().find(|(own, _)| *own == name) {
                Some((name, step)) => step(self, name, request),
                None => Err(Error::unsupported(format!("step: there is none called {name:?}"))),
            },
        }
    }
}

impl<S: Store, D: Document + Written> Steps<S, D> {
    pub fn new(schema: Schema, pairs: Pairs<D>, key: String, durability: Durability) -> Steps<S, D> {
        Steps { schema, pairs, key, durability, store: None }
    }

    fn open(&mut self, request: &Request) -> Result<Json, Error> {
        let (folder, create) = (request.text("folder")?, request.flag("create")?);
        if !Path::new(folder).is_dir() {
            return Err(Error::bad_input(format!("folder: {folder} is not a folder")));
        }
        self.store = None;
        let (ns, store) = timed(|| S::open(Path::new(folder), create, self.durability))?;
        self.store = Some(store);
        Ok(json!({"ns": {"open": ns}, "count": 0}))
    }

    fn close(&mut self) -> Result<Json, Error> {
        let store = self.store.take().ok_or_else(|| Error::bad_input("the store is not open"))?;
        let (ns, ()) = timed(|| store.close())?;
        Ok(json!({"ns": {"close": ns}, "count": 0}))
    }

    fn put(&mut self, _: &'static str, _: &Request) -> Result<Json, Error> {
        let (store, pairs) = (opened(&mut self.store)?, &self.pairs);
        written(store, pairs.len(), |store| store.put(pairs))
    }

    fn update(&mut self, _: &'static str, request: &Request) -> Result<Json, Error> {
        let pairs = pairs::<D>(request, &self.key)?;
        written(opened(&mut self.store)?, pairs.len(), |store| store.update(&pairs))
    }

    fn delete(&mut self, _: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let keys = key_lines(request)?;
        written(store, keys.len(), |store| store.delete(&keys))
    }

    fn scan(&mut self, name: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let mut handing = handing(request, self.pairs.len())?;
        let (ns, ()) = timed(|| store.scan(|document: D| taken(&mut handing, document)))?;
        write(request.text("output")?, &self.schema, handing.kept.iter().map(Some))?;
        Ok(json!({"ns": {name: ns}, "count": handing.count}))
    }

    fn get(&mut self, _: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let keys = key_lines(request)?;
        let mut handing = handing(request, keys.len())?;
        let (ns, found) = timed(|| {
            let mut found = 0;
            for key in &keys {
                let document: Option<D> = store.get(key)?;
                found += u64::from(document.is_some());
                handing.take(document);
            }
            Ok(found)
        })?;
        write(request.text("output")?, &self.schema, handing.kept.iter().map(Option::as_ref))?;
        Ok(json!({"ns": {"lookup": ns}, "count": found}))
    }

    fn filter(&mut self, name: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let (minimum, maximum) = (request.real("least")?, request.real("most")?);
        let range = Range { field: request.text("field")?.to_string(), minimum, maximum };
        let mut handing = Handing::all();
        let (ns, ()) = timed(|| store.filter(&range, |document: D| taken(&mut handing, document)))?;
        write(request.text("output")?, &self.schema, handing.kept.iter().map(Some))?;
        Ok(json!({"ns": {name: ns}, "count": handing.count}))
    }

    fn project(&mut self, name: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let given = request.texts("fields")?;
        let fields: [&str; 2] = given.as_slice().try_into().map_err(|_| Error::bad_input("fields: not two names"))?;
        let schema = self.schema.of_fields(&fields).map_err(|m| Error::bad_input(m).at("fields"))?;
        let mut handing = handing(request, self.pairs.len())?;
        let (ns, ()) = timed(|| store.project(fields, |record| taken(&mut handing, record)))?;
        write(request.text("output")?, &schema, handing.kept.iter().map(Some))?;
        Ok(json!({"ns": {name: ns}, "count": handing.count}))
    }

    fn batches(&mut self, name: &'static str, request: &Request) -> Result<Json, Error> {
        let store = opened(&mut self.store)?;
        let (size, buffer) = (request.number("size")?.max(1) as usize, request.number("buffer")?.max(1) as usize);
        let (epochs, order) = (request.number("epochs")?, request.text("shuffle")?);
        if !["none", "full", "buffer"].contains(&order) {
            return Err(Error::bad_input(format!("shuffle: there is none called {order:?}")));
        }
        // Another stream than that of the samples, which is drawn from the seed itself.
        let mut generator = Generator::new(!request.number("seed")?);
        let mut handing = handing(request, self.pairs.len() * epochs as usize)?;
        let pairs = &self.pairs;
        let (ns, ()) = timed(|| {
            for _ in 0..epochs {
                let mut lists = Lists::new(&mut handing, size);
                match order {
                    "full" => {
                        let mut keys: Vec<&str> = pairs.iter().map(|(key, _)| key.as_str()).collect();
                        shuffle(&mut keys, &mut generator);
                        for some in keys.chunks(size) {
                            lists.whole(store.get_many::<D>(some)?);
                        }
                    }
                    "buffer" => {
                        let mut shuffled = Shuffled::new(buffer, &mut generator);
                        store.scan(|document: D| shuffled.push(document, &mut lists))?;
                        shuffled.end(&mut lists);
                    }
                    _ => store.scan(|document: D| {
                        lists.push(document);
                        Ok(())
                    })?,
                }
                lists.end();
            }
            Ok(())
        })?;
        write(request.text("output")?, &self.schema, handing.kept.iter().map(Some))?;
        Ok(json!({"ns": {name: ns}, "count": handing.count}))
    }
}

fn opened<S>(store: &mut Option<S>) -> Result<&mut S, Error> {
    store.as_mut().ok_or_else(|| Error::bad_input("the store is not open"))
}

/// What stops the clock twice: when all is written, and when it is flushed.
fn written<S: Store>(store: &mut S, count: usize, write: impl FnOnce(&mut S) -> Outcome<()>) -> Result<Json, Error> {
    let (write_ns, ()) = timed(|| write(store))?;
    let (flush_ns, ()) = timed(|| store.flush())?;
    Ok(json!({"ns": {"write": write_ns, "flush": flush_ns}, "count": count}))
}

fn timed<T>(work: impl FnOnce() -> Outcome<T>) -> Result<(u64, T), Error> {
    let (span, outcome) = Span::of(work);
    let own = |error: Box<dyn std::error::Error>| error.downcast().map_or_else(Error::failed, |own| *own);
    Ok((span.wall_ns(), outcome.map_err(own)?))
}

/// Keeps the samples that the request asks for, of `maximum` documents.
fn handing<T>(request: &Request, maximum: usize) -> Result<Handing<T>, Error> {
    let seed = request.number("seed")?;
    Ok(match request.integer_or_null("samples")? {
        None => Handing::all(),
        Some(samples) => Handing::drawn(seed, samples.max(0) as u64, maximum as u64),
    })
}

fn taken<T>(handing: &mut Handing<T>, document: T) -> Outcome<()> {
    handing.take(document);
    Ok(())
}

fn key_lines(request: &Request) -> Result<Vec<String>, Error> {
    let path = request.text("keys")?;
    let text = std::fs::read_to_string(path).map_err(|e| Error::bad_input(e).at(path))?;
    Ok(text.lines().map(str::to_string).collect())
}

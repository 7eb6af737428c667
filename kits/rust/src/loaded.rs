//! A workload as the contestant holds it: made by `load`, given new content by `swap`.

use std::collections::HashMap;
use std::time::Instant;

use serde::de::IgnoredAny;

use crate::adapter::Adapter;
use crate::buffer::Buffer;
use crate::canonical_read;
use crate::container::ContainerSettings;
use crate::error::Error;
use crate::framing;
use crate::operation::Prepare;
use crate::schema::Schema;

pub struct Loaded<A: Adapter> {
    schema_text: String,
    containers: Option<Ready<A>>,
    pub schema: Schema,
    /// One for each measuring thread so far, at least one.
    pub workers: Vec<Worker<A>>,
    /// The domain values, which `encode` reads.
    pub records: Vec<A::Record>,
    /// The encoded records, which `decode` reads.
    pub encoded: Encoded,
    /// The container file of the same records, which `read` reads; none where no container was asked for.
    pub container: Option<Container>,
    /// The time of a pass in the last batch, by operation and number of threads.
    pub pass_ns: HashMap<(&'static str, usize), f64>,
    /// The heap bytes that a pass allocates, by operation; counted once for a record set.
    pub pass_bytes: HashMap<&'static str, u64>,
    pub setup_ns: u64,
}

/// What makes an adapter ready for container files, and with which settings.
pub type Ready<A> = (Prepare<A>, ContainerSettings);

/// What a measuring thread has for itself.
pub struct Worker<A> {
    pub adapter: A,
    /// Where `encode-into` appends.
    pub buffer: Buffer,
}

/// The bytes of each record.
type Encoded = Vec<Vec<u8>>;

/// A container file in memory.
pub struct Container {
    pub bytes: Vec<u8>,
    /// The number of records that are in it.
    pub count: usize,
}

/// The files of a `load` or `swap`.
pub struct Files<'a> {
    pub records: &'a str,
    pub encoded: Option<&'a str>,
    pub container: Option<&'a str>,
    pub count: u64,
}

impl<A: Adapter> Loaded<A> {
    /// Makes the adapter and builds the domain values. `containers` is given where container files are asked for.
    pub fn load(
        schema_path: &str,
        schema: Schema,
        files: &Files,
        containers: Option<Ready<A>>,
    ) -> Result<Loaded<A>, Error> {
        let schema_text = text_file(schema_path)?;
        serde_json::from_str::<IgnoredAny>(&schema_text).map_err(|e| Error::bad_input(e).at(schema_path))?;
        let start = Instant::now();
        let adapter = ready::<A>(&schema_text, containers.as_ref())?;
        let setup_ns = start.elapsed().as_nanos() as u64;
        let mut loaded = Loaded {
            schema_text,
            containers,
            schema,
            workers: vec![Worker { adapter, buffer: Buffer::default() }],
            records: Vec::new(),
            encoded: Vec::new(),
            container: None,
            pass_ns: HashMap::new(),
            pass_bytes: HashMap::new(),
            setup_ns,
        };
        (loaded.records, loaded.encoded) = loaded.read(files)?;
        loaded.container = container(files)?;
        Ok(loaded)
    }

    /// Puts other records in the places of these. On an error nothing has changed.
    pub fn swap(&mut self, files: &Files) -> Result<(), Error> {
        if files.count != self.records.len() as u64 {
            let message = format!("count: {} where {} records are loaded", files.count, self.records.len());
            return Err(Error::bad_input(message));
        }
        if files.container.is_some() && self.containers.is_none() {
            return Err(Error::bad_input("container: the load had none"));
        }
        let container = container(files)?;
        let (records, encoded) = self.read(files)?;
        for (place, new) in self.records.iter_mut().zip(records) {
            *place = new;
        }
        for (place, new) in self.encoded.iter_mut().zip(encoded) {
            overwrite(place, &new);
        }
        match (&mut self.container, container) {
            (Some(place), Some(new)) => overwrite(&mut place.bytes, &new.bytes),
            (place, new) => *place = new,
        }
        self.pass_bytes.clear();
        Ok(())
    }

    /// Sees to it that there are workers for so many threads.
    pub fn need_workers(&mut self, threads: usize) -> Result<(), Error> {
        while self.workers.len() < threads {
            let adapter = ready(&self.schema_text, self.containers.as_ref())?;
            self.workers.push(Worker { adapter, buffer: Buffer::default() });
        }
        Ok(())
    }

    fn read(&mut self, files: &Files) -> Result<(Vec<A::Record>, Encoded), Error> {
        let text = text_file(files.records)?;
        let lines = text.lines().count() as u64;
        if lines != files.count {
            return Err(Error::bad_input(format!("{lines} lines where count is {}", files.count)).at(files.records));
        }
        let mut records = Vec::with_capacity(lines as usize);
        for (number, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", files.records, number + 1);
            let plain = canonical_read::read(&self.schema, line).map_err(|m| Error::bad_input(m).at(place()))?;
            records.push(self.workers[0].adapter.from_plain(&plain).map_err(|e| e.at(place()))?);
        }
        let encoded = match files.encoded {
            Some(path) => {
                let bytes = std::fs::read(path).map_err(|e| Error::bad_input(e).at(path))?;
                framing::split(&bytes).ok_or_else(|| Error::bad_input("ends inside a record").at(path))?
            }
            None => self.encode_own(&records)?,
        };
        if encoded.len() != records.len() {
            let message = format!("{} encoded records where count is {}", encoded.len(), files.count);
            return Err(Error::bad_input(message).at(files.encoded.unwrap_or("encoded")));
        }
        Ok((records, encoded))
    }

    /// The contestant's own encoding of its records, for want of the lab's.
    fn encode_own(&mut self, records: &[A::Record]) -> Result<Encoded, Error> {
        let adapter = &mut self.workers[0].adapter;
        let encode = |(number, record)| {
            let bytes = adapter.encode(record);
            bytes.map_err(|e| Error::failed(e).at(format!("encoding record {number}")))
        };
        records.iter().enumerate().map(encode).collect()
    }
}

/// An adapter, ready for container files where these are asked for.
fn ready<A: Adapter>(schema_text: &str, containers: Option<&Ready<A>>) -> Result<A, Error> {
    let mut adapter = A::new(schema_text)?;
    if let Some((prepare, settings)) = containers {
        prepare(&mut adapter, settings)?;
    }
    Ok(adapter)
}

fn container(files: &Files) -> Result<Option<Container>, Error> {
    let Some(path) = files.container else { return Ok(None) };
    let bytes = std::fs::read(path).map_err(|e| Error::bad_input(e).at(path))?;
    Ok(Some(Container { bytes, count: files.count as usize }))
}

/// New content for a buffer, which stays where it is if the content fits.
fn overwrite(place: &mut Vec<u8>, new: &[u8]) {
    place.clear();
    place.extend_from_slice(new);
}

fn text_file(path: &str) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|e| Error::bad_input(e).at(path))
}

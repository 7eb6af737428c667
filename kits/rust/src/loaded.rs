//! A workload as the contestant holds it: made by `load`, given new content by `swap`.

use std::collections::HashMap;
use std::time::Instant;

use crate::adapter::Adapter;
use crate::canonical_read;
use crate::error::Error;
use crate::framing;
use crate::schema::Schema;

pub struct Loaded<A: Adapter> {
    schema_text: String,
    pub schema: Schema,
    /// One adapter for each measuring thread so far, at least one.
    pub adapters: Vec<A>,
    /// The domain values, which `encode` reads.
    pub records: Vec<A::Record>,
    /// The encoded records, which `decode` reads.
    pub encoded: Vec<Vec<u8>>,
    /// The time of a pass in the last batch, by operation and number of threads.
    pub pass_ns: HashMap<(&'static str, usize), f64>,
    /// The heap bytes that a pass allocates, by operation; counted once for a record set.
    pub pass_bytes: HashMap<&'static str, u64>,
    pub setup_ns: u64,
}

/// The files of a `load` or `swap`.
pub struct Files<'a> {
    pub records: &'a str,
    pub encoded: Option<&'a str>,
    pub count: u64,
}

impl<A: Adapter> Loaded<A> {
    /// Makes the adapter and builds the domain values.
    pub fn load(schema_path: &str, files: &Files) -> Result<Loaded<A>, Error> {
        let schema_text = text_file(schema_path)?;
        let schema = Schema::parse(&schema_text).map_err(|m| Error::bad_input(m).at(schema_path))?;
        let start = Instant::now();
        let adapter = A::new(&schema_text)?;
        let setup_ns = start.elapsed().as_nanos() as u64;
        let mut loaded = Loaded {
            schema_text,
            schema,
            adapters: vec![adapter],
            records: Vec::new(),
            encoded: Vec::new(),
            pass_ns: HashMap::new(),
            pass_bytes: HashMap::new(),
            setup_ns,
        };
        (loaded.records, loaded.encoded) = loaded.read(files)?;
        Ok(loaded)
    }

    /// Puts other records in the places of these. On an error nothing has changed.
    pub fn swap(&mut self, files: &Files) -> Result<(), Error> {
        if files.count != self.records.len() as u64 {
            let message = format!("count: {} where {} records are loaded", files.count, self.records.len());
            return Err(Error::bad_input(message));
        }
        let (records, encoded) = self.read(files)?;
        for (place, new) in self.records.iter_mut().zip(records) {
            *place = new;
        }
        for (place, new) in self.encoded.iter_mut().zip(encoded) {
            place.clear();
            place.extend_from_slice(&new);
        }
        self.pass_bytes.clear();
        Ok(())
    }

    /// Sees to it that there are adapters for so many threads.
    pub fn need_adapters(&mut self, threads: usize) -> Result<(), Error> {
        while self.adapters.len() < threads {
            self.adapters.push(A::new(&self.schema_text)?);
        }
        Ok(())
    }

    fn read(&mut self, files: &Files) -> Result<(Vec<A::Record>, Vec<Vec<u8>>), Error> {
        let text = text_file(files.records)?;
        let lines = text.lines().count() as u64;
        if lines != files.count {
            return Err(Error::bad_input(format!("{lines} lines where count is {}", files.count)).at(files.records));
        }
        let mut records = Vec::with_capacity(lines as usize);
        for (number, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", files.records, number + 1);
            let plain = canonical_read::read(&self.schema, line).map_err(|m| Error::bad_input(m).at(place()))?;
            records.push(self.adapters[0].from_plain(&plain).map_err(|e| e.at(place()))?);
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
    fn encode_own(&mut self, records: &[A::Record]) -> Result<Vec<Vec<u8>>, Error> {
        let adapter = &mut self.adapters[0];
        let encode = |(number, record)| {
            let bytes = adapter.encode(record);
            bytes.map_err(|e| Error::failed(e).at(format!("encoding record {number}")))
        };
        records.iter().enumerate().map(encode).collect()
    }
}

fn text_file(path: &str) -> Result<String, Error> {
    std::fs::read_to_string(path).map_err(|e| Error::bad_input(e).at(path))
}

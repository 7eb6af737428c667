//! Documents read: by key, by position, one after another.

use ingot_store::{Condition, Listing};
use napi::bindgen_prelude::{Array, BufferSlice, External};
use napi::{Env, JsString};
use napi_derive::napi;

use crate::failure::{Result, Told, failure};
use crate::fields::{Projection, key_in};
use crate::held::{Open, with};
use crate::texts::{item, key, string};

/// The JSON text of a key's document; none if there is none.
#[napi]
pub fn get_text<'e>(env: &'e Env, collection: u32, name: JsString<'e>) -> Result<Option<JsString<'e>>> {
    with(collection, |open| match open.collection.get_raw(key(name, &mut open.key)?).told()? {
        Some(line) => string(env, line).map(Some),
        None => Ok(None),
    })
}

/// Copies the bytes of a key's document into memory from a place on, where they fit. Gives their number, or −1 if there
/// is no document.
#[napi]
pub fn get_bytes(collection: u32, name: JsString<'_>, mut into: BufferSlice<'_>, from: u32) -> Result<f64> {
    with(collection, |open| {
        let found = open.collection.get_raw(key(name, &mut open.key)?).told()?;
        Ok(copied(found, &mut into, from))
    })
}

/// Whether there is a document of a key.
#[napi]
pub fn has(collection: u32, name: JsString<'_>) -> Result<bool> {
    with(collection, |open| open.collection.contains(key(name, &mut open.key)?).told())
}

/// The documents of keys as the text of an array, in which null stands for one that is not there.
#[napi]
pub fn get_many<'e>(env: &'e Env, collection: u32, names: Array<'e>) -> Result<JsString<'e>> {
    with(collection, |open| {
        let mut text = Joined::new();
        for at in 0..names.len() {
            let name = key(item(&names, at)?, &mut open.key)?;
            text.add(open.collection.get_raw(name).told()?.unwrap_or(b"null"));
        }
        string(env, text.done())
    })
}

/// The JSON text of the document at a position; none behind the last.
#[napi]
pub fn text_at(env: &Env, collection: u32, position: f64) -> Result<Option<JsString<'_>>> {
    with(collection, |open| match open.collection.at(whole(position)).told()? {
        Some(line) => string(env, line).map(Some),
        None => Ok(None),
    })
}

/// Copies the bytes of the document at a position, as [`get_bytes`] does.
#[napi]
pub fn bytes_at(collection: u32, position: f64, mut into: BufferSlice<'_>, from: u32) -> Result<f64> {
    with(collection, |open| Ok(copied(open.collection.at(whole(position)).told()?, &mut into, from)))
}

/// Number of documents.
#[napi]
pub fn size(collection: u32) -> Result<f64> {
    with(collection, |open| Ok(count(open.collection.len())))
}

/// The documents of one moment, and what is wanted of them.
pub struct Reading {
    listing: Listing,
    taken_back: u32,
    conditions: Vec<Condition>,
    projection: Option<Projection>,
    /// Where the next document is.
    at: u64,
    /// Where the first document of the last call was, to find their keys.
    last: u64,
}

impl Reading {
    /// Whether a document is wanted.
    fn holds(&self, line: &[u8]) -> bool {
        self.conditions.iter().all(|condition| condition.holds(line))
    }

    /// An error if what was not committed when it was made is there no more.
    fn check(&self, open: &Open) -> Result<()> {
        if open.taken_back == self.taken_back {
            return Ok(());
        }
        Err(failure("open", "documents were taken back by rollBack while they were read: begin again"))
    }
}

/// Begins to read the documents that are there now and fulfil all conditions; of each, `fields` if there are any.
#[napi]
pub fn read(collection: u32, conditions: Vec<String>, fields: Option<Vec<String>>) -> Result<External<Reading>> {
    let conditions = conditions.iter().map(|text| text.parse::<Condition>().told()).collect::<Result<Vec<_>>>()?;
    let projection = fields.map(Projection::of);
    with(collection, |open| {
        let listing = open.collection.listing().told()?;
        Ok(External::new(Reading { listing, taken_back: open.taken_back, conditions, projection, at: 0, last: 0 }))
    })
}

/// The next documents as the text of an array of about so many bytes; none behind the last.
#[napi]
pub fn next_texts<'e>(
    env: &'e Env,
    collection: u32,
    reading: &mut External<Reading>,
    bytes: u32,
) -> Result<Option<JsString<'e>>> {
    with(collection, |open| {
        reading.check(open)?;
        let mut text = Joined::new();
        let mut at = reading.at;
        for line in open.collection.listed(&reading.listing, at).told()? {
            let line = line.told()?;
            at += 1;
            if reading.holds(line) {
                match &reading.projection {
                    Some(projection) => projection.add(line, &mut text),
                    None => text.add(line),
                }
                if text.length() >= bytes as usize {
                    break;
                }
            }
        }
        (reading.last, reading.at) = (reading.at, at);
        if text.is_empty() { Ok(None) } else { string(env, text.done()).map(Some) }
    })
}

/// The keys of the documents of the last call, for documents whose keys are numbers that the engine rounds.
#[napi]
pub fn last_keys(collection: u32, reading: &External<Reading>) -> Result<Vec<String>> {
    with(collection, |open| {
        let lines = open.collection.listed(&reading.listing, reading.last).told()?;
        let field = open.collection.key_field();
        let mut found = Vec::new();
        for line in lines.take(usize::try_from(reading.at - reading.last).unwrap_or(usize::MAX)) {
            let line = line.told()?;
            if reading.holds(line) {
                found.push(key_in(line, field).unwrap_or_default().into_owned());
            }
        }
        Ok(found)
    })
}

/// Copies the next documents one behind the other, as far as memory and `ends`, where each ends, have room. Gives their
/// number: 0 behind the last; where the next one does not fit into all of the memory, its length, negative.
#[napi]
pub fn next_bytes(
    collection: u32,
    reading: &mut External<Reading>,
    mut into: BufferSlice<'_>,
    mut ends: BufferSlice<'_>,
) -> Result<f64> {
    with(collection, |open| {
        reading.check(open)?;
        let (mut number, mut end, mut at) = (0, 0, reading.at);
        let mut too_long = None;
        let mut ends = ends.chunks_exact_mut(4);
        for line in open.collection.listed(&reading.listing, at).told()? {
            let line = line.told()?;
            if reading.holds(line) {
                let Some(room) = into.get_mut(end..end + line.len()) else {
                    too_long = (number == 0).then_some(line.len());
                    break;
                };
                let Some(place) = ends.next() else { break };
                room.copy_from_slice(line);
                end += line.len();
                number += 1;
                #[expect(clippy::cast_possible_truncation, reason = "the memory is smaller than 4 GiB")]
                place.copy_from_slice(&(end as u32).to_ne_bytes());
            }
            at += 1;
        }
        (reading.last, reading.at) = (reading.at, at);
        Ok(too_long.map_or(f64::from(number), |length| -count(length as u64)))
    })
}

/// The text of an array, as it is made.
pub(crate) struct Joined(Vec<u8>);

impl Joined {
    fn new() -> Joined {
        Joined(vec![b'['])
    }

    fn add(&mut self, item: &[u8]) {
        self.0.extend_from_slice(item);
        self.0.push(b',');
    }

    pub(crate) fn begin(&mut self) {
        self.0.push(b'{');
    }

    pub(crate) fn member(&mut self, head: &[u8], value: &[u8]) {
        self.0.extend_from_slice(head);
        self.add(value);
    }

    pub(crate) fn end(&mut self) {
        match self.0.last_mut() {
            Some(last @ b',') => *last = b'}',
            _ => self.0.push(b'}'),
        }
        self.0.push(b',');
    }

    fn length(&self) -> usize {
        self.0.len()
    }

    fn is_empty(&self) -> bool {
        self.0.len() == 1
    }

    fn done(&mut self) -> &[u8] {
        match self.0.last_mut() {
            Some(last @ b',') => *last = b']',
            _ => self.0.push(b']'),
        }
        &self.0
    }
}

fn copied(line: Option<&[u8]>, into: &mut [u8], from: u32) -> f64 {
    let Some(line) = line else { return -1.0 };
    let from = from as usize;
    if let Some(room) = into.get_mut(from..from + line.len()) {
        room.copy_from_slice(line);
    }
    count(line.len() as u64)
}

/// A number of things as JavaScript's: exact, as no file has 2⁵³ bytes.
#[expect(clippy::cast_precision_loss, reason = "it is below 2⁵³")]
pub(crate) fn count(number: u64) -> f64 {
    number as f64
}

/// A number of JavaScript's that the files of `lib` have checked.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is whole and not negative")]
fn whole(number: f64) -> u64 {
    number as u64
}

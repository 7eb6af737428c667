//! Documents written.

use napi::bindgen_prelude::{Array, BufferSlice, External};
use napi::{Env, JsString};
use napi_derive::napi;

use crate::failure::{Result, Told};
use crate::held::with;
use crate::texts::{append, document, item, key, missing};

/// Puts a document that is JSON text.
#[napi]
pub fn put_text(collection: u32, name: JsString<'_>, text: JsString<'_>) -> Result<()> {
    with(collection, |open| {
        let (name, text) = (key(name, &mut open.key)?, document(text, &mut open.document)?);
        open.collection.put_raw(name, text).told()
    })
}

/// Puts a document that is the bytes of JSON text.
#[napi]
pub fn put_bytes(collection: u32, name: JsString<'_>, bytes: BufferSlice<'_>) -> Result<()> {
    with(collection, |open| open.collection.put_raw(key(name, &mut open.key)?, &bytes).told())
}

/// Puts a document that is JSON text, under the key that is in it, which is given.
#[napi]
pub fn add_text<'e>(env: &'e Env, collection: u32, text: JsString<'e>) -> Result<JsString<'e>> {
    with(collection, |open| {
        let name = open.collection.add(document(text, &mut open.document)?).told()?;
        env.create_string(&*name).told()
    })
}

/// Documents that are gathered to be put together: keys and texts, one behind the other in pieces of memory.
#[derive(Default)]
pub struct Gathered {
    pieces: Vec<Vec<u8>>,
    /// Of each document the piece, and where in it key and text end.
    ends: Vec<(u32, usize, usize)>,
}

/// Bytes of a piece, which grows beyond for one document only.
const PIECE: usize = 1 << 20;

/// Bytes of the first piece, for few documents.
const FIRST: usize = 1 << 14;

/// Bytes that a document takes, of most documents.
const ONE: usize = 1 << 12;

impl Gathered {
    /// Adds a key, and the text that a function appends.
    #[expect(clippy::cast_possible_truncation, reason = "pieces are of 1 MiB")]
    fn add(&mut self, name: JsString<'_>, text: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
        if self.pieces.last().is_none_or(|piece| piece.len() + ONE > piece.capacity()) {
            let size = if self.pieces.is_empty() { FIRST } else { PIECE };
            self.pieces.push(Vec::with_capacity(size));
        }
        let at = self.pieces.len() - 1;
        let piece = &mut self.pieces[at];
        append("the key", name, piece)?;
        let end = piece.len();
        text(piece)?;
        self.ends.push((at as u32, end, piece.len()));
        Ok(())
    }

    /// Keys and texts.
    fn pairs(&self) -> impl ExactSizeIterator<Item = (&str, &[u8])> {
        let (mut last, mut from) = (0, 0);
        self.ends.iter().map(move |&(piece, key, end)| {
            if piece != last {
                (last, from) = (piece, 0);
            }
            let piece = &self.pieces[piece as usize];
            let name = std::str::from_utf8(&piece[from..key]).unwrap_or_default();
            from = end;
            (name, &piece[key..end])
        })
    }
}

/// Begins to gather.
#[napi]
pub fn gather() -> External<Gathered> {
    External::new(Gathered::default())
}

/// Gathers documents: keys and JSON texts in turn.
#[napi]
pub fn gather_texts(gathered: &mut External<Gathered>, pairs: Array<'_>) -> Result<()> {
    for at in (0..pairs.len()).step_by(2) {
        gathered.add(item(&pairs, at)?, |piece| append("the document", item(&pairs, at + 1)?, piece))?;
    }
    Ok(())
}

/// Gathers documents: keys and the bytes of JSON texts in turn.
#[napi]
pub fn gather_bytes(gathered: &mut External<Gathered>, pairs: Array<'_>) -> Result<()> {
    for at in (0..pairs.len()).step_by(2) {
        let bytes = pairs.get::<BufferSlice>(at + 1).told()?.ok_or_else(missing)?;
        gathered.add(item(&pairs, at)?, |piece| {
            piece.extend_from_slice(&bytes);
            Ok(())
        })?;
    }
    Ok(())
}

/// Puts what was gathered: all of it, or, with an error, nothing.
#[napi]
pub fn put_gathered(collection: u32, gathered: &mut External<Gathered>) -> Result<()> {
    // Its memory is not left to the engine's collector, which does not see it.
    let gathered = std::mem::take(&mut **gathered);
    with(collection, |open| open.collection.put_many(gathered.pairs()).told())
}

/// Deletes the document of a key; gives whether there was one.
#[napi]
pub fn delete(collection: u32, name: JsString<'_>) -> Result<bool> {
    with(collection, |open| open.collection.delete(key(name, &mut open.key)?).told())
}

/// Ends a commit.
#[napi]
pub fn commit(collection: u32) -> Result<()> {
    with(collection, |open| open.collection.commit().told())
}

/// Ends a commit, and makes all of them survive the end of the machine.
#[napi]
pub fn flush(collection: u32) -> Result<()> {
    with(collection, |open| open.collection.flush().told())
}

/// Takes back what was written since the last commit.
#[napi]
pub fn roll_back(collection: u32) -> Result<()> {
    with(collection, |open| {
        open.taken_back += 1;
        open.collection.roll_back().told()
    })
}

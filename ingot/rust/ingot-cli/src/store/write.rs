//! Commands that put and delete.

use std::io::BufRead;
use std::num::NonZeroU64;

use ingot_store::Collection;

use crate::arguments::Arguments;
use crate::failure::{About, Failure, Found, Outcome};
use crate::streams;

pub(crate) fn put(arguments: &Arguments) -> Outcome {
    let name = arguments.file(2);
    lines(streams::input(name)?, name, &mut Putting::new(arguments)?)
}

/// Documents that are put one after another, and committed as asked.
pub(super) struct Putting {
    collection: Collection,
    each: u64,
    pending: u64,
}

impl Putting {
    pub(super) fn new(arguments: &Arguments) -> Outcome<Putting> {
        let each = arguments.number("commit")?.map_or(u64::MAX, NonZeroU64::get);
        Ok(Putting { collection: super::writer(arguments, true)?, each, pending: 0 })
    }

    pub(super) fn add(&mut self, document: &[u8]) -> Outcome<()> {
        self.collection.add(document)?;
        self.pending += 1;
        if self.pending >= self.each {
            self.pending = 0;
            self.collection.commit()?;
        }
        Ok(())
    }

    /// The same, of a file whose part of this kind and number it is.
    pub(super) fn add_of(&mut self, document: &[u8], part: &str, number: u64) -> Outcome<()> {
        self.add(document).map_err(|failure| match failure {
            Failure::Other(message) => Failure::Other(format!("{part} {number}: {message}")),
            usage @ Failure::Usage(_) => usage,
        })
    }

    pub(super) fn finish(&mut self) -> Outcome {
        self.collection.flush()?;
        Ok(Found::All)
    }
}

/// Puts the lines of a file; empty ones are left out.
pub(super) fn lines(mut input: impl BufRead, name: &str, putting: &mut Putting) -> Outcome {
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if input.read_until(b'\n', &mut line).about(name)? == 0 {
            break;
        }
        if !line.trim_ascii().is_empty() {
            putting.add_of(&line, "line", number)?;
        }
    }
    putting.finish()
}

pub(crate) fn delete(arguments: &Arguments) -> Outcome {
    let mut collection = super::writer(arguments, false)?;
    let mut found = Found::All;
    for key in arguments.words(2) {
        if !collection.delete(key)? {
            streams::tell(format_args!("there is no document {key:?}"));
            found = Found::Lacking;
        }
    }
    collection.flush()?;
    Ok(found)
}

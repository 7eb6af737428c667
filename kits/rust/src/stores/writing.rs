//! The file that a reading step writes when the clock has stopped.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use serde_json::Value;

use super::shape;
use super::Raw;
use crate::canonical_write;
use crate::error::Error;
use crate::framing;
use crate::schema::Schema;

/// A document that can be written out in its form. None stands for a key that is not there.
pub trait Written {
    fn write(document: Option<&Self>, schema: &Schema, output: &mut impl Write) -> io::Result<()>;
}

/// Framed bytes.
impl Written for Raw {
    fn write(document: Option<&Raw>, _: &Schema, output: &mut impl Write) -> io::Result<()> {
        framing::write(output, document.map_or(&[], Vec::as_slice))
    }
}

/// Canonical JSON lines.
impl Written for Value {
    fn write(document: Option<&Value>, schema: &Schema, output: &mut impl Write) -> io::Result<()> {
        let mut line = String::new();
        match document {
            Some(value) => shape::plain(schema, schema.root, value)
                .and_then(|plain| canonical_write::write(schema, &plain, &mut line))
                .map_err(io::Error::other)?,
            None => line.push_str("null"),
        }
        line.push('\n');
        output.write_all(line.as_bytes())
    }
}

/// Writes the documents that were kept, in the order in which they were handed over.
pub fn write<'a, D: Written + 'a>(
    path: &str,
    schema: &Schema,
    documents: impl IntoIterator<Item = Option<&'a D>>,
) -> Result<(), Error> {
    let unwritable = |e| Error::bad_input(e).at(path);
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    for (number, document) in documents.into_iter().enumerate() {
        D::write(document, schema, &mut file).map_err(|e| Error::failed(e).at(format!("document {number}")))?;
    }
    file.flush().map_err(unwritable)
}

//! `prove`: every output once, written to a file. Not timed.

use std::fs::File;
use std::io::{BufWriter, Write};

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::error::Error;
use crate::loaded::Loaded;
use crate::operation::{Gives, Operation};

/// Writes framed bytes, a line for each record, or a container file.
pub fn prove<A: Adapter, O: Operation<A>>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    let unwritable = |e| Error::bad_input(e).at(path);
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    O::first(loaded, loaded.records.len(), |loaded, output| {
        O::Gives::write(&mut file, &O::Gives::proof(loaded, output)?).map_err(unwritable)
    })?;
    file.flush().map_err(unwritable)?;
    Ok(json!({"count": loaded.records.len()}))
}

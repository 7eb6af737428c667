//! `prove`: every output once, written to a file. Not timed.

use std::fs::File;
use std::io::{BufWriter, Write};

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::error::Error;
use crate::framing;
use crate::loaded::Loaded;
use crate::operation::{Decode, Encode, Operation};

/// Writes framed bytes.
pub fn prove_encode<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove::<A, Encode>(loaded, path, framing::write)
}

/// Writes canonical JSON lines.
pub fn prove_decode<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove::<A, Decode>(loaded, path, |output, text| {
        output.write_all(text)?;
        output.write_all(b"\n")
    })
}

fn prove<A: Adapter, O: Operation<A>>(
    loaded: &mut Loaded<A>,
    path: &str,
    write: impl Fn(&mut BufWriter<File>, &[u8]) -> std::io::Result<()>,
) -> Result<Json, Error> {
    let unwritable = |e| Error::bad_input(e).at(path);
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    for number in 0..loaded.records.len() {
        let place = || format!("record {number}");
        let (adapters, inputs) = O::parts(loaded);
        let output = O::apply(&mut adapters[0], &inputs[number]).map_err(|e| Error::failed(e).at(place()))?;
        let proof = O::proof(loaded, output).map_err(|e| e.at(place()))?;
        write(&mut file, &proof).map_err(unwritable)?;
    }
    file.flush().map_err(unwritable)?;
    Ok(json!({"count": loaded.records.len()}))
}

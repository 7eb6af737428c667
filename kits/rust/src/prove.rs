//! `prove`: every output once, written to a file. Not timed.

use std::fs::File;
use std::io::{BufWriter, Write};

use serde_json::{json, Value as Json};

use crate::adapter::Adapter;
use crate::container_operation::{Read, Write as WriteContainer};
use crate::encode_into::EncodeInto;
use crate::error::Error;
use crate::framing;
use crate::loaded::Loaded;
use crate::operation::{Access, Decode, Encode, Operation, Single};
use crate::run::kept_pass;
use crate::samples::Sample;

/// Writes framed bytes.
pub fn prove_encode<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove::<A, Encode>(loaded, path, framing::write)
}

/// Writes framed bytes, each as the buffer had them when it was emptied.
pub fn prove_encode_into<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    let count = loaded.records.len();
    prove_pass::<A, EncodeInto>(loaded, path, count, framing::write)
}

/// Writes canonical JSON lines.
pub fn prove_decode<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove::<A, Decode>(loaded, path, line)
}

/// Writes a reading's digits on each line.
pub fn prove_access<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove::<A, Access>(loaded, path, line)
}

/// Writes a container file.
pub fn prove_write<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    prove_pass::<A, WriteContainer>(loaded, path, 1, |output, container| output.write_all(container))
}

/// Writes canonical JSON lines.
pub fn prove_read<A: Adapter>(loaded: &mut Loaded<A>, path: &str) -> Result<Json, Error> {
    let count = loaded.records.len();
    prove_pass::<A, Read>(loaded, path, count, line)
}

fn line(output: &mut BufWriter<File>, text: &[u8]) -> std::io::Result<()> {
    output.write_all(text)?;
    output.write_all(b"\n")
}

/// Writes the outputs of one pass, `count` of them, which is done as a whole before.
fn prove_pass<A: Adapter, O: Operation<A>>(
    loaded: &mut Loaded<A>,
    path: &str,
    count: usize,
    write: impl Fn(&mut BufWriter<File>, &[u8]) -> std::io::Result<()>,
) -> Result<Json, Error> {
    let (workers, inputs) = O::parts(loaded);
    let outputs = kept_pass::<A, O>(&mut workers[0], inputs, &Sample::first(count))?;
    let unwritable = |e| Error::bad_input(e).at(path);
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    for (number, output) in outputs.into_iter().enumerate() {
        let proof = O::proof(loaded, output).map_err(|e| e.at(format!("output {number}")))?;
        write(&mut file, &proof).map_err(unwritable)?;
    }
    file.flush().map_err(unwritable)?;
    Ok(json!({"count": loaded.records.len()}))
}

/// Does the operation record by record, and writes each output before the next is made.
fn prove<A: Adapter, O: Single<A>>(
    loaded: &mut Loaded<A>,
    path: &str,
    write: impl Fn(&mut BufWriter<File>, &[u8]) -> std::io::Result<()>,
) -> Result<Json, Error> {
    let unwritable = |e| Error::bad_input(e).at(path);
    let mut file = BufWriter::new(File::create(path).map_err(unwritable)?);
    for number in 0..loaded.records.len() {
        let place = || format!("record {number}");
        let (workers, inputs) = O::parts(loaded);
        let output = O::apply(&mut workers[0].adapter, &inputs[number]).map_err(|e| Error::failed(e).at(place()))?;
        let proof = O::proof(loaded, output).map_err(|e| e.at(place()))?;
        write(&mut file, &proof).map_err(unwritable)?;
    }
    file.flush().map_err(unwritable)?;
    Ok(json!({"count": loaded.records.len()}))
}

//! Packs a container file again, by another codec: `pack zstandard < old.avro > new.avro`.

use std::error::Error;
use std::io::{self, BufWriter};

use ingot_container::{Compression, Reader, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("pack CODEC < OLD > NEW")?;
    let compression = Compression::named(&name).ok_or_else(|| format!("no codec is called {name:?}"))?;
    let mut reader = Reader::new(io::stdin().lock())?;
    let output = BufWriter::new(io::stdout().lock());
    let mut writer = Writer::new(output, reader.schema().clone(), &compression.into())?;
    for value in reader.values() {
        writer.write(&value?)?;
    }
    writer.finish()?;
    Ok(())
}

//! Writes a store that uses all of the format: `cargo run --example version -- FOLDER`. What is in `tests/version-1` was
//! made by it.

use ingot_store::{Options, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder is missing")?;
    let store = Store::open(folder, &Options::default().with_key("name").with_sizes(1 << 20, 8))?;
    let mut teas = store.collection("teas")?;
    teas.put_raw("oolong", br#"{"grams":250}"#)?;
    teas.put_raw("sencha", br#"{"grams":100}"#)?;
    teas.compact()?;
    teas.put_raw("assam", br#"{"grams":500}"#)?;
    teas.put_raw("Earl Grey", r#"{"grams":50,"mit Öl":true}"#.as_bytes())?;
    teas.commit()?;
    teas.add(br#"{"name":17,"number":true}"#)?;
    teas.delete("assam")?;
    teas.flush()?;
    teas.delete("oolong")?;
    teas.put_raw("oolong", br#"{"grams":300}"#)?;
    teas.commit()?;
    Ok(())
}

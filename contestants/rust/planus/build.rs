//! Makes the tables of the workload's schema.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=ASSAY_FBS");
    let schema = std::env::var("ASSAY_FBS").expect("the lab names the schema in ASSAY_FBS");
    println!("cargo:rerun-if-changed={schema}");
    let tables = planus_translation::translate_files(&[schema]).expect("planus reads the schema");
    let code = planus_codegen::generate_rust(&tables, false).expect("planus makes code of the schema");
    let folder = std::env::var("OUT_DIR").expect("cargo names the folder in OUT_DIR");
    std::fs::write(Path::new(&folder).join("schema.rs"), code).expect("the folder can be written");
}

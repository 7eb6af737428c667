//! Makes the structs of the workload's schema.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=ASSAY_CAPNP");
    let schema = std::env::var("ASSAY_CAPNP").expect("the lab names the schema in ASSAY_CAPNP");
    println!("cargo:rerun-if-changed={schema}");
    let folder = Path::new(&schema).parent().expect("the schema lies in a folder");
    capnpc::CompilerCommand::new().src_prefix(folder).file(&schema).run().expect("capnp compiles the schema");
}

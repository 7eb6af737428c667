//! What the build scripts of prost's contestants do: messages made by prost-build, which the generated module includes.

use std::path::Path;

use prost::Message;
use prost_types::FileDescriptorSet;

/// The variable that names the file of descriptors, which protoc has made from the schema's `.proto` file.
const DESCRIPTORS: &str = "ASSAY_DESCRIPTORS";

/// Generates the messages into the folder of the build's outputs.
pub fn generate() {
    println!("cargo:rerun-if-env-changed={DESCRIPTORS}");
    let path = std::env::var(DESCRIPTORS).unwrap_or_else(|_| panic!("the lab names a file in {DESCRIPTORS}"));
    println!("cargo:rerun-if-changed={path}");
    let folder = std::env::var("OUT_DIR").expect("cargo sets OUT_DIR for build scripts");
    generate_into(Path::new(&folder), Path::new(&path));
}

/// Generates the messages of a file of descriptors into a folder. Maps are ordered, so that the bytes of a record are
/// the same in every process.
pub fn generate_into(folder: &Path, descriptors: &Path) {
    let bytes = std::fs::read(descriptors).unwrap_or_else(|error| panic!("{}: {error}", descriptors.display()));
    let set = FileDescriptorSet::decode(bytes.as_slice()).expect("protoc writes descriptors");
    let mut config = prost_build::Config::new();
    config.btree_map(["."]).out_dir(folder).compile_fds(set).expect("prost-build takes every schema");
}

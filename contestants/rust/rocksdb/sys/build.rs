//! Links the system's RocksDB, and declares the functions of its C interface by its own header.

use std::path::PathBuf;
use std::process::Command;

use bindgen::Builder;

fn main() {
    // Later ones lack functions that rocksdb 0.20.1 names.
    let library = pkg_config::Config::new()
        .range_version("7.8".."8")
        .probe("rocksdb")
        .expect("pkg-config finds RocksDB 7.8 or 7.9 (Debian 12: librocksdb-dev)");
    println!("cargo:rustc-env=ROCKSDB_VERSION={}", library.version);
    // libclang comes without the headers that belong to a compiler, and the package that has Clang's is large.
    let arguments = ["-nobuiltininc".to_string(), format!("-isystem{}", compilers_headers())];
    let includes = library.include_paths.iter().map(|path| format!("-I{}", path.display()));
    let bindings = Builder::default()
        .header_contents("all.h", "#include <rocksdb/c.h>")
        .clang_args(arguments.into_iter().chain(includes))
        .allowlist_item("rocksdb_.*")
        .parse_callbacks(Box::new(bindgen::CargoCallbacks::new()))
        .generate()
        .expect("bindgen reads the header of RocksDB");
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR for build scripts"));
    bindings.write_to_file(folder.join("bindings.rs")).expect("the folder of the build can be written to");
}

fn compilers_headers() -> String {
    let output = Command::new("cc").arg("-print-file-name=include").output().expect("cc starts, as for linking");
    String::from_utf8(output.stdout).expect("the folder's name is UTF-8").trim().to_string()
}

//! Hands the compiler's version to the kit, which reports it as the runtime in `hello`.

use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let compiler = std::env::var_os("RUSTC").expect("cargo sets RUSTC for build scripts");
    let output = Command::new(compiler).arg("--version").output().expect("the compiler starts");
    let text = String::from_utf8(output.stdout).expect("the compiler's version is UTF-8");
    // "rustc 1.95.0 (f2d3ce0bd 2026-03-21)": the words in brackets say nothing more.
    let version: Vec<&str> = text.split_whitespace().take(2).collect();
    println!("cargo:rustc-env=ASSAY_COMPILER={}", version.join(" "));
}

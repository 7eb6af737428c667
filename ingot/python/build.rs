//! Tells the code which interpreter it is built for, and whether `internals.rs` knows how that lays its objects out.

use pyo3_build_config::{BuildFlag, PythonImplementation, PythonVersion};

/// The first and the last version of `CPython` whose layouts `internals.rs` has.
const FIRST: PythonVersion = PythonVersion { major: 3, minor: 11 };
const LAST: PythonVersion = PythonVersion { major: 3, minor: 14 };
/// The last version of which is known how it makes and frees objects.
const LAST_MADE: PythonVersion = PythonVersion { major: 3, minor: 13 };

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
    println!("cargo:rustc-check-cfg=cfg(internals, making)");
    let config = pyo3_build_config::get();
    let known = config.implementation() == PythonImplementation::CPython
        && (FIRST..=LAST).contains(&config.version())
        && !config.is_free_threaded()
        && std::env::var_os("CARGO_FEATURE_STABLE_ABI").is_none();
    if known {
        println!("cargo:rustc-cfg=internals");
        // A debugging build counts all references, also those that are set here.
        if config.version() <= LAST_MADE && !config.build_flags().0.contains(&BuildFlag::Py_REF_DEBUG) {
            println!("cargo:rustc-cfg=making");
        }
    }
}

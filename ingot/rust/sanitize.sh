#!/bin/sh
# Runs tests under a tool that watches memory: `./sanitize.sh address | thread | valgrind | miri`, then options of
# `cargo test`.
#
# address needs a nightly toolchain, thread one with the source of the standard library, valgrind itself, miri a nightly
# toolchain with that component.
set -eu
cd "$(dirname "$0")"

tool=${1:-}
[ $# -eq 0 ] || shift
triple=$(rustc -vV | sed -n 's/^host: //p')
# These tools map far more memory than a program uses, and are slower: the limits of a process do not fit them.
export INGOT_UNBOUNDED=1

# The rows, whole and cut; types beside values; what is generated, whole and spoiled.
crates='--package ingot --package ingot-codec --package ingot-container'
tests='--test rows --test bounds --test agreement --test properties --test damage --test errors'

missing() {
    echo "sanitize.sh: $1" >&2
    exit 3
}

case $tool in
address)
    cargo +nightly --version >/dev/null 2>&1 || missing 'there is no nightly toolchain: rustup toolchain install nightly'
    # Frames of the stack are several times as large.
    export RUST_MIN_STACK=16777216
    # With a target of its own, the flags are not those of procedural macros.
    export RUSTFLAGS="-Zsanitizer=address ${RUSTFLAGS:-}"
    # shellcheck disable=SC2086
    exec cargo +nightly test --no-fail-fast --target "$triple" $crates $tests "$@"
    ;;
thread)
    [ -d "$(rustc +nightly --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ] ||
        missing 'the nightly toolchain has no source: rustup component add --toolchain nightly rust-src'
    export RUSTFLAGS="-Zsanitizer=thread ${RUSTFLAGS:-}"
    # The standard library, too, has to be built with it. The store's is what threads share; its processes are others.
    exec cargo +nightly test --no-fail-fast -Zbuild-std --target "$triple" --package ingot-store \
        --test threads --test behaviour --test flips "$@"
    ;;
valgrind)
    command -v valgrind >/dev/null || missing 'valgrind is not installed'
    runner=CARGO_TARGET_$(echo "$triple" | tr 'a-z-' 'A-Z_')_RUNNER
    export "$runner=valgrind --quiet --error-exitcode=9"
    # It makes a long a double before it makes it a float, which one row shows.
    export INGOT_ROUNDS_TWICE=1
    # The rows alone: it makes a program some fifty times slower.
    exec cargo test --no-fail-fast --release --package ingot-codec --package ingot-container --test rows "$@"
    ;;
miri)
    cargo +nightly miri --version >/dev/null 2>&1 ||
        missing 'the nightly toolchain has no Miri: rustup component add --toolchain nightly miri rust-src'
    # It reads the rows from files. Codecs in C are beyond it, so containers are left out.
    export MIRIFLAGS="-Zmiri-disable-isolation ${MIRIFLAGS:-}"
    cargo +nightly miri test --package ingot-codec --test rows --test errors "$@"
    exec cargo +nightly miri test --package ingot --no-default-features --features derive,simd,std --test agreement "$@"
    ;;
*)
    echo 'sanitize.sh address | thread | valgrind | miri [options of cargo test]' >&2
    exit 2
    ;;
esac

#!/bin/sh
# Checks that the module compiles for each version of CPython that build.rs tells apart, with no such interpreter at hand:
# for 3.11 to 3.14, for the free-threaded 3.14, for a debugging 3.13, with the stable ABI, and without Arrow.
#
#     ./versions.sh [NAME ...]
#
# Names are those that it prints: 3.14, 3.14t, 3.13d, stable-abi, no-arrow. What is behind a gate is thereby known to
# compile; that it is right, only the tests say, on an interpreter (PYTHON=python3.13 ./wheels.sh builds for one).
set -eu
cd "$(dirname "$0")"
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

check() {
    name=$1 version=$2 flags=$3
    shift 3
    printf 'implementation=CPython\nversion=%s\nshared=true\npointer_width=64\nbuild_flags=%s\n' "$version" "$flags" >"$room/$name"
    if PYO3_CONFIG_FILE="$room/$name" cargo clippy --quiet --locked "$@" -- -D warnings; then
        echo "$name: compiles"
    else
        echo "$name: does not compile" >&2
        exit 1
    fi
}

for name in "${@:-3.11 3.12 3.13 3.14 3.14t 3.13d stable-abi no-arrow}"; do
    for one in $name; do
        case $one in
        *t) check "$one" "${one%t}" Py_GIL_DISABLED ;;
        *d) check "$one" "${one%d}" Py_DEBUG,Py_REF_DEBUG ;;
        stable-abi) check "$one" 3.11 "" --features stable-abi ;;
        no-arrow) check "$one" 3.11 "" --no-default-features ;;
        3.*) check "$one" "$one" "" ;;
        *) echo "versions.sh: no version $one" >&2 && exit 2 ;;
        esac
    done
done

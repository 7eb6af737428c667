#!/bin/sh
# Builds the package for other interpreters, each in an environment of its own, and runs its tests there.
#
#     ./interpreters.sh INTERPRETER ...
#
# An interpreter is a name on PATH or a path: python3.13, python3.14t, python3.14-dbg. pip fetches maturin, pytest and
# hypothesis; Rust has to be there.
set -eu
cd "$(dirname "$0")"
if [ $# -eq 0 ]; then
    echo "interpreters.sh: name the interpreters to test on, as in ./interpreters.sh python3.13 python3.14t" >&2
    exit 2
fi
for one in "$@"; do
    if ! "$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        echo "interpreters.sh: $one is no Python of 3.11 or newer that runs here" >&2
        exit 2
    fi
done
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
for one in "$@"; do
    "$one" -m venv --clear "$room/python"
    "$room/python/bin/pip" install --quiet pytest==9.2.0 hypothesis==6.170.15
    CARGO_TARGET_DIR=$room/target "$room/python/bin/pip" install --quiet --no-deps .
    "$room/python/bin/python" -c 'import sys; print(sys.version)'
    "$room/python/bin/python" -m pytest -q -p no:cacheprovider tests
done

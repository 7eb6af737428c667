#!/bin/sh
# Builds wheels into dist/ beside this file, or into the folder that is named: one for the running interpreter, which is
# the faster one there, and one with the stable ABI, for all others from 3.11 on.
#
#     ./wheels.sh [FOLDER]
#
# PYTHON names another interpreter, which needs pip. pip fetches maturin; Rust has to be there.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
mkdir -p "${1:-$here/dist}"
out=$(cd "${1:-$here/dist}" && pwd)
if ! command -v cargo >/dev/null; then
    echo "wheels.sh: Ingot is built with Rust 1.88 or newer, and there is no cargo on PATH" >&2
    exit 2
fi
cd "$here"
"$python" -m pip wheel --quiet --no-deps --wheel-dir "$out" .
INGOT_FEATURES="arrow stable-abi" "$python" -m pip wheel --quiet --no-deps --wheel-dir "$out" .
ls -1 "$out"

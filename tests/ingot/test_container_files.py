"""Ingot's container files and those of two Python libraries: what the one writes, the others read alike."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import avro.datafile
import avro.io
import avro.schema
import fastavro
import pytest

from assay.base import cache
from assay.base.checkout import CHECKOUT

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]

CODECS = ("null", "deflate", "snappy", "zstandard", "bzip2", "xz")
SCHEMA = {
    "type": "record",
    "name": "Tea",
    "fields": [
        {"name": "name", "type": "string"},
        {"name": "grams", "type": ["null", "long"]},
        {"name": "prices", "type": {"type": "map", "values": "double"}},
        {"name": "leaf", "type": "bytes"},
    ],
}
RECORDS = [
    {"name": f"tea {n} ☕", "grams": n - 500 if n % 3 else None, "prices": {"now": n / 4}, "leaf": bytes([n % 256]) * 9}
    for n in range(1000)
]
# Checkouts of other libraries, where their files are, and how many of those fastavro reads at least. What Ingot refuses
# of them, and why, is in the test `others` of `ingot-container`.
OTHERS = {
    "INGOT_AVRO_CHECKOUT": (("share/test", "lang/c/tests", "lang/js/test/dat"), 18),
    "INGOT_FASTAVRO_CHECKOUT": (("tests/avro-files",), 36),
    "INGOT_GOAVRO_CHECKOUT": (("fixtures",), 6),
}


@pytest.fixture(scope="module")
def pack() -> Callable[[str, bytes], bytes]:
    """Reads a file with Ingot, and writes it again by another codec."""
    target = cache.root() / "cargo-target-ingot"
    package = CHECKOUT / "ingot" / "rust"
    command = ["cargo", "build", "--locked", "--quiet", "--package", "ingot-container", "--example", "pack"]
    with cache.locked(target):
        environment = {**os.environ, "CARGO_TARGET_DIR": str(target)}
        done = subprocess.run(command, cwd=package, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        program = target / "debug" / "examples" / "pack"

    def packed(codec: str, content: bytes) -> bytes:
        done = subprocess.run([program, codec], input=content, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    return packed


def by_fastavro(codec: str) -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, SCHEMA, RECORDS, codec=codec, sync_interval=5000)
    return out.getvalue()


def by_avro(codec: str, path: Path) -> bytes:
    schema = avro.schema.parse(json.dumps(SCHEMA))
    with avro.datafile.DataFileWriter(path.open("wb"), avro.io.DatumWriter(), schema, codec) as writer:
        for record in RECORDS:
            writer.append(record)
    return path.read_bytes()


def read_by_avro(content: bytes) -> list[Any]:
    with avro.datafile.DataFileReader(io.BytesIO(content), avro.io.DatumReader()) as reader:
        return list(reader)


@pytest.mark.parametrize("codec", CODECS)
def test_what_fastavro_writes_and_reads(codec: str, pack: Callable[[str, bytes], bytes]) -> None:
    again = pack(codec, by_fastavro(codec))
    reader = fastavro.reader(io.BytesIO(again))
    assert list(reader) == RECORDS
    assert reader.codec == codec


@pytest.mark.parametrize("codec", CODECS)
def test_what_avro_writes_and_reads(codec: str, pack: Callable[[str, bytes], bytes], tmp_path: Path) -> None:
    content = by_avro("null" if codec == "xz" else codec, tmp_path / "teas.avro")
    again = pack(codec, content)
    if codec == "xz":  # avro has none
        again = pack("null", again)
    assert read_by_avro(again) == RECORDS


@pytest.mark.parametrize("variable", OTHERS)
def test_files_of_others_are_read_as_fastavro_reads_them(variable: str, pack: Callable[[str, bytes], bytes]) -> None:
    if variable not in os.environ:
        pytest.skip(f"{variable} names no checkout")
    checkout = Path(os.environ[variable])
    folders, least = OTHERS[variable]
    files = [path for folder in folders for path in sorted((checkout / folder).rglob("*.avro"))]
    read = 0
    for path in files:
        content = path.read_bytes()
        try:
            expected = list(fastavro.reader(io.BytesIO(content)))
        except (EOFError, IndexError, ValueError, zlib.error):
            continue
        assert list(fastavro.reader(io.BytesIO(pack("null", content)))) == expected, path
        read += 1
    assert read >= least

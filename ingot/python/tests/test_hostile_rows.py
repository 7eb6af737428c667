"""The conformance rows of strangers' bytes, in a process whose address space has an end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource")
pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="Linux says how large a process is")

#: Reads every row, in a process that has 64 MiB more than with all rows in its memory. What asks for more gets a
#: MemoryError, which is no answer to a row, or ends the process.
CODE = """
import io, os, resource, sys
import ingot
from ingot import fastavro
from conformance.avro.libraries import reading

way = sys.argv[1]
packed = way in ("file", "blocks")
field = "container" if packed else "bytes"
names = ["containers"] if packed else [name for name in reading.names() if name.startswith("hostile/")]
rows = [row for name in names for row in reading.read(name)]
rows = [(row, reading.content(row, field)) for row in rows if field in row or field + "_runs" in row]


def value(row, data):
    return ingot.Schema(reading.schema(row), lenient=True, logical=False).decode(data)


def values(row, data):
    return ingot.Schema(reading.schema(row), lenient=True, logical=False).decode_many([data])


def resolved(row, data):
    schema = ingot.Schema(reading.schema(row), lenient=True, logical=False)
    return schema.decode(data, reader=schema)


def dropped_in(row, data):
    file = io.BytesIO(data)
    found = fastavro.schemaless_reader(file, reading.json.loads(reading.schema(row)))
    if file.read(1):
        raise ValueError("bytes are left")
    return found


def file(row, data):
    return list(ingot.open(data, lenient="nothing"))


def blocks(row, data):
    return [block.records() for block in ingot.open(data, lenient="nothing", threads=1).blocks()]


ask = {"value": value, "values": values, "resolved": resolved, "dropped-in": dropped_in, "file": file,
       "blocks": blocks}[way]
# What is made only once is not a row's.
ingot.Schema('"int"').decode_many([b"\\2"])
size = int(open("/proc/self/statm").read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
resource.setrlimit(resource.RLIMIT_AS, (size + (64 << 20), size + (64 << 20)))
resource.setrlimit(resource.RLIMIT_CPU, (300, 300))
try:
    bytearray(72 << 20)
except MemoryError:
    pass
else:
    sys.exit("the limit does not hold")
for row, data in rows:
    print(row["id"], flush=True)
    try:
        ask(row, data)
    except (ingot.Error, ValueError, EOFError, TypeError) as error:
        assert row["strict"] == "refuse", error
        assert way == "dropped-in" or isinstance(error, ingot.DecodeError), error
    else:
        assert row["strict"] == "accept"
print(len(rows), "rows")
"""


@pytest.mark.parametrize(
    ("way", "least"),
    [("value", 270), ("values", 270), ("resolved", 270), ("dropped-in", 270), ("file", 100), ("blocks", 100)],
)
def test_no_row_takes_more_memory_than_there_is(way: str, least: int) -> None:
    # Arenas of threads take addresses that are not used; what is large goes back to the system when it is free.
    allocator = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}
    environment = {**os.environ, **allocator, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", CODE, way], env=environment, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert done.returncode == 0, f"{lines[-1:]}: {done.stderr}"
    count, word = lines[-1].split()
    assert word == "rows" and int(count) >= least and len(lines) == int(count) + 1

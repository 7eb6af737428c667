"""Times many values, container files and columns beside fastavro's, and says how cost and memory grow.

    python bench/containers.py [--records 20000] [--rounds 9] [--most 1000000]

It needs fastavro. Both libraries do the same work in turn, in one process, and the ratio of the least times is told:
above 1, Ingot is faster. Memory is the most that one call adds in a process of its own, which Linux alone says. Figures
that are to be quoted come from a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from typing import Any, Literal

import fastavro
from records import TEXT, record

import ingot

Codec = Literal["null", "deflate"]
SCHEMA, PARSED = ingot.Schema(TEXT), fastavro.parse_schema(TEXT)
BLOCK = 65_536


def consume(records: Iterator[Any]) -> None:
    """Takes all, and keeps none."""
    deque(records, maxlen=0)


def write_ingot(records: list[Any], codec: Codec, times: int = 1) -> bytes:
    out = io.BytesIO()
    ingot.write(out, SCHEMA, chain.from_iterable(repeat(records, times)), codec=codec, block_bytes=BLOCK)
    return out.getvalue()


def write_fastavro(records: list[Any], codec: Codec) -> bytes:
    out = io.BytesIO()
    fastavro.writer(out, PARSED, records, codec=codec, sync_interval=BLOCK)
    return out.getvalue()


def read_ingot(data: bytes) -> None:
    consume(iter(ingot.open(io.BytesIO(data))))


def read_fastavro(data: bytes) -> None:
    consume(iter(fastavro.reader(io.BytesIO(data))))


def encode_ingot(records: list[Any]) -> bytes:
    return SCHEMA.encode_many(records)


def encode_fastavro(records: list[Any]) -> bytes:
    """One after another into the same bytes, which fastavro has no call of its own for."""
    out, write = io.BytesIO(), fastavro.schemaless_writer
    for one in records:
        write(out, PARSED, one)
    return out.getvalue()


def decode_ingot(data: bytes) -> list[Any]:
    return SCHEMA.decode_many(data)


def decode_fastavro(data: bytes) -> list[Any]:
    records, source, read = [], io.BytesIO(data), fastavro.schemaless_reader
    while source.tell() < len(data):
        records.append(read(source, PARSED, None))
    return records


def columns_ingot(data: bytes) -> None:
    """Batches of columns, through the interface that frames are made by; needs pyarrow."""
    import pyarrow

    pyarrow.table(ingot.open(io.BytesIO(data)).to_arrow())


def paired(rounds: int, *calls: Callable[[], object]) -> list[float]:
    """The least time of each, in seconds; they are called in turn, each first as often as the others."""
    spans: list[list[float]] = [[] for _ in calls]
    for number in range(rounds):
        for turn in range(len(calls)):
            place = (turn + number) % len(calls)
            start = time.perf_counter()
            calls[place]()
            spans[place].append(time.perf_counter() - start)
    return [min(times) for times in spans]


def told(what: str, times: list[float], count: int, goal: float) -> None:
    ours, theirs = (span / count * 1e9 for span in times)
    print(f"{what:28} {ours:9.0f} ns {theirs:9.0f} ns {theirs / ours:7.1f}x   goal {goal:g}x", flush=True)


def beside(count: int, rounds: int) -> None:
    records = [record(number) for number in range(count)]
    print(f"{'':28} {'ingot':>12} {'fastavro':>12}   a record, {count} records, the least of {rounds}")
    many = encode_fastavro(records)
    assert encode_ingot(records) == many
    assert decode_ingot(many) == decode_fastavro(many) == records
    told("encode_many", paired(rounds, partial(encode_ingot, records), partial(encode_fastavro, records)), count, 40)
    told("decode_many", paired(rounds, partial(decode_ingot, many), partial(decode_fastavro, many)), count, 10)
    codecs: list[Codec] = ["null", "deflate"]
    for codec in codecs:
        writes = partial(write_ingot, records, codec), partial(write_fastavro, records, codec)
        told(f"write, {codec}", paired(rounds, *writes), count, 20)
        data = write_fastavro(records, codec)
        assert list(ingot.open(data)) == list(fastavro.reader(io.BytesIO(data))) == records
        reads = partial(read_ingot, data), partial(read_fastavro, data)
        told(f"read, {codec}", paired(rounds, *reads), count, 8)
        try:
            columns_ingot(data)
        except (ImportError, NotImplementedError) as error:
            print(f"columns, {codec}: not timed: {error}")
            continue
        columns = partial(columns_ingot, data), partial(read_fastavro, data)
        told(f"columns beside dicts, {codec}", paired(rounds, *columns), count, 25)


def growth(most: int, rounds: int) -> None:
    """Cost a record from 1,000 records up; they are the same thousand again and again, whose objects stay near."""
    print("records      write a record   read a record   with null")
    thousand, count = [record(number) for number in range(1000)], 1000
    while count <= most:
        times = count // 1000
        data = write_ingot(thousand, "null", times)
        calls = partial(write_ingot, thousand, "null", times), partial(read_ingot, data)
        writes, reads = (span / count * 1e9 for span in paired(rounds, *calls))
        print(f"{count:9} {writes:13.0f} ns {reads:12.0f} ns", flush=True)
        count *= 10


def memory(most: int) -> None:
    """The most memory of a process that reads or writes a file of so many records."""
    print(f"most memory, {most} records, deflate")
    for what in ("read", "write"):
        peaks = {}
        for library in ("ingot", "fastavro"):
            command = [sys.executable, __file__, "--alone", f"{what}_{library}", "--most", str(most)]
            peaks[library] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        print(f"{what:6} ingot {peaks['ingot'] / 1024:9.1f} MiB   fastavro {peaks['fastavro'] / 1024:9.1f} MiB")


def alone(what: str, most: int) -> int:
    """KiB that one call adds to what the process has."""
    name, library = what.split("_")
    if name == "read":
        out = io.BytesIO()
        ingot.write(out, SCHEMA, map(record, range(most)), codec="deflate", block_bytes=BLOCK)
        data, call = out.getvalue(), read_ingot if library == "ingot" else read_fastavro
        del out
        before = resident()
        call(data)
    else:
        before, target = resident(), io.BytesIO()
        if library == "ingot":
            ingot.write(target, SCHEMA, map(record, range(most)), codec="deflate", block_bytes=BLOCK)
        else:
            fastavro.writer(target, PARSED, map(record, range(most)), codec="deflate", sync_interval=BLOCK)
    return status("VmHWM") - before


def resident() -> int:
    """KiB that the process has, which becomes the most that it has had."""
    Path("/proc/self/clear_refs").write_text("5")
    return status("VmRSS")


def status(name: str) -> int:
    """A line of what Linux says of the process, in KiB."""
    found = re.search(rf"{name}:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert found, name
    return int(found[1])


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--records", type=int, default=20_000, help="how many records are timed beside fastavro")
    options.add_argument("--rounds", type=int, default=9, help="how often each is timed")
    options.add_argument("--most", type=int, default=1_000_000, help="up to how many records growth is told")
    options.add_argument("--alone", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.alone:
        print(alone(given.alone, given.most))
        return
    beside(given.records, given.rounds)
    growth(given.most, min(given.rounds, 3))
    memory(given.most)


if __name__ == "__main__":
    main()

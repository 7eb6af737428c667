"""Ingot beside apache-avro, fastavro and avro, on schemas and values that it generates: both ways, with a list of what
differs, which may only shrink."""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from passing import TARGET

from assay.base import cache
from assay.base.checkout import CHECKOUT
from conformance.avro.libraries.asked import Library, without_logical
from conformance.avro.libraries.python import LIBRARIES
from conformance.avro.libraries.reading import Plain, same

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]

PEERS = CHECKOUT / "ingot" / "peers"
Row = dict[str, Any]
Peers = Callable[[str, list[Row]], list[Row]]


@pytest.fixture(scope="module")
def peers() -> Peers:
    """The program of `ingot/peers`: rows in, rows out."""
    with cache.locked(TARGET):
        command = ["cargo", "build", "--locked", "--quiet"]
        environment = {**os.environ, "CARGO_TARGET_DIR": str(TARGET)}
        done = subprocess.run(command, cwd=PEERS, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    def ask(word: str, rows: list[Row]) -> list[Row]:
        text = "".join(json.dumps(row) + "\n" for row in rows)
        found = subprocess.run([TARGET / "debug" / "ingot-peers", word], input=text, capture_output=True, text=True)
        assert found.returncode == 0, found.stderr
        # Not by splitlines: texts hold other ends of lines.
        return [json.loads(line) for line in found.stdout.split("\n") if line]

    return ask


@pytest.fixture(scope="module")
def rows(peers: Peers) -> list[Row]:
    found = peers("made", [])
    assert len({json.dumps(row["schema"]) for row in found}) > 250
    return found


def told(error: object) -> str:
    """An error without what is of one row: names, numbers, values."""
    text = re.sub(r"\s+", " ", str(error))
    return re.sub(r"[\"'`{\[(<].*|\d+.*|: .*", "…", text)[:80].strip()


def narrow(value: Any) -> Any:
    """A float's digits in JSON are those that tell it from other floats, not from other doubles."""
    match value:
        case float():
            try:
                return float(struct.unpack("<f", struct.pack("<f", value))[0])
            except OverflowError:
                return value
        case list():
            return [narrow(one) for one in value]
        case dict():
            return {key: narrow(one) for key, one in value.items()}
        case _:
            return value


def chooses(schema: Any) -> bool:
    """Whether a value may be of more than one branch of a union: in Python it does not say of which it is."""
    match schema:
        case list():
            return sum(branch != "null" for branch in schema) > 1 or any(map(chooses, schema))
        case dict():
            return any(map(chooses, schema.values()))
        case _:
            return False


def by_python(library: Library, rows: list[Row], peers: Peers) -> Iterator[tuple[str, str]]:
    """How a library differs in which row. Logical types are left out: rows of their own show them."""
    written = []
    for row in rows:
        schema = without_logical(row["schema"])
        text = json.dumps(schema)
        step = "schema"
        try:
            library.parse(text)
            step = "read"
            got, taken = library.decode(text, bytes.fromhex(row["bytes"]))
            if 2 * taken != len(row["bytes"]) or not same(narrow(got), narrow(Plain(schema).value(row["value"]))):
                yield "read: another value", row["id"]
                continue
            step = "written"
            content = library.encode(text, got)
        except Exception as error:
            choice = " (a choice of branches)" if step == "written" and chooses(schema) else ""
            yield f"{step}: {type(error).__name__}: {told(error)}{choice}", row["id"]
            continue
        written.append(row | {"schema": schema, "bytes": content.hex()})
    wanted = {row["id"]: row["value"] for row in rows}
    for row in peers("read", written):
        plain = Plain(row["schema"])
        if "error" in row:
            yield f"written: {told(row['error'])}", row["id"]
        elif not same(plain.value(row["value"]), plain.value(wanted[row["id"]])):
            choice = " (a choice of branches)" if chooses(row["schema"]) else ""
            yield f"written: another value{choice}", row["id"]


def expect(peer: str, found: Iterator[tuple[str, str]]) -> None:
    """Only what is listed differs, and all of it does."""
    listed = tomllib.loads((PEERS / "differences.toml").read_text(encoding="utf-8"))["difference"]
    known = {one["what"] for one in listed if one["peer"] == peer}
    assert all(one["reason"] for one in listed)
    differs: dict[str, list[str]] = {}
    for what, place in found:
        differs.setdefault(what, []).append(place)
    new = {what: places[:3] for what, places in differs.items() if what not in known}
    assert not new, "not listed"
    assert known <= set(differs), "listed, and no longer so: take it off the list"


@pytest.mark.parametrize("library", LIBRARIES, ids=lambda one: one.name)
def test_what_python_reads_and_writes(library: Library, rows: list[Row], peers: Peers) -> None:
    expect(library.name, by_python(library, rows, peers))


def test_what_apache_avro_reads_and_writes(rows: list[Row], peers: Peers) -> None:
    asked = peers("apache-avro", rows)
    expect("apache-avro", ((told_step(differs), row["id"]) for row in asked for differs in row["differs"]))


def told_step(text: str) -> str:
    step, colon, error = text.partition(": ")
    return text if step == "canonical form" or not colon else f"{step}: {told(error)}"

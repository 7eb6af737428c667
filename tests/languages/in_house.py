"""A separate contestant whose library is in a folder of the same checkout, built and asked what it encodes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from assay.base.tools import Tool, find
from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.runner import session
from assay.runner.process import Limits

MANIFEST = """
title = "An engine of this checkout"
library = "engine"
version = "0.1.0"
format = "json"
description = "Encodes every record as one word."
operations = ["encode"]

[source]
path = "{path}"

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = false
"""


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lay_checkout(
    root: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, str], tools: Iterable[Tool] = ()
) -> Path:
    """A checkout of these files, which is the catalog from now on. Skips the test where a tool is missing."""
    for tool in tools:
        if problem := find(tool).problem:
            pytest.skip(problem)
    monkeypatch.setenv("ASSAY_CATALOG", str(root))
    write(root, files)
    return root


def encoded(name: str, people: RecordSet, limits: Limits, folder: Path) -> tuple[list[str], bytes]:
    """The contestant's command line, and its first record's bytes; its version is the manifest's."""
    built = build_one(catalog.load().contestant(name), people)
    assert built.start is not None, built.reason
    output = folder / "output"
    keys = {"schema": people.schema_path, "resolved": people.resolved_path, "records": people.records.records_path}
    with session.start(built, folder / "log", limits) as process:
        session.greet(process, built)
        files: dict[str, Any] = {key: str(path) for key, path in keys.items()}
        process.ask("load", workload="people", **files, encoded=None, count=people.records.count)
        process.ask("prove", operation="encode", output=str(output))
    frames = output.read_bytes()
    return built.start.command, frames[4 : 4 + int.from_bytes(frames[:4], "little")]


def expect_changes_are_built(name: str, checkout: Path, file: str, people: RecordSet, limits: Limits) -> None:
    """The contestant encodes the word "one" of this file of its library; another word there is another build."""
    one = (checkout / file).read_text(encoding="utf-8")
    first, before = encoded(name, people, limits, checkout)
    assert before == b"one"
    write(checkout, {file: one.replace("one", "two")})
    second, after = encoded(name, people, limits, checkout)
    assert after == b"two"
    assert first != second
    write(checkout, {file: one})
    assert encoded(name, people, limits, checkout) == (first, b"one")

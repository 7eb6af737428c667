"""A Python library from a folder of the checkout is built by its pinned backend, and anew when the folder changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.builder.builder import Built, build_one
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.runner import session
from assay.runner.process import Limits

ADAPTER = """
from importlib.metadata import version

import own_engine


class Adapter:
    library = "own-engine"
    version = version("own-engine")

    def __init__(self, schema):
        pass

    def encode(self, record):
        return own_engine.encode(record)
"""

MANIFEST = """
title = "Our own engine"
library = "own-engine"
version = "0.3"
format = "avro"
description = "A throw-away engine."
operations = ["encode"]

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = false

[source]
path = "engine/python"
"""

LOCK = "flit_core==4.2.0 --hash=sha256:2bee22dc8ba89c2e35b4e1ad575e596aac945c85672dd8f3cad21b629036e044\n"

PROJECT = """
[build-system]
requires = ["flit_core==4.2.0"]
build-backend = "flit_core.buildapi"

[project]
name = "own-engine"
version = "0.3"
description = "Throw-away."
"""

ENGINE = 'def encode(record):\n    return b"first"\n'


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder laid out like the house, with a contestant of its own and the engine that it is built from."""
    files = {
        "contestants/python/own-engine/adapter.py": ADAPTER,
        "contestants/python/own-engine/contestant.toml": MANIFEST,
        "contestants/python/own-engine/requirements.lock": LOCK,
        "engine/python/pyproject.toml": PROJECT,
        "engine/python/own_engine/__init__.py": ENGINE,
    }
    root = tmp_path / "checkout"
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("ASSAY_CATALOG", str(root))
    # An empty cache, so that nothing is there that this test built before.
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path / "cache"))
    return root


def build(records: RecordSet) -> Built:
    return build_one(catalog.load().contestant("python/own-engine"), records)


def encoded(built: Built, records: RecordSet, limits: Limits, folder: Path) -> bytes:
    """What the contestant, greeted first, makes of every record."""
    output = folder / "out"
    with session.start(built, folder / "log", limits) as process:
        assert session.greet(process, built)["version"] == "0.3"
        process.ask(
            "load",
            workload=records.workload,
            schema=str(records.schema_path),
            resolved=str(records.resolved_path),
            records=str(records.records.records_path),
            encoded=None,
            count=records.facts.count,
        )
        process.ask("prove", operation="encode", output=str(output))
    return output.read_bytes()


def test_an_engine_of_the_checkout_is_built_anew_when_it_changes(
    checkout: Path, people: RecordSet, limits: Limits, tmp_path: Path
) -> None:
    engine = checkout / "engine" / "python" / "own_engine" / "__init__.py"
    before = sorted(checkout.rglob("*"))
    first = build(people)
    assert first.fresh and b"first" in encoded(first, people, limits, tmp_path)
    assert sorted(checkout.rglob("*")) == before, "the build left something beside the sources"

    engine.write_text(ENGINE.replace("first", "second"), encoding="utf-8")
    second = build(people)
    assert second.fresh and b"second" in encoded(second, people, limits, tmp_path)

    engine.write_text(ENGINE, encoding="utf-8")
    again = build(people)
    assert not again.fresh and again.start == first.start


def test_a_backend_that_the_lock_does_not_pin_is_not_fetched(checkout: Path, people: RecordSet) -> None:
    (checkout / "contestants" / "python" / "own-engine" / "requirements.lock").write_text("", encoding="utf-8")
    built = build(people)
    assert built.status == "failed"
    assert "flit_core" in built.reason


def test_an_engine_that_does_not_build_says_why(checkout: Path, people: RecordSet) -> None:
    (checkout / "engine" / "python" / "pyproject.toml").write_text(PROJECT.replace('version = "0.3"\n', ""))
    built = build(people)
    assert built.status == "failed"
    assert "ConfigError" in built.reason and "version" in built.reason

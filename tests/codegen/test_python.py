"""Python's typed contestants, and those of JSON: records of many schemas go through adapter and library and back."""

from __future__ import annotations

import json
import math
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from data.schemas import documents_with_values
from hypothesis import given, settings

from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import find
from assay.data import canonical
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.languages.python.environment import environment, interpreter
from assay.languages.python.recipe import RECIPE, REQUIREMENTS
from assay.languages.shared.flavours import Making
from assay.languages.shared.protoc import PROTOC

pytestmark = pytest.mark.slow

SCHEMAS = 60
CONTESTANTS = CHECKOUT / "contestants" / "python"

AWKWARD = r"""{"type": "record", "name": "Struct", "fields": [
  {"name": "str", "type": {"type": "enum", "name": "Enum", "symbols": ["mro", "_", "__init__", "class", "None"]}},
  {"name": "__", "type": {"type": "fixed", "name": "bool", "size": 0}},
  {"name": "class", "type": {"type": "record", "name": "class", "fields": []}},
  {"name": "class_", "type": {"type": "record", "name": "a.list", "fields": [
    {"name": "self", "type": {"type": "array", "items": "a.list"}}]}},
  {"name": "Struct", "type": ["null", "Struct"]},
  {"name": "__init__", "type": ["Enum", "null"]},
  {"name": "message", "type": {"type": "map", "values": ["null", "bytes"]}}
]}"""
EMPTY = '{"str":"mro","__":"","class":{},"class_":{"self":[]},"Struct":null,"__init__":null,"message":{}}'
AWKWARD_LINE = (
    '{"str":"__init__","__":"","class":{},"class_":{"self":[{"self":[]}]},'
    f'"Struct":{EMPTY},"__init__":"_","message":{{"":"00","a":null}}}}'
)

# Unions whose branches not every library distinguishes, each with a value of every branch.
UNIONS = r"""{"type": "record", "name": "Unions", "fields": [
  {"name": "a", "type": {"type": "array", "items": ["string", "bytes"]}},
  {"name": "b", "type": {"type": "array", "items": ["null", {"type": "map", "values": "bytes"},
    {"type": "record", "name": "A", "fields": [{"name": "x", "type": "bytes"}]},
    {"type": "record", "name": "B", "fields": [{"name": "y", "type": "bytes"}]}]}},
  {"name": "c", "type": {"type": "array", "items": ["int", "boolean", "double", "string", "long"]}},
  {"name": "d", "type": {"type": "array", "items": [
    {"type": "fixed", "name": "F", "size": 2}, "bytes",
    {"type": "enum", "name": "E", "symbols": ["a", "b"]}, "string"]}},
  {"name": "e", "type": {"type": "array", "items": [{"type": "array", "items": "bytes"}, "bytes", "null"]}}
]}"""
UNIONS_VALUE = {
    "a": ["bytes", b"bytes"],
    "b": [None, {"z": b"1", "bytes": b"2"}, {"x": b"1"}, {"y": b"1"}],
    "c": [1, True, 1.5, "a", 2**40],
    "d": [b"12", b"123", "a", "aa"],
    "e": [[b"1"], b"2", None],
}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Folders, each with a schema and the canonical text of a record."""
    folder = tmp_path_factory.mktemp("cases")
    found: list[Path] = []

    def add(text: str, line: str) -> None:
        case = folder / f"{len(found)}"
        case.mkdir()
        (case / "schema.avsc").write_text(text, encoding="utf-8")
        (case / "resolved.json").write_text(json.dumps(resolved(parse(text))), encoding="utf-8")
        (case / "record.json").write_text(line, encoding="utf-8")
        found.append(case)

    @settings(max_examples=SCHEMAS)
    @given(documents_with_values)
    def collect(pair: tuple[str, object]) -> None:
        text, value = pair
        if finite(value):  # JSON has no more
            add(text, canonical.writer(parse(text))(value))

    add(AWKWARD, AWKWARD_LINE)
    add(UNIONS, canonical.writer(parse(UNIONS))(UNIONS_VALUE))
    collect()
    return found


def finite(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(finite, value.values()))
    if isinstance(value, list):
        return all(map(finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def refused(name: str, types: str, cases: list[Path], folder: Path) -> int:
    """Run all cases through a contestant; gives how many schemas its library refuses."""
    if types == "python-protobuf" and find(PROTOC).problem:
        pytest.skip(find(PROTOC).problem)
    log = folder / "log"
    for case in cases:
        if types != "none":
            RECIPE.flavours[types].make(Making((case / "schema.avsc").read_text(encoding="utf-8"), case, log))
    script = Path(__file__).with_name("python_cases.py")
    done = subprocess.run(
        [
            interpreter(environment(CONTESTANTS / name / REQUIREMENTS)),
            str(script),
            str(CONTESTANTS / name / "adapter.py"),
            *map(str, cases),
        ],
        env={**os.environ, "PYTHONPATH": str(KITS / "python")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return len(done.stdout.split())


@pytest.mark.parametrize(
    ("name", "types"),
    [
        ("json", "none"),
        ("orjson", "none"),
        ("protobuf", "python-protobuf"),
        ("protobuf-converted", "python-protobuf"),
        ("fory", "python-dataclasses"),
        ("pycapnp", "python-capnproto"),
    ],
)
def test_any_schema_goes_there_and_back(name: str, types: str, cases: list[Path], tmp_path: Path) -> None:
    assert refused(name, types, cases, tmp_path) == 0


def test_only_what_can_hold_itself_is_left_to_the_collector(tmp_path: Path) -> None:
    chain = """{"type": "record", "name": "Outer", "fields": [{"name": "first", "type": {
        "type": "record", "name": "Chain", "fields": [
            {"name": "more", "type": {"type": "array", "items": "Chain"}},
            {"name": "leaf", "type": {"type": "record", "name": "Leaf", "fields": []}}]}}]}"""
    RECIPE.flavours["python-structs"].make(Making(chain, tmp_path, tmp_path / "log"))
    classes = [line for line in (tmp_path / "records.py").read_text().splitlines() if line.startswith("class ")]
    assert sorted(classes) == [
        "class Chain(Struct):",
        "class Leaf(Struct, gc=False):",
        "class Outer(Struct, gc=False):",
    ]


@pytest.mark.parametrize(
    ("name", "types"),
    [("msgspec-json", "python-structs"), ("msgspec-msgpack", "python-structs"), ("pydantic", "python-pydantic")],
)
def test_a_schema_goes_there_and_back_or_is_refused(name: str, types: str, cases: list[Path], tmp_path: Path) -> None:
    assert refused(name, types, cases, tmp_path) < len(cases) / 2

"""Python's typed contestants, and those of JSON: records of many schemas go through adapter and library and back."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from codegen.folders import made_folders

from assay.base.checkout import CHECKOUT, KITS
from assay.base.tools import find
from assay.languages.python.environment import environment, interpreter
from assay.languages.python.recipe import RECIPE, REQUIREMENTS
from assay.languages.shared.flavours import Making
from assay.languages.shared.protoc import PROTOC

pytestmark = pytest.mark.slow

CONTESTANTS = CHECKOUT / "contestants" / "python"


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return made_folders(tmp_path_factory.mktemp("cases"))


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

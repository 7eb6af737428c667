"""Records of many levels: all steps take as many as the lab allows, and more are one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.advice.sizes import by_references
from assay.base.errors import AssayError
from assay.data import container_format
from assay.data.intake.own import own_record_set
from assay.data.intake.shape import DEEP
from assay.data.intake.taking import take

DEEPEST = DEEP + 1  # with the record itself
LIST = '{"type": "record", "name": "L", "fields": [{"name": "n", "type": ["null", "L"]}]}'
TREE = '{"type": "record", "name": "T", "fields": [{"name": "n", "type": {"type": "array", "items": ["null", "T"]}}]}'
MAPS = '{"type": "record", "name": "M", "fields": [{"name": "n", "type": ["long", {"type": "map", "values": "M"}]}]}'


STEPS: dict[str, tuple[int, Any, Callable[[Any], Any]]] = {  # levels of a step, the innermost record, one around it
    LIST: (1, {"n": None}, lambda inner: {"n": inner}),
    TREE: (2, {"n": []}, lambda inner: {"n": [inner]}),
    MAPS: (2, {"n": 1}, lambda inner: {"n": {"k": inner}}),
}
DATUMS = {LIST: (b"\x02", b"\0", b""), TREE: (b"\x02\x02", b"\0", b"\0"), MAPS: (b"\x02\x02\x02k", b"\0\x02", b"\0")}


def steps(schema: str, levels: int) -> int:
    return (levels - (2 if schema == TREE else 1)) // STEPS[schema][0]


def nested(schema: str, levels: int) -> Any:
    """A record in which so many objects and arrays stand in each other."""
    _, made, around = STEPS[schema]
    for _ in range(steps(schema, levels)):
        made = around(made)
    return made


def container(folder: Path, schema: str, levels: int) -> Path:
    """A file of this record, whose bytes are put together here: no library has to write them."""
    before, end, after = DATUMS[schema]
    count = steps(schema, levels)
    path = folder / "d.avro"
    datum = before * count + end + after * count
    path.write_bytes(container_format.build(schema, [datum], "null", None, 1 << 20, bytes(16)))
    return path


@pytest.mark.parametrize("schema", [LIST, TREE, MAPS], ids=["list", "tree", "maps"])
def test_what_is_allowed_goes_through_all_steps(tmp_path: Path, schema: str) -> None:
    levels = DEEPEST - 1 if schema == TREE else DEEPEST
    path = container(tmp_path, schema, levels)
    taken = take(path)
    assert taken.records == [nested(schema, levels)]
    made = own_record_set(path, None, None, 1)
    assert made.facts.count == 1
    found = {one.format: one for one in by_references(taken.schema_text, taken.records)}
    lacking = {name: one.reason for name, one in found.items() if not one.sizes}
    if schema == MAPS:  # of which each level is three messages
        assert lacking.pop("protobuf").startswith("nested too deeply: its libraries read 100 messages")
    assert not lacking


@pytest.mark.parametrize("schema", [LIST, TREE, MAPS], ids=["list", "tree", "maps"])
@pytest.mark.parametrize("levels", [DEEPEST + 2, 600, 5000])
def test_more_is_one_line(tmp_path: Path, schema: str, levels: int) -> None:
    with pytest.raises(AssayError, match=r"d\.avro: record 0: nested too deeply"):
        take(container(tmp_path, schema, levels))


@pytest.mark.parametrize("schema", [LIST, TREE, MAPS], ids=["list", "tree", "maps"])
def test_json_may_have_as_many(tmp_path: Path, schema: str) -> None:
    (tmp_path / "s.avsc").write_text(schema)
    path = tmp_path / "d.jsonl"
    record = nested(schema, DEEPEST)
    path.write_text(json.dumps(record) + "\n")
    assert take(path).held == take(path, tmp_path / "s.avsc").held == 1
    assert own_record_set(path, tmp_path / "s.avsc", None, 1).facts.count == 1


@pytest.mark.parametrize("levels", [DEEPEST + 1, 400])
def test_json_is_measured_alike(tmp_path: Path, levels: int) -> None:
    (tmp_path / "s.avsc").write_text(LIST)
    path = tmp_path / "d.jsonl"
    path.write_text(json.dumps(nested(LIST, levels)) + "\n")
    with pytest.raises(AssayError, match=r"d\.jsonl:1: nested too deeply"):
        take(path, tmp_path / "s.avsc")

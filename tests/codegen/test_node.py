"""Generated JavaScript between plain values and Protobuf's messages: a record survives both ways."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from assay.base.tools import NODE, find
from assay.data.schema import parse
from assay.languages.node.conversion import generate
from assay.languages.node.flavours.node_protobuf_ts import DIALECT

THERE_AND_BACK = """
const { toMessage, fromMessage } = require('./messages.cjs');
const value = JSON.parse(process.argv[1]);
process.stdout.write(JSON.stringify(fromMessage(toMessage(value))));
"""
# Names of the functions that conversions are made of, as they are or were, and of the module's own.
NAMES = ["Long", "Bytes", "Fixed", "Message", "Entries", "Exactly", "make", "BigInt", "Number", "Object", "module"]


def record(name: str, fields: list[tuple[str, Any]]) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": n, "type": t} for n, t in fields]}


NAMED = record("Root", [("number", "long"), *((name, record(name, [("value", "long")])) for name in NAMES)])
MAPPED = record("Root", [("entries", {"type": "map", "values": record("Entry", [("value", "long")])})])
WIDTHS = record("Root", [("reals", {"type": "array", "items": ["float", "double"]})])
LONG_ALONE = record("Root", [("alone", ["long"]), ("either", ["null", "long", "string"])])


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (NAMED, {"number": 7, **{name: {"value": n} for n, name in enumerate(NAMES)}}),
        (LONG_ALONE, {"alone": 5, "either": 6}),
        (WIDTHS, {"reals": [0.5, 0.1]}),
        (MAPPED, {"entries": {"__proto__": {"value": 1}, "constructor": {"value": 2}, "toString": {"value": 3}}}),
    ],
    ids=["records", "union", "widths", "map"],
)
def test_no_name_meets_what_javascript_or_the_frame_has(schema: Any, value: Any, tmp_path: Path) -> None:
    if problem := find(NODE).problem:
        pytest.skip(problem)
    (tmp_path / "messages.cjs").write_text(generate(parse(json.dumps(schema)), DIALECT), encoding="utf-8")
    command = ["node", "-e", THERE_AND_BACK, json.dumps(value)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[:2000]
    assert json.loads(done.stdout) == value

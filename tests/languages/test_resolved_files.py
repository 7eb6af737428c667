"""Kits that read the resolved schema refuse a file that is none, and go on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.builder.builder import Built, missing
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process

# One contestant each of the kits that read it.
NAMES = (
    *("c/avro-c", "cpp/rapidjson", "go/encoding-json", "java/msgpack-core", "node/json", "browser/json"),
    *("ocaml/yojson", "ruby/json", "rust/apache-avro-value"),
)
ARRAY = {"type": "array", "kind": "array", "items": 1}


@pytest.mark.parametrize("name", NAMES)
def test_a_file_that_is_no_table_is_refused(
    name: str,
    known: Catalog,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    if reason := missing(known.contestant(name)):
        pytest.skip(reason)
    good = json.loads(people.resolved_path.read_text(encoding="utf-8"))
    bad = {
        "not JSON": '{"root": 0',
        "no types": json.dumps({"root": 0}),
        "a root that is not there": json.dumps({**good, "root": len(good["types"])}),
        "a reference to a later type": json.dumps({"root": 0, "types": [ARRAY, {"type": "null", "kind": "null"}]}),
    }
    with session.start(build(name, people), tmp_path / "log", limits) as process:
        assert refusal(process, people, tmp_path / "nowhere").startswith("bad_input: resolved: ")
        for what, text in bad.items():
            path = tmp_path / "resolved.json"
            path.write_text(text, encoding="utf-8")
            assert refusal(process, people, path).startswith("bad_input: resolved: "), what
        assert refusal(process, people, people.resolved_path) == ""


def refusal(process: Process, people: RecordSet, resolved: Path) -> str:
    """The kind and the message of the error that answers `load` with this file; empty where it is loaded."""
    files = {"schema": people.schema_path, "resolved": resolved, "records": people.records.records_path}
    keys: dict[str, Any] = {key: str(path) for key, path in files.items()}
    try:
        process.ask("load", workload="people", **keys, encoded=None, count=people.records.count)
    except Refused as refused:
        return f"{refused.kind}: {refused}"
    return ""

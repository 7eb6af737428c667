"""Records named like classes of java.lang: generators call some of those by their simple names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from languages.java.java_cases import round_trip

from assay.builder.builder import build_one
from assay.catalog.catalog import load
from assay.data.workload import record_set
from assay.languages.java.names import SIMPLE
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

NUMBERS = ["boolean", "double", "float", "int", "long"]


def record(name: str, *fields: Any, **further: str) -> dict[str, Any]:
    """A record with fields of all numbers besides those given, which are its first."""
    types = [*fields, *NUMBERS, "string", ["null", "double"], {"type": "map", "values": "float"}]
    return {
        "type": "record",
        "name": name,
        "fields": [{"name": f"f{i}", "type": t} for i, t in enumerate(types)],
        **further,
    }


def nested(**further: str) -> dict[str, Any]:
    return record("Double", record("Float"), {"type": "array", "items": "Float"}, **further)


def all_at_once() -> dict[str, Any]:
    return record("Root", *map(record, sorted(SIMPLE)))


SCHEMAS = {"without a namespace": nested(), "with one": nested(namespace="a.b"), "all of them": all_at_once()}


@pytest.mark.parametrize("schema", SCHEMAS.values(), ids=SCHEMAS)
@pytest.mark.parametrize("name", ["avro-specific", "avro-specific-custom-coders", "protobuf-converted", "jackson"])
def test_records_named_like_classes_of_java_are_built_and_right(
    name: str, schema: dict[str, Any], monkeypatch: pytest.MonkeyPatch, limits: Limits, tmp_path: Path
) -> None:
    folder = tmp_path / "workloads" / "odd"
    folder.mkdir(parents=True)
    (folder / "schema.avsc").write_text(json.dumps(schema))
    (folder / "workload.toml").write_text('title = "Odd"\ndescription = "Odd names."\nrecords = 20\n')
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    known = load()
    records = record_set(known.workload("odd"), 20, 42)
    built = build_one(known.contestant(f"java/{name}"), records)
    assert built.start is not None, built.reason
    round_trip(built, records, limits, tmp_path)

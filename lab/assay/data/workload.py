"""From a workload, or a user's own file, to a record set."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from assay.catalog.catalog import Workload
from assay.data import own, own_containers, recordset
from assay.data.random_records import random_value, source
from assay.data.recordset import PROBE, PROBES, RecordSet, Values
from assay.data.schema import Schema, parse
from assay.errors import AssayError

OWN_RECORDS = 10_000  # of a user's file, unless --records says otherwise

Generator = Callable[[int, Random], Any]


def record_set(workload: Workload, count: int | None, seed: int) -> RecordSet:
    """``count`` records of a workload (None: as many as its manifest says), and as many decoys: those that follow."""
    count = workload.manifest.records if count is None else count
    schema_path = workload.folder / "schema.avsc"
    generator_path = workload.folder / "generate.py"
    schema_text = own.read_schema(schema_path)
    code = generator_path.read_text(encoding="utf-8") if generator_path.exists() else "random"

    def make(schema: Schema) -> Values:
        generate = _generator(generator_path, schema, workload.manifest.parameters)
        size = min(count, PROBE)
        made = [generate(number, source(seed, number)) for number in range(2 * count + PROBES * size)]
        probes = [made[2 * count + n * size :][:size] for n in range(PROBES)]
        return Values(made[:count], made[count : 2 * count], probes)

    given = json.dumps(workload.manifest.parameters, sort_keys=True)
    return recordset.build(workload.name, schema_text, [code, given, str(count), str(seed)], make, str(schema_path))


def own_record_set(data: Path, schema: Path | None, count: int | None, seed: int) -> RecordSet:
    """A record set of the user's own file: an Avro container, if its first bytes say so, else JSON lines.

    Without a schema, JSON lines get one made from them, with fields named as in the documents, Avro names or not.
    The decoys are the same records, moved on by one place; where that changes nothing they are random.
    ``count`` None: the first `OWN_RECORDS`.
    """
    if not data.exists():
        raise AssayError(f"{data}: there is no such file")
    if schema is not None and not schema.exists():
        raise AssayError(f"{schema}: there is no such file")
    maximum = OWN_RECORDS if count is None else count
    container = own_containers.is_container(data)
    if container:
        if schema is not None:
            raise AssayError(f"{data}: an Avro container file carries its schema; leave --schema out")
        schema_text = own_containers.container_schema(data)
    elif schema is None:
        schema_text = own.json_lines_schema(data, maximum)
    else:
        schema_text = own.read_schema(schema)
    parsed = parse(schema_text, str(schema or data), json_names=True)
    if container:
        records = own_containers.container_records(data, schema_text, maximum)
    else:
        records = own.json_lines_records(data, parsed, maximum)

    def make(schema_: Schema) -> Values:
        size = min(len(records) // PROBES, PROBE)
        probes = [records[n * size :][:size] for n in range(PROBES)] if size else []
        moved = [*records[1:], *records[:1]]
        if any(a != b for a, b in zip(records, moved, strict=True)):
            return Values(records, moved, probes)
        return Values(records, [random_value(schema_, source(seed, number)) for number in range(len(records))])

    content = json.dumps(records, default=lambda b: b.hex(), sort_keys=True)
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in data.stem) or "data"
    made = recordset.build(name, schema_text, ["own", content, str(seed)], make, str(data))
    has_more = own_containers.has_more_records if container else own.has_more_lines
    return replace(made, cut=count is None and has_more(data, maximum))


def _generator(path: Path, schema: Schema, parameters: dict[str, int]) -> Generator:
    if not path.exists():
        return lambda number, rng: random_value(schema, rng)
    spec = importlib.util.spec_from_file_location("assay_generate", path)
    if spec is None or spec.loader is None:
        raise AssayError(f"{path}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    if not callable(getattr(module, "record", None)):
        raise AssayError(f"{path}: must define record(number, rng), giving one plain value")
    return partial(module.record, **parameters)

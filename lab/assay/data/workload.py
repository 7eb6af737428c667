"""From a workload to a record set."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from assay.base.errors import AssayError
from assay.catalog.catalog import Workload
from assay.data import recordset
from assay.data.random_records import random_value, source
from assay.data.recordset import PROBE, PROBES, RecordSet, Values
from assay.data.schema import Schema
from assay.data.schema_files import read_schema
from assay.data.stored import Made

Generator = Callable[[int, Random], Any]


def record_set(
    workload: Workload, count: int | None, seed: int, now: Callable[[str], None] = lambda line: None
) -> RecordSet:
    """``count`` records of a workload (None: as many as its manifest says), and as many decoys: those that follow.

    ``now`` is told how far they are, where they are not in the cache.
    """
    count = workload.manifest.records if count is None else count
    schema_path = workload.folder / "schema.avsc"
    generator_path = workload.folder / "generate.py"
    schema_text = read_schema(schema_path)
    code = generator_path.read_text(encoding="utf-8") if generator_path.exists() else "random"

    def make(schema: Schema) -> Values:
        generate = _generator(generator_path, schema, workload.manifest.parameters)
        size = min(count, PROBE)

        def from_number(first: int, many: int) -> Made[Any]:
            return Made(many, lambda n: generate(first + n, source(seed, first + n)))

        probes = [from_number(2 * count + n * size, size) for n in range(PROBES)]
        return Values(from_number(0, count), from_number(count, count), probes)

    given = json.dumps(workload.manifest.parameters, sort_keys=True)
    parts = [code, given, str(count), str(seed)]
    return recordset.build(workload.name, schema_text, parts, make, str(schema_path), now)


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

"""A workload's page: `assay list workloads NAME`."""

from __future__ import annotations

import json
from typing import Any

from assay.catalog.catalog import Workload
from assay.data import canonical
from assay.data.workload import record_set

SAMPLE = 1_000  # records that sizes are taken of


def render(workload: Workload) -> str:
    """Title, schema, the first record for seed 42, and sizes per record over the first 1,000."""
    records = record_set(workload, min(SAMPLE, workload.manifest.records), 42)
    read = canonical.reader(records.schema)
    shown = [_shown(read(line)) for line in records.records.lines]
    avro = sorted(map(len, records.records.frames))
    texts = sorted(len(json.dumps(value, ensure_ascii=False).encode()) for value in shown)
    lines = [
        f"{workload.name}: {workload.manifest.title}",
        workload.manifest.description,
        "",
        "Schema:",
        records.schema_text,
        "",
        "First record (seed 42):",
        json.dumps(shown[0], ensure_ascii=False, indent=1),
        "",
        f"Sizes of {len(avro):,} records, in bytes:",
        _sizes("Avro", avro),
        _sizes("JSON", texts),
        f"By default {workload.manifest.records:,} records.",
    ]
    return "\n".join(lines) + "\n"


def _sizes(name: str, sizes: list[int]) -> str:
    average = sum(sizes) / len(sizes)
    return f"  {name}  average {average:.1f}, median {sizes[len(sizes) // 2]}, largest {sizes[-1]}"


def _shown(value: Any) -> Any:
    """A plain value as JSON shows it: bytes as hexadecimal digits."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: _shown(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shown(inner) for inner in value]
    return value

"""What a user wants measured, from words of the command line to contestants and record sets."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from assay.catalog.catalog import Catalog, Contestant, Suite
from assay.catalog.manifests import OPERATIONS
from assay.data.recordset import RecordSet
from assay.data.workload import own_record_set, record_set
from assay.errors import AssayError, closest

DEFAULT_SUITE = "avro-languages"
DEFAULT_SEED = 42


@dataclass(frozen=True)
class Wanted:
    """Filters and sizes; None where the user said nothing."""

    suite: str | None = None
    workloads: list[str] | None = None
    languages: list[str] | None = None
    formats: list[str] | None = None
    contestants: list[str] | None = None
    operations: list[str] | None = None
    records: int | None = None
    seed: int = DEFAULT_SEED
    data: Path | None = None
    schema: Path | None = None
    baseline: str | None = None
    across_lanes: bool = False


@dataclass(frozen=True)
class Selection:
    """What is to be measured. ``baseline`` is a wish: a contestant that cannot run is no baseline."""

    suite: Suite
    contestants: list[Contestant]
    operations: list[str]
    record_sets: list[RecordSet]
    baseline: str
    across_lanes: bool


def select(catalog: Catalog, wanted: Wanted) -> Selection:
    """Resolve every word before anything slow begins. AssayError for words that name nothing."""
    suite = catalog.suite(wanted.suite or DEFAULT_SUITE)
    manifest = suite.manifest
    for operation in wanted.operations or ():
        if operation not in OPERATIONS:
            raise AssayError(f'unknown operation "{operation}": {closest(operation, OPERATIONS)}')
    operations = wanted.operations or list(manifest.operations)
    contestants = catalog.select(
        contestants=wanted.contestants or manifest.contestants,
        languages=wanted.languages,
        formats=wanted.formats or (None if wanted.contestants else manifest.formats),
        operations=operations,
    )
    named = catalog.contestant(wanted.baseline).name if wanted.baseline else None
    if named and named not in [c.name for c in contestants]:
        raise AssayError(f'the baseline "{named}" is not among the contestants selected; add it or choose another')
    names = [c.name for c in contestants]
    baseline = named or (manifest.baseline if manifest.baseline in names else names[0])
    if wanted.schema is not None and wanted.data is None:
        raise AssayError("--schema says what is in a data file: add --data FILE.jsonl")
    if wanted.data is not None:
        if wanted.workloads:
            raise AssayError("--data brings its own workload: leave --workload out")
        record_sets = [own_record_set(wanted.data, wanted.schema, wanted.records, wanted.seed)]
    else:
        chosen = [catalog.workload(name) for name in wanted.workloads or manifest.workloads]
        record_sets = [record_set(workload, wanted.records, wanted.seed) for workload in chosen]
    return Selection(
        suite, contestants, operations, record_sets, baseline, wanted.across_lanes or manifest.across_lanes
    )

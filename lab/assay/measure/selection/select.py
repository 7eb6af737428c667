"""From a request to what is measured: contestants, record sets, tasks. Every word is resolved before anything slow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.analysis.conditions import changed_since
from assay.base.errors import AssayError, closest
from assay.boundaries.every import BOUNDARIES
from assay.catalog.catalog import BROWSER, Catalog, Contestant, Suite, Workload
from assay.data.containers import LEVELS
from assay.data.intake.own import own_record_set
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.measure.selection.files import given
from assay.operations import named, operation
from assay.options import table
from assay.results.document import Document
from assay.results.request import Request
from assay.runner.task import Task

DEFAULT_SUITE = "avro-languages"


@dataclass(frozen=True)
class Selection:
    """What is to be measured. ``baseline`` is a wish: a contestant that cannot run cannot be the baseline."""

    request: Request
    suite: Suite
    contestants: list[Contestant]
    operations: list[str]
    record_sets: list[RecordSet]
    baseline: str

    @property
    def across_lanes(self) -> bool:
        return self.request.across_lanes or self.suite.manifest.across_lanes

    def tasks(self, records: RecordSet, now: Callable[[str], None] = lambda line: None) -> list[Task[Any]]:
        """What every contestant is asked to do with one record set, in the order of the operations.

        ``now`` gets lines of progress.
        """
        made: list[Task[Any]] = []
        for boundary in BOUNDARIES.values():
            if mine := [o for o in self.operations if operation(o).boundary == boundary.kind]:
                made += boundary.tasks(self.request, records, mine, now)
        return sorted(made, key=lambda task: self.operations.index(task.operation))


def select(catalog: Catalog, request: Request, now: Callable[[str], None] = lambda line: None) -> Selection:
    """Resolve every word of a request. AssayError for words that name nothing, or do not go together.

    ``now`` gets lines of progress: a user's file may be large.
    """
    suite = catalog.suite(request.suite or DEFAULT_SUITE)
    manifest = suite.manifest
    operations = request.operations or list(manifest.operations)
    for name in operations:
        operation(name)
    _check(request, operations)
    if request.browser:
        _check_browser([catalog.contestant(word) for word in request.contestants or ()])
    contestants = catalog.select(
        contestants=request.contestants or manifest.contestants,
        without=None if request.contestants or request.languages else manifest.without,
        languages=[BROWSER]
        if request.browser
        else request.languages or (None if request.contestants else manifest.languages),
        formats=request.formats or (None if request.contestants else manifest.formats),
        operations=operations,
    )
    return Selection(
        request,
        suite,
        contestants,
        operations,
        _record_sets(catalog, suite, request, operations, now),
        _baseline(catalog, suite, request, [c.name for c in contestants]),
    )


def check_same(document: Document, selection: Selection, path: Path) -> None:
    """AssayError where a document, which lies at ``path``, is of other versions or records than are selected now."""
    versions = {one.name: one.manifest.version for one in selection.contestants}
    digests = {records.workload: records.facts.digest for records in selection.record_sets}
    if changed := changed_since(document, versions, digests):
        raise AssayError(f"{path}: {changed}; start a new run")


def _check(request: Request, operations: Sequence[str]) -> None:
    """Options that do not go together."""
    if request.threads != [1] and set(operations) & set(named("store")):
        raise AssayError("--threads is for codecs and containers: stores are measured with one thread")
    if request.browser and request.languages:
        raise AssayError("--browser selects the language: leave out --language")
    if request.data_schema is not None and request.data is None:
        raise AssayError("--schema describes a data file: add --data FILE.jsonl")
    if request.data_at is not None and request.data is None:
        raise AssayError("--at says where the records of a data file are: add --data FILE.json")
    if request.data is not None and request.workloads:
        raise AssayError("--data is a workload of its own: leave out --workload")
    if request.data is not None and request.records and len(request.records) > 1:
        raise AssayError("--data takes one number of --records")
    for row in table.recorded():
        boundary = row.boundary
        if boundary and not set(operations) & set(named(boundary)) and row.words(row.of(request)):
            example = ",".join(named(boundary)[:2])
            add = f"add --operation {example}, or choose a suite of {boundary}s"
            raise AssayError(f"{row.flag} is for {boundary}s: {add}")
    for codec in request.containers.compressions or ():
        if codec not in LEVELS:
            raise AssayError(f'unknown compression "{codec}": {closest(codec, LEVELS)}')


def _check_browser(named: Sequence[Contestant]) -> None:
    for one in named:
        if one.language != BROWSER:
            raise AssayError(
                f"--browser measures contestants of the language {BROWSER}, and {one.name} is not one; "
                f"say {BROWSER}/{one.folder.name}, or leave out --browser"
            )


def _baseline(catalog: Catalog, suite: Suite, request: Request, names: Sequence[str]) -> str:
    if request.baseline:
        name = catalog.contestant(request.baseline).name
        if name not in names:
            raise AssayError(f'the baseline "{name}" is not among the contestants selected; add it or choose another')
        return name
    wished = suite.manifest.baseline
    if request.browser:  # the suite's baseline, on the other engine
        wished = f"{BROWSER}/{wished.partition('/')[2]}"
    return wished if wished in names else names[0]


def _record_sets(
    catalog: Catalog, suite: Suite, request: Request, operations: Sequence[str], now: Callable[[str], None]
) -> list[RecordSet]:
    if request.data is not None:
        count = request.records[0] if request.records else None
        data, schema = given(request.data), given(request.data_schema) if request.data_schema else None
        stores_only = not set(operations) - set(named("store"))  # codecs need Avro's names; stores take any JSON keys
        return [own_record_set(data, schema, count, request.seed, now, at=request.data_at, keep_names=stores_only)]
    chosen = [catalog.workload(name) for name in request.workloads or suite.manifest.workloads]
    return [made for workload in chosen for made in _sized_sets(workload, request.records, request.seed, now)]


def _sized_sets(workload: Workload, counts: list[int] | None, seed: int, now: Callable[[str], None]) -> list[RecordSet]:
    """A workload's record sets, one for each count; of several, the count is part of their name in the run."""
    if not counts or len(counts) == 1:
        return [record_set(workload, counts[0] if counts else None, seed, now)]
    return [replace(record_set(workload, n, seed, now), workload=f"{workload.name}:{n}") for n in counts]

"""From a selection to what can be measured: contestants built and proved, each cell planned or with its reason."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path

from assay.build.builder import Built, build_all, recipe_for
from assay.catalog.catalog import Catalog, Contestant
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.errors import AssayError
from assay.measure.blocks import reject
from assay.measure.executor import Subject
from assay.measure.wanted import Selection
from assay.progress import Progress, duration
from assay.results.document import Cell, ContestantFacts, LaneFacts, Proof
from assay.runner.process import Limits
from assay.verify.proof import Proved, Verdict, prove

HARNESS_WORKLOAD = "null"


@dataclass
class Prepared:
    """``subjects``: by cell key, what the executor needs."""

    contestants: dict[str, ContestantFacts] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    subjects: dict[str, Subject] = field(default_factory=dict)
    build_seconds: float = 0.0


def prepare(
    catalog: Catalog, selection: Selection, limits: Limits, folder: Path, progress: Progress, *, harness: bool = True
) -> Prepared:
    """Build and prove everything that a selection names; what fails costs its own cells only.

    AssayError when nothing at all can be built here.
    """
    prepared = Prepared()
    for contestant in selection.contestants:
        recipe_for(contestant)  # a bad manifest is an error before anything is built
        prepared.contestants[contestant.name] = facts(contestant)
    for records in selection.record_sets:
        built = _build(prepared, selection.contestants, records, progress)
        _prove(prepared, selection, records, built, limits, folder, progress)
    if harness:
        _prepare_harness(prepared, catalog, selection, limits, folder, progress)
    return prepared


def _build(prepared: Prepared, contestants: list[Contestant], records: RecordSet, progress: Progress) -> list[Built]:
    begin = time.monotonic()
    progress.now(f"building {len(contestants)} contestants")

    def tell(one: Built, done: int, total: int) -> None:
        name = one.contestant.name
        took = duration(time.monotonic() - begin)
        if one.status != "ready":
            progress.say(f"  {name}: {one.status}: {one.reason}")
        elif one.fresh:
            progress.say(f"  {name}: built ({done} of {total}, {took} so far)")
        progress.now(f"building for {records.workload}: {done} of {total} done, {took} so far")

    built = build_all(contestants, records, tell)
    prepared.build_seconds += time.monotonic() - begin
    for one in built:
        known = prepared.contestants[one.contestant.name]
        known.status, known.reason = one.status, one.reason
        known.options = one.start.options if one.start else ""
    if not any(one.start for one in built):
        raise AssayError(f"no contestant can be run here; {built[0].contestant.name}: {built[0].reason}")
    return built


def _prove(
    prepared: Prepared,
    selection: Selection,
    records: RecordSet,
    built: list[Built],
    limits: Limits,
    folder: Path,
    progress: Progress,
) -> None:
    begin = time.monotonic()
    for number, one in enumerate(built):
        name = one.contestant.name
        operations = [o for o in selection.operations if o in one.contestant.manifest.operations]
        cells = {o: Cell(contestant=name, workload=records.workload, operation=o) for o in operations}
        prepared.cells += cells.values()
        if one.start is None:
            for cell in cells.values():
                cell.status = "missing" if one.status == "missing" else "failed"
                cell.reason = one.reason
            continue
        left = (time.monotonic() - begin) / number * (len(built) - number) if number else 0
        progress.now(f"proving {name} on {records.workload}" + (f", about {duration(left)} left" if left else ""))
        place = folder / "proof" / name.replace("/", "-")
        place.mkdir(parents=True, exist_ok=True)
        verdict = prove(one, records, operations, limits, place)
        prepared.contestants[name].runtime = verdict.runtime
        for operation, cell in cells.items():
            _enter(prepared, cell, one, records, verdict, operation, progress)


def _enter(
    prepared: Prepared,
    cell: Cell,
    built: Built,
    records: RecordSet,
    verdict: Verdict,
    operation: str,
    progress: Progress,
) -> None:
    if operation in verdict.broken:
        reject(cell, verdict.broken[operation])
        progress.say(f"  {cell.contestant} {operation}: {cell.status}: {cell.reason}")
        return
    proved = verdict.proved[operation]
    cell.proof = proof_facts(proved, operation, records)
    prepared.subjects[cell.key] = Subject(built, records, proved)


def proof_facts(proved: Proved, operation: str, records: RecordSet) -> Proof:
    if operation == "encode":
        return Proof(
            bytes="identical" if proved.records.identical else "equivalent",
            encoded_bytes=sum(map(len, proved.records.of_each)),
            first_pass=proved.first_pass,
            notes=proved.records.notes,
        )
    return Proof(
        bytes="none",
        encoded_bytes=records.facts.avro_bytes,
        deferred_ns=proved.deferred_ns,
        first_pass=proved.first_pass,
    )


def _prepare_harness(
    prepared: Prepared, catalog: Catalog, selection: Selection, limits: Limits, folder: Path, progress: Progress
) -> None:
    """The null contestant of every language that takes part, with as many records as the run has."""
    languages = sorted({c.language for c in prepared.contestants.values() if c.status == "ready"})
    nulls = [null for language in languages if (null := catalog.harness(language))]
    if not nulls or HARNESS_WORKLOAD not in catalog.workloads:
        return
    for null in nulls:
        prepared.contestants[null.name] = facts(null)
    records = record_set(catalog.workload(HARNESS_WORKLOAD), selection.record_sets[0].facts.count, 0)
    known = len(prepared.cells)
    built = _build(prepared, nulls, records, progress)
    _prove(prepared, selection, records, built, limits, folder, progress)
    for cell in prepared.cells[known:]:
        cell.harness = True


def facts(contestant: Contestant) -> ContestantFacts:
    manifest = contestant.manifest
    return ContestantFacts(
        name=contestant.name,
        title=manifest.title,
        language=contestant.language,
        format=manifest.format,
        library=manifest.library,
        version=manifest.version,
        description=manifest.description,
        lane=LaneFacts(**manifest.lane.model_dump()),
    )

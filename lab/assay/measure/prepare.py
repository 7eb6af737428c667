"""From a selection to what can be measured: contestants built and proved, each cell planned or with its reason."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from assay.builder.builder import Built, build_all, recipe_for, rest
from assay.catalog.catalog import Catalog, Contestant
from assay.catalog.manifests import CODEC_OPERATIONS
from assay.data.containers import containers
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.errors import AssayError
from assay.measure.blocks import reject
from assay.measure.executor import Subject
from assay.measure.prepare_stores import prepare_store
from assay.measure.stores import StoreSubject
from assay.measure.wanted import Selection
from assay.progress import Progress, duration
from assay.results.document import Cell, ContestantFacts, LaneFacts, Proof
from assay.runner.process import Broken, Limits
from assay.runner.task import Task
from assay.verify.matrix import Pairs, exchange, exchanges
from assay.verify.proof import Proved, Verdict, prove
from assay.verify.self_read import in_format
from assay.verify.sizes import sizes

HARNESS_WORKLOAD = "null"


@dataclass
class Prepared:
    """``subjects``, and ``stores`` for those: by cell key, what the executor needs."""

    contestants: dict[str, ContestantFacts] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    subjects: dict[str, Subject] = field(default_factory=dict)
    stores: dict[str, StoreSubject] = field(default_factory=dict)
    build_seconds: float = 0.0

    def can_measure(self, cell: Cell) -> bool:
        return cell.key in self.subjects or cell.key in self.stores

    def told(self, contestant: str, runtime: str, version: str) -> None:
        """Enter what a contestant's process said of itself."""
        if runtime:
            self.contestants[contestant].runtime = runtime
            self.contestants[contestant].version = version

    def measure_as(self, cell: Cell, other: Cell) -> None:
        """Have a cell measured as another one is."""
        if other.key in self.stores:
            self.stores[cell.key] = self.stores[other.key]
        else:
            self.subjects[cell.key] = self.subjects[other.key]


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
    _tell_cut(selection, progress)
    for records in selection.record_sets:
        tasks = selection.tasks(records)  # documents that cannot be stored are an error before anything is built
        built = _build(prepared, selection.contestants, records, progress)
        _prove(prepared, tasks, selection.threads, built, limits, folder, progress)
    if harness:
        _prepare_harness(prepared, catalog, selection, limits, folder, progress)
    rest()
    return prepared


def _tell_cut(selection: Selection, progress: Progress) -> None:
    for records in selection.record_sets:
        if records.cut:
            progress.say(
                f"{records.workload}: the first {records.facts.count:,} records; --records takes another number"
            )


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
    tasks: list[Task],
    threads: tuple[int, ...],
    built: list[Built],
    limits: Limits,
    folder: Path,
    progress: Progress,
) -> None:
    """Prove each contestant at every task that it promises, entering a cell for each, and for each number of threads.

    The proof is the same for any number; the samples of timed batches come from all threads.
    """
    begin = time.monotonic()
    for number, one in enumerate(built):
        name = one.contestant.name
        left = (time.monotonic() - begin) / number * (len(built) - number) if number else 0
        place = folder / "proof" / name.replace("/", "-")
        place.mkdir(parents=True, exist_ok=True)
        mine = [task for task in tasks if task.operation in one.contestant.manifest.operations]
        if mine and mine[0].store:
            _prove_store(prepared, mine, one, limits, place, progress)
            continue
        broken: Broken | None = None
        if mine and one.start:
            try:
                made = in_format(one, mine[0].records, limits, place)
                mine = [replace(task, in_format=made) for task in mine]
            except Broken as why:
                broken = why
        for task in mine:
            text = f"proving {name} on {task.records.workload} {task.label}"
            progress.now(text + (f", about {duration(left)} left" if left else ""))
            verdict = prove(one, task, limits, place) if one.start and not broken else Verdict(broken=broken)
            prepared.told(name, verdict.runtime, verdict.version)
            for number_of in threads:
                _enter(prepared, replace(task, threads=number_of), one, verdict, progress)


def _prove_store(
    prepared: Prepared, tasks: list[Task], built: Built, limits: Limits, folder: Path, progress: Progress
) -> None:
    cells, proof = prepare_store(built, tasks, limits, folder, progress.now)
    name = built.contestant.name
    prepared.told(name, proof.runtime, proof.version)
    reasons: Counter[str] = Counter()
    for cell, outcome in cells:
        prepared.cells.append(cell)
        if isinstance(outcome, StoreSubject):
            prepared.stores[cell.key] = outcome
            continue
        if isinstance(outcome, Broken):
            reject(cell, outcome)
        else:
            cell.status = "missing" if built.status == "missing" else "failed"
            cell.reason = outcome
        reasons[f"{cell.status}: {cell.reason}"] += 1
    for reason, number in reasons.items() if built.start else ():  # one fault may cost many cells
        progress.say(f"  {name}: {reason} ({number} of {len(cells)} cells of {tasks[0].records.workload})")


def _enter(prepared: Prepared, task: Task, built: Built, verdict: Verdict, progress: Progress) -> None:
    """A cell: ready to be measured where it was proved, else with the reason why not."""
    cell = Cell(
        contestant=built.contestant.name,
        workload=task.records.workload,
        operation=task.operation,
        compression=task.containers.settings.compression if task.containers else None,
        threads=task.threads,
    )
    prepared.cells.append(cell)
    if built.start is None:
        cell.status = "missing" if built.status == "missing" else "failed"
        cell.reason = built.reason
    elif verdict.broken:
        reject(cell, verdict.broken)
        progress.say(f"  {cell.key}: {cell.status}: {cell.reason}")
    elif verdict.proved:
        cell.proof = proof_facts(verdict.proved, task)
        prepared.subjects[cell.key] = Subject(built, task, verdict.proved)


def proof_facts(proved: Proved, task: Task) -> Proof:
    """A proof as the document has it."""
    made = task.operation in ("encode", "write")
    if made:
        size = proved.records.size
    elif task.containers:
        size = task.containers.size(task.records.records)
    else:
        size = task.encoded.size(task.records.records)
    frames = proved.records.of_each if task.operation == "encode" else task.encoded.frames(task.records.records)
    return Proof(
        bytes=_kind_of_proof(proved) if made else "none",
        encoded_bytes=size,
        sizes=None if task.containers else sizes(frames),
        deferred_ns=proved.deferred_ns,
        first_pass=proved.first_pass,
        notes=proved.records.notes,
    )


def _kind_of_proof(proved: Proved) -> Literal["identical", "equivalent", "self-read"]:
    if proved.records.self_read:
        return "self-read"
    return "identical" if proved.records.identical else "equivalent"


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
    tasks = [Task(records, o) for o in selection.operations if o in CODEC_OPERATIONS]
    _prove(prepared, tasks, (1,), built, limits, folder, progress)
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


def exchange_all(selection: Selection, limits: Limits, folder: Path, progress: Progress) -> list[Pairs]:
    """The interoperability matrix of a selection: every workload, bytes and files, all pairs of contestants."""
    results = []
    _tell_cut(selection, progress)
    for records in selection.record_sets:
        prepared = Prepared({c.name: facts(c) for c in selection.contestants})
        built = _build(prepared, selection.contestants, records, progress)
        files = [containers(records, settings) for settings in selection.container_settings]
        for kind in exchanges([one.contestant.manifest.format for one in built], files):
            results.append(exchange(built, records, kind, limits, folder, progress.now))
    return results

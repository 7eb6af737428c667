"""A whole run, from a selection to a finished results document; resumed where an earlier one was interrupted."""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from assay import __version__
from assay.base import words
from assay.base.errors import AssayError
from assay.base.progress import Progress, duration
from assay.catalog.catalog import Catalog
from assay.data.recordset import RecordSet
from assay.languages.shared.recipe import optimized
from assay.measure import machine, profiles, spending
from assay.measure.blocks import Watch, alive, mostly_unsteady, run_blocks
from assay.measure.disturbance import disturbed
from assay.measure.executor import ProcessExecutor
from assay.measure.prepare import NO_END, Prepared, Until, prepare
from assay.measure.selection.files import check_place, find_again, forget, remember
from assay.measure.selection.select import Selection, check_same, select
from assay.measure.whole import measure_processes
from assay.results import store, writing
from assay.results.document import Cell, CellStatus, Document, Plan, WorkloadFacts
from assay.results.request import Request, Settings
from assay.runner import hyperfine
from assay.runner.broken import Broken
from assay.stats.looks import LOOKS

Show = Callable[[Document], str]

KIT_PROCESSES = 3  # of a kit's null contestant, at most


def unseen(document: Document) -> str:
    """Of a run that nothing watches."""
    return ""


class Interrupted(KeyboardInterrupt):
    """The run was interrupted; the document at ``path`` holds the ``blocks`` that were measured."""

    def __init__(self, path: Path, blocks: int, why: str = "interrupted") -> None:
        super().__init__(f"{why}; {path} holds the {words.many(blocks, 'block')} measured so far")
        self.path = path
        self.blocks = blocks


@dataclass(frozen=True)
class Ready:
    """A selection that is built and proved, for runs of all of it or of a part. ``folder``: what runs lay down."""

    selection: Selection
    prepared: Prepared
    folder: Path


@contextmanager
def ready(
    catalog: Catalog, selection: Selection, progress: Progress, *, nulls: bool = True, until: Until = NO_END
) -> Iterator[Ready]:
    """Build and prove a selection, and keep what its runs need until they are done."""
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        limits = profiles.limits_of(selection.request.settings)
        yield Ready(selection, prepare(catalog, selection, limits, folder, progress, nulls=nulls, until=until), folder)


def run(catalog: Catalog, request: Request, output: Path, progress: Progress, show: Show = unseen) -> Document:
    """Measure what is asked for, writing the document to ``output`` after every block.

    ``show`` is called with it then, and gives words for how it stands.
    """
    store.check_replaceable(output)
    if request.data is not None:
        check_place(output)
    if request.settings.process_rounds:
        hyperfine.check()
    selection = select(catalog, request, progress.now)
    announce(selection, request.settings, progress)
    with ready(catalog, selection, progress) as one:
        return measure(one, request, output, progress, show)


def measure(
    ready: Ready,
    request: Request,
    output: Path,
    progress: Progress,
    show: Show = unseen,
    without: Mapping[str, tuple[CellStatus, str]] | None = None,
) -> Document:
    """Measure what is ready, as the request's settings and baseline say; its contestants are those to go on with.

    ``without``: by the keys of cells that are not measured, their status and reason in the document.
    """
    selection = replace(ready.selection, request=request, baseline=request.baseline or ready.selection.baseline)
    document = plan_document(ready.prepared, selection)
    for cell in document.cells:
        if without and cell.key in without:
            cell.reject(*without[cell.key])
    add_control(document, ready.prepared)
    remember(request, output)
    return _measure(document, ready.prepared, ready.folder, output, progress, show)


def resume(catalog: Catalog, path: Path, progress: Progress, show: Show = unseen) -> Document:
    """Go on with an interrupted run after its last whole block. AssayError when the two runs would not be one."""
    document, selection = unfinished(catalog, path, progress)
    if document.cluster is not None:
        raise AssayError(f"{path}: this run was on a cluster; add --cluster ADDRESS to go on there")
    progress.say(f"resuming {document.id} after {words.many(len(document.blocks), 'block')}")
    with ready(catalog, selection, progress) as one:
        add_control(document, one.prepared)
        for cell in alive(document):
            if cell.key not in one.prepared.subjects:
                raise AssayError(f"{path}: {cell.key} was measured before and cannot be measured now; start a new run")
        document.state = "running"
        return _measure(document, one.prepared, one.folder, path, progress, show)


def unfinished(catalog: Catalog, path: Path, progress: Progress) -> tuple[Document, Selection]:
    """An interrupted run and what it selected. AssayError where it cannot go on."""
    document = store.read(path)
    if document.state == "finished":
        raise AssayError(f"{path}: this run is finished, so there is nothing to resume")
    if document.migrated_from is not None:
        raise AssayError(
            f"{path}: started by an older version of Assay, which did not keep the request; start a new run"
        )
    request = document.plan.request
    find_again(request, path)
    selection = select(catalog, request, progress.now)
    check_same(document, selection, path)
    return document, selection


def announce(selection: Selection, settings: Settings, progress: Progress) -> None:
    records = ", ".join(f"{r.workload} ({words.many(r.facts.count, 'record')})" for r in selection.record_sets)
    had = {operation for contestant in selection.contestants for operation in contestant.manifest.operations}
    over = f", spread over {duration(settings.over_seconds)}" if settings.over_seconds is not None else ""
    progress.say(
        f"{selection.suite.manifest.title}: {words.many(len(selection.contestants), 'contestant')}, "
        f"{' and '.join(operation for operation in selection.operations if operation in had)}, on {records}; "
        f"at most {duration(settings.budget_seconds)} of measuring{over}, builds and proofs aside"
    )
    for operation in selection.request.operations or []:
        if operation not in had:
            progress.say(f"{operation}: left out, as none of these contestants has it")


def plan_document(prepared: Prepared, selection: Selection) -> Document:
    now = datetime.now(UTC)
    request = selection.request
    name = selection.record_sets[0].workload if request.data else selection.suite.name
    return Document(
        assay=__version__,
        id=f"{now:%Y%m%d-%H%M%S}-{name}",
        created=now.isoformat(timespec="seconds"),
        state="running",
        command=["assay", *map(shared, sys.argv[1:])],
        machine=machine.describe(),
        plan=Plan(
            request=request,
            suite=selection.suite.name,
            baseline=_baseline(prepared, selection),
            across_lanes=selection.across_lanes,
            table=selection.suite.manifest.table,
            unoptimized=not optimized(),
        ),
        workloads=[_workload(records, request) for records in selection.record_sets],
        contestants=list(prepared.contestants.values()),
        cells=[cell.model_copy(deep=True) for cell in prepared.cells],  # there may be several runs of them
        build_seconds=prepared.build_seconds,
    )


def shared(word: str) -> str:
    """A word of the command line as others may read it: of a file elsewhere, the name only."""
    option, equals, value = word.partition("=") if word.startswith("-") else ("", "", word)
    return f"{option}{equals}{Path(value).name}" if Path(value).is_absolute() else word


def _workload(records: RecordSet, request: Request) -> WorkloadFacts:
    facts = records.facts
    return WorkloadFacts(
        name=records.workload,
        base=records.workload.partition(":")[0],
        data=request.data.name if request.data else None,
        avro_schema=records.schema_text,
        records=facts.count,
        cut=records.cut,
        held=records.held,
        seed=request.seed,
        digest=facts.digest,
        json_bytes=facts.json_bytes,
        avro_bytes=facts.avro_bytes,
        container_bytes=facts.container_bytes,
        reference=facts.reference,
    )


def _baseline(prepared: Prepared, selection: Selection) -> str:
    """The wished-for baseline where it can be measured, else the first contestant that can."""
    measurable = {cell.contestant for cell in prepared.cells if cell.key in prepared.subjects and not cell.harness}
    if selection.baseline in measurable or not measurable:
        return selection.baseline
    return next(c.name for c in selection.contestants if c.name in measurable)


def add_control(document: Document, prepared: Prepared) -> None:
    """The A/A control: the baseline once more, under another name, in every comparison; if asked for, all others."""
    plan = document.plan
    again = [c for c in document.cells if c.contestant == plan.baseline or plan.request.controls]
    for cell in [c for c in again if not (c.control or c.harness)]:
        if cell.key not in prepared.subjects or cell.status == "left-out":
            continue
        control = Cell(
            contestant=cell.contestant,
            workload=cell.workload,
            operation=cell.operation,
            way=cell.way,
            control=True,
            proof=cell.proof,
        )
        prepared.subjects[control.key] = prepared.subjects[cell.key]
        if control.key not in {c.key for c in document.cells}:
            document.cells.append(control)


def _measure(
    document: Document, prepared: Prepared, folder: Path, output: Path, progress: Progress, show: Show
) -> Document:
    settings = document.plan.settings
    plan = document.plan
    execute = ProcessExecutor(prepared.subjects, settings, plan.baseline, plan.seed, folder)
    writing.write(document, output)
    if others := machine.busy():
        progress.say(f"  this machine has other work: {others}; the run goes on, with wider intervals or more blocks")
    load = disturbed() if plan.request.disturbed else nullcontext()
    try:
        measure_harness(document, execute, progress)
        with load:
            run_blocks(document, execute, watch_of(document, output, settings, progress, show))
        if settings.process_rounds:
            measure_processes(document, prepared.subjects, folder, progress)
    except KeyboardInterrupt:
        document = store.read(output)
        document.state = "interrupted"
        document.stopped_because = f"interrupted after {words.many(len(document.blocks), 'block')}"
        writing.write(document, output)
        raise Interrupted(output, len(document.blocks)) from None
    document.state = "finished"
    writing.write(document, output)
    forget(plan.request, output)
    return document


def measure_harness(document: Document, execute: ProcessExecutor, progress: Progress) -> None:
    """Each kit's own cost: it is far below what it is compared with, so one process that is steady is enough.

    An operation of two nanoseconds shows every change of the core's speed, so a process that was not gets a successor.
    """
    progress.now("measuring what the kits themselves cost")
    for cell in document.cells:
        if cell.harness and not cell.samples and cell.key in execute.subjects:
            try:
                while not cell.samples or (mostly_unsteady(cell) and len(cell.samples) < KIT_PROCESSES):
                    cell.samples.append(execute.by_itself(cell, 0, len(cell.samples)))
                cell.status = "measured"
            except Broken as broken:
                cell.reject(broken.status, broken.reason)


def watch_of(document: Document, output: Path, settings: Settings, progress: Progress, show: Show) -> Watch:
    begin = time.monotonic() - document.measure_seconds

    def now(block: int, group: int, groups: int, text: str) -> None:
        spent = max(0.0, time.monotonic() - begin)
        place = f"block {block + 1}" + (f", group {group + 1} of {groups}" if groups > 1 else "")
        left = _left(document, settings, spent)
        progress.now(f"{place}: {text}; {duration(spent)} so far" + (f", about {duration(left)} left" if left else ""))

    def saved(document: Document) -> None:
        writing.write(document, output)
        if document.blocks and not document.stopped_because:
            block = document.blocks[-1]
            spent = duration(document.measure_seconds)
            standing = show(document)
            progress.say(
                f"  block {block.index + 1}: {len(block.cells)} cells, {spent} of measuring so far"
                + (f"; {standing}" if standing else "")
            )
            for line in spending.lines(document):
                progress.detail(line)

    def broken(one: Cell, reason: str) -> None:
        progress.say(f"  {one.key}: {reason}")

    def waits(document: Document, seconds: float, due: datetime) -> None:
        nonlocal begin
        begin = time.monotonic() + seconds - document.measure_seconds
        when = f"block {len(document.blocks) + 1} begins at {due.astimezone():%H:%M:%S}"
        progress.say(f"  {when}, in {duration(seconds)}; until then the machine is left alone")
        progress.now(f"{when}; Ctrl-C is safe, and --resume continues")

    return Watch(saved, now, broken, waits)


def _left(document: Document, settings: Settings, spent: float) -> float:
    """Seconds that the run is likely to go on; 0 where nothing is known."""
    if not document.blocks:
        return 0.0
    if settings.over_seconds is not None:
        return max(0.0, settings.over_seconds - document.pause_seconds - spent)
    each = statistics.median(block.seconds for block in document.blocks)
    if settings.blocks is not None:
        return max(0.0, settings.blocks * each - spent)
    most = LOOKS[-1] if settings.until == "decided" else settings.max_blocks
    return max(0.0, min(settings.budget_seconds, most * each) - spent)

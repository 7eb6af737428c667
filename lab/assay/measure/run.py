"""A whole run, from a selection to a finished results document; resumed where an earlier one was interrupted."""

from __future__ import annotations

import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from assay import __version__
from assay.catalog.catalog import Catalog
from assay.data.containers import BLOCK_BYTES
from assay.data.recordset import RecordSet
from assay.errors import AssayError
from assay.measure import machine
from assay.measure.blocks import Watch, alive, reject, run_blocks
from assay.measure.executor import Executor, ProcessExecutor
from assay.measure.prepare import Prepared, prepare
from assay.measure.stores import StoreExecutor
from assay.measure.wanted import Selection, Wanted, select
from assay.measure.whole import measure_processes
from assay.progress import Progress, duration
from assay.recipes.recipe import optimized
from assay.results import store
from assay.results.document import Cell, Document, Plan, Settings, StorePlan, WorkloadFacts
from assay.runner import hyperfine
from assay.runner.process import Broken, Limits


class Interrupted(Exception):
    """The run was interrupted; the document at ``path`` holds the ``blocks`` that were measured."""

    def __init__(self, path: Path, blocks: int) -> None:
        super().__init__(f"interrupted; {path} holds the {blocks} blocks measured so far")
        self.path = path


def run(catalog: Catalog, wanted: Wanted, settings: Settings, output: Path, progress: Progress) -> Document:
    """Measure what is wanted, writing the document to ``output`` after every block."""
    store.check_writable(output)
    if settings.process_rounds:
        hyperfine.check()
    selection = select(catalog, wanted)
    _announce(selection, settings, progress)
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)
        prepared = prepare(catalog, selection, limits, folder, progress)
        document = _document(prepared, selection, wanted, settings)
        _add_control(document, prepared)
        return _measure(document, prepared, settings, folder, output, progress)


def resume(catalog: Catalog, path: Path, progress: Progress) -> Document:
    """Go on with an interrupted run after its last whole block. AssayError when the two runs would not be one."""
    document = store.read(path)
    if document.state == "finished":
        raise AssayError(f"{path}: this run is finished; there is nothing to resume")
    wanted = _wanted(document)
    selection = select(catalog, wanted)
    _check_same(document, selection, path)
    settings = document.plan.settings
    progress.say(f"resuming {document.id} after {len(document.blocks)} blocks")
    with tempfile.TemporaryDirectory(prefix="assay-") as text:
        folder = Path(text)
        limits = Limits(settings.memory_limit_bytes, settings.reply_seconds)
        prepared = prepare(catalog, selection, limits, folder, progress)
        _add_control(document, prepared)
        for cell in alive(document):
            if not prepared.can_measure(cell):
                raise AssayError(f"{path}: {cell.key} was measured before and cannot be now; start afresh")
        document.state = "running"
        return _measure(document, prepared, settings, folder, path, progress)


def _announce(selection: Selection, settings: Settings, progress: Progress) -> None:
    records = ", ".join(f"{r.workload} ({r.facts.count:,} records)" for r in selection.record_sets)
    progress.say(
        f"{selection.suite.manifest.title}: {len(selection.contestants)} contestants, "
        f"{' and '.join(selection.operations)}, on {records}; "
        f"at most {duration(settings.budget_seconds)} of measuring, builds and proofs aside"
    )


def _document(prepared: Prepared, selection: Selection, wanted: Wanted, settings: Settings) -> Document:
    now = datetime.now(UTC)
    return Document(
        assay=__version__,
        id=f"{now:%Y%m%d-%H%M%S}-{selection.suite.name if wanted.data is None else selection.record_sets[0].workload}",
        created=now.isoformat(timespec="seconds"),
        state="running",
        command=["assay", *sys.argv[1:]],
        machine=machine.describe(),
        plan=Plan(
            suite=selection.suite.name,
            seed=wanted.seed,
            baseline=_baseline(prepared, selection),
            across_lanes=selection.across_lanes,
            table=selection.suite.manifest.table,
            level=wanted.level,
            unoptimized=not optimized(),
            stores=wanted.stores if any(cell.store for cell in prepared.cells) else None,
            settings=settings.model_copy(
                update={"block_bytes": wanted.block_bytes if selection.container_settings else 0}
            ),
        ),
        workloads=[_workload(records, wanted) for records in selection.record_sets],
        contestants=list(prepared.contestants.values()),
        cells=prepared.cells,
        build_seconds=prepared.build_seconds,
    )


def _workload(records: RecordSet, wanted: Wanted) -> WorkloadFacts:
    facts = records.facts
    return WorkloadFacts(
        name=records.workload,
        base=records.workload.partition(":")[0],
        data=str(wanted.data.resolve()) if wanted.data else None,
        data_schema=str(wanted.schema.resolve()) if wanted.schema else None,
        avro_schema=records.schema_text,
        records=facts.count,
        cut=records.cut,
        seed=wanted.seed,
        digest=facts.digest,
        json_bytes=facts.json_bytes,
        avro_bytes=facts.avro_bytes,
        container_bytes=facts.container_bytes,
        reference=facts.reference,
    )


def _baseline(prepared: Prepared, selection: Selection) -> str:
    """The wished-for baseline where it can be measured, else the first contestant that can."""
    measurable = {cell.contestant for cell in prepared.cells if prepared.can_measure(cell) and not cell.harness}
    if selection.baseline in measurable or not measurable:
        return selection.baseline
    return next(c.name for c in selection.contestants if c.name in measurable)


def _add_control(document: Document, prepared: Prepared) -> None:
    """The A/A control: the baseline once more, under another name, in every comparison."""
    for cell in [c for c in document.cells if c.contestant == document.plan.baseline and not c.control]:
        if not prepared.can_measure(cell):
            continue
        control = Cell(
            contestant=cell.contestant,
            workload=cell.workload,
            operation=cell.operation,
            compression=cell.compression,
            store=cell.store,
            threads=cell.threads,
            control=True,
            proof=cell.proof,
        )
        prepared.measure_as(control, cell)
        if control.key not in {c.key for c in document.cells}:
            document.cells.append(control)


def _measure(
    document: Document, prepared: Prepared, settings: Settings, folder: Path, output: Path, progress: Progress
) -> Document:
    execute = _executor(prepared, settings, document.plan.seed, folder)
    store.write(document, output)
    try:
        _measure_harness(document, prepared, settings, folder, progress)
        run_blocks(document, execute, _watch(document, output, settings, progress))
        if settings.process_rounds:
            measure_processes(document, prepared.subjects, folder, progress)
    except KeyboardInterrupt:
        document = store.read(output)
        document.state = "interrupted"
        document.stopped_because = f"interrupted after {len(document.blocks)} blocks"
        store.write(document, output)
        raise Interrupted(output, len(document.blocks)) from None
    document.state = "finished"
    store.write(document, output)
    return document


def _executor(prepared: Prepared, settings: Settings, seed: int, folder: Path) -> Executor:
    """What measures any cell of a run: a codec's, a container's or a store's."""
    codecs = ProcessExecutor(prepared.subjects, settings, seed, folder)
    stores = StoreExecutor(prepared.stores, settings, seed, folder)
    return lambda cell, block, position: (stores if cell.store else codecs)(cell, block, position)


def _measure_harness(
    document: Document, prepared: Prepared, settings: Settings, folder: Path, progress: Progress
) -> None:
    """Each kit's own cost, once: it is far below what it is held against, so one process will do."""
    progress.now("measuring what the kits themselves cost")
    execute = ProcessExecutor(prepared.subjects, settings, document.plan.seed, folder)
    for cell in document.cells:
        if cell.harness and not cell.samples and cell.key in prepared.subjects:
            try:
                cell.samples.append(execute(cell, 0, 0))
                cell.status = "measured"
            except Broken as broken:
                reject(cell, broken)


def _watch(document: Document, output: Path, settings: Settings, progress: Progress) -> Watch:
    begin = time.monotonic() - document.measure_seconds

    def cell(block: int, position: int, cells: int, one: Cell) -> None:
        spent = time.monotonic() - begin
        share = block + position / cells
        text = f"block {block + 1}, cell {position + 1} of {cells}: {one.contestant} {one.operation}"
        if share > 0.3:
            planned = settings.blocks or settings.first_stage
            left = spent / share * (planned - share)
            left = left if settings.blocks else min(left, settings.budget_seconds - spent)
            text += f"; {duration(spent)} so far, about {duration(left)} left" if left > 0 else ""
        progress.now(text)

    def saved(document: Document) -> None:
        store.write(document, output)
        if document.blocks and not document.stopped_because:
            block = document.blocks[-1]
            spent = duration(document.measure_seconds)
            progress.say(f"  block {block.index + 1}: {len(block.order)} cells, {spent} of measuring so far")

    def broken(one: Cell, reason: str) -> None:
        progress.say(f"  {one.key}: {reason}")

    return Watch(saved, cell, broken)


def _wanted(document: Document) -> Wanted:
    """What the user of an interrupted run wanted."""
    first = document.workloads[0]
    plan = document.plan
    return Wanted(
        suite=plan.suite,
        workloads=None if first.data else list(dict.fromkeys(w.base for w in document.workloads)),
        contestants=[c.name for c in document.contestants if c.name in _measured_names(document)],
        operations=list(dict.fromkeys(cell.operation for cell in document.cells)),
        records=list(dict.fromkeys(w.records for w in document.workloads)),
        compressions=list(dict.fromkeys(c.compression for c in document.cells if c.compression)) or None,
        level=document.plan.level,
        block_bytes=document.plan.settings.block_bytes or BLOCK_BYTES,
        seed=first.seed,
        data=Path(first.data) if first.data else None,
        schema=Path(first.data_schema) if first.data_schema else None,
        baseline=plan.baseline,
        across_lanes=plan.across_lanes,
        threads=tuple(dict.fromkeys(cell.threads for cell in document.cells if not cell.harness)),
        stores=plan.stores or StorePlan(),
    )


def _measured_names(document: Document) -> set[str]:
    return {cell.contestant for cell in document.cells if not cell.harness}


def _check_same(document: Document, selection: Selection, path: Path) -> None:
    digests = {r.workload: r.facts.digest for r in selection.record_sets}
    for workload in document.workloads:
        if digests.get(workload.name) != workload.digest:
            raise AssayError(f"{path}: the records of {workload.name} have changed since; start afresh")
    for contestant in selection.contestants:
        then = document.contestant(contestant.name).version
        if then != contestant.manifest.version:
            raise AssayError(
                f"{path}: {contestant.name} was {then} and is {contestant.manifest.version} now; start afresh"
            )

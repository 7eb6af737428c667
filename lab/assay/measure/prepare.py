"""From a selection to what can be measured: contestants built and proved, each cell planned or with its reason."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.base.progress import Progress
from assay.boundaries.boundary import Outcome, Place, Subject
from assay.boundaries.every import BOUNDARIES
from assay.builder.builder import Built, missing, recipe_for, rest
from assay.catalog.catalog import Catalog, Contestant
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.languages.every import use_runtimes
from assay.measure.builds import Group, build_groups
from assay.measure.proofs import ToProve, prove_all
from assay.measure.selection.select import Selection
from assay.operations import named
from assay.results.document import Cell, ContestantFacts, LaneFacts
from assay.results.request import Request
from assay.runner.broken import Broken
from assay.runner.process import Limits
from assay.runner.task import Task

NULL_WORKLOAD = "null"


@dataclass(frozen=True)
class Until:
    """When builds end, and when it is too late to begin a proof, by `time.monotonic`: who is late is left out."""

    builds: float = math.inf
    proofs: float = math.inf


NO_END = Until()

DOUBTS = 5  # about a user's file, that are always told


@dataclass
class Prepared:
    """``subjects``: by cell key, what the executor needs."""

    contestants: dict[str, ContestantFacts] = field(default_factory=dict)
    cells: list[Cell] = field(default_factory=list)
    subjects: dict[str, Subject] = field(default_factory=dict)
    build_seconds: float = 0.0

    def enter(self, built: Built, outcome: Outcome) -> Cell:
        """A cell: ready to be measured where it was proved, else with the reason why not."""
        task = outcome.task
        cell = Cell(
            contestant=built.contestant.name, workload=task.records.workload, operation=task.operation, way=task.way
        )
        self.cells.append(cell)
        if isinstance(outcome.found, Broken):
            cell.reject(outcome.found.status, outcome.found.reason)
        else:
            cell.proof = outcome.found.proof
            self.subjects[cell.key] = outcome.found
        return cell


def prepare(
    catalog: Catalog,
    selection: Selection,
    limits: Limits,
    folder: Path,
    progress: Progress,
    *,
    nulls: bool = True,
    until: Until = NO_END,
) -> Prepared:
    """Build and prove everything that a selection names, in its order; what fails costs its own cells only.

    ``nulls``: with the null contestants of its languages.

    AssayError when nothing at all can be built here.
    """
    use_runtimes(selection.request.settings.runtimes)
    prepared = Prepared()
    place = Place(limits, folder, progress.now)
    for contestant in selection.contestants:
        recipe_for(contestant)  # a bad manifest is an error before anything is built
        prepared.contestants[contestant.name] = facts(contestant)
    say_taken(selection, progress)
    # Documents that cannot be stored are an error before anything is built.
    tasks = [selection.tasks(records, progress.now) for records in selection.record_sets]
    of_kits = _nulls(catalog, selection) if nulls else ([], selection.record_sets[0])
    prepared.contestants |= {null.name: facts(null) for null in of_kits[0]}
    groups: list[Group] = [(selection.contestants, records) for records in selection.record_sets]
    built, prepared.build_seconds = build_groups(
        [*groups, of_kits], selection.request.settings.cpu, prepared.contestants, progress, until.builds
    )
    for mine, of_set in zip(tasks, built[:-1], strict=True):
        _prove(prepared, mine, of_set, place, progress, until.proofs)
    _prove_nulls(prepared, selection, of_kits[1], built[-1], place, progress)
    rest()
    for one in prepared.contestants.values():
        if one.other_version:
            progress.say(f"  {one.other_version}")
    return prepared


def say_taken(selection: Selection, progress: Progress) -> None:
    """What was taken of the user's file."""
    for records in selection.record_sets:
        if records.cut:
            progress.say(
                f"{records.workload}: {records.facts.count:,} of {records.held:,} records, drawn evenly; "
                "--records takes another number"
            )
        for number, doubt in enumerate(records.doubts):
            tell = progress.say if number < DOUBTS else progress.detail
            tell(f"{records.workload}: not certain: {doubt.where}: {doubt.what}")
        if not progress.verbose and len(records.doubts) > DOUBTS:
            progress.say(f"{records.workload}: and {len(records.doubts) - DOUBTS} more; run --verbose lists them")


def _prove(
    prepared: Prepared,
    tasks: Sequence[Task[Any]],
    built: Sequence[Built],
    place: Place,
    progress: Progress,
    until: float = math.inf,
) -> None:
    """Prove each contestant at every task that it promises, entering a cell for each."""
    asked = [ToProve(one, mine) for one in built if (mine := _promised(one, tasks))]
    with closing(prove_all(asked, prepared.contestants, place, until)) as proved:
        for one, outcomes in proved:
            _enter(prepared, one, outcomes, progress)


def _enter(prepared: Prepared, one: ToProve, outcomes: Sequence[Outcome], progress: Progress) -> None:
    reasons: Counter[str] = Counter()
    for outcome in outcomes:
        cell = prepared.enter(one.built, outcome)
        if one.built.start and isinstance(outcome.found, Broken):
            reasons[f"{cell.status}: {cell.reason}"] += 1
    cells = f"{len(outcomes)} cells of {one.tasks[0].records.workload}"
    for reason, times in reasons.items():  # one fault may cost many cells
        progress.say(f"  {one.built.contestant.name}: {reason} ({times} of {cells})")


def _promised(built: Built, tasks: Sequence[Task[Any]]) -> list[Task[Any]]:
    return [task for task in tasks if task.operation in built.contestant.manifest.operations]


def _nulls(catalog: Catalog, selection: Selection) -> Group:
    """The null contestant of every language that takes part, with as many records as the run has."""
    workload = catalog.workloads.get(NULL_WORKLOAD)
    if workload is None:
        return [], selection.record_sets[0]
    languages = sorted({c.language for c in selection.contestants if not missing(c)})
    nulls = [null for language in languages if (null := catalog.null(language))]
    return nulls, record_set(workload, selection.record_sets[0].facts.count, 0)


def _prove_nulls(
    prepared: Prepared,
    selection: Selection,
    records: RecordSet,
    built: Sequence[Built],
    place: Place,
    progress: Progress,
) -> None:
    codecs = BOUNDARIES["codec"]
    operations = [o for o in selection.operations if o in named(codecs.kind)]
    known = len(prepared.cells)
    tasks = codecs.tasks(Request(settings=selection.request.settings), records, operations, progress.now)
    _prove(prepared, tasks, built, place, progress)
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
        in_house=manifest.source is not None,
    )

"""From words to an operation that was proved, of a build that a profiler can read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError, closest
from assay.base.progress import Progress
from assay.boundaries.boundary import Place, Subject
from assay.boundaries.every import BOUNDARIES
from assay.builder.builder import build_one, rest
from assay.catalog.catalog import Catalog, Contestant
from assay.measure import profiles
from assay.measure.selection.select import select
from assay.operations import operation
from assay.results.request import Request, Settings
from assay.runner.broken import Broken
from assay.runner.task import Task


@dataclass(frozen=True)
class Wanted:
    """What is to be profiled; None: the first that the contestant has."""

    workload: str
    operation: str | None
    records: int | None
    seed: int
    seconds: float


def operation_of(contestant: Contestant, asked: str | None) -> str:
    """AssayError for an operation that the contestant does not have, or that is a store's."""
    offered = contestant.manifest.operations
    name = asked or offered[0]
    if operation(name).boundary == "store":
        raise AssayError(f"{contestant.name} {name}: stores are not profiled; codecs and containers are")
    if name not in offered:
        raise AssayError(f'{contestant.name} has no operation "{name}": {closest(name, offered)}')
    return name


def settings(wanted: Wanted) -> Settings:
    """Of one process that measures for so long, batch after batch."""
    profile = replace(profiles.QUICK, measure=wanted.seconds)
    ordinary = profiles.settings(profile)
    return ordinary.model_copy(update={"reply_seconds": ordinary.reply_seconds + wanted.seconds})


def prepared(catalog: Catalog, contestant: Contestant, wanted: Wanted, folder: Path, progress: Progress) -> Subject:
    """Build and prove. AssayError where either fails: what is not proved is not profiled."""
    name = operation_of(contestant, wanted.operation)
    request = Request(
        workloads=[wanted.workload],
        contestants=[contestant.name],
        operations=[name],
        records=[wanted.records] if wanted.records else None,
        seed=wanted.seed,
        settings=settings(wanted),
    )
    selection = select(catalog, request)
    (records,) = selection.record_sets
    task: Task[Any] = selection.tasks(records)[0]
    progress.now(f"building {contestant.name}")
    built = build_one(contestant, records, for_profiler=True)
    rest()
    if built.start is None:
        raise AssayError(f"{contestant.name} cannot be run here: {built.reason}")
    place = Place(profiles.limits_of(profiles.settings(profiles.QUICK)), folder, progress.now)
    proved = BOUNDARIES[task.way.kind].prove(built, [task], place)
    found = proved.outcomes[0].found
    if isinstance(found, Broken):
        raise AssayError(f"{contestant.name} {name} is not proved, so it is not profiled: {found.reason}")
    return found

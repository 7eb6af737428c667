"""The interoperability matrix of a selection: every workload, bytes and files, all pairs of contestants."""

from __future__ import annotations

from pathlib import Path

from assay.base.progress import Progress
from assay.boundaries.containers.boundary import ways
from assay.measure.builds import Group, build_groups
from assay.measure.interop.matrix import Pairs, exchange, exchanges
from assay.measure.prepare import facts, say_taken
from assay.measure.selection.select import Selection
from assay.operations import named
from assay.runner.process import Limits


def exchange_all(selection: Selection, limits: Limits, folder: Path, progress: Progress) -> list[Pairs]:
    results = []
    say_taken(selection, progress)
    files = ways(selection.request) if set(selection.operations) & set(named("container")) else []
    groups: list[Group] = [(selection.contestants, records) for records in selection.record_sets]
    found, _ = build_groups(
        groups, selection.request.settings.cpu, {c.name: facts(c) for c in selection.contestants}, progress
    )
    for records, built in zip(selection.record_sets, found, strict=True):
        for kind in exchanges([one.contestant.manifest.format for one in built], files):
            results.append(exchange(built, records, kind, limits, folder, progress.now))
    return results

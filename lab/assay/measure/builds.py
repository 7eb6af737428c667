"""All builds of a run, before anything is proved, so that every core has work until the last one."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from assay.base.errors import AssayError
from assay.base.progress import Progress, duration
from assay.builder.builder import Built, recipe_for
from assay.builder.parallel import Job, State, build_all
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.results.document import ContestantFacts
from assay.results.request import Cpu

Group = tuple[Sequence[Contestant], RecordSet]


def build_groups(
    groups: Sequence[Group],
    cpu: Cpu,
    facts: dict[str, ContestantFacts],
    progress: Progress,
    until: float = math.inf,
) -> tuple[list[list[Built]], float]:
    """Build each group's contestants for its record set, and enter into their facts how that ended.

    Gives the groups' builds in order, and the seconds that they took. AssayError where nothing can be run at all.
    At ``until`` (`time.monotonic`) builds end, and the rest is left out.
    """
    begin = time.monotonic()
    jobs = [Job(contestant, records, cpu) for contestants, records in groups for contestant in contestants]
    built = iter(build_all(jobs, lambda state: _show(state, progress), until))
    found = [[next(built) for _ in contestants] for contestants, _ in groups]
    for one in (one for group in found for one in group):
        known = facts[one.contestant.name]
        known.status, known.reason = one.status, one.reason
        if one.start:
            known.options = one.start.options
            known.runtime_build = recipe_for(one.contestant).runtime_build(one.start)
    for group in found:
        if group and not any(one.start for one in group) and not group[0].contestant.manifest.harness:
            raise AssayError(f"no contestant can be run here; {group[0].contestant.name}: {group[0].reason}")
    return found, time.monotonic() - begin


def _show(state: State, progress: Progress) -> None:
    took = f"{duration(state.seconds)} so far"
    if one := state.finished:
        if one.status != "ready":
            progress.say(f"  {one.contestant.name}: {one.status}: {one.reason}")
        elif one.fresh:
            progress.say(f"  {one.contestant.name}: built ({state.done} of {state.total}, {took})")
    left = f", about {duration(state.seconds_left)} left" if state.seconds_left else ""
    running = f": {', '.join(state.running)}" if state.running else ""
    progress.now(f"building, {state.done} of {state.total} done, {took}{left}{running}")

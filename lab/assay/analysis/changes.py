"""How much faster or slower cells have become: between two contestants of one run, or between two runs.

In one run the two took turns, so what the machine did to both is in neither (paired). Two runs are apart by hours and
perhaps by machines. There the yardstick is the baseline, where both runs have it in the same version: what is compared
is the speed beside it, with the errors of both runs. Without a yardstick times are compared, and what the machine
did between the runs is in no interval.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from assay.analysis.comparisons import Compared, compare
from assay.analysis.conditions import conditions, same_build
from assay.analysis.lanes import apart, is_deferred
from assay.base.errors import AssayError, closest
from assay.results.document import Cell, ContestantFacts, Document
from assay.stats.paired import RatioInterval
from assay.stats.thresholds import Difference

How = Literal["paired", "yardstick", "time"]
Subject = tuple[str, str, str]
BY_TIME = "time"
DEFERRED = "deferred"
FINISHES = "the new one finishes what the old one leaves to the first reading (rule 1)"
GONE = "it is not in the second run, which was asked for the same"
# Of a request, beside the suite: what decides which cells a run has.
SELECTION = (
    "workloads", "languages", "browser", "formats", "contestants", "operations", "records", "threads", "containers",
    "stores",
)  # fmt: skip


@dataclass(frozen=True)
class Change:
    """One cell, old and new. ``difference``: how much faster the new is. ``times``: ns a record, old and new."""

    subject: Subject
    contestant: str
    versions: tuple[str, str]
    how: How
    difference: Difference
    times: tuple[float, float]


@dataclass(frozen=True)
class Lost:
    """A cell that had a number in the old run and has none in the new one, is not in it, or leaves work to others.

    ``status``: that of the cell, or *deferred*.
    """

    subject: Subject
    contestant: str
    status: str
    reason: str


@dataclass(frozen=True)
class Changes:
    """``passed_over``: cells that are not compared, by the reason. ``apart``: what else differs between the runs.

    ``parted``: those of ``apart`` that are options by which runs do not compare, though cells may.
    ``yardsticks``: the contestants beside which speeds were compared. ``controls``: the old contestant of one run
    beside itself, where it was measured twice. ``virtual``: whether a virtual machine measured one of two runs.
    """

    found: list[Change]
    lost: list[Lost] = field(default_factory=list)
    passed_over: dict[str, list[str]] = field(default_factory=dict)
    apart: list[str] = field(default_factory=list)
    parted: list[str] = field(default_factory=list)
    yardsticks: list[str] = field(default_factory=list)
    controls: dict[Subject, RatioInterval] = field(default_factory=dict)
    virtual: bool = False


def within(document: Document, old: str, new: str) -> Changes:
    """Two contestants of one run. AssayError where nothing has a number of both."""
    known = [facts.name for facts in document.contestants]
    for name in (old, new):
        if name not in known:
            raise AssayError(f'this run has no contestant "{name}": {closest(name, known)}')
    found = []
    lost: list[Lost] = []
    passed_over: dict[str, list[str]] = {}
    controls = {}
    for compared in compare(document).values():
        cells = {cell.contestant: cell for cell in compared.cells if not cell.control}
        if old in cells and new in cells and apart(cells[old], cells[new]):
            _set_apart(cells[new], lost, passed_over)
        elif old in cells and new in cells and (interval := compared.pair(cells[old], cells[new])):
            times = compared.time(cells[old]).value, compared.time(cells[new]).value
            versions = document.contestant(old).shown_version, document.contestant(new).shown_version
            change = Change(compared.subject, new, versions, "paired", Difference.of(interval), times)
            found.append(change)
            if control := compared.controls.get(old):
                controls[compared.subject] = control
        elif old in cells:
            cell = _cell(document, compared.subject, new)
            if cell is not None:
                lost.append(Lost(compared.subject, new, cell.status, cell.reason))
    if not found and not lost:
        _check_finished(passed_over)
        reasons = [f"{cell.contestant}: {cell.reason}" for cell in document.cells if cell.reason]
        raise AssayError(f"no cell of {old} has a number{': ' + reasons[0] if reasons else ''}")
    return Changes(found, lost, passed_over, controls=controls)


def _set_apart(new: Cell, lost: list[Lost], passed_over: dict[str, list[str]]) -> None:
    """Keep what the new cell leaves to the first reading and the old one did not, or the other way round.

    What only leaves work is no faster for that, and must not pass for it.
    """
    if is_deferred(new):
        reason = "it leaves work to the first reading, which the old one does not (rule 1); `access` compares the two"
        lost.append(Lost(new.subject, new.contestant, DEFERRED, reason))
    else:
        passed_over.setdefault(FINISHES, []).append(_name(new))


def _check_finished(passed_over: dict[str, list[str]]) -> None:
    if passed_over:
        ((reason, names),) = passed_over.items()
        raise AssayError(f"there is no cell that can be compared: {names[0]}: {reason}; `access` compares the two")


def _name(cell: Cell) -> str:
    return f"{' '.join(filter(None, cell.subject))} {cell.contestant}"


def between(old: Document, new: Document, by: str | None = None) -> Changes:
    """The cells that two runs have in common.

    ``by``: the yardstick's name, or "time"; None: the baseline, where both have it in the same version, else times.
    AssayError where nothing can be compared.
    """
    for document, which in ((old, "first"), (new, "second")):
        if document.plan.unoptimized:
            raise AssayError(f"the {which} document is of a build without optimization, whose times mean nothing")
    tools = [document.imported.tool if document.imported else "Assay" for document in (old, new)]
    if tools[0] != tools[1]:
        raise AssayError(f"measured by {tools[0]} and by {tools[1]}: results of different tools do not compare")
    yardstick = _yardstick(old, new, by)
    compared = {"old": compare(old), "new": compare(new)}
    under = conditions(old), conditions(new)
    virtual = any(machine.virtual for document in (old, new) for machine in document.machines)
    changes = Changes(
        [],
        apart=under[0].differences(under[1]),
        parted=under[0].parted(under[1]),
        yardsticks=[yardstick] if yardstick else [],
        virtual=virtual,
    )
    before = {(cell.subject, cell.contestant): cell for cell in _counted(old)}
    counted = len(before)
    for cell in _counted(new):
        name = _name(cell)
        earlier = before.pop((cell.subject, cell.contestant), None)
        if earlier is None:
            changes.passed_over.setdefault("in the second run only", []).append(name)
        elif old.workload(cell.workload).digest != new.workload(cell.workload).digest:
            changes.passed_over.setdefault("other records (their digests differ)", []).append(name)
        elif earlier.status != "measured":
            changes.passed_over.setdefault("without a number in the first run", []).append(name)
        elif cell.status != "measured":
            changes.lost.append(Lost(cell.subject, cell.contestant, cell.status, cell.reason))
        elif apart(earlier, cell):
            _set_apart(cell, changes.lost, changes.passed_over)
        elif cell.contestant != yardstick:
            pairs = compared["old"].get(cell.subject), compared["new"].get(cell.subject)
            assert pairs[0] is not None and pairs[1] is not None  # both cells have numbers
            changes.found.append(_change(old, new, earlier, cell, pairs[0], pairs[1], yardstick))
    for cell in before.values():
        if len(before) < counted and _asked_alike(old, new) and cell.status == "measured":
            changes.lost.append(Lost(cell.subject, cell.contestant, "missing", GONE))
        else:
            changes.passed_over.setdefault("in the first run only", []).append(_name(cell))
    _check_some(changes, yardstick)
    if any(change.how == "time" for change in changes.found) and old.machine.cpu != new.machine.cpu:
        raise AssayError(
            f"measured on different machines ({old.machine.cpu} and {new.machine.cpu}): times cannot be compared; "
            "name a contestant that both have in one version with --by"
        )
    return changes


def _asked_alike(old: Document, new: Document) -> bool:
    """Whether the second run was asked for what the first one was, so that a cell which it lacks is not left out."""
    asked = [(one.plan.suite, *(getattr(one.plan.request, name) for name in SELECTION)) for one in (old, new)]
    return asked[0] == asked[1]


def _check_some(changes: Changes, yardstick: str | None) -> None:
    if changes.found or changes.lost:
        return
    why = "; ".join(f"{names[0]}: {reason}" for reason, names in changes.passed_over.items())
    if not why and yardstick:
        why = f"they have {yardstick} in common and nothing else, which is the yardstick; try --by time"
    raise AssayError(f"the two documents have no cell that can be compared: {why or 'they have no cells'}")


def _yardstick(old: Document, new: Document, by: str | None) -> str | None:
    if by == BY_TIME:
        return None
    if by is None:
        # Another harness does not say which of its benchmarks stays as it is.
        name = "" if old.imported or new.imported else old.plan.baseline
        return name if _same_code(old, new, name) else None
    for document in (old, new):
        known = [facts.name for facts in document.contestants]
        if by not in known:
            raise AssayError(f'one of the documents has no contestant "{by}": {closest(by, known)}')
    if not _same_code(old, new, by):
        raise AssayError(f"{by} is not the same in both documents (version, runtime, --cpu), so it is a poor yardstick")
    return by


def _same_code(old: Document, new: Document, name: str) -> bool:
    """Whether a contestant was measured in both runs with the same version on the same runtime."""
    facts = [next((one for one in document.contestants if one.name == name), None) for document in (old, new)]
    if not all(_measured(document, name) for document in (old, new)) or facts[0] is None or facts[1] is None:
        return False
    # Code for another processor is other code; which contestants are compiled, no document says.
    cpus = {document.plan.settings.cpu for document in (old, new)}
    return len(cpus) == 1 and _identity(facts[0]) == _identity(facts[1]) and same_build(facts[0], facts[1])


def _identity(facts: ContestantFacts) -> tuple[str, ...]:
    return facts.library, facts.shown_version, facts.runtime, facts.options


def _measured(document: Document, name: str) -> bool:
    return any(cell.contestant == name and cell.status == "measured" for cell in document.cells)


def _change(
    old: Document, new: Document, earlier: Cell, cell: Cell, before: Compared, after: Compared, yardstick: str | None
) -> Change:
    versions = (
        old.contestant(cell.contestant).shown_version,
        new.contestant(cell.contestant).shown_version,
    )
    times = before.time(earlier).value, after.time(cell).value
    beside = [_beside(compared, one, yardstick) for compared, one in ((before, earlier), (after, cell))]
    if beside[0] and beside[1]:
        return Change(cell.subject, cell.contestant, versions, "yardstick", beside[1].less(beside[0]), times)
    difference = _by_time(cell, after.machines).less(_by_time(earlier, before.machines))
    return Change(cell.subject, cell.contestant, versions, "time", difference, times)


def _beside(compared: Compared, cell: Cell, yardstick: str | None) -> Difference | None:
    """How much faster a cell is than the yardstick; None where that has no number there."""
    reference = next((one for one in compared.cells if one.contestant == yardstick and not one.control), None)
    interval = compared.pair(reference, cell) if reference else None
    return Difference.of(interval) if interval else None


def _by_time(cell: Cell, machines: Sequence[int]) -> Difference:
    """The speed of a cell by itself, as a logarithm, with the error that its blocks show; or its machines, of several.

    ``machines``: of every block the number of its machine.
    """
    blocks = dict.fromkeys(sample.block for sample in cell.samples)
    by_block = {b: -statistics.fmean(math.log(s.value) for s in cell.samples if s.block == b) for b in blocks}
    logs = list(by_block.values())
    if len(used := {machines[block] for block in blocks}) > 1:
        logs = [statistics.fmean(log for b, log in by_block.items() if machines[b] == one) for one in used]
    if len(logs) < 2:
        return Difference(logs[0], math.inf, 1.0)
    return Difference(statistics.fmean(logs), statistics.stdev(logs) / math.sqrt(len(logs)), len(logs) - 1.0)


def _counted(document: Document) -> Iterator[Cell]:
    return (cell for cell in document.cells if not cell.control and not cell.harness)


def _cell(document: Document, subject: Subject, contestant: str) -> Cell | None:
    return next((cell for cell in _counted(document) if (cell.subject, cell.contestant) == (subject, contestant)), None)

"""Every cell of every suite is proved on a few records, or is in the list of exceptions with its reason.

The list may only shrink: a cell that begins to work has to be struck from it. Outputs are proved for every schema. What
rests on times (is anything remembered, or left to the first reading?) takes most of the time of a proof, and is a
matter of the contestant: it is proved for one schema. Where each schema is a program to be compiled, each contestant
takes a quarter of the schemas, and those of a language take all of them together. Nightly every cell is proved as runs
do it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from asking import asked
from buildable import here
from keeping import keeping
from suites.known import KNOWN, listed
from suites.trial import Trial

from assay.base.progress import Progress
from assay.boundaries.codecs.boundary import Codecs
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.operations import named
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=4 << 30, reply=120)
RECORDS = 60
WORKS_FOR_ALL = "person"  # where all cells of a contestant are exceptions
COMPILED = {"c", "cpp", "go", "java", "ocaml", "rust"}  # the languages in which a schema takes seconds to be built
ABLE = {c.name for c in here()}
CELLS = {
    (c.name, suite, workload): [o for o in manifest.operations if o in c.manifest.operations]
    for suite, manifest in ((name, suite.manifest) for name, suite in KNOWN.suites.items())
    if set(manifest.operations) <= set(named(Codecs.kind))  # the stores have tests of their own
    for c in KNOWN.select(
        contestants=manifest.contestants,
        languages=manifest.languages,
        formats=manifest.formats,
        operations=manifest.operations,
    )
    for workload in manifest.workloads
    if c.name in ABLE
}


NAMES = sorted({name for name, _, _ in CELLS})
FOR = {(name, workload) for name, _, workload in CELLS}
EVERY_SCHEMA = sorted({workload for _, _, workload in CELLS})


def workloads_of(name: str) -> list[str]:
    return list(dict.fromkeys(workload for one, _, workload in CELLS if one == name))


def schemas(name: str) -> list[str]:
    """The workloads that a contestant is tried with: all, or its share of them where each is compiled."""
    language = KNOWN.contestant(name).language
    workloads = workloads_of(name)
    return workloads if language not in COMPILED else [w for w in workloads if name in turns(language, w)]


@cache
def turns(language: str, workload: str) -> list[str]:
    """Every fourth of the contestants of a language that a workload is for; with the next workload the next ones."""
    able = [n for n in NAMES if KNOWN.contestant(n).language == language and (n, workload) in FOR]
    share, first = min(4, len(able)), EVERY_SCHEMA.index(workload)
    return [name for place, name in enumerate(able) if (place + first) % share == 0]


def test_the_contestants_of_a_language_take_every_schema_together() -> None:
    taken = {(KNOWN.contestant(name).language, workload) for name in NAMES for workload in schemas(name)}
    assert taken == {(KNOWN.contestant(name).language, workload) for name, workload in FOR}


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_works_or_is_a_known_exception(name: str, tmp_path: Path) -> None:
    complaints = []
    taken = schemas(name)
    working: list[tuple[str, list[str]]] = []
    with keeping(tmp_path, LIMITS) as kept:
        trial = Trial(KNOWN.contestant(name), kept)
        for workload in dict.fromkeys([*taken, *workloads_of(name)]):
            if working and workload not in taken:
                break  # others are for those of which none of their own works
            suites = {suite: some for (one, suite, w), some in CELLS.items() if (one, w) == (name, workload)}
            operations = sorted({operation for some in suites.values() for operation in some})
            found = trial.outputs(records_of(workload), operations)
            working += [] if found else [(workload, operations)]
            for suite in suites:
                complaints += differing(suite, workload, name, found)
        workload, operations = (working or [(WORKS_FOR_ALL, operations)])[0]
        complaints += [f"{o}: {why}" for o, why in trial.proof(records_of(workload), operations).items()]
    assert not complaints, "\n".join(complaints)


def records_of(workload: str) -> RecordSet:
    return record_set(KNOWN.workload(workload), RECORDS, asked().seed)


def differing(suite: str, workload: str, name: str, found: dict[str, str]) -> list[str]:
    """What differs from the list of exceptions, of one contestant's cells."""
    expected = {o: reason for (_, one, o), reason in listed(suite, workload).items() if one == name}
    return [
        f"fails, and is not among the exceptions: {workload} {operation}: {reason}"
        for operation, reason in found.items()
        if expected.get(operation, "\0") not in reason
    ] + [f"works: strike it from the exceptions: {workload} {o}" for o in expected.keys() - found.keys()]


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("suite", "workload"), [(name, w) for name, suite in KNOWN.suites.items() for w in suite.manifest.workloads]
)
def test_every_cell_can_be_measured(suite: str, workload: str, tmp_path: Path) -> None:
    selection = select(KNOWN, asked(suite=suite, workloads=[workload], records=[RECORDS]))
    prepared = prepare(KNOWN, selection, LIMITS, tmp_path, Progress(quiet=True), nulls=False)
    found: dict[str, dict[str, str]] = {name: {} for name in ABLE}
    for cell in prepared.cells:
        if cell.contestant in ABLE and cell.key not in prepared.subjects:
            found[cell.contestant][cell.operation] = f"{cell.status}: {cell.reason}"
    complaints = [f"{name}: {one}" for name in found for one in differing(suite, workload, name, found[name])]
    assert not complaints, "\n".join(complaints)

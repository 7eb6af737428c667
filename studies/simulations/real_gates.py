"""The gate on real processes: how often it fails, passes, or is undecided where the slowdown is known.

    PYTHONPATH=.:lab:kits/python python -m studies.simulations.real_gates --language rust \\
        --output results/DATE-gates.json

One gate takes most of a minute, most of it starting and warming up. So many gates share a run: each has processes of
its own, old and new, which take turns with those of the others, and is judged by its own cells alone, as if it were by
itself. The control of a gate is the old process of the next one, which is the same program. Suspects are measured again
in a run of their own, as `assay gate` does. Called again with the same options, it goes on.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from random import Random

from assay import __version__
from assay.analysis import changes
from assay.analysis.judged import Judged, confirmed, judge
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.catalog.catalog import Catalog
from assay.changes.gate import gate
from assay.measure import machine
from assay.measure.run import run
from assay.results.deciding import Asked, Document, ToolFacts, Trial, Verdict, judged, read
from assay.results.document import Document as Results
from assay.results.request import Request
from assay.results.writing import write
from studies.deciding.course import subjects
from studies.deciding.planting import OPERATION, name_of, plant

Gate = tuple[int, int]  # extra work in per cent, repeat
RULE = (
    "the rule of `assay gate`, on gates that share a run: each has processes of its own and is judged by them alone. "
    "Slower where the whole interval lies beyond the threshold in two independent runs; same where a slowdown beyond "
    "it is ruled out; else undecided. Seconds are a gate's share of the runs."
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--language", default="rust")
    options.add_argument("--extra", default="0,2,5,10", help="planted work in per cent")
    options.add_argument("--repeats", type=int, default=50)
    options.add_argument("--together", type=int, default=20, help="gates that share a run")
    options.add_argument("--threshold", type=float, default=0.05)
    options.add_argument("--records", type=int, default=1001)
    options.add_argument("--output", type=Path, required=True)
    found = options.parse_args()
    asked = Asked(
        tools=["gate"],
        contestants={found.language: subjects()[found.language]},
        extras=[int(word) for word in found.extra.split(",")],
        repeats=found.repeats,
        disturbed=[False],
        workload="person",
        records=found.records,
        operation=OPERATION,
        margin=found.threshold,
        seed=42,
    )
    hold(asked, found.language, found.together, found.output)


def hold(asked: Asked, language: str, together: int, output: Path) -> Document:
    """All gates that the document does not have yet, in random order; it is written after each run."""
    document = read(output) if output.exists() else _begin(asked, language)
    known = catalog.load()
    original = known.contestant(asked.contestants[language])
    known = catalog.load([plant(original, extra) for extra in (None, *asked.extras)])
    done = {(trial.extra, trial.repeat) for trial in document.trials}
    every = list(product(asked.extras, range(asked.repeats)))
    left = [one for one in Random(asked.seed).sample(every, len(every)) if one not in done]
    for place in range(0, len(left), together):
        gates = left[place : place + together]
        with Progress() as progress, tempfile.TemporaryDirectory(prefix="assay-") as text:
            document.trials += _together(known, asked, language, gates, Path(text), progress)
        write(document, output)
        print(f"{len(document.trials)} of {len(every)} gates")
    return document


def _begin(asked: Asked, language: str) -> Document:
    library = catalog.load().contestant(asked.contestants[language]).manifest
    return Document(
        assay=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=machine.describe(),
        load="no load",
        asked=asked,
        contestants={language: f"{library.library} {library.version}"},
        tools={"gate": ToolFacts(version=__version__, rule=RULE)},
        missing=[],
    )


def _together(
    known: Catalog, asked: Asked, language: str, gates: Sequence[Gate], folder: Path, progress: Progress
) -> list[Trial]:
    names = {one: _names(known, asked, language, one) for one in gates}
    first = _run(known, asked, list(names.values()), asked.seed + gates[0][1], folder / "first.json", progress)
    found = {one: _judged(first, gates, names, one, asked.margin) for one in gates}
    seconds = dict.fromkeys(gates, first.measure_seconds / len(gates))
    suspects = [one for one in gates if found[one].suspects]
    if suspects:
        pairs = [names[one] for one in suspects]
        fresh = _run(known, asked, pairs, asked.seed + 1000 + gates[0][1], folder / "fresh.json", progress)
        for one in suspects:
            again = _judged(fresh, suspects, names, one, asked.margin)
            found[one] = confirmed(found[one], again)
            seconds[one] += fresh.measure_seconds / len(suspects)
    return [_trial(one, found[one], language, seconds[one], asked.margin) for one in gates]


def _names(known: Catalog, asked: Asked, language: str, one: Gate) -> tuple[str, str]:
    """Add both contestants of a gate to the catalog: names of their own for the same folders, so the same builds."""
    extra, repeat = one
    original = known.contestant(asked.contestants[language])
    names = []
    for side, which in (("old", None), ("new", extra)):
        planted = known.contestant(name_of(original, which))
        name = f"{original.name}-{extra}-{repeat}-{side}"
        known.contestants[name] = replace(planted, name=name)
        names.append(name)
    return names[0], names[1]


def _run(
    known: Catalog, asked: Asked, pairs: Sequence[tuple[str, str]], seed: int, path: Path, progress: Progress
) -> Results:
    # The budget is for each gate, as if each had the machine for itself.
    settings = gate.settings(asked.margin, budget=gate.BUDGET * len(pairs))
    request = Request(
        workloads=[asked.workload],
        contestants=[name for pair in pairs for name in pair],
        operations=[asked.operation],
        records=[asked.records],
        seed=seed,
        baseline=pairs[0][0],
        settings=settings,
    )
    return run(known, request, path, progress)


def _judged(
    document: Results, gates: Sequence[Gate], names: dict[Gate, tuple[str, str]], one: Gate, threshold: float
) -> Judged:
    """A gate by its own three cells, as a document of its own."""
    old, new = names[one]
    other = names[gates[(gates.index(one) + 1) % len(gates)]][0]
    cells = {cell.contestant: cell for cell in document.cells if not cell.control and not cell.harness}
    own = [cells[old], cells[new]]
    if other != old:
        own.append(cells[other].model_copy(update={"contestant": old, "control": True}))
    plan = document.plan.model_copy(update={"baseline": old})
    alone = document.model_copy(update={"cells": own, "plan": plan})
    return judge(changes.within(alone, old, new), threshold, plan.settings.confidence)


def _trial(one: Gate, found: Judged, language: str, seconds: float, margin: float) -> Trial:
    (change,) = found.changes.found
    ratio, low, high = change.difference.interval(found.confidence)
    verdict: Verdict = "slower" if found.suspects else "undecided" if found.open else "same"
    return Trial(
        tool="gate",
        language=language,
        extra=one[0],
        disturbed=False,
        repeat=one[1],
        seconds=round(seconds, 3),
        verdict=verdict,
        judgement=judged(verdict, one[0], margin),
        said=f"{ratio:.4f} ({low:.4f} to {high:.4f})",
    )


if __name__ == "__main__":
    main()

"""Criterion: the first program saves a baseline, and the second is compared with it."""

from __future__ import annotations

import re
from pathlib import Path

from assay.base.errors import AssayError
from assay.builder.builder import Built
from assay.languages.rust.criterion import criterion_version
from assay.measure.harnesses.criterion import build, variables
from assay.measure.harnesses.peer import run
from assay.results.deciding import Verdict
from studies.deciding.tools.tool import REFERENCE, VARIANT, Answer, Pair, Tool

CHANGE = re.compile(r"change:\s+(\[.*?\] \(p .*?\))")
SAYS: dict[str, Verdict] = {
    "Performance has regressed.": "slower",
    "Performance has improved.": "faster",
    "No change in performance detected.": "same",
    "Change within noise threshold.": "same",
}


class Criterion(Tool):
    name = "Criterion"
    languages = ("rust",)
    rule = (
        "`--save-baseline`, then `--baseline`, with its defaults (3 s of warming up, 100 samples in 5 s). Different "
        "where it says that performance has regressed or improved: p < 0.05, and the whole interval of the change "
        "beyond its noise threshold of 1%."
    )

    def version(self) -> str:
        return criterion_version()

    def prepare(self, pair: Pair) -> None:
        for built in pair.both.values():
            folder = _room(pair, built)
            if not folder.exists():
                folder.mkdir(parents=True)
                build(built, pair.task, folder)

    def decide(self, pair: Pair, folder: Path) -> Answer:
        environment = variables(pair.task, folder / "found")
        for name, option in ((REFERENCE, "--save-baseline"), (VARIANT, "--baseline")):
            program = _room(pair, pair.both[name]) / "benchmark"
            text = run([str(program), "--bench", "--noplot", option, REFERENCE, *self.options], environment, folder)
        return answer(text)


def answer(text: str) -> Answer:
    """What Criterion printed of the second program. AssayError where it compared nothing."""
    said = next((words for words in SAYS if words in text), None)
    if said is None:
        raise AssayError("Criterion compared nothing")
    return Answer(SAYS[said], " ".join([*CHANGE.findall(text), said]))


def _room(pair: Pair, built: Built) -> Path:
    return pair.room / "criterion" / built.contestant.folder.name

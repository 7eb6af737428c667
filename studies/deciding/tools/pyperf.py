"""pyperf: both programs measured, then `compare_to`."""

from __future__ import annotations

import re
from pathlib import Path

from assay.base.errors import AssayError
from assay.measure.harnesses.pyperf import compare, measure, packages, pyperf_version
from assay.results.deciding import Verdict
from studies.deciding.tools.tool import REFERENCE, VARIANT, Answer, Pair, Tool

SAYS: dict[str, Verdict] = {"slower": "slower", "faster": "faster"}


class Pyperf(Tool):
    name = "pyperf"
    languages = ("python",)
    options = ("--processes", "20", "--values", "3", "--warmups", "1", "--min-time", "0.1")
    rule = (
        "with its defaults (20 processes, 3 values each), then `compare_to`. Different where it shows a difference: "
        "it hides what its t test (two-sided, 95%) finds not significant."
    )

    def version(self) -> str:
        return pyperf_version()

    def prepare(self, pair: Pair) -> None:
        packages()

    def decide(self, pair: Pair, folder: Path) -> Answer:
        files = []
        for name, built in pair.both.items():
            files.append(folder / f"{name}.json")
            measure(built, pair.task, folder, files[-1], self.options)
        return answer(compare(files[0], files[1], folder))


def answer(text: str) -> Answer:
    """What `compare_to REFERENCE VARIANT` printed. AssayError where it compared nothing."""
    line = " ".join(text.split())
    if "not significant" in line:
        return Answer("same", line)
    if found := re.search(rf"\[{REFERENCE}\].*\[{VARIANT}\].*: [\d.]+x (slower|faster)", line):
        return Answer(SAYS[found[1]], line)
    raise AssayError(f"pyperf compared nothing: {line[:200]}")

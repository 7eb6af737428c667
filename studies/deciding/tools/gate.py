"""`assay gate`, as a pull request uses it: is the new one slower by more than the margin?"""

from __future__ import annotations

from pathlib import Path

from assay import __version__
from assay.analysis.changes import Change
from assay.base.progress import Progress
from assay.changes.gate import gate
from assay.results.deciding import Verdict
from assay.results.document import Document
from studies.deciding.tools.tool import Answer, Pair, Tool


class Gate(Tool):
    name = "gate"
    languages = ("rust", "java", "node", "python")
    rule = (
        "`assay gate` with the margin as its threshold. Slower where the whole interval lies beyond the threshold in "
        "two independent runs; same where a slowdown beyond the threshold is ruled out; else undecided. Proofs, and "
        "what the kits cost, are not counted."
    )

    def version(self) -> str:
        return __version__

    def decide(self, pair: Pair, folder: Path) -> Answer:
        seconds: dict[str, float] = {}

        def watched(document: Document) -> str:
            seconds[document.id] = document.measure_seconds
            return ""

        judged = gate.hold(
            pair.catalog,
            pair.request(gate.settings(pair.margin)),
            pair.names,
            pair.margin,
            folder / "run.json",
            Progress(quiet=True),
            watched,
        )
        (change,) = judged.changes.found
        verdict: Verdict = "slower" if judged.suspects else "undecided" if judged.open else "same"
        return Answer(verdict, _said(change), sum(seconds.values()))


def _said(change: Change) -> str:
    ratio, low, high = change.difference.interval(0.95)
    return f"{ratio:.4f} ({low:.4f} to {high:.4f})"

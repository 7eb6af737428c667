"""Assay itself, as `assay run --until decided` measures two contestants."""

from __future__ import annotations

from pathlib import Path

from assay import __version__
from assay.analysis.comparisons import compare
from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.measure import profiles
from assay.measure import run as runs
from assay.results.document import Document
from assay.stats.verdict import verdict
from studies.deciding.tools.tool import Answer, Pair, Tool


class Assay(Tool):
    name = "Assay"
    languages = ("rust", "java", "node", "python")
    profile = profiles.QUICK
    rule = (
        "`assay run --until decided`, which measures the first contestant twice and looks at planned numbers of "
        "blocks whether the pair is decided. Same where the whole interval lies within the margin, different where all "
        "of it is on one side of 1, else undecided; the intervals of all looks together hold in 95 of 100 runs. "
        "Proofs, and what the kits cost, are not counted."
    )

    def version(self) -> str:
        return __version__

    def decide(self, pair: Pair, folder: Path) -> Answer:
        settings = profiles.settings(self.profile, margin=pair.margin, until="decided")
        document = runs.run(pair.catalog, pair.request(settings), folder / "run.json", Progress(quiet=True))
        return answer(document, list(pair.names))


def answer(document: Document, names: list[str]) -> Answer:
    """What a finished run says of the second of two contestants. AssayError where either has no number."""
    for compared in compare(document).values():
        cells = {cell.contestant: cell for cell in compared.cells if not cell.control}
        if set(names) <= set(cells) and (interval := compared.pair(cells[names[0]], cells[names[1]])):
            said = f"{interval.ratio:.4f} ({interval.low:.4f} to {interval.high:.4f}), {interval.blocks} blocks"
            return Answer(verdict(interval, document.plan.settings.margin), said, document.measure_seconds)
    reasons = [f"{cell.contestant}: {cell.reason}" for cell in document.cells if cell.reason]
    raise AssayError("; ".join(reasons) or "the run has no pair of the two")

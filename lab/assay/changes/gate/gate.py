"""The gate: both versions in one run, a verdict beside the threshold, and suspects measured again in fresh blocks."""

from __future__ import annotations

from pathlib import Path

from assay.analysis import changes
from assay.analysis.judged import Judged, judge
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.changes.confirm import again
from assay.measure import profiles
from assay.measure.run import Show, run
from assay.results.document import Document
from assay.results.request import Request, Settings

NARROW = 0.4
"""The half-width to aim at, as a share of the threshold: a slowdown of twice the threshold is then found in 99 of 100
gates, by an interval that lies beyond the threshold as a whole."""
BUDGET = 240.0  # seconds of measuring, for each of the two runs


def settings(threshold: float, *, budget: float = BUDGET, blocks: int | None = None) -> Settings:
    """How a gate measures, by its threshold."""
    return profiles.settings(
        profiles.QUICK,
        blocks=blocks,
        precision=threshold * NARROW,
        margin=threshold,
        budget=budget,
    )


def hold(
    catalog: Catalog,
    request: Request,
    names: tuple[str, str],
    threshold: float,
    output: Path,
    progress: Progress,
    show: Show,
    *,
    confirm: bool = True,
) -> Judged:
    """Measure and judge. ``names``: of the old and the new contestant, which the request names, too.

    What has become slower is measured again, into a document beside ``output``; it counts where both runs say so.
    """
    document = run(catalog, request, output, progress, show)

    def judged(of: Document) -> Judged:
        return judge(changes.within(of, *names), threshold, of.plan.settings.confidence)

    first = judged(document)
    if not confirm:
        return first
    # Other records, other orders, other memory layouts.
    return again(catalog, document, first, judged, output, progress, show=show, seed=request.seed + 1)

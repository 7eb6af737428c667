"""The gate: both versions in one run, a verdict beside the threshold, and suspects measured again in fresh blocks."""

from __future__ import annotations

from pathlib import Path

from assay.analysis import changes
from assay.analysis.judged import Judged, confirmed, judge
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog
from assay.measure import profiles
from assay.measure.run import Show, run
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
    confidence = document.plan.settings.confidence
    judged = judge(changes.within(document, *names), threshold, confidence)
    if not (confirm and judged.suspects):
        return judged
    progress.say(f"{len(judged.suspects)} slower: measuring again, in fresh blocks")
    workloads = [document.workload(change.subject[0]) for change in judged.suspects]
    narrowed = request.model_copy(
        update={
            "workloads": sorted({facts.base or facts.name for facts in workloads}) if request.data is None else None,
            "operations": sorted({change.subject[1] for change in judged.suspects}),
            "seed": request.seed + 1,  # other records, other orders, other memory layouts
        }
    )
    fresh = run(catalog, narrowed, again(output), progress, show)
    return confirmed(judged, judge(changes.within(fresh, *names), threshold, confidence))


def again(output: Path) -> Path:
    """Where the document of the second run goes."""
    return output.with_name(f"{output.stem}-again.json")

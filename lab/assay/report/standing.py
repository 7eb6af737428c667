"""How a run stands while it goes on: a line after each block, and the tables so far, short."""

from __future__ import annotations

import statistics

from assay.analysis.figures import Analysis
from assay.base import words
from assay.base.tables import Section
from assay.report import ranked
from assay.report.columns import table

COLUMNS = ("#", "contestant", "time/record", "speed", "verdict")


def line(analysis: Analysis) -> str:
    """How many comparisons are undecided, and how wide the intervals are; empty where nothing is compared yet."""
    ratios = [row for comparison in analysis.comparisons for row in comparison.rows if row.ratio]
    known = [row.ratio.half_width for row in ratios if row.ratio and row.ratio.blocks > 1]
    if not known:
        return ""
    undecided = sum(row.verdict == "undecided" for row in ratios)
    return (
        f"{undecided} of {words.many(len(ratios), 'comparison')} undecided, "
        f"half of the intervals within ± {words.percent(statistics.median(known))}"
    )


def sections(analysis: Analysis) -> list[Section]:
    return [Section(ranked.subject(comparison), table(COLUMNS, comparison.rows)) for comparison in analysis.comparisons]

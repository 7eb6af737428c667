"""The tables of growth: time per record in sets of several sizes."""

from __future__ import annotations

from assay.analysis.figures import Analysis
from assay.analysis.growth import Growth, exponent, growth
from assay.base import words
from assay.base.tables import Line, Section, Table


def sections(analysis: Analysis) -> list[Section]:
    return [_section(one) for one in growth(analysis)]


def _section(found: Growth) -> Section:
    lines = [
        Line(
            [
                contestant,
                *(words.maybe(words.nanoseconds, times.get(n)) for n in found.sizes),
                words.maybe(lambda power: f"n^{power:.2f}", exponent(times)),
            ]
        )
        for contestant, times in found.times.items()
    ]
    return Section(
        f"{' '.join(filter(None, [found.workload, found.operation, found.way.words]))}: how cost grows",
        Table(
            ["contestant", *(f"of {n:,}" for n in found.sizes), "grows as"],
            lines,
            set(range(1, len(found.sizes) + 2)),
        ),
        notes=[
            "Time per record (of get: per lookup) in sets of so many records, and the power of that number by which it "
            "grows from the smallest to the largest: 0 where each costs the same, 1 where twice as many cost twice as "
            "much each.",
        ],
    )

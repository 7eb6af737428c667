"""JMH with forks: the scores of the two programs and their errors."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

from assay.deciding.tools.tool import Answer, Pair, Tool
from assay.peers.jmh import jmh_version, measure


class Jmh(Tool):
    name = "JMH"
    languages = ("java",)
    options = ("-f", "5", "-wi", "5", "-w", "1", "-i", "5", "-r", "1")
    rule = (
        "its default of five forks, each with five iterations to warm up and five to measure, of one second and not "
        "its default of ten, which would take ten times as long. Different where the scores' errors (99.9%) do not "
        "overlap."
    )

    def version(self) -> str:
        return jmh_version()

    def decide(self, pair: Pair, folder: Path) -> Answer:
        entries = [measure(built, pair.task, folder, self.options) for built in pair.both.values()]
        return answer(entries[0], entries[1])


def answer(reference: dict[str, Any], variant: dict[str, Any]) -> Answer:
    """Of two entries of JMH's JSON, in ns per operation."""
    low, high, other_low, other_high = ends = [
        float(end) for one in (reference, variant) for end in one["primaryMetric"]["scoreConfidence"]
    ]
    said = f"{low:.0f} to {high:.0f}, {other_low:.0f} to {other_high:.0f} {variant['primaryMetric']['scoreUnit']}"
    if any(map(math.isnan, ends)):  # the word "NaN": too few iterations came to an end for an error
        return Answer("undecided", said)
    if other_low > high:
        return Answer("slower", said)
    return Answer("faster" if other_high < low else "same", said)

"""JMH with forks: the scores of the two programs and their errors."""

from __future__ import annotations

import math
from pathlib import Path

from assay.measure.harnesses.jmh import jmh_version, measure
from assay.measure.harnesses.peer import said
from studies.deciding.tools.tool import Answer, Pair, Tool


class Jmh(Tool):
    name = "JMH"
    languages = ("java",)
    options = ("-f", "5", "-wi", "5", "-w", "1", "-i", "5", "-r", "1")
    rule = (
        "its default of five forks, each with five iterations to warm up and five to measure, of one second and not "
        "its default of ten, which would take ten times as long. It prints no judgement: different, by our "
        "rule, where the scores' errors (99.9%) do not overlap."
    )

    def version(self) -> str:
        return jmh_version()

    def decide(self, pair: Pair, folder: Path) -> Answer:
        found = [said(measure(built, pair.task, folder, self.options), "jmh") for built in pair.both.values()]
        return answer(found[0].interval_ns, found[1].interval_ns)


def answer(reference: tuple[float, float], variant: tuple[float, float]) -> Answer:
    """Of the intervals of two scores, in ns per operation; NaN where too few iterations came to an end for one."""
    (low, high), (other_low, other_high) = reference, variant
    words = f"{low:.0f} to {high:.0f}, {other_low:.0f} to {other_high:.0f} ns/op"
    if any(map(math.isnan, (*reference, *variant))):
        return Answer("undecided", words)
    if other_low > high:
        return Answer("slower", words)
    return Answer("faster" if other_high < low else "same", words)

"""Simulated runs of a baseline, its control and one other cell that go on until a look decides them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np

from assay.stats.looks import LOOKS
from assay.stats.moderated import BASELINE, Comparison, moderate
from assay.stats.verdict import Verdict, verdict


@dataclass(frozen=True)
class Course:
    """``missed``: whether an interval at any look until the end did not hold the true ratio."""

    verdict: Verdict
    blocks: int
    missed: bool


@cache
def courses(extra: float, process_sd: float, confidence: float, runs: int) -> list[Course]:
    """The other cell does so much more work (0.05: 5%); process sds are lognormal with a spread of 0.5."""
    rng = np.random.default_rng([round(1000 * extra), round(1000 * process_sd), 11])
    return [_course(rng, extra, process_sd, confidence) for _ in range(runs)]


def _course(rng: np.random.Generator, extra: float, process_sd: float, confidence: float) -> Course:
    one, other = process_sd * np.exp(rng.normal(0, 0.5, 2))
    logs = rng.standard_normal((3, LOOKS[-1])) * np.array([[one], [one], [other]])
    logs[2] += math.log1p(extra)
    missed = False
    for blocks in LOOKS:
        ratios = {
            name: (logs[0] - row)[:blocks].tolist() for name, row in zip(("again", "other"), logs[1:], strict=True)
        }
        interval = moderate([Comparison(ratios, {BASELINE: "again"})], confidence)[0].interval("other")
        assert interval is not None
        missed |= not interval.low <= 1 / (1 + extra) <= interval.high
        said = verdict(interval)
        if said != "undecided":
            break
    return Course(said, blocks, missed)

"""How often intervals of imported processes hold the truth: `PYTHONPATH=lab python tests/importers/coverage.py`.

Processes are drawn by themselves, as tools that know no turns measure them: what shares a number shares nothing else.
All cells take equally long, so every ratio is 1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.analysis.comparisons import compare
from assay.results import imported
from assay.results.importing import Benchmark, Found, Process, batch, machine

NS = 100.0
CASES = (
    ((0.03, 0.03), 2),
    ((0.03, 0.03), 5),
    ((0.03, 0.03), 20),
    ((0.03,) * 4, 3),
    ((0.03,) * 4, 5),
    ((0.01, 0.05), 10),
    ((0.01, 0.05, 0.01, 0.05), 5),
)


def coverage(spreads: Sequence[float], processes: int, documents: int, seed: int) -> tuple[float, float]:
    """The shares of intervals of ratios, and of times, that hold the truth.

    ``spreads``: of each cell, the sd of its processes' log times.
    """
    generator = np.random.default_rng(seed)
    ratios, times = [], []
    for _ in range(documents):
        benchmarks = [
            Benchmark(
                f"cell {number}",
                processes=[Process([batch(NS * float(np.exp(log)))]) for log in generator.normal(0, spread, processes)],
            )
            for number, spread in enumerate(spreads)
        ]
        document = imported.document(Found("a tool", "", benchmarks, machine()), sources=["simulated"], assay="0")
        (compared,) = compare(document).values()
        first, *others = compared.cells
        for interval in [compared.pair(first, other) for other in others]:
            assert interval is not None
            ratios.append(interval.low <= 1 <= interval.high)
        times += [time.low <= NS <= time.high for time in map(compared.time, compared.cells)]
    return float(np.mean(ratios)), float(np.mean(times))


def main() -> None:
    print("| spreads of processes | processes | ratios | times |\n|---|---:|---:|---:|")
    for spreads, processes in CASES:
        ratios, times = coverage(spreads, processes, 1000, seed=1)
        words = ", ".join(f"{spread:.0%}" for spread in spreads)
        print(f"| {words} | {processes} | {ratios:.1%} | {times:.1%} |", flush=True)


if __name__ == "__main__":
    main()

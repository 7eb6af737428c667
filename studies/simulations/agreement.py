"""In how many comparisons do two runs agree: `python studies/simulations/agreement.py ONE.json OTHER.json`.

Two ratios agree where their difference, on logs, is no more than their half-widths allow together (the root of the sum
of squares). Printed beside it: how wide the intervals are, and how many of the pairs that differ by a quarter or more
in the first run are decided, and the same way, in both.
"""

from __future__ import annotations

import math
import statistics
import sys
from pathlib import Path

from assay.analysis.figures import analyse
from assay.results import store
from assay.stats.paired import RatioInterval

LARGE = 1.25


def ratios(path: str) -> tuple[dict[str, RatioInterval], dict[str, str | None]]:
    found = analyse(store.read(Path(path)))
    rows = [row for one in found.comparisons for row in one.rows if row.ratio is not None and not row.cell.control]
    return {row.cell.key: row.ratio for row in rows if row.ratio}, {row.cell.key: row.verdict for row in rows}


def half(ratio: RatioInterval) -> float:
    return math.log1p(ratio.half_width)


def words(ratio: RatioInterval) -> str:
    return f"{ratio.ratio:.3f} ± {ratio.half_width:.1%}"


def main(first: str, second: str) -> None:
    one, said_one = ratios(first)
    other, said_other = ratios(second)
    both = [key for key in one if key in other]
    apart = {key: abs(math.log(one[key].ratio / other[key].ratio)) for key in both}
    agree = [key for key in both if apart[key] <= math.hypot(half(one[key]), half(other[key]))]
    print(f"{len(agree)} of {len(both)} comparisons agree within their intervals ({len(agree) / len(both):.0%})")
    for key in sorted(set(both) - set(agree)):
        print(f"  {key}: {words(one[key])}, {words(other[key])}")
    for name, found in ((first, one), (second, other)):
        widths = sorted(ratio.half_width for ratio in found.values())
        print(
            f"{Path(name).stem}: half of the intervals within ± {statistics.median(widths):.1%}, all {widths[-1]:.1%}"
        )
    large = [key for key in both if max(one[key].ratio, 1 / one[key].ratio) >= LARGE]
    decided = [key for key in large if said_one[key] == said_other[key] and said_other[key] in ("faster", "slower")]
    print(f"of {len(large)} that differ by a quarter or more {len(decided)} are decided alike in both")


if __name__ == "__main__":
    main(*sys.argv[1:])

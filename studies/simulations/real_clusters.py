"""How often intervals over machines are wrong in a real run: `python studies/simulations/real_clusters.py FILE.json`.

FILE is a run on a cluster with `--controls`: every contestant twice. Here nothing says that the two are one program,
so each such pair is judged as two contestants are: over machines. On nodes of one computer, which do not differ, 95 in
100 of these intervals should hold 1.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from assay.analysis.comparisons import compare
from assay.results import store
from assay.stats.machines import moderate_machines
from assay.stats.moderated import BASELINE, Comparison
from assay.stats.paired import RatioInterval


def pairs(path: Path) -> list[RatioInterval]:
    document = store.read(path)
    machines = [block.machine for block in document.blocks]
    compared = list(compare(document).values())
    names = [{cell.key: BASELINE if cell is one.anchor else cell.key for cell in one.cells} for one in compared]
    asked = []
    for one in compared:
        logs = {cell.key: one.by_block(cell) for cell in one.cells if cell is not one.anchor}
        asked.append(
            Comparison({key: [found.get(block) for block in range(len(machines))] for key, found in logs.items()})
        )
    fits = moderate_machines(asked, machines, document.plan.settings.confidence)
    found = []
    for fit, one, of in zip(fits, compared, names, strict=True):
        for cell in one.cells:
            first = of.get(cell.key.removesuffix("#control"))
            if cell.control and first is not None and (interval := fit.pair(first, of[cell.key])) is not None:
                found.append(interval)
    return found


def main(*paths: str) -> None:
    for path in paths:
        found = pairs(Path(path))
        held = sum(one.low <= 1 <= one.high for one in found)
        width = statistics.median(one.half_width for one in found)
        machines = max(one.blocks for one in found)
        print(f"{Path(path).stem}: {held} of {len(found)} hold 1, over {machines} machines; half within ± {width:.1%}")


if __name__ == "__main__":
    main(*sys.argv[1:])

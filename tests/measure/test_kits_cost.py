"""What a kit itself costs is measured once, and again where that process was not steady."""

from __future__ import annotations

from typing import Any, cast

import pytest
from measure.replay import document, sample

from assay.base.progress import Progress
from assay.measure.blocks import judge_steadiness
from assay.measure.executor import ProcessExecutor
from assay.measure.run import measure_harness
from assay.results.document import Cell, Sample
from assay.results.request import Settings


class Alone:
    """Gives a cell's processes one after another, steady or not."""

    def __init__(self, key: str, steady: list[bool]) -> None:
        self.subjects = {key: None}
        self.steady = steady
        self.numbers: list[int] = []

    def by_itself(self, cell: Cell, block: int, number: int = 0) -> Sample:
        self.numbers.append(number)
        return sample(block, 0, 2.0, self.steady[len(self.numbers) - 1])


@pytest.mark.parametrize(
    ("steady", "processes", "status"),
    [
        ([True], 1, "measured"),
        ([False, True], 2, "measured"),
        ([False, False, True], 3, "unstable"),
        ([False, False, False, True], 3, "unstable"),
    ],
)
def test_one_steady_process_is_enough(settings: Settings, steady: list[bool], processes: int, status: str) -> None:
    doc = document(settings, ["x/null"])
    doc.cells = [Cell(contestant="x/null", workload="null", operation="encode", harness=True)]
    alone: Any = Alone(doc.cells[0].key, steady)
    measure_harness(doc, cast(ProcessExecutor, alone), Progress(quiet=True))
    judge_steadiness(doc)
    assert alone.numbers == list(range(processes)), "each draws its own orders and padding"
    assert (len(doc.cells[0].samples), doc.cells[0].status) == (processes, status)

"""How many turns cells have, told by lives without any process."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import pytest
from measure.replay import sample

from assay.measure import turns
from assay.measure.live import Live
from assay.results.document import Batch, Cell, Sample
from assay.results.request import Settings


class Still:
    """A live that does every batch in no time, and says that it took ``seconds``."""

    process = None

    def __init__(self, name: str, seconds: float = 0.01) -> None:
        self.cell = Cell(contestant=name, workload="w", operation="encode")
        self.turn_seconds = seconds
        self.batches: list[Batch] = []
        self.rounds: list[int] = []

    def start(self) -> None:
        return

    def turn(self, number: int) -> None:
        self.batches.append(Batch(1, 1, 100, 100))
        self.rounds.append(number)

    def forget_turns(self) -> None:
        self.batches.clear()
        self.rounds.clear()

    def measured_in_turns(self, position: int, steady: bool) -> Sample:
        return sample(0, position, 100.0, steady)

    def __exit__(self, *_: object) -> None:
        return


def rounds(settings: Settings, lives: Sequence[Still]) -> list[list[int]]:
    turns.measure([cast(Live, live) for live in lives], settings, Random(1), lambda _: None)
    return [live.rounds for live in lives]


@pytest.mark.parametrize("count", [1, 3, 25])
def test_so_many_batches_as_were_asked_for(settings: Settings, count: int) -> None:
    asked = settings.model_copy(update={"rounds": count, "measure_seconds": 0.0, "turn_ns": 10_000_000})
    assert rounds(asked, [Still("x/a"), Still("x/slow", 2.0)]) == [list(range(count))] * 2


def test_who_is_slow_has_fewer_turns_spread_over_the_rounds(settings: Settings) -> None:
    asked = settings.model_copy(update={"rounds": 30, "measure_seconds": 60.0, "turn_ns": 10_000_000})
    fast, slow, slowest = rounds(asked, [Still("x/a"), Still("x/slow", 0.5), Still("x/slowest", 2.0)])
    assert fast == list(range(30))
    assert slow == list(range(0, 30, 3))
    assert slowest == list(range(0, 30, 6))

"""Taking turns: one at a time, in a new order every round, one that breaks or is slow does not hold up the others."""

from __future__ import annotations

import threading
from itertools import groupby, pairwise
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from assay.measure import turns
from assay.measure.live import Live
from assay.results.document import Batch, Cell, Sample
from assay.results.request import Settings
from assay.runner.broken import Broken
from assay.runner.rules import CONTRACT


class Table:
    """Who was asked, round after round, and whether anybody was asked while another was at work."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, str]] = []
        self.busy = threading.Lock()
        self.left: list[str] = []

    def rounds(self) -> list[list[str]]:
        """The timed rounds."""
        rounds = [[name for _, name in group] for _, group in groupby(self.asked, key=itemgetter(0))]
        return rounds[turns.MAX_UNTIMED :]


class Fake(Live):
    """A process that is none. ``seconds``: of a timed batch. ``breaks``: the turn at which it breaks a rule."""

    def __init__(
        self,
        name: str,
        table: Table,
        workload: str = "w",
        seconds: float = 0.01,
        breaks: int = -1,
        lead_in: float = 0.0,
    ) -> None:
        self.cell = Cell(contestant=name, workload=workload, operation="encode")
        self.table, self.lead_in_seconds, self.turn_seconds, self.breaks = table, lead_in, seconds, breaks
        self.batches, self.rounds, self.process = [], [], None
        self.done = 0

    def start(self) -> None:
        if self.breaks == 0:
            raise Broken(CONTRACT, "does not start")

    def turn(self, number: int) -> None:
        assert self.table.busy.acquire(blocking=False), "two had their turn at the same time"
        self.table.asked.append((number, self.cell.contestant))
        self.done += 1
        self.table.busy.release()
        if self.done == self.breaks:
            raise Broken(CONTRACT, "breaks")
        self.batches.append(Batch(passes=1, records=10, wall_ns=1000, cpu_ns=1000))
        self.rounds.append(number)

    def stay_on(self, core: int | None) -> None:
        """There is nothing to keep anywhere."""

    def forget_turns(self) -> None:
        self.batches.clear()
        self.rounds.clear()

    def measured_in_turns(self, position: int, steady: bool) -> Sample:
        return Sample.model_construct(position=position, steady=steady, rounds=list(self.rounds))

    def __exit__(self, *_: object) -> None:
        self.table.left.append(self.cell.contestant)


def taken(settings: Settings, lives: list[Fake], rounds: int = 30, seconds: float = 0.5) -> dict[str, Any]:
    settings = settings.model_copy(update={"rounds": rounds, "turn_ns": 10_000_000, "measure_seconds": seconds})
    return turns.measure(lives, settings, Random(3), lambda text: None)


def test_everybody_has_a_turn_in_every_round_and_the_order_changes(settings: Settings) -> None:
    table = Table()
    found = taken(settings, [Fake(name, table) for name in "abcd"])
    rounds = table.rounds()
    assert [sorted(one) for one in rounds] == [list("abcd")] * 30
    assert len({tuple(one) for one in rounds}) > 10
    assert all(sample.rounds == list(range(30)) and sample.steady for sample in found.values())


def test_cells_of_one_comparison_follow_each_other(settings: Settings) -> None:
    table = Table()
    taken(settings, [Fake(name, table, workload=name[0]) for name in ("v1", "w1", "v2", "w2", "v3", "w3")])
    for one in table.rounds():
        assert [name[0] for name in one] in (list("vvvwww"), list("wwwvvv"))


@pytest.mark.parametrize("breaks", [0, 1, 9])
def test_whoever_breaks_leaves_and_the_others_go_on(settings: Settings, breaks: int) -> None:
    table = Table()
    found = taken(settings, [Fake("a", table), Fake("b", table, breaks=breaks), Fake("c", table)])
    assert isinstance(found["w/encode/b"], Broken)
    assert [found[f"w/encode/{name}"].rounds for name in "ac"] == [list(range(30))] * 2
    assert sum(name == "b" for _, name in table.asked) == breaks
    assert sorted(table.left) == list("abc")


def test_who_is_slow_has_fewer_turns(settings: Settings) -> None:
    table = Table()
    found = taken(
        settings, [Fake("quick", table), Fake("slow", table, seconds=0.05), Fake("slowest", table, seconds=2)]
    )
    assert len(found["w/encode/quick"].rounds) == 30
    assert found["w/encode/slow"].rounds == list(range(2, 30, 3))
    assert found["w/encode/slowest"].rounds == list(range(5, 30, 6))


def test_lead_ins_make_rounds_long_and_leave_no_cell_behind(settings: Settings) -> None:
    """Without them 24 rounds would fit into the budget; and with them no cell has fewer turns than there are rounds."""
    table = Table()
    update = {"rounds": 24, "most_rounds": 72, "blocks": None, "first_stage": 5, "budget_seconds": 23.0}
    asked = settings.model_copy(update={**update, "measure_seconds": 0.5})
    lives = [Fake(name, table, seconds=0.01, lead_in=0.09) for name in "ab"]
    found = turns.measure(lives, asked, Random(1), lambda text: None)
    counts = [len(sample.rounds or []) for sample in found.values() if isinstance(sample, Sample)]
    assert len(counts) == 2 and counts[0] == counts[1]
    assert 12 <= counts[0] <= 18  # of 0.2 s each, in four fifths of a fifth of 23 s, less what starting took


def test_rounds_go_on_for_as_long_as_the_processes_took_to_prepare(settings: Settings) -> None:
    asked = settings.model_copy(update={"rounds": 24, "most_rounds": 72, "blocks": 5})
    assert turns.enough_rounds(asked, prepared_seconds=0.4, round_seconds=0.1) == 24
    assert turns.enough_rounds(asked, prepared_seconds=5.0, round_seconds=0.1) == 50
    assert turns.enough_rounds(asked, prepared_seconds=60.0, round_seconds=0.1) == 72
    short = asked.model_copy(update={"blocks": None, "budget_seconds": 50.0, "first_stage": 5})
    assert turns.enough_rounds(short, prepared_seconds=5.0, round_seconds=0.1) == 30, "five blocks fit into the budget"
    assert turns.enough_rounds(short, prepared_seconds=6.0, round_seconds=0.1) == 20
    assert turns.enough_rounds(short, prepared_seconds=20.0, round_seconds=0.1) == 8, "fewer say too little"
    assert turns.enough_rounds(asked, prepared_seconds=60.0, round_seconds=5.0) == 24, "no budget has to suffice"
    exactly = settings.model_copy(update={"rounds": 7, "most_rounds": 7})
    assert turns.enough_rounds(exactly, prepared_seconds=60.0, round_seconds=0.1) == 7
    of_older_documents = settings.model_copy(update={"rounds": 24, "most_rounds": 0})
    assert turns.enough_rounds(of_older_documents, prepared_seconds=60.0, round_seconds=0.1) == 24


@pytest.mark.parametrize("rounds", [1, 5, 24, 60])
def test_turns_are_spread_evenly_and_none_is_lost(rounds: int) -> None:
    for number in range(1, rounds + 1):
        had = [one for one in range(rounds) if turns.has_turn(one, number, rounds)]
        gaps = {later - earlier for earlier, later in pairwise(had)}
        assert len(had) == number and max(gaps, default=0) - min(gaps, default=0) <= 1


def test_so_many_batches_as_were_asked_for_whatever_they_take(settings: Settings) -> None:
    asked = settings.model_copy(update={"rounds": 25, "turn_ns": 10_000_000, "measure_seconds": 0.0})
    table = Table()
    lives = [Fake("quick", table), Fake("slow", table, seconds=2)]
    found = turns.measure(lives, asked, Random(1), lambda text: None)
    assert [sample.rounds for sample in found.values() if isinstance(sample, Sample)] == [list(range(25))] * 2


def test_an_interruption_leaves_no_process(settings: Settings) -> None:
    class Interrupts(Fake):
        def turn(self, number: int) -> None:
            raise KeyboardInterrupt

    table = Table()
    with pytest.raises(KeyboardInterrupt):
        taken(settings, [Fake("a", table), Interrupts("b", table)])
    assert sorted(table.left) == ["a", "b"]

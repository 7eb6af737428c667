"""Cells that take turns: their processes live at the same time, and whatever the machine does hits all of them alike.

Starting, loading and warming up use all cores. From then on one process is asked at a time, for one short batch, and
all others wait; those that are to use one thread share one core. Every round has a fresh random order, comparison after
comparison, so that the cells of one comparison are as near to each other as can be.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from random import Random

from assay.base import capacity
from assay.measure.live import Live
from assay.results.document import Batches, Sample
from assay.results.request import Settings
from assay.runner import cores
from assay.runner.broken import Broken
from assay.stats.rounds import common, moves

UNTIMED_SECONDS = 0.1  # after warm-up side by side each has the core for itself, for one turn at least
MAX_UNTIMED = 2  # the first is slow by chance in some, who would have fewer turns then
MAX_CUT = 3  # the rounds of the profile are divided by no more than this, where the first stage would not fit
SHARE_OF_BLOCK = 0.8  # of the budget's share of a block; the rest is for untimed turns and for ending processes
MIN_TURNS = 5  # of a cell that is so slow that its share of the time does not suffice for a turn in every round


def measure(
    lives: Sequence[Live], settings: Settings, rng: Random, now: Callable[[str], None]
) -> dict[str, Sample | Broken]:
    """Measure cells in turns; of each its sample, or why it has none."""
    together = _Together(lives, settings, rng, now)
    try:
        together.warm_up()
        core = None if settings.all_cores else cores.quietest()
        with cores.staying_on(core):
            together.rounds(core)
            return together.results()
    finally:
        together.end()


def has_turn(number: int, turns: int, rounds: int) -> bool:
    """Whether a cell with so many turns, spread evenly over the rounds, has one in the round of that number."""
    return (number + 1) * turns // rounds > number * turns // rounds


def enough_rounds(settings: Settings, prepared_seconds: float, round_seconds: float) -> int:
    """How many rounds a block has: the profile's, or as many as take no longer than starting and warming up did.

    Where starting takes long, rounds are the cheap way to a narrower interval (docs/statistics.md). But the budget must
    still hold the blocks of the first stage: for them a block has fewer rounds, to a third of the profile's.
    ``round_seconds``: what one round takes.
    """
    if settings.most_rounds <= settings.rounds:
        return settings.rounds
    rounds = max(settings.rounds, min(settings.most_rounds, _within(prepared_seconds, round_seconds)))
    if settings.blocks is None:
        share = settings.budget_seconds / settings.first_stage * SHARE_OF_BLOCK
        bearable = _within(share - prepared_seconds, round_seconds)
        rounds = min(rounds, max(settings.rounds // MAX_CUT, bearable))
    return rounds


def _within(seconds: float, round_seconds: float) -> int:
    return math.floor(seconds / max(round_seconds, 1e-3))


class _Together:
    def __init__(self, lives: Sequence[Live], settings: Settings, rng: Random, now: Callable[[str], None]) -> None:
        self.lives, self.settings, self.rng, self.now = list(lives), settings, rng, now
        self.broken: dict[str, Broken] = {}
        self.prepared_seconds = 0.0
        self.stopped = threading.Event()

    @property
    def alive(self) -> list[Live]:
        return [live for live in self.lives if live.cell.key not in self.broken]

    def warm_up(self) -> None:
        """As many at a time as there are cores."""
        begin = time.monotonic()
        with ThreadPoolExecutor(capacity.cores()) as pool:
            try:
                begun = {pool.submit(self._start, live): live for live in self.lives}
                for done, future in enumerate(as_completed(begun)):
                    self.now(f"{done + 1} of {len(begun)} warmed up")
                    try:
                        future.result()
                    except Broken as broken:
                        self._leave_out(begun[future], broken)
            except BaseException:
                # Do not wait for those who wait for a reply.
                self.stopped.set()
                for live in self.lives:
                    if live.process is not None:
                        live.process.kill()
                raise
        self.prepared_seconds = time.monotonic() - begin

    def _start(self, live: Live) -> None:
        if not self.stopped.is_set():
            live.start()

    def rounds(self, core: int | None) -> None:
        """A turn of each cell in every round, of a slow one in fewer.

        ``core``: where cells of one thread are kept; None: they are left alone.
        """
        for live in self.alive:
            live.stay_on(core)
        seconds = self._untimed()
        rounds = enough_rounds(self.settings, self.prepared_seconds, self._round_seconds(seconds))
        turns = {live.cell.key: self._turns(seconds[live.cell.key], rounds) for live in self.alive}
        for live in self.alive:
            live.forget_turns()
        for number in range(rounds):
            self.now(f"round {number + 1} of {rounds}, {len(self.alive)} cells in turns")
            self._round(number, [live for live in self.alive if has_turn(number, turns[live.cell.key], rounds)])

    def _untimed(self) -> dict[str, float]:
        """Rounds that do not count; and of each cell how long its shortest timed batch took: others are held up."""
        seconds: dict[str, float] = {}
        for number in range(MAX_UNTIMED):
            lives = [live for live in self.alive if seconds.get(live.cell.key, 0.0) < UNTIMED_SECONDS]
            self._round(number, lives)
            for live in lives:
                seconds[live.cell.key] = min(seconds.get(live.cell.key, math.inf), live.turn_seconds)
        return seconds

    def _round_seconds(self, seconds: dict[str, float]) -> float:
        """What a round takes on average, as slow cells are not in every one."""
        least = self.settings.rounds
        return math.fsum(
            (live.lead_in_seconds + seconds[live.cell.key]) * self._turns(seconds[live.cell.key], least) / least
            for live in self.alive
        )

    def _turns(self, seconds: float, rounds: int) -> int:
        """How many turns a cell has: one in every round, or fewer where one is long and would hold up the others."""
        if not self.settings.measure_seconds:  # so many batches were asked for of every process
            return rounds
        longer = rounds / self.settings.rounds
        within = math.ceil(self.settings.measure_seconds * longer / seconds)
        return min(rounds, max(MIN_TURNS, within))

    def _round(self, number: int, lives: Sequence[Live]) -> None:
        for live in self._order(lives):
            try:
                live.turn(number)
            except Broken as broken:
                self._leave_out(live, broken)

    def _order(self, lives: Sequence[Live]) -> list[Live]:
        comparisons: dict[tuple[str, str, str], list[Live]] = {}
        for live in lives:
            comparisons.setdefault(live.cell.subject, []).append(live)
        order = list(comparisons.values())
        self.rng.shuffle(order)
        return [live for comparison in order for live in self.rng.sample(comparison, len(comparison))]

    def results(self) -> dict[str, Sample | Broken]:
        """Ends the processes, as many at a time as there are cores: giving back a large heap takes a while."""
        steady = self._steady()

        def result(position: int, live: Live) -> Sample | Broken:
            try:
                return live.measured_in_turns(position, steady[live.cell.key])
            except Broken as broken:
                return broken

        with ThreadPoolExecutor(capacity.cores()) as pool:
            begun = {
                live.cell.key: pool.submit(result, position, live)
                for position, live in enumerate(self.lives)
                if live.cell.key not in self.broken
            }
            return self.broken | {key: future.result() for key, future in begun.items()}

    def _steady(self) -> dict[str, bool]:
        """Whether each cell ran at one level, beside the others: what the machine did meanwhile, it did to all."""
        times = {live.cell.key: dict(zip(live.rounds, Batches.of(live.batches).ns, strict=True)) for live in self.alive}
        numbers = sorted({number for mine in times.values() for number in mine})
        full = [[mine[number] for number in numbers] for mine in times.values() if len(mine) == len(numbers)]
        shared = dict(zip(numbers, common(full), strict=True)) if full else dict.fromkeys(numbers, 0.0)
        return {key: not moves(list(mine.values()), [shared[n] for n in mine]) for key, mine in times.items()}

    def _leave_out(self, live: Live, broken: Broken) -> None:
        self.broken[live.cell.key] = broken
        if live.process is not None:
            live.process.end()

    def end(self) -> None:
        for live in self.lives:
            live.__exit__()

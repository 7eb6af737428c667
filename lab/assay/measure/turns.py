"""Cells that take turns: their processes live at the same time, and whatever the machine does hits all of them alike.

Starting, loading and warming up use all cores. From then on one process is asked at a time, for one short batch, and
all others wait; every round has a fresh random order, comparison after comparison, so that the cells of one comparison
are as near to each other as can be.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from random import Random

from assay.measure.live import Live
from assay.results.document import Batches, Sample
from assay.results.request import Settings
from assay.runner.broken import Broken
from assay.stats.rounds import common, moves

UNTIMED_ROUNDS = 2  # after warm-up side by side each has the machine for itself
MIN_TURNS, MIN_LONG_TURNS = 10, 5  # of a cell, and of one whose turn is LONG
LONG = 1.0  # seconds
SLOW = 4.0  # whose turn is so many times as long as a batch should be has fewer turns


def measure(
    lives: Sequence[Live], settings: Settings, rng: Random, now: Callable[[str], None]
) -> dict[str, Sample | Broken]:
    """Measure cells in turns; of each its sample, or why it has none."""
    together = _Together(lives, settings, rng, now)
    try:
        together.warm_up()
        together.rounds()
        return together.results()
    finally:
        together.end()


def _min_turns(live: Live) -> int:
    return MIN_TURNS if live.turn_seconds < LONG else MIN_LONG_TURNS


class _Together:
    def __init__(self, lives: Sequence[Live], settings: Settings, rng: Random, now: Callable[[str], None]) -> None:
        self.lives, self.settings, self.rng, self.now = list(lives), settings, rng, now
        self.broken: dict[str, Broken] = {}
        self.stopped = threading.Event()

    @property
    def alive(self) -> list[Live]:
        return [live for live in self.lives if live.cell.key not in self.broken]

    def warm_up(self) -> None:
        """As many at a time as there are cores."""
        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            try:
                begun = {pool.submit(self._start, live): live for live in self.lives}
                for done, future in enumerate(as_completed(begun)):
                    self.now(f"{done + 1} of {len(begun)} warmed up")
                    try:
                        future.result()
                    except Broken as broken:
                        self._leave_out(begun[future], broken)
            except BaseException:
                # Whoever waits for a reply must not be waited for.
                self.stopped.set()
                for live in self.lives:
                    if live.process is not None:
                        live.process.kill()
                raise

    def _start(self, live: Live) -> None:
        if not self.stopped.is_set():
            live.start()

    def rounds(self) -> None:
        """So many rounds as were asked for; fewer where they take too long and all cells have had enough turns."""
        for number in range(UNTIMED_ROUNDS):
            self._round(number, {})
        # Without a time that is to be filled, so many batches were asked for of every process.
        exactly = not self.settings.measure_seconds
        every = {} if exactly else {live.cell.key: self._every(live) for live in self.alive}
        for live in self.alive:
            live.forget_turns()
        enough = time.monotonic() + self.settings.measure_seconds * len(self.alive)
        for number in range(self.settings.rounds):
            had_enough = all(len(one.rounds) >= _min_turns(one) for one in self.alive)
            if not exactly and had_enough and time.monotonic() > enough:
                break
            self.now(f"round {number + 1} of {self.settings.rounds}, {len(self.alive)} cells in turns")
            self._round(number, every)

    def _every(self, live: Live) -> int:
        """In which rounds a cell has its turn: in every one, or in every n-th, so that who is slow holds up nobody."""
        rarest = self.settings.rounds // _min_turns(live)
        return max(1, min(rarest, round(live.turn_seconds / (SLOW * self.settings.turn_ns / 1e9))))

    def _round(self, number: int, every: Mapping[str, int]) -> None:
        for live in self._order():
            if number % every.get(live.cell.key, 1):
                continue
            try:
                live.turn(number)
            except Broken as broken:
                self._leave_out(live, broken)

    def _order(self) -> list[Live]:
        comparisons: dict[tuple[str, str, str], list[Live]] = {}
        for live in self.alive:
            comparisons.setdefault(live.cell.subject, []).append(live)
        order = list(comparisons.values())
        self.rng.shuffle(order)
        return [live for comparison in order for live in self.rng.sample(comparison, len(comparison))]

    def results(self) -> dict[str, Sample | Broken]:
        steady = self._steady()
        results: dict[str, Sample | Broken] = dict(self.broken)
        for position, live in enumerate(self.lives):
            if live.cell.key in self.broken:
                continue
            try:
                results[live.cell.key] = live.measured_in_turns(position, steady[live.cell.key])
            except Broken as broken:
                results[live.cell.key] = broken
        return results

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

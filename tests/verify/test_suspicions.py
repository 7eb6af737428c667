"""Suspicions that rest on times, with replies replayed: a busy machine makes no suspicion, and hides none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import pytest

from assay.boundaries.codecs.finished import MOST_ROUNDS, PLAIN, REPLY, Left, work_left
from assay.boundaries.codecs.memory import first_pass
from assay.boundaries.codecs.task import codec_task
from assay.data.recordset import RecordSet
from assay.runner.broken import Broken, Suspected
from assay.runner.process import Process

Times = tuple[float, float, float, float]

# Taken beside four busy processes on two cores: to decode, to read, to read again, to read loaded values.
# An honest decoder (python/protobuf on `sample`): some decoding is undisturbed, hardly any reading is.
HONEST: list[Times] = [
    (996, 56467, 63726, 50946), (1497, 50782, 30952, 70826), (1095, 31953, 65418, 51820), (1014, 60510, 30204, 51095),
    (1244, 64477, 50276, 30409), (1501, 65952, 65662, 52792), (859, 50674, 50579, 30392), (997, 30829, 70467, 39338),
    (856, 65580, 30096, 42989), (941, 30284, 50274, 41629), (887, 50399, 30340, 50715), (1220, 51781, 50891, 30777),
    (856, 50564, 30235, 54604), (1110, 54701, 30212, 30251), (823, 30505, 50487, 50732), (898, 50277, 52363, 30452),
    (958, 43328, 50954, 31295), (925, 50920, 30085, 51306),
]  # fmt: skip
# The planted cheat that works out its values at every reading.
LAZY: list[Times] = [
    (350, 28594, 8204, 4106), (371, 8375, 8794, 25079), (318, 8370, 8241, 4100), (319, 8255, 8353, 4070),
    (304, 14774, 8257, 4088), (302, 8439, 8446, 4081), (300, 8135, 8024, 3942), (304, 8029, 7899, 4347),
    (20567, 8433, 8239, 44575),
]  # fmt: skip
# The one that does so at the first reading.
LAZY_ONCE: list[Times] = [
    (218, 7178, 3487, 3754), (320, 7034, 3730, 3832), (134, 5179, 14885, 3062), (195, 5360, 2538, 2582),
    (152, 5244, 2531, 2483), (170, 5356, 2461, 2441), (139, 5174, 2483, 2426), (190, 5854, 2648, 2690),
    (134, 5203, 2503, 2447),
]  # fmt: skip
# An honest one whose objects are slower to read than the loaded ones of the same class, but not than plain values,
# which take 715 ns (python/fory on `media-content`).
OTHER_MAKE: list[Times] = [(1948, 625, 613, 318), (1941, 630, 617, 329), (1916, 640, 625, 320)]
# Messages that make their text and their parts at every reading (python/protobuf on `media-content`); plain values
# take 478 ns.
MESSAGES: list[Times] = [(423, 3670, 3660, 3652), (430, 3660, 3655, 3650), (420, 3665, 3650, 3660)]
QUIET: list[Times] = [(8000, 26000, 25500, 25600), (8100, 25500, 25600, 25500), (7900, 25800, 25700, 25300)]


class Replayed:
    """Answers as a contestant's process does, with times that are given: `inspect` rounds, passes that are measured."""

    def __init__(
        self,
        rounds: Iterable[Times] = (),
        known: Iterable[tuple[int, int]] = (),
        new: Iterable[tuple[int, int]] = (),
        plain: float | None = None,
    ) -> None:
        self.plain = plain
        self.rounds: Iterator[Times] = cycle(rounds)
        self.passes = {True: iter(known), False: iter(new)}  # passes in a batch, its nanoseconds
        self.inspected = 0
        self.loaded = ""

    def ask(self, request: str, **keys: Any) -> dict[str, Any]:
        if request in ("load", "swap"):
            self.loaded = Path(keys["records"]).stem
            return {"count": keys["count"], "setup_ns": 1}
        if request == "inspect":
            self.inspected += 1
            return dict(zip(REPLY, next(self.rounds), strict=False)) | {PLAIN: self.plain}
        if request == "measure":
            passes, wall_ns = next(self.passes[self.loaded == "probe0"])
            return {"batches": [{"passes": passes, "wall_ns": wall_ns}]}
        return {}


def left(people: RecordSet, replayed: Replayed) -> Left:
    return work_left(cast(Process, replayed), codec_task(people, "decode"), 9)


def over_known(people: RecordSet, folder: Path, known_ns: list[int], new_ns: list[int]) -> float | None:
    return over_known_in_batches(people, folder, [(1, ns) for ns in known_ns], [(1, ns) for ns in new_ns])


def over_known_in_batches(
    people: RecordSet, folder: Path, known: list[tuple[int, int]], new: list[tuple[int, int]]
) -> float | None:
    replayed = Replayed(known=known, new=new)
    return first_pass(cast(Process, replayed), codec_task(people, "decode"), folder, 0.2)


def test_an_honest_decoder_is_not_deferred_beside_load(people: RecordSet) -> None:
    replayed = Replayed(HONEST)
    assert not left(people, replayed).is_deferred
    assert replayed.inspected > MOST_ROUNDS  # what is not clear is looked at for longer


def test_objects_may_be_slower_to_read_than_loaded_ones_but_not_than_plain_values(people: RecordSet) -> None:
    beside_plain = Replayed(OTHER_MAKE, plain=715)
    assert not left(people, beside_plain).is_deferred
    assert beside_plain.inspected == 1 + 9  # at once
    assert left(people, Replayed(OTHER_MAKE, plain=315)).is_deferred


@pytest.mark.parametrize("rounds", [LAZY, LAZY_ONCE])
def test_a_lazy_decoder_is_deferred_beside_load(people: RecordSet, rounds: list[Times]) -> None:
    found = left(people, Replayed(rounds))
    assert found.is_deferred
    assert found.ns > 2500  # decoding takes less than 400


def test_what_is_worked_out_at_every_reading_shows_beside_plain_values(people: RecordSet) -> None:
    found = left(people, Replayed(MESSAGES, plain=478))
    assert found.is_deferred
    assert found.ns == pytest.approx(3187, abs=20)


def test_small_remainders_are_reported(people: RecordSet) -> None:
    replayed = Replayed(QUIET)
    found = left(people, replayed)
    assert found.ns == 400 and not found.is_deferred
    assert replayed.inspected == 1 + 9


@pytest.mark.parametrize(("share", "deferred"), [(0.09, False), (0.11, True)])
def test_a_tenth_of_decoding_may_be_left(people: RecordSet, share: float, deferred: bool) -> None:
    found = left(people, Replayed([(1000, 500 + 1000 * share, 500, 500)]))
    assert found.is_deferred is deferred


def test_what_a_first_reading_costs_by_itself_is_not_left(people: RecordSet) -> None:
    assert not left(people, Replayed([(100, 1040, 1000, 1000)])).is_deferred


@pytest.mark.parametrize(("read_ns", "records"), [(100, "few200"), (10_000, "few60"), (1_000_000, "few20")])
def test_slow_readings_are_timed_on_few_records(people: RecordSet, read_ns: float, records: str) -> None:
    replayed = Replayed([(read_ns, read_ns, read_ns, read_ns)])
    left(people, replayed)
    assert replayed.loaded == records


def test_a_reply_without_times_breaks_the_contract(people: RecordSet) -> None:
    with pytest.raises(Broken, match="the reply to inspect lacks"):
        left(people, Replayed([cast(Times, (1, 2, 3))]))


def test_new_records_may_be_disturbed(people: RecordSet, tmp_path: Path) -> None:
    assert over_known(people, tmp_path, [100] * 7, [4000, 5000, 900, 4000, 110, 800, 4000]) == pytest.approx(1.1)


def test_known_records_may_be_disturbed(people: RecordSet, tmp_path: Path) -> None:
    with pytest.raises(Suspected, match="remembered"):
        over_known(people, tmp_path, [4000, 4000, 100, 4000, 5000, 900, 4000], [1000] * 7)


# Taken where a pass of V8's is about as long as the kit's shortest batch: alone are those during which it compiled.
SHORT_KNOWN = [(2, 2256538), (1, 2473), (2, 4386), (3, 6168), (3, 5338), (3, 5718), (3, 6008)]
SHORT_NEW = [(1, 33360), (1, 1364283), (3, 5308), (3, 6218), (3, 7140), (3, 5870), (3, 5109)]


def test_passes_that_are_timed_together_count_as_well(people: RecordSet, tmp_path: Path) -> None:
    assert over_known_in_batches(people, tmp_path, SHORT_KNOWN, SHORT_NEW) == pytest.approx(1.0, abs=0.05)
    with pytest.raises(Suspected, match="remembered"):
        over_known_in_batches(people, tmp_path, SHORT_KNOWN, [(1, 33360)] * 7)

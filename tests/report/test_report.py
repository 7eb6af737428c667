"""What reports say about a document: order, ratios, noise, lanes, reasons."""

from __future__ import annotations

import pytest
from measure.replay import Clock, Replay, Saved, document
from report.measured import BASE, FAST, SLOW, measured
from report.printed import printed

from assay.analysis.figures import Analysis, Row, analyse
from assay.analysis.lanes import lane
from assay.base import words
from assay.measure.blocks import run_blocks
from assay.report import columns
from assay.report.sections import sections
from assay.results.document import Limited, Proof, RuntimeBuild
from assay.results.request import Settings


def rows(found: Analysis) -> dict[str, Row]:
    return {row.name: row for row in found.comparisons[0].rows}


def test_rows_go_from_fast_to_slow(settings: Settings) -> None:
    names = [row.contestant.name for row in analyse(measured(settings)).comparisons[0].rows]
    assert names == sorted(names, key=[FAST, BASE, SLOW].index)


def test_the_ratio_says_how_many_times_as_fast_as_the_baseline(settings: Settings) -> None:
    found = rows(analyse(measured(settings)))
    for name, truth in ((FAST, (100 + len(BASE)) / (100 + len(FAST))), (SLOW, (100 + len(BASE)) / (100 + len(SLOW)))):
        ratio = found[name].ratio
        assert ratio is not None
        assert ratio.low < truth < ratio.high
    assert found[FAST].verdict == "faster"
    assert found[SLOW].verdict == "slower"


def test_the_control_is_not_called_different(settings: Settings) -> None:
    found = analyse(measured(settings))
    comparison = found.comparisons[0]
    assert comparison.control is not None and comparison.floor is not None
    assert 0 < comparison.floor < 0.1
    assert rows(found)[f"{BASE} (again)"].verdict in ("same", "undecided")


def close(settings: Settings, spread: float) -> Row:
    """Of two contestants that are 1% apart, the faster one."""
    doc = document(settings.model_copy(update={"blocks": 6}), ["x/bb", "x/a"])
    run_blocks(doc, Replay(spread=spread), Saved().watch(), Clock())
    return rows(analyse(doc))["x/a"]


def test_what_lies_within_the_margin_is_the_same(settings: Settings) -> None:
    assert close(settings, 0.002).verdict == "same"
    assert close(settings.model_copy(update={"margin": 0.005}), 0.0005).verdict == "faster"


def test_what_noise_hides_is_undecided_and_says_what_it_would_take(settings: Settings) -> None:
    row = close(settings, 0.05)
    assert row.verdict == "undecided"
    assert columns.verdict(row).startswith("undecided; about ")


def test_cells_that_are_not_told_apart_share_a_rank(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 6}), [BASE, FAST, SLOW, f"{SLOW}c"])
    run_blocks(doc, Replay(), Saved().watch(), Clock())
    found = rows(analyse(doc))
    assert [found[name].rank for name in (FAST, BASE, f"{BASE} (again)", SLOW, f"{SLOW}c")] == [1, 2, 2, 4, 4]


def test_ratios_stay_within_a_lane_unless_asked(settings: Settings) -> None:
    doc = measured(settings, across=False)
    doc.contestant(FAST).lane.typing = "typed"
    found = rows(analyse(doc))
    assert found[FAST].ratio is None and found[SLOW].ratio is not None
    assert "other lane" in printed(analyse(doc))
    doc.plan.across_lanes = True
    assert rows(analyse(doc))[FAST].ratio is not None


def test_what_leaves_work_to_the_first_reading_is_ranked_apart(settings: Settings) -> None:
    doc = measured(settings)
    proved = Proof(bytes="none", encoded_bytes=100, deferred=True, deferred_ns=50.0)
    doc.cells = [c.model_copy(update={"proof": proved}) if c.contestant == FAST else c for c in doc.cells]
    ranked = analyse(doc)
    found = rows(ranked)
    assert [row.name for row in ranked.comparisons[0].rows][-1] == FAST  # after those that are slower
    assert found[FAST].rank == 1 and found[BASE].rank == 1 and found[SLOW].rank == 3
    assert found[FAST].ratio is None and found[FAST].share == 1
    times = {name: row.time.value for name, row in found.items() if row.time}
    assert found[FAST].finished == times[FAST] + 50 and found[BASE].finished == times[BASE]
    assert lane(found[FAST].lane).endswith("deferred")
    text = printed(ranked)
    assert "and read" in text and "Deferred:" in text
    assert "and read" not in printed(analyse(measured(settings)))


def test_what_appends_has_one_buffer_whatever_encode_does(settings: Settings) -> None:
    doc = measured(settings, across=False)
    lanes = {one.name: one.lane for one in doc.contestants}
    lanes[BASE].buffer, lanes[FAST].buffer = "fresh", "reused"
    assert rows(analyse(doc))[FAST].ratio is None
    for cell in doc.cells:
        cell.operation = "encode-into"
    found = rows(analyse(doc))
    assert found[FAST].ratio is not None
    assert {lane(row.lane) for row in found.values()} == {lane(lanes[FAST])}


def test_code_for_one_processor_is_said(settings: Settings) -> None:
    said = "compiled for this machine's own processor"
    assert said not in printed(analyse(measured(settings)))
    assert said in printed(analyse(measured(settings.model_copy(update={"cpu": "native"}))))


def test_how_runtimes_were_built_is_said_and_how_old_they_are(settings: Settings) -> None:
    document = measured(settings)
    document.created = "2026-11-24T01:00:00+00:00"
    first, second, third = document.contestants
    first.runtime = second.runtime = "CPython 3.11.7"
    third.runtime = "go1.26.8"
    assert "Runtimes: CPython 3.11.7, go1.26.8; " in printed(analyse(document))
    first.runtime_build = second.runtime_build = RuntimeBuild(
        how="without LTO", optimized=False, built="2026-05-09", line="2022-10"
    )
    text = printed(analyse(document))
    assert text.count("CPython 3.11.7: without LTO (not optimized: slower than builds that are); ") == 1
    assert "compiled 2026-05-09; the first of its line 2022-10, 4 years before this run." in text
    assert "Runtimes: go1.26.8; " in text
    third.runtime_build = RuntimeBuild(how="its defaults", line="2026-02")
    assert "go1.26.8: its defaults; the first of its line 2026-02." in printed(analyse(document))


def test_engines_of_stores_have_a_table_where_the_document_has_them(settings: Settings) -> None:
    document = measured(settings)
    assert not any(section.title == "Engines" for section in sections(analyse(document)))
    document.contestants[1].engine = "SQLite 3.54.1 (COMPILER=gcc-12.2.1, THREADSAFE=1)"
    document.contestants[2].engine = "RocksDB 9.8.4"
    (found,) = (section.table for section in sections(analyse(document)) if section.title == "Engines")
    assert found and [line.cells[1:] for line in found.lines] == [
        ["SQLite 3.54.1", "COMPILER=gcc-12.2.1, THREADSAFE=1"],
        ["RocksDB 9.8.4", ""],
    ]


def test_intervals_of_a_virtual_machine_hold_for_the_neighbours_that_it_had(settings: Settings) -> None:
    document = measured(settings)
    said = "they hold for a virtual machine with the neighbours that it had meanwhile"
    document.machine.virtual = None
    assert said not in printed(analyse(document))
    document.machine.virtual = "kvm"
    assert f"paired by block; {said}" in printed(analyse(document))


def test_a_machine_that_gave_a_part_of_itself_is_said(settings: Settings) -> None:
    document = measured(settings)
    document.machine.memory_bytes = 2 * 2**30
    document.machine.limited = Limited(processors=1.5, machine_cores=8, machine_memory_bytes=16 * 2**30)
    text = printed(analyse(document))
    assert "limited to 1.5 of 8 cores and 2.00 GiB of 16.0 GiB" in text


def test_a_cell_without_a_number_shows_its_reason(settings: Settings) -> None:
    doc = measured(settings, Replay(breaks={f"w/encode/{FAST}": 2}))
    text = printed(analyse(doc))
    assert f"| {FAST} | failed | rule 10 (the contract is kept): the process ended |" in text
    assert rows(analyse(doc))[FAST].time is None


def test_one_block_has_no_interval(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 1}), [BASE, FAST])
    run_blocks(doc, Replay(), Saved().watch(), Clock())
    assert "one block: no interval" in printed(analyse(doc))


def test_a_run_until_all_is_decided_says_when_it_looked(settings: Settings) -> None:
    asked = settings.model_copy(update={"until": "decided"})
    assert "Looks were planned after 3, 5, 8" in printed(analyse(measured(asked)))
    assert "Looks" not in printed(analyse(measured(settings)))


@pytest.mark.parametrize(
    ("ns", "text"),
    [
        (0.28, "0.280 ns"),
        (9.994, "9.99 ns"),
        (152.4, "152 ns"),
        (999.7, "1.00 µs"),
        (25_900, "25.9 µs"),
        (2.5e9, "2.50 s"),
    ],
)
def test_times_have_three_digits_and_a_unit(ns: float, text: str) -> None:
    assert words.nanoseconds(ns) == text


@pytest.mark.parametrize(("number", "text"), [(0.06, "0.060"), (0.0476, "0.048"), (0.5, "0.500"), (0.9996, "1.00")])
def test_the_ends_of_an_interval_have_equally_many_digits(number: float, text: str) -> None:
    assert words.three(number) == text


def twice(settings: Settings, spread: float) -> str:
    """The report of a run in which every contestant was measured twice, and replays differ by so much."""
    doc = document(settings.model_copy(update={"blocks": 6}), [BASE, FAST, SLOW])
    doc.plan.request.controls = True
    doc.cells += [cell.model_copy(update={"control": True}) for cell in doc.cells if cell.contestant in (FAST, SLOW)]
    run_blocks(doc, Replay(spread=spread), Saved().watch(), Clock())
    return printed(analyse(doc))


def test_contestants_that_were_measured_twice_show_how_often_intervals_are_wrong(settings: Settings) -> None:
    text = twice(settings, 0.002)
    assert "3 contestants against themselves: the intervals of 0 (0%) do not hold 1." in text
    assert "Verdicts: 3 same, 0 undecided, 0 faster or slower, which is wrong." in text


def test_the_houses_own_are_named_as_that(settings: Settings) -> None:
    found = measured(settings)
    said = "The house's own, from the checkout of the lab"
    assert said not in printed(analyse(found))
    next(one for one in found.contestants if one.name == FAST).in_house = True
    assert f"{said}: {FAST}." in printed(analyse(found))

"""Blocks spread over machines: who measures which, what a lost machine costs, when there are enough."""

from __future__ import annotations

from collections import Counter

import pytest
from cluster.machines import Refusing, Replayed, spread_over, watching
from measure.replay import Clock, Saved, document

from assay.measure.cluster.spread import AllLost, Spread
from assay.results.document import Document
from assay.results.request import Settings

THREE = ["x/a", "x/bb", "x/ccc"]


def planned(settings: Settings, blocks: int | None, machines: int = 2) -> Document:
    return spread_over(document(settings.model_copy(update={"blocks": blocks}), THREE), machines)


def spread(doc: Document, machines: Replayed, events: list[str] | None = None) -> Saved:
    saved = Saved()
    numbers = {number: number for number in sorted(machines.replays)}
    Spread(doc, machines, numbers, watching(saved, events if events is not None else []), Clock(0.1)).run()
    return saved


def shares(doc: Document) -> Counter[int]:
    return Counter(block.machine for block in doc.blocks)


def test_every_block_is_measured_on_one_machine(settings: Settings) -> None:
    doc = planned(settings, 6)
    spread(doc, Replayed(doc, [0, 1]))
    assert [block.index for block in doc.blocks] == list(range(6))
    assert shares(doc) == {0: 3, 1: 3}
    for cell in doc.cells:
        assert [sample.block for sample in cell.samples] == list(range(6))


def test_no_machine_is_more_than_a_block_ahead(settings: Settings) -> None:
    """The first machine answers nine times as often as the others."""
    doc = planned(settings, 9, machines=3)
    machines = Replayed(doc, [0] * 9 + [1, 2])
    spread(doc, machines)
    assert shares(doc) == {0: 3, 1: 3, 2: 3}
    for place in range(len(machines.begun)):
        counts = Counter(machine for machine, _ in machines.begun[: place + 1])
        assert max(counts.values()) - min(counts[machine] for machine in range(3)) <= 1


def test_blocks_differ_in_their_orders(settings: Settings) -> None:
    doc = planned(settings, 6)
    machines = Replayed(doc, [0, 1])
    spread(doc, machines)
    assert len({number for _, number in machines.begun}) == 6


def test_no_more_blocks_are_begun_than_were_asked_for(settings: Settings) -> None:
    doc = planned(settings, 5, machines=3)
    machines = Replayed(doc, [2, 0, 1])
    spread(doc, machines)
    assert len(machines.begun) == len(doc.blocks) == 5
    assert doc.stopped_because == "5 blocks were asked for"


def test_a_lost_machine_costs_its_unfinished_block_only(settings: Settings) -> None:
    doc = planned(settings, 6)
    events: list[str] = []
    machines = Replayed(doc, [0, 1], lost={1: 2})
    spread(doc, machines, events)
    assert shares(doc) == {0: 4, 1: 2}
    assert len(machines.begun) == 7
    assert doc.cluster is not None
    assert [machine.lost for machine in doc.cluster.machines] == [False, True]
    assert events == doc.cluster.events
    assert "Machine 2 was lost after 2 blocks" in events[0]
    for cell in doc.cells:
        assert [sample.block for sample in cell.samples] == list(range(6))


def test_a_machine_that_cannot_measure_is_lost(settings: Settings) -> None:
    doc = planned(settings, 4)
    events: list[str] = []
    spread(doc, Refusing(doc, [0, 1]), events)
    assert shares(doc) == {0: 4}
    assert "the disk is full" in events[0]


def test_when_all_machines_are_lost_what_they_finished_is_kept(settings: Settings) -> None:
    doc = planned(settings, 6)
    with pytest.raises(AllLost):
        spread(doc, Replayed(doc, [0, 1], lost={0: 1, 1: 2}))
    assert shares(doc) == {0: 1, 1: 2}


def test_a_resumed_run_goes_on_after_its_blocks(settings: Settings) -> None:
    doc = planned(settings, 6)
    with pytest.raises(AllLost):
        spread(doc, Replayed(doc, [0, 1], lost={0: 1, 1: 2}))
    again = Document.model_validate_json(doc.model_dump_json())
    spread(again, Replayed(again, [0, 1]))
    assert again.blocks[:3] == doc.blocks
    assert shares(again) == {0: 3, 1: 3}


def test_a_cell_that_breaks_on_one_machine_is_measured_on_none(settings: Settings) -> None:
    doc = planned(settings, 6)
    machines = Replayed(doc, [0, 1], breaks={1: {"w/encode/x/bb": 1}})
    spread(doc, machines)
    cell = next(cell for cell in doc.cells if cell.contestant == "x/bb")
    assert cell.status == "failed"
    assert all("w/encode/x/bb" not in machines.replays[1].block(number) for number in range(2, 6))


def test_the_number_of_blocks_follows_from_the_spread(settings: Settings) -> None:
    doc = planned(settings.model_copy(update={"max_blocks": 12, "precision": 0.05}), None, machines=3)
    spread(doc, Replayed(doc, [0, 1, 2]))
    assert "blocks of every machine" in doc.stopped_because
    assert len(set(shares(doc).values())) == 1
    assert len(doc.blocks) >= 6


def test_the_budget_ends_a_run(settings: Settings) -> None:
    doc = planned(settings.model_copy(update={"max_blocks": 500, "precision": 0.0001, "budget_seconds": 40.0}), None)
    spread(doc, Replayed(doc, [0, 1]))
    assert "budget" in doc.stopped_because


def test_one_machine_of_a_cluster_is_judged_as_ever(settings: Settings) -> None:
    doc = planned(settings, None, machines=1)
    spread(doc, Replayed(doc, [0]))
    assert shares(doc) == {0: settings.first_stage}

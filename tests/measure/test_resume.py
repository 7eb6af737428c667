"""A run that was interrupted and resumed says the same as one that was not, on replayed samples."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from measure.replay import Clock, Replay, Saved, document

from assay.analysis.figures import Analysis, analyse
from assay.measure.blocks import run_blocks
from assay.results.document import Document
from assay.results.request import Settings

CONTESTANTS = ["x/a", "x/bb", "x/ccc", "x/dddd"]


def figures(analysis: Analysis) -> Any:
    """All that a report would show of the cells, but for the guess how long it would take to decide."""
    return [
        (
            c.operation,
            c.floor,
            [dataclasses.replace(row, cell=None, more_seconds=None) for row in c.rows],  # type: ignore[arg-type]
        )
        for c in analysis.comparisons
    ]


def finished(doc: Document, replay: Replay) -> Document:
    saved = Saved()
    run_blocks(doc, replay, saved.watch(), Clock(step=0.001))
    return saved.last()


@pytest.mark.parametrize("calls", [1, 9, 10, 11, 25, 37])
@pytest.mark.parametrize("blocks", [6, None])
def test_interrupted_and_resumed_is_as_if_never_interrupted(settings: Settings, calls: int, blocks: int | None) -> None:
    settings = settings.model_copy(update={"blocks": blocks, "max_blocks": 15})
    operations = ("encode", "decode")
    whole = finished(document(settings, CONTESTANTS, operations), Replay())

    saved = Saved()
    begun = document(settings, CONTESTANTS, operations)
    saved.watch().saved(begun)
    with pytest.raises(KeyboardInterrupt):
        run_blocks(begun, Replay(stop_at=calls), saved.watch(), Clock(step=0.001))
    resumed = finished(saved.last(), Replay())

    assert figures(analyse(resumed)) == figures(analyse(whole))
    assert [block.cells for block in resumed.blocks] == [block.cells for block in whole.blocks]


def test_blocks_that_are_there_are_not_measured_again(settings: Settings) -> None:
    settings = settings.model_copy(update={"blocks": 3})
    saved = Saved()
    with pytest.raises(KeyboardInterrupt):
        run_blocks(document(settings, CONTESTANTS), Replay(stop_at=12), saved.watch(), Clock())
    again = Replay()
    finished(saved.last(), again)
    assert {block for block, _ in again.calls} == {2}

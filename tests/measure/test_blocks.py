"""In what order a run measures, what a failure costs, and when it stops."""

from __future__ import annotations

import statistics

import pytest
from measure.replay import Clock, Replay, Saved, document

from assay.measure.blocks import fits, run_blocks
from assay.results.document import Document
from assay.results.request import Settings
from assay.stats.looks import LOOKS

THREE = ["x/a", "x/bb", "x/ccc"]


def measured(doc: Document, replay: Replay, clock: Clock | None = None) -> Saved:
    saved = Saved()
    run_blocks(doc, replay, saved.watch(), clock or Clock())
    return saved


def test_every_block_measures_every_cell_once(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 3}), THREE, ("encode", "decode"))
    replay = Replay()
    measured(doc, replay)
    keys = sorted(cell.key for cell in doc.cells)
    assert len(keys) == 8
    assert [sorted(replay.block(b)) for b in range(3)] == [keys] * 3


def test_a_block_is_finished_before_the_next_begins(settings: Settings) -> None:
    replay = Replay()
    measured(document(settings.model_copy(update={"blocks": 4}), THREE), replay)
    blocks = [block for block, _ in replay.calls]
    assert blocks == sorted(blocks)


def test_the_document_has_the_groups_of_each_block(settings: Settings) -> None:
    doc = document(settings, THREE)
    replay = Replay()
    measured(doc, replay)
    assert [block.cells for block in doc.blocks] == [replay.block(b) for b in range(len(doc.blocks))]


def test_the_document_is_saved_after_every_block(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 3}), THREE)
    saved = measured(doc, Replay())
    counts = [len(Document.model_validate_json(text).blocks) for text in saved.texts]
    assert counts[:3] == [1, 2, 3]


def test_a_cell_that_breaks_is_left_out_of_later_blocks(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 4}), THREE)
    replay = Replay(breaks={"w/encode/x/bb": 1})
    measured(doc, replay)
    assert ["w/encode/x/bb" in replay.block(b) for b in range(4)] == [True, True, False, False]


def test_a_cell_that_breaks_shows_its_reason_and_harms_nobody(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 4}), THREE)
    measured(doc, Replay(breaks={"w/encode/x/bb": 1}))
    by_key = {cell.key: cell for cell in doc.cells}
    assert by_key["w/encode/x/bb"].status == "failed"
    assert by_key["w/encode/x/bb"].reason == "rule 10 (the contract is kept): the process ended"
    assert [len(by_key[f"w/encode/{c}"].samples) for c in ("x/a", "x/ccc")] == [4, 4]


def test_a_run_whose_cells_all_break_ends(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 4}), ["x/a"])
    measured(doc, Replay(breaks={"w/encode/x/a": 0, "w/encode/x/a#control": 0}))
    assert doc.stopped_because == "no cell is left to measure"


def test_so_many_blocks_as_were_asked_for(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": 7}), THREE)
    measured(doc, Replay())
    assert len(doc.blocks) == 7


def test_a_calm_machine_needs_the_first_stage_only(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": None, "max_blocks": 30}), THREE)
    measured(doc, Replay(spread=0.0001))
    assert len(doc.blocks) == settings.first_stage


def test_a_noisy_machine_needs_more_but_never_more_than_allowed(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": None, "max_blocks": 12}), THREE)
    measured(doc, Replay(spread=0.2))
    assert len(doc.blocks) == 12


def test_a_run_stops_before_a_block_that_would_not_fit_its_budget(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": None, "budget_seconds": 20.0}), THREE)
    measured(doc, Replay(spread=0.2), Clock(step=2.0))
    assert 1 <= len(doc.blocks) < settings.first_stage
    assert "budget" in doc.stopped_because


def test_a_block_that_just_fits_is_begun(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": None, "max_blocks": 4}), THREE)
    measured(doc, Replay(spread=0.2), Clock(step=2.0))
    each = statistics.median(block.seconds for block in doc.blocks)
    elapsed = doc.plan.settings.budget_seconds - each
    assert fits(doc, elapsed)
    assert not fits(doc, elapsed + 0.01 * each)


def test_a_run_until_all_is_decided_ends_at_the_first_look_that_decides(settings: Settings) -> None:
    asked = settings.model_copy(update={"blocks": None, "until": "decided", "margin": 0.03})
    doc = document(asked, THREE)
    measured(doc, Replay(spread=0.0001))
    assert len(doc.blocks) == LOOKS[0]
    assert doc.stopped_because == f"all is decided after {LOOKS[0]} blocks"
    noisy = document(asked, THREE)
    measured(noisy, Replay(spread=0.2))
    assert len(noisy.blocks) == LOOKS[-1]


def test_a_run_until_all_is_decided_looks_at_nothing_between_its_looks(settings: Settings) -> None:
    doc = document(settings.model_copy(update={"blocks": None, "until": "decided"}), THREE)
    measured(doc, Replay(spread=0.03))
    assert len(doc.blocks) in LOOKS[1:]


def test_what_is_not_compared_keeps_no_run_going(settings: Settings) -> None:
    """A cell of another lane has no verdict, so the run does not wait for it."""
    doc = document(settings.model_copy(update={"blocks": None, "until": "decided"}), THREE[:2])
    doc.plan.across_lanes = False
    doc.contestants[1].lane.buffer = "reused"
    measured(doc, Replay(spread=0.2))
    assert len(doc.blocks) == LOOKS[0]


@pytest.mark.parametrize(("unsteady", "status"), [(True, "unstable"), (False, "measured")])
def test_a_cell_that_is_never_steady_has_no_number(settings: Settings, unsteady: bool, status: str) -> None:
    doc = document(settings, THREE)
    measured(doc, Replay(steady=lambda key: not (unsteady and key == "w/encode/x/bb")))
    cell = next(cell for cell in doc.cells if cell.key == "w/encode/x/bb")
    assert cell.status == status

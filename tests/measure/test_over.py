"""A run whose blocks are spread over a longer time: when they begin, what counts, how it ends and goes on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from measure.replay import Clock, Replay, Saved, document
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.progress import Progress
from assay.cli.main import main
from assay.measure import run as runs
from assay.measure.blocks import run_blocks
from assay.measure.pauses import JITTER, Pauses
from assay.results import store, writing
from assay.results.document import Document
from assay.results.request import Settings

THREE = ["x/a", "x/bb", "x/ccc"]
HOUR = 3600.0


class Slept:
    """Sleeps no time; keeps how long it would have slept. ``stop_at``: the pause in which the user interrupts."""

    def __init__(self, stop_at: int | None = None) -> None:
        self.seconds: list[float] = []
        self.stop_at = stop_at

    def __call__(self, seconds: float) -> None:
        if len(self.seconds) == self.stop_at:
            raise KeyboardInterrupt
        self.seconds.append(seconds)


def spread(settings: Settings, blocks: int | None = None, seed: int = 11) -> Document:
    changed = settings.model_copy(
        update={"blocks": blocks, "max_blocks": 60, "over_seconds": HOUR, "budget_seconds": 100.0}
    )
    doc = document(changed, THREE)
    doc.plan.request.seed = seed
    return doc


def measured(doc: Document, slept: Slept, saved: Saved | None = None, step: float = 1.0) -> Document:
    # A clock that stands still before the first block: the machine's own would shorten each pause by what tests take.
    stopped = Pauses(slept, now=lambda: datetime(2000, 1, 1, tzinfo=UTC))
    run_blocks(doc, Replay(), (saved or Saved()).watch(), Clock(step), stopped)
    return doc


def test_blocks_and_pauses_fill_the_time(settings: Settings) -> None:
    slept = Slept()
    doc = measured(spread(settings, blocks=6), slept)
    assert len(doc.blocks) == 6
    assert len(slept.seconds) == 5
    assert doc.pause_seconds == pytest.approx(sum(slept.seconds))
    assert doc.pause_seconds + doc.measure_seconds == pytest.approx(HOUR, abs=2 * doc.blocks[0].seconds)


def test_pauses_are_about_alike_and_by_the_seed(settings: Settings) -> None:
    found = []
    for seed in (1, 1, 2):
        slept = Slept()
        measured(spread(settings, blocks=12, seed=seed), slept)
        typical = HOUR / 11
        assert all((1 - JITTER) / 2 * typical < seconds < (1 + JITTER) * 2 * typical for seconds in slept.seconds)
        found.append(slept.seconds)
    assert found[0] == found[1] != found[2]


def test_the_budget_counts_measuring_only_and_ends_the_run_when_the_time_is_over(settings: Settings) -> None:
    doc = measured(spread(settings), Slept(), step=2.0)
    assert "budget of 100 s" in doc.stopped_because
    assert 80 < doc.measure_seconds < 110
    assert doc.pause_seconds + doc.measure_seconds == pytest.approx(HOUR, rel=0.05)


def test_narrow_intervals_do_not_end_it_before(settings: Settings) -> None:
    doc = spread(settings)
    run_blocks(doc, Replay(spread=0.0001), Saved().watch(), Clock(), Pauses(Slept()))
    assert len(doc.blocks) > doc.plan.settings.first_stage


def test_without_it_blocks_follow_each_other(settings: Settings) -> None:
    slept = Slept()
    doc = document(settings.model_copy(update={"blocks": 4}), THREE)
    assert (measured(doc, slept).pause_seconds, slept.seconds) == (0.0, [])


def test_a_run_interrupted_in_a_pause_goes_on_with_the_same_pauses(settings: Settings) -> None:
    whole = Slept()
    measured(spread(settings, blocks=6), whole)
    saved = Saved()
    with pytest.raises(KeyboardInterrupt):
        measured(spread(settings, blocks=6), Slept(stop_at=3), saved)
    assert len(saved.last().blocks) == 4
    rest = Slept()
    doc = measured(saved.last(), rest)
    # The clock of this test moves between a pause and a block.
    assert rest.seconds == pytest.approx(whole.seconds[3:], abs=5)
    assert doc.pause_seconds == pytest.approx(sum(whole.seconds), abs=10)


def test_who_comes_back_after_the_pause_does_not_wait_for_it_again(settings: Settings) -> None:
    saved = Saved()
    with pytest.raises(KeyboardInterrupt):
        measured(spread(settings, blocks=6), Slept(stop_at=3), saved)
    rest = Slept()
    tomorrow = Pauses(rest, lambda: datetime.now(UTC) + timedelta(days=1))
    doc = saved.last()
    heard: list[datetime] = []
    tomorrow.wait(doc, lambda document, seconds, due: heard.append(due))
    assert (rest.seconds, heard) == ([], [])
    assert doc.pause_seconds > saved.last().pause_seconds, "it counts: the machine was left alone"


def test_progress_says_when_the_next_block_begins(
    settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    doc = spread(settings, blocks=2)
    watch = runs.watch_of(doc, tmp_path / "run.json", doc.plan.settings, Progress(), runs.unseen)
    run_blocks(doc, Replay(), watch, Clock(), Pauses(Slept()))
    said = capsys.readouterr().err
    assert "block 2 begins at " in said
    assert "left alone" in said


def test_reports_say_over_which_time(settings: Settings) -> None:
    doc = measured(spread(settings, blocks=3), Slept())
    began = datetime(2026, 1, 1, 12, tzinfo=UTC)
    for number, block in enumerate(doc.blocks):
        block.started = (began + timedelta(minutes=45 * number)).isoformat(timespec="seconds")
        block.seconds = 60.0
    doc.machine.virtual = "kvm"
    text = printed(analyse(doc))
    assert "random order, spread over 1 h 31 min" in text
    assert "the neighbours that it had in these 1 h 31 min" in text
    assert "as fast as itself, its blocks spread over 1 h 31 min" in text
    doc.plan.settings.over_seconds = None
    assert "1 h 31 min" not in printed(analyse(doc))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--until", "decided"], "leave out --until decided"),
        (["--disturbed"], "leave out --disturbed"),
        (["--cluster", "localhost:1"], "leave out --cluster"),
        (["--budget", "3h"], "is no longer than the measuring, 3 h: take a longer time, or a smaller --budget"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "--over", "2h", *words]) == 2
    error = capsys.readouterr().err.strip()
    assert said in error
    assert "\n" not in error


def test_the_document_keeps_what_was_asked(settings: Settings, tmp_path: Path) -> None:
    doc = measured(spread(settings, blocks=2), Slept())
    doc.state = "finished"
    path = tmp_path / "run.json"
    writing.write(doc, path)
    again = store.read(path)
    assert (again.plan.settings.over_seconds, again.pause_seconds) == (HOUR, doc.pause_seconds)

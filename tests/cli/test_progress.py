"""Long work without a terminal tells what it does, and not too often."""

from __future__ import annotations

import pytest

from assay.base.progress import SILENCE, Progress


class Clock:
    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err


def test_what_is_being_done_is_told_after_a_silence(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(clock=clock) as progress:
        for place in range(1, 8):
            clock.seconds += SILENCE / 3
            progress.now(f"proving {place} of 7")
    assert said(capsys) == "  proving 3 of 7\n  proving 6 of 7\n"


def test_whatever_is_said_ends_a_silence(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(clock=clock) as progress:
        clock.seconds += SILENCE - 1
        progress.say("built")
        clock.seconds += SILENCE - 1
        progress.now("proving")
    assert said(capsys) == "built\n"


def test_who_wants_quiet_has_it(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=True, clock=clock) as progress:
        clock.seconds += 10 * SILENCE
        progress.now("proving")
    assert said(capsys) == ""

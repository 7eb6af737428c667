"""Whole processes, by the real hyperfine and a real contestant."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from measure.replay import document

from assay.base.progress import Progress
from assay.boundaries.boundary import Place
from assay.boundaries.codecs.boundary import Codecs, CodecSubject
from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import Built
from assay.data.recordset import RecordSet
from assay.measure.whole import measure_processes
from assay.results.document import Cell
from assay.results.request import Settings
from assay.runner.process import Limits

pytestmark = pytest.mark.skipif(shutil.which("hyperfine") is None, reason="no hyperfine: `assay setup` installs it")
NAME = "python/fastavro"
ROUNDS = 2


@pytest.fixture
def subject(
    build: Callable[[str, RecordSet], Built], people: RecordSet, limits: Limits, tmp_path: Path
) -> CodecSubject:
    place = Place(limits, tmp_path, lambda text: None)
    (outcome,) = Codecs().prove(build(NAME, people), [codec_task(people, "encode")], place).outcomes
    assert isinstance(outcome.found, CodecSubject)
    return outcome.found


def measured(subject: CodecSubject, settings: Settings, folder: Path) -> Cell:
    made = document(settings.model_copy(update={"process_rounds": ROUNDS}), [NAME])
    cell = made.cells[0]
    cell.status = "measured"
    measure_processes(made, {cell.key: subject}, folder, Progress(quiet=True))
    return cell


def test_every_round_has_its_time(subject: CodecSubject, settings: Settings, tmp_path: Path) -> None:
    whole = measured(subject, settings, tmp_path).whole
    assert whole is not None and not whole.reason
    assert len(whole.cold) == ROUNDS and all(seconds > 0 for seconds in whole.cold)


def test_a_process_that_does_other_work_than_was_proved_has_none(
    subject: CodecSubject, settings: Settings, tmp_path: Path
) -> None:
    outputs = replace(subject.proved.records, of_each=subject.proved.records.of_each[::-1])
    other = replace(subject, proved=replace(subject.proved, records=outputs))
    whole = measured(other, settings, tmp_path).whole
    assert whole is not None and not whole.cold
    assert "rule 3" in whole.reason


def test_a_process_that_fails_has_the_reason(subject: CodecSubject, settings: Settings, tmp_path: Path) -> None:
    assert subject.built.start is not None
    start = replace(subject.built.start, command=["sh", "-c", "exit 3"])
    whole = measured(replace(subject, built=replace(subject.built, start=start)), settings, tmp_path).whole
    assert whole is not None and not whole.cold
    assert "the whole process failed after 0 of 3 requests" in whole.reason

"""`assay compare` on documents: the committed ones, and those that a replay makes."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from measure.replay import Replay
from report.changing import slowed
from report.measured import BASE, FAST, SLOW, measured

from assay.analysis import changes
from assay.analysis.judged import Judged, confirmed, judge
from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.cli.main import main
from assay.report import changed
from assay.results import store, writing
from assay.results.document import Document
from assay.results.request import Settings

QUIET = CHECKOUT / "results" / "2026-11-22-avro-languages.json"
DISTURBED = CHECKOUT / "results" / "2026-11-22-avro-languages-disturbed.json"


def verdicts(judged: Judged) -> dict[str, str]:
    both = zip(judged.changes.found, judged.outcomes, strict=True)
    return {f"{change.subject[1]} {change.contestant}": it.verdict for change, it in both}


def test_one_contestant_that_is_slower_is_found_and_no_other() -> None:
    old = store.read(QUIET)
    judged = judge(changes.between(old, slowed(old, "go/hamba", 1.5)), 0.05, 0.95)
    assert {name for name, verdict in verdicts(judged).items() if verdict == "slower"} == {
        "encode go/hamba",
        "decode go/hamba",
    }
    assert not any(verdict == "faster" for verdict in verdicts(judged).values())


def test_a_machine_that_is_slower_as_a_whole_changes_nothing() -> None:
    old = store.read(QUIET)
    new = old
    for contestant in {cell.contestant for cell in old.cells}:
        new = slowed(new, contestant, 2.0)
    by_yardstick = changes.between(old, new)
    assert all(abs(change.difference.log) < 1e-3 for change in by_yardstick.found)
    by_time = changes.between(old, new, "time")
    assert all(change.difference.log < -0.6 for change in by_time.found)


def test_two_runs_of_a_virtual_machine_may_have_had_other_neighbours() -> None:
    old, new = store.read(QUIET), store.read(DISTURBED)
    assert old.machine.virtual and changed.NEIGHBOURS in notes(old, new)
    old.machine.virtual = new.machine.virtual = None
    assert changed.NEIGHBOURS not in notes(old, new)


def notes(old: Document, new: Document) -> list[str]:
    (section,) = changed.sections(judge(changes.between(old, new), 0.05, 0.95))
    return section.notes


def test_a_baseline_of_another_version_is_no_yardstick() -> None:
    old = store.read(QUIET)
    new = old.model_copy(deep=True)
    new.contestant(old.plan.baseline).loaded = "99"
    found = changes.between(old, new)
    assert {change.how for change in found.found} == {"time"}
    with pytest.raises(AssayError, match="a poor yardstick"):
        changes.between(old, new, old.plan.baseline)
    other = changes.between(old, new, "python/fastavro")
    assert {change.how for change in other.found} == {"yardstick"}


def test_times_of_different_machines_are_not_compared() -> None:
    old = store.read(QUIET)
    new = old.model_copy(deep=True)
    new.machine.cpu = "another"
    assert changes.between(old, new).apart == [f"cpu: {old.machine.cpu} and another"]
    with pytest.raises(AssayError, match="different machines"):
        changes.between(old, new, "time")


def test_what_has_lost_its_number_is_a_regression() -> None:
    old = store.read(QUIET)
    new = old.model_copy(deep=True)
    cell = next(c for c in new.cells if c.contestant == "go/hamba" and c.operation == "encode")
    cell.reject("unverified", "rule 2: wrong bytes")
    found = changes.between(old, new)
    assert [(one.contestant, one.status) for one in found.lost] == [("go/hamba", "unverified")]
    (section,) = changed.sections(judge(found, 0.05, 0.95))
    assert section.failures[0].reason == "rule 2: wrong bytes"


def test_other_records_are_not_compared() -> None:
    old = store.read(QUIET)
    new = old.model_copy(deep=True)
    new.workloads[0].digest = "other"
    with pytest.raises(AssayError, match=r"no cell that can be compared.*other records"):
        changes.between(old, new)


def test_two_contestants_of_one_run(settings: Settings) -> None:
    document = measured(settings, Replay())
    judged = judge(changes.within(document, FAST, SLOW), 0.05, 0.95)
    assert set(verdicts(judged).values()) == {"slower"}
    assert set(verdicts(judge(changes.within(document, SLOW, BASE), 0.05, 0.95)).values()) == {"faster"}


def test_suspects_that_fresh_blocks_do_not_confirm_are_undecided_or_the_same() -> None:
    old = store.read(QUIET)
    first = judge(changes.between(old, slowed(old, "go/hamba", 1.5)), 0.05, 0.95)
    fresh = judge(changes.between(old, old), 0.05, 0.95)
    assert not confirmed(first, fresh).suspects
    assert confirmed(first, first).suspects == first.suspects


def write(path: Path, document: Any) -> str:
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return str(path)


def test_exit_codes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = store.read(QUIET)
    slow = tmp_path / "slow.json"
    writing.write(slowed(old, "go/hamba", 1.5), slow)
    assert main(["compare", str(QUIET), str(slow)]) == 1
    assert main(["compare", str(QUIET), str(QUIET), "--threshold", "40%"]) == 0
    assert main(["compare", str(QUIET), str(DISTURBED)]) == 3
    assert main(["compare", str(QUIET), str(slow), "--to", "markdown"]) == 1
    assert "# Comparison" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({}, QUIET, "not a results document"),
        ('{"format": "assay-results", "version": 3', QUIET, "not a results document"),
        ([1, 2], QUIET, "not a results document"),
        (QUIET, CHECKOUT / "results" / "2026-11-22-js-formats.json", "no cell that can be compared"),
        (QUIET, CHECKOUT / "nothing.json", "there is no such results document"),
    ],
)
def test_bad_input_is_one_line(
    first: Any, second: Any, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [
        str(one) if isinstance(one, Path) else write(tmp_path / f"{place}.json", one)
        for place, one in enumerate((first, second))
    ]
    assert main(["compare", *files]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1
    assert words in captured.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([str(QUIET)], "--old NAME --new NAME"),
        ([str(QUIET), "--old", "go/hamba", "--new", "go/hambo"], 'did you mean "go/hamba"?'),
        ([str(QUIET), str(QUIET), "--old", "a", "--new", "b"], "--old and --new need one document"),
        ([str(QUIET)] * 3, "not more"),
        ([str(QUIET), str(QUIET), "--by", "missing"], "no contestant"),
        ([str(QUIET), "--confirm", "--old", "go/hamba", "--new", "go/twmb"], "need two documents"),
    ],
)
def test_misuse_is_one_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1 and words in captured.err


def test_a_cell_that_is_missing_is_no_regression(tmp_path: Path) -> None:
    new = store.read(QUIET)
    for cell in new.cells:
        if cell.contestant == "go/hamba":
            cell.reject("missing", "no Go")
    path = tmp_path / "new.json"
    writing.write(new, path)
    assert main(["compare", str(QUIET), str(path), "--threshold", "40%"]) == 3


def test_what_it_takes_to_decide_is_said() -> None:
    old = store.read(QUIET)
    (section,) = changed.sections(judge(changes.between(old, slowed(old, "go/hamba", 1.051)), 0.05, 0.95))
    notes = [note for note in section.notes if note.startswith("Undecided")]
    assert any("times as many blocks are likely to decide it" in note for note in notes)
    assert len(notes) <= 5


def test_a_change_as_large_as_the_threshold_cannot_be_decided(settings: Settings) -> None:
    document = measured(settings, Replay())
    (change,) = changes.within(document, BASE, FAST).found
    at_threshold = slowed(document, FAST, 1.05 * math.exp(change.difference.log))
    (section,) = changed.sections(judge(changes.within(at_threshold, BASE, FAST), 0.05, 0.95))
    assert any("a change as large as the threshold" in note for note in section.notes)


@pytest.mark.parametrize(("asked", "code"), [({}, 3), ({"contestants": ["node/avsc", "python/fastavro"]}, 0)])
def test_a_cell_that_has_vanished_is_missing_unless_less_was_asked_for(
    tmp_path: Path, asked: dict[str, Any], code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    new = store.read(QUIET)
    new.cells = [cell for cell in new.cells if cell.contestant != "go/hamba"]
    new.blocks = [one.model_copy(update={"groups": []}) for one in new.blocks]
    new.plan.request = new.plan.request.model_copy(update=asked)
    path = tmp_path / "new.json"
    writing.write(new, path)
    assert main(["compare", str(QUIET), str(path), "--threshold", "40%"]) == code
    printed = " ".join(capsys.readouterr().out.split())
    assert ("2 without a number now" in printed) == (code == 3)
    assert ("in the first run only" in printed) == (code == 0)
    assert main(["compare", str(path), str(QUIET), "--threshold", "40%"]) == 0


def test_runs_without_any_common_cell_are_not_compared_whatever_was_asked_for() -> None:
    old, new = store.read(QUIET), store.read(QUIET)
    for cell in new.cells:
        cell.operation = "access"
    with pytest.raises(AssayError, match=r"no cell that can be compared.*in the first run only"):
        changes.between(old, new)

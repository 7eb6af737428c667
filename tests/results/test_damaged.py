"""Documents of the right form that cannot be computed with: one line and exit code 2, by every command that reads."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from report.measured import FAST, measured

from assay.cli.main import main
from assay.results import writing
from assay.results.request import Settings

Raw = dict[str, Any]

COMMANDS = [
    ["compare", "whole.json", "damaged.json"],
    ["compare", "damaged.json", "whole.json"],
    ["report", "damaged.json"],
    ["history", "whole.json", "damaged.json"],
    ["query", "select * from cells", "whole.json", "damaged.json"],
]


def sample(raw: Raw) -> Raw:
    found: Raw = raw["cells"][0]["samples"][0]
    return found


def settings_of(raw: Raw) -> Raw:
    found: Raw = raw["plan"]["request"]["settings"]
    return found


DAMAGES: dict[str, tuple[str, Callable[[Raw], Any]]] = {
    "no time": ("without time", lambda raw: sample(raw)["batches"]["wall_ns"].__setitem__(0, 0)),
    "negative time": ("negative", lambda raw: sample(raw)["batches"]["cpu_ns"].__setitem__(0, -1)),
    "a number too few": ("not equally long", lambda raw: sample(raw)["batches"]["cpu_ns"].pop()),
    "a number too large": ("63 bits", lambda raw: sample(raw)["batches"]["wall_ns"].__setitem__(0, 10**400)),
    "no records": ("without time, records", lambda raw: sample(raw)["batches"].update(records_per_pass=0)),
    "no passes": ("without time, records", lambda raw: sample(raw)["batches"]["passes"].__setitem__(0, 0)),
    "no batches": ("it has no batches", lambda raw: sample(raw).update(batches={})),
    "a round too few": ("2 rounds for 3 batches", lambda raw: sample(raw).update(rounds=[0, 1])),
    "no threads": ("0 threads", lambda raw: raw["cells"][0]["way"].update(threads=0)),
    "no margin": ("margin", lambda raw: settings_of(raw).update(margin=0.0)),
    "no confidence": ("confidence", lambda raw: settings_of(raw).update(confidence=1.0)),
    "not a number": ("finite", lambda raw: settings_of(raw).update(margin=float("nan"))),
    "no date": ("not a date", lambda raw: raw["blocks"][0].update(started="yesterday")),
}


@pytest.fixture
def damaged(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Callable[[Raw], Any]], None]:
    """Makes the working folder one with a whole document and a copy of a day later, that something is done to."""
    monkeypatch.chdir(tmp_path)
    document = measured(settings)
    document.state = "finished"
    writing.write(document, Path("whole.json"))

    def made(damage: Callable[[Raw], Any]) -> None:
        raw = json.loads(Path("whole.json").read_text())
        raw.update(id="damaged", created="2026-01-02T00:00:00+00:00")
        damage(raw)
        Path("damaged.json").write_text(json.dumps(raw))

    return made


@pytest.mark.parametrize("name", DAMAGES)
def test_what_cannot_be_computed_with_is_one_line(
    damaged: Callable[[Callable[[Raw], Any]], None], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words, damage = DAMAGES[name]
    damaged(damage)
    for command in COMMANDS:
        assert main(command) == 2, command
        captured = capsys.readouterr()
        assert captured.out == "" and len(captured.err.splitlines()) == 1
        assert "damaged.json: not a valid results document" in captured.err and words in captured.err


def test_rounds_that_have_none_in_common_have_no_ratio(damaged: Callable[[Callable[[Raw], Any]], None]) -> None:
    def apart(raw: Raw) -> None:
        for cell in raw["cells"]:
            for one in cell["samples"] if cell["contestant"] == FAST else ():
                one["rounds"] = [3, 4, 5]

    damaged(apart)
    for command in COMMANDS:
        assert main(command) in (0, 3), command


def test_a_number_that_no_table_can_hold_is_one_line(
    damaged: Callable[[Callable[[Raw], Any]], None], capsys: pytest.CaptureFixture[str]
) -> None:
    damaged(lambda raw: raw["plan"]["request"].update(seed=10**30))
    assert main(["query", "select * from documents", "damaged.json"]) == 2
    captured = capsys.readouterr()
    assert len(captured.err.splitlines()) == 1 and "does not fit into the table documents" in captured.err

"""The course of the benchmark: every trial once, in an order by the seed, gone on with, and what is missing named."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.report.pages import deciding, marks
from assay.results.deciding import Asked, Document, read
from studies.deciding import course
from studies.deciding.tools.tool import Answer, Pair, Tool

pytestmark = pytest.mark.slow


class Oracle(Tool):
    """Knows by the names."""

    name = "Oracle"
    languages = ("python",)
    rule = "It looks at the names."
    asked: list[str]

    def version(self) -> str:
        return "1"

    def decide(self, pair: Pair, folder: Path) -> Answer:
        assert not list(folder.iterdir())
        name = pair.variant.contestant.name
        self.asked.append(name)
        return Answer("same" if name.endswith("-plus-0") else "slower", f"its name is {name}", 3.0)


class Clumsy(Oracle):
    name = "Clumsy"

    def decide(self, pair: Pair, folder: Path) -> Answer:
        raise AssayError("it fell")


class Absent(Oracle):
    name = "Absent"

    def problem(self) -> str:
        return "absent is not installed: install it"


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> dict[str, Oracle]:
    made = {tool.name: tool for tool in (Oracle(), Clumsy(), Absent())}
    for tool in made.values():
        tool.asked = []
    monkeypatch.setattr(course, "named", made.__getitem__)
    return made


def asked(tools: list[str], **other: object) -> Asked:
    given = {
        "tools": tools,
        "contestants": {"python": "python/null"},
        "extras": [0, 25],
        "repeats": 2,
        "disturbed": [False],
        "workload": "null",
        "records": 101,
        "operation": "encode",
        "margin": 0.03,
        "seed": 42,
    }
    return Asked.model_validate(given | other)


def hold(wanted: Asked, output: Path) -> Document:
    return course.hold(wanted, output, Progress(quiet=True))


def test_every_trial_is_held_once_and_judged(tools: dict[str, Oracle], tmp_path: Path) -> None:
    document = hold(asked(["Oracle", "Clumsy"], disturbed=[False, True]), tmp_path / "d.json")
    keys = {trial.key for trial in document.trials}
    assert len(document.trials) == len(keys) == 16
    assert keys == set(product(["Oracle", "Clumsy"], ["python"], [0, 25], [False, True], [0, 1]))
    oracle = [trial for trial in document.trials if trial.tool == "Oracle"]
    assert {(trial.judgement, trial.seconds) for trial in oracle} == {("right", 3.0)}
    clumsy = [trial for trial in document.trials if trial.tool == "Clumsy"]
    assert {(trial.verdict, trial.said) for trial in clumsy} == {("undecided", "failed: it fell")}
    assert read(tmp_path / "d.json") == document


def test_it_goes_on_where_it_stopped(tools: dict[str, Oracle], tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    whole = hold(asked(["Oracle"]), path)
    cut = json.loads(path.read_text())
    cut["trials"] = cut["trials"][:3]
    path.write_text(json.dumps(cut))
    tools["Oracle"].asked.clear()
    again = hold(asked(["Oracle"]), path)
    assert len(tools["Oracle"].asked) == 1
    assert [trial.key for trial in again.trials] == [trial.key for trial in whole.trials]


def test_more_repeats_are_another_sitting(tools: dict[str, Oracle], tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    first = hold(asked(["Oracle"], repeats=2), path)
    tools["Oracle"].asked.clear()
    both = hold(asked(["Oracle"], repeats=5), path)
    assert len(tools["Oracle"].asked) == 6
    assert both.asked.repeats == 5 and both.trials[: len(first.trials)] == first.trials
    whole = hold(asked(["Oracle"], repeats=5), tmp_path / "at once.json")
    assert [trial.key for trial in both.trials] == [trial.key for trial in whole.trials]
    with pytest.raises(AssayError, match="has 5 repeats; ask for as many, or for more"):
        hold(asked(["Oracle"], repeats=2), path)


def test_it_does_not_go_on_with_something_else(tools: dict[str, Oracle], tmp_path: Path) -> None:
    hold(asked(["Oracle"]), tmp_path / "d.json")
    with pytest.raises(AssayError, match="asked for something else"):
        hold(asked(["Oracle"], extras=[0, 10]), tmp_path / "d.json")


def test_it_does_not_go_on_on_another_machine(tools: dict[str, Oracle], tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    hold(asked(["Oracle"]), path)
    path.write_text(re.sub(r'"cores":\s*\d+', '"cores": 999', path.read_text()))
    with pytest.raises(AssayError, match=r"is of another machine \(.*, 999 cores\); name another file"):
        hold(asked(["Oracle"]), path)


def test_what_cannot_run_here_is_missing_with_a_hint(tools: dict[str, Oracle], tmp_path: Path) -> None:
    document = hold(asked(["Oracle", "Absent"], repeats=1), tmp_path / "d.json")
    assert {trial.tool for trial in document.trials} == {"Oracle"}
    assert [(one.what, one.hint) for one in document.missing] == [("Absent", "absent is not installed: install it")]
    assert "- Not tried: Absent: absent is not installed: install it" in deciding.render(document)


def test_a_document_of_another_form_is_an_error(tools: dict[str, Oracle], tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    hold(asked(["Oracle"], repeats=1), path)
    changed = json.loads(path.read_text())
    changed["trials"][0]["verdict"] = "different"
    path.write_text(json.dumps(changed))
    with pytest.raises(AssayError, match=r"trials\.0\.verdict"):
        read(path)
    with pytest.raises(AssayError, match="cannot be read"):
        read(tmp_path / "none.json")


def test_a_page_holds_the_tables(tools: dict[str, Oracle], tmp_path: Path) -> None:
    hold(asked(["Oracle", "Clumsy"]), tmp_path / "d.json")
    page = tmp_path / "page.md"
    page.write_text("Before.\n\n<!-- deciding d.json -->\nold\n<!-- end -->\n\nAfter.\n")
    assert marks.refresh(page)
    text = page.read_text()
    assert "| Oracle | 3.00 | 0 of 2 | 2 of 2 | 0 of 4 | 0 of 4 |" in text
    assert "### python/null, quiet machine" in text
    assert text.startswith("Before.\n\n<!-- deciding") and text.endswith("<!-- end -->\n\nAfter.\n")
    assert not marks.refresh(page)


def test_languages_stand_together_and_what_was_not_tried_is_a_dash(tools: dict[str, Oracle], tmp_path: Path) -> None:
    document = hold(asked(["Oracle"]), tmp_path / "d.json")
    assert "All languages" not in deciding.render(document)
    document.asked.contestants["other"] = "other/null"
    least = min(trial.extra for trial in document.trials)
    other = [t.model_copy(update={"language": "other"}) for t in document.trials if t.extra == least]
    document.trials += other
    text = deciding.render(document)
    together, alone = (text.split(f"### {title}, quiet machine")[1] for title in ("All languages", "other/null"))
    assert "| Oracle | 3.00 | 0 of 4 | 2 of 2 | 0 of 6 | 0 of 6 |" in together.split("###")[0]
    assert "| Oracle | 3.00 | 0 of 2 | – | 0 of 2 | 0 of 2 |" in alone

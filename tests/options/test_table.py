"""The table of options: a row is enough for the command line, for repeating a run, and for telling runs apart."""

from __future__ import annotations

import importlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
import pytest
from asking import ORDINARY, asked
from click.testing import CliRunner
from measure.replay import Replay
from report.measured import measured

from assay.analysis import changes
from assay.analysis.conditions import conditions
from assay.analysis.judged import judge
from assay.analysis.query.answer import answer
from assay.cli import asking
from assay.cli.main import COMMANDS, ELSEWHERE
from assay.options import kinds, page, table
from assay.options.option import Option
from assay.report import changed
from assay.results.folder import Found
from assay.results.request import Request, Settings

RUN = table.of_command("run")
# A value of each kind that is not a default.
OTHERS: dict[type[kinds.Kind], str] = {
    kinds.Text: "other",
    kinds.Words: "a,b",
    kinds.Wholes: "3,9",
    kinds.Percent: "7%",
    kinds.Measure: "90s",
}


def words_of(row: Option) -> list[str]:
    """A command line's words that ask for something else than the default."""
    if row.kind is None:
        return [row.flag]
    valid = getattr(row.kind, "valid", ())
    if valid:
        return [row.flag, next(word for word in valid if row.kind.convert(word, None, None) != row.standard)]
    if isinstance(row.kind, kinds.Whole):
        return [row.flag, str(row.kind.least + 7)]
    return [row.flag, "3G" if row.kind is kinds.SIZE else OTHERS[type(row.kind)]]


def parsed(words: list[str]) -> Request:
    """The request that `assay run` makes of these words."""
    command = importlib.import_module("assay.cli.run").command
    with command.make_context("run", list(words)) as context:
        values = dict(context.params)
    request = asking.request("run", values, asking.settings(values), suite=None)
    assert isinstance(request, Request)
    return request


RECORDED = [row for row in table.recorded() if not isinstance(row.kind, kinds.File)]


@pytest.mark.parametrize("row", RECORDED, ids=lambda row: row.flag)
def test_what_a_request_records_is_written_as_the_words_that_asked_for_it(row: Option) -> None:
    words = words_of(row)
    also = ["--process"] if row.flag == "--process-rounds" else []
    request = parsed([*also, *words])
    assert request != parsed(also)
    written = table.written(request)
    assert {*words} <= {*written}
    assert parsed(written) == request


def test_the_defaults_are_written_as_no_words() -> None:
    assert table.written(parsed([])) == []


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in ELSEWHERE])
def test_a_commands_options_are_the_tables(name: str) -> None:
    command = importlib.import_module(f"assay.cli.{name}").command
    flags = {flag for param in command.params if isinstance(param, click.Option) for flag in param.opts}
    own = {"--to", "--fast", "--image", "--nightly"}  # forms are the exporters', and `test` is for developers
    assert {flag for flag in flags if flag not in own} == {row.flag for row in table.of_command(name)}


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (kinds.TIME, 90.0, "90s"), (kinds.TIME, 120.0, "2m"), (kinds.TIME, 7200.0, "2h"), (kinds.TIME, 0.02, "0.02s"),
        (kinds.SIZE, 4.0 * 2**30, "4G"), (kinds.SIZE, 512.0 * 2**20, "512M"), (kinds.PERCENT, 0.025, "2.5%"),
    ],
)  # fmt: skip
def test_a_value_is_written_as_it_is_read(kind: kinds.Kind, value: float, words: str) -> None:
    assert kind.written(value) == words
    assert kind.convert(words, None, None) == value


@pytest.fixture
def shaky(monkeypatch: pytest.MonkeyPatch) -> Option:
    """An option that only the table knows: it is recorded like --disturbed, and parts runs."""
    row = Option("--shaky", ("run",), "selection", "On a shaky table.", field="controls", alike="no")
    monkeypatch.setattr(table, "OPTIONS", (*table.OPTIONS, row))
    return row


def test_a_new_option_is_one_row(shaky: Option, settings: Settings) -> None:
    @click.command("run")
    @asking.options("run")
    def command(**values: Any) -> None:
        click.echo(" ".join(table.written(asking.request("run", values, ORDINARY))))

    assert "On a shaky table." in CliRunner().invoke(command, ["--help"]).output
    assert "--shaky" in CliRunner().invoke(command, ["--shaky"]).output
    assert ["`--shaky`", "On a shaky table"] in page.rows("run")

    steady, shaken = (measured(settings, Replay()) for _ in range(2))
    shaken.plan.request.controls = True
    assert conditions(steady).method != conditions(shaken).method
    assert conditions(steady).differences(conditions(shaken)) == ["--shaky: without and --shaky"]
    (section,) = changed.sections(judge(changes.between(steady, shaken), 0.05, 0.95))
    assert (
        "Not measured alike: --shaky: without and --shaky. What has changed may come from that alone." in section.notes
    )
    found = [Found(Path("shaken.json"), shaken)]
    assert answer(found, "select words from options where option = '--shaky'").rows == [("--shaky",)]


def test_a_new_setting_is_one_row_and_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    row = Option("--samples", ("run",), "settings", "Outputs.", kinds.COUNT, 16, field="settings.samples", alike="told")
    monkeypatch.setattr(table, "OPTIONS", (*table.OPTIONS, row))
    assert asking.settings({"samples": 40}).samples == 40
    assert asking.settings({}).samples == 16


def test_runs_for_another_processor_are_told_apart(settings: Settings) -> None:
    """Compiled for this machine's processor, and for all of its family."""
    one, other = (measured(settings, Replay()) for _ in range(2))
    other.plan.request.settings = settings.model_copy(update={"cpu": "native"})
    assert conditions(one).method != conditions(other).method
    assert "--cpu: without and --cpu native" in changes.between(one, other, by="time").apart
    assert not changes.between(one, other).yardsticks


def test_a_row_is_not_there_twice() -> None:
    for name in COMMANDS:
        flags = [row.flag for row in table.of_command(name)]
        assert len(flags) == len(set(flags)), name


def test_profiles_take_no_wish_that_is_no_option() -> None:
    from assay.measure import profiles

    with pytest.raises(TypeError, match="blokcs"):
        profiles.settings(profiles.QUICK, blokcs=3)
    assert replace(profiles.QUICK, budget=1.0).budget == 1.0
    assert asked().settings == ORDINARY

"""Forms of a report: one file each, and nothing else lists them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from report.measured import BASE, measured

from assay.analysis.figures import analyse
from assay.base.tables import Line, Section, Table
from assay.cli import compare, history, query, report
from assay.report import exporters
from assay.report.sections import sections
from assay.results import writing
from assay.results.request import Settings


def test_a_form_is_a_file_of_the_folder() -> None:
    files = {path.stem for path in Path(exporters.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(exporters.names()) == files
    assert exporters.DEFAULT in files
    assert ["form", *exporters.names()] in [
        [option.name, *option.type.choices] for option in report.command.params if isinstance(option.type, click.Choice)
    ]


def form_of(command: click.Command) -> tuple[str, ...]:
    return next(option.type.choices for option in command.params if isinstance(option.type, click.Choice))


def test_one_more_file_is_one_more_form_of_every_command(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a report, of a comparison, of a history, of an answer: no command lists the forms by itself."""
    forms = tmp_path / "forms"
    forms.mkdir()
    (forms / "headings.py").write_text(
        'NEEDS, SUFFIX, PRINTED = "tables", ".headings", True\n'
        "def sections(title, parts):\n"
        "    columns = [column for part in parts if part.table for column in part.table.columns]\n"
        '    return "\\n".join(["made up:", *(part.title for part in parts), *columns])\n'
    )
    monkeypatch.setattr(exporters, "__path__", [*exporters.__path__, str(forms)])
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    writing.write(measured(settings), old)
    writing.write(measured(settings).model_copy(update={"id": "another"}), new)
    for command, arguments, word in (
        (report.command, [str(old)], "Contestants"),
        (compare.command, [str(old), str(new)], "verdict"),
        (history.command, [str(old), str(new)], "history"),
        (query.command, ["select count(*) as number_of from documents", str(old)], "number_of"),
    ):
        assert "headings" in form_of(command)
        done = CliRunner().invoke(command, [*arguments, "--to", "headings"])
        assert done.output.startswith("made up:") and word in done.output, (command.name, done.output, done.exception)
    assert exporters.write("headings", analyse(measured(settings)), old) == tmp_path / "old.headings"


def test_pictures_are_offered_where_there_are_charts() -> None:
    assert {"svg", "png"} <= set(form_of(report.command)) & set(form_of(history.command))
    assert not {"svg", "png"} & {*form_of(compare.command), *form_of(query.command)}


@pytest.mark.parametrize("form", exporters.names("tables"))
def test_every_form_of_sections_shows_a_table_and_notes_of_any_command(form: str) -> None:
    part = Section("A title", Table(["what", "n"], [Line(["x | <b>y</b>", "1"])], {1}), notes=["A note."])
    text = str(exporters.exporter(form).sections("", [part]))
    assert "what" in text and "y" in text
    assert ("A note." in text and "A title" in text) or form == "csv"
    assert "<b>" not in text or form in ("terminal", "csv", "json")


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_every_section_is_in_every_form_that_is_text(settings: Settings, form: str) -> None:
    found = analyse(measured(settings))
    text = str(exporters.render(form, found))
    for section in sections(found):
        if form == "terminal" and section.reference:
            continue
        assert not section.table or section.title in text
        for note in section.notes:
            assert note[:40] in text


def test_a_form_that_is_text_is_printed_and_others_are_files(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    writing.write(measured(settings), path)
    printed = CliRunner().invoke(report.command, [str(path), "--to", "csv"])
    assert BASE in printed.output and not path.with_suffix(".csv").exists()
    drawn = CliRunner().invoke(report.command, [str(path), "--to", "svg"])
    assert drawn.output.strip() == str(path.with_suffix(".svg"))
    assert path.with_suffix(".svg").exists()

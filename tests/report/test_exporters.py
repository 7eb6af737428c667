"""Forms of a report: one file each, and nothing else lists them."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from report.measured import BASE, measured

from assay.analysis.figures import analyse
from assay.cli import report
from assay.report import exporters
from assay.report.sections import sections
from assay.results import store
from assay.results.request import Settings


def test_a_form_is_a_file_of_the_folder() -> None:
    files = {path.stem for path in Path(exporters.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(exporters.names()) == files
    assert exporters.DEFAULT in files
    assert ["form", *exporters.names()] in [
        [option.name, *option.type.choices] for option in report.command.params if isinstance(option.type, click.Choice)
    ]


def test_one_more_file_is_one_more_form(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "headings.py").write_text(
        "from assay.report.sections import sections\n"
        'SUFFIX = ".headings"\n'
        "PRINTED = True\n"
        "def render(analysis):\n"
        '    return "\\n".join(section.title for section in sections(analysis))\n'
    )
    monkeypatch.setattr(exporters, "__path__", [*exporters.__path__, str(tmp_path)])
    assert "headings" in exporters.names()
    found = analyse(measured(settings))
    written = exporters.write("headings", found, tmp_path / "run.json")
    assert written == tmp_path / "run.headings"
    assert written.read_text().splitlines()[-1] == "Contestants"


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_every_section_is_in_every_form_that_is_text(settings: Settings, form: str) -> None:
    found = analyse(measured(settings))
    text = str(exporters.exporter(form).render(found))
    for section in sections(found):
        if form == "terminal" and section.reference:
            continue
        assert not section.table or section.title in text
        for note in section.notes:
            assert note[:40] in text


def test_a_form_that_is_text_is_printed_and_others_are_files(settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    store.write(measured(settings), path)
    printed = CliRunner().invoke(report.command, [str(path), "--to", "csv"])
    assert BASE in printed.output and not path.with_suffix(".csv").exists()
    drawn = CliRunner().invoke(report.command, [str(path), "--to", "svg"])
    assert drawn.output.strip() == str(path.with_suffix(".svg"))
    assert path.with_suffix(".svg").exists()

"""Charts show every contestant that has a number, with its figures."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from report.measured import BASE, FAST, SLOW, measured

from assay.analysis.figures import Analysis, analyse
from assay.base.errors import AssayError
from assay.report import charts, exporters
from assay.report.sections import sections
from assay.results.request import Settings


@pytest.fixture
def found(settings: Settings) -> Analysis:
    return analyse(measured(settings))


def test_bars_are_the_speeds_of_the_table(found: Analysis) -> None:
    sets = charts.draw("", sections(found)).to_dict()["datasets"].values()
    (values,) = [values for values in sets if "slowest" in values[0]]
    rows = [row for row in found.comparisons[0].rows if not row.cell.control]
    assert [(v["contestant"], v["value"]) for v in values] == [(r.name, r.records_per_second) for r in rows]
    assert all(v["slowest"] < v["value"] < v["fastest"] for v in values)


def test_an_svg_names_every_contestant(found: Analysis, tmp_path: Path) -> None:
    path = exporters.write("svg", found, tmp_path / "run.json")
    assert path == tmp_path / "run.svg"
    texts = {element.text for element in ElementTree.parse(path).iter() if element.text}
    assert {FAST, BASE, SLOW} <= texts


def test_a_png_is_one(found: Analysis, tmp_path: Path) -> None:
    assert exporters.write("png", found, tmp_path / "run.json").read_bytes().startswith(b"\x89PNG\r\n")


def test_without_any_number_there_is_nothing_to_draw(settings: Settings) -> None:
    document = measured(settings)
    for cell in document.cells:
        cell.status, cell.samples = "failed", []
    with pytest.raises(AssayError, match="nothing to draw"):
        charts.draw("", sections(analyse(document)))


def test_a_folder_that_cannot_be_written_to_is_reported(found: Analysis, tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="cannot write the report"):
        exporters.write("svg", found, tmp_path / "nowhere" / "run.json")

"""Tables: which columns a boundary has, what stands where a figure is not known, and each contestant once."""

from __future__ import annotations

from typing import get_args

import pytest
from report.measured import BASE, FAST, SLOW, measured

from assay.analysis.figures import analyse
from assay.report import sizes
from assay.report.columns import COLUMNS, HEADINGS
from assay.report.sections import sections
from assay.results.document import Cell, Document, Proof, Sizes
from assay.results.request import Settings
from assay.results.way import CodecWay, ContainerWay, StoreWay, Way

OF_KINDS: list[CodecWay | ContainerWay | StoreWay] = [
    CodecWay(),
    ContainerWay(compression="deflate", level=6, block_bytes=64_000),
    StoreWay(mode="warm", durability="D1", boundary="parsed", key="id"),
]


def test_every_kind_of_way_has_a_table_of_known_columns() -> None:
    kinds = {way.model_fields["kind"].default for way in get_args(get_args(Way)[0])}
    assert set(HEADINGS) == kinds == {way.kind for way in OF_KINDS}
    for headings in HEADINGS.values():
        assert set(headings) <= set(COLUMNS)
        assert headings[:2] == ("#", "contestant")


@pytest.mark.parametrize("way", OF_KINDS, ids=lambda way: way.kind)
def test_a_comparison_has_the_columns_of_its_way(settings: Settings, way: CodecWay | ContainerWay | StoreWay) -> None:
    document = measured(settings)
    for cell in document.cells:
        cell.way = way
    table = sections(analyse(document))[0].table
    assert table is not None
    assert table.columns == list(HEADINGS[way.kind])
    assert [line.cells[1] for line in table.lines] == [row.name for row in analyse(document).comparisons[0].rows]


def test_a_peak_that_the_system_does_not_report_is_a_dash(settings: Settings) -> None:
    document = measured(settings)
    for cell in document.cells:
        for sample in cell.samples:
            sample.peak_rss_bytes = 0
    table = sections(analyse(document))[0].table
    assert table is not None
    assert {line.cells[table.columns.index("peak")] for line in table.lines} == {"–"}


def sized(document: Document) -> Document:
    one = Sizes(mean=5.5, median=5, largest=9, zstd=40, deflate=30)
    for cell in document.cells:
        cell.proof = Proof(bytes="identical", encoded_bytes=55, sizes=one)
    return document


def test_contestants_of_equal_sizes_share_a_line(settings: Settings) -> None:
    (section,) = sizes.sections(analyse(sized(measured(settings))))
    assert section.table is not None and section.chart is not None
    (line,) = section.table.lines
    assert line.cells == ["avro", f"{BASE}, {FAST}, {SLOW}", "5.5", "5", "9", "100.0", "40.0 B", "30.0 B"]
    assert [bar.name for bar in section.chart.bars] == sorted([BASE, FAST, SLOW])


def test_a_contestant_with_several_numbers_of_threads_has_one_size(settings: Settings) -> None:
    document = sized(measured(settings))
    many: list[Cell] = [cell.model_copy(update={"way": CodecWay(threads=4)}) for cell in document.cells]
    document.cells += many
    (section,) = sizes.sections(analyse(document))
    assert section.table is not None
    assert section.table.lines[0].cells[1] == f"{BASE}, {FAST}, {SLOW}"

"""Tables in a terminal of any width: no name is cut, and what is left out is said."""

from __future__ import annotations

import re

import pytest
from report.printed import printed
from report.seen import analysed

from assay.base.tables import Line, Section, Table
from assay.report.exporters import terminal
from assay.report.sections import sections

ALIKE = ["java/avro-specific-custom-coders", "java/avro-specific-custom-decoders", "java/avro-specific"]


@pytest.mark.parametrize("columns", ["80", "100", "160", None])
@pytest.mark.parametrize("name", ["2026-11-22-avro-languages", "2026-11-27-avro-implementations", "2026-11-28-stores"])
def test_every_name_stands_whole_in_every_line(name: str, columns: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    width = _columns(columns, monkeypatch)
    found = analysed(name)
    text = printed(found, "terminal")
    tables = [section.table for section in sections(found) if section.table and not section.reference]
    assert tables
    for table in tables:
        for line in table.lines:
            for number in table.names:
                assert re.search(rf"(^|\s){re.escape(line.cells[number])}(\s|$)", text, re.MULTILINE), line.cells
    drawn = [line for line in text.splitlines() if "—" in line or "─" in line]
    assert drawn and max(map(len, drawn)) <= width
    assert "…" not in "".join(line for table in drawn for line in table)


def test_what_has_no_room_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    _columns("100", monkeypatch)
    text = printed(analysed("2026-11-22-avro-languages"), "terminal")
    assert re.search(r"Not shown in 100 columns: MB/s, records/s, peak", text)
    head = next(line for line in text.splitlines() if "contestant" in line)
    assert "time/record" in head and "verdict" in head and "MB/s" not in head
    _columns(None, monkeypatch)
    assert "Not shown" not in printed(analysed("2026-11-22-avro-languages"), "terminal")


def test_a_table_without_columns_to_spare_goes_on_below(monkeypatch: pytest.MonkeyPatch) -> None:
    _columns("80", monkeypatch)
    heads = [f"column-{number}" for number in range(12)]
    table = Table(["contestant", *heads], [Line([name, *("12.3" for _ in heads)]) for name in ALIKE], set(range(1, 13)))
    text = terminal.sections("", [Section("Wide", table)])
    assert all(head in text for head in heads)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 80
    parts = sum("contestant" in line for line in lines)
    assert parts > 1
    assert all(sum(line.split()[:1] == [name] for line in lines) == parts for name in ALIKE)


def test_a_name_wider_than_the_terminal_is_folded_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    _columns("40", monkeypatch)
    names = [f"{'x' * 60}-one", f"{'x' * 60}-two"]
    text = terminal.sections("", [Section("", Table(["name", "n"], [Line([name, "1"]) for name in names], {1}))])
    kept = "".join(re.sub(r"[^x\-a-z]", "", line) for line in text.splitlines())
    assert "-one" in kept and "-two" in kept and kept.count("x") == 120


def _columns(columns: str | None, monkeypatch: pytest.MonkeyPatch) -> int:
    if columns is None:
        monkeypatch.delenv("COLUMNS", raising=False)
        return terminal.WIDTH_OF_PIPES
    monkeypatch.setenv("COLUMNS", columns)
    return int(columns)

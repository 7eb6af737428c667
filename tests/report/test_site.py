"""The site of a folder: what its index lists, its links, and suites that several kinds of machines measured."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page
from report.measured import BASE, FAST, SLOW, measured
from report.seen import WIDTHS, Open, serious

from assay.cli import report
from assay.report.site import site
from assay.results import writing
from assay.results.document import Document
from assay.results.request import Settings


def slower(document: Document, name: str, times: int) -> None:
    """As if a contestant took so many times as long."""
    for cell in document.cells:
        for sample in cell.samples if cell.contestant == name else []:
            sample.batches.wall_ns = [times * ns for ns in sample.batches.wall_ns]
            sample.batches.cpu_ns = [times * ns for ns in sample.batches.cpu_ns]


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Two machines that do not agree on one contestant, a document that is disturbed, and one of another format."""
    place = tmp_path / "results"
    place.mkdir()
    one = measured(settings)
    writing.write(one, place / "one.json")
    other = measured(settings)
    other.id, other.machine.cpu, other.created = "other", "another", "2026-02-01T00:00:00+00:00"
    slower(other, FAST, 20)
    writing.write(other, place / "other.json")
    disturbed = measured(settings)
    disturbed.id, disturbed.machine.cpu, disturbed.plan.request.disturbed = "disturbed", "a third", True
    writing.write(disturbed, place / "disturbed.json")
    (place / "deciding.json").write_text(json.dumps({"format": "assay-deciding"}))
    (place / "one.md").write_text("# not a document")
    return place


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).first.click()


def test_the_index_lists_every_document_and_leads_to_it(folder: Path, opened: Open) -> None:
    page = opened(site.write(folder, None))
    table = page.locator("table").inner_text()
    assert "another, 1 cores" in table and "3 of 4" not in table and "4 of 4" in table
    assert page.locator("tbody tr").count() == 3
    assert "2026-02-01" in page.locator("tbody tr").first.inner_text()
    follow(page, "one")
    assert page.locator("h1").inner_text() == "s"
    follow(page, "All results")
    assert page.locator("h1").inner_text() == "Results"


def test_a_suite_by_machine_shows_where_ranks_differ(folder: Path, opened: Open) -> None:
    page = opened(site.write(folder, None))
    follow(page, "s by machine")
    rows = {row.split("\t")[0]: row.split("\t")[1:] for row in page.locator("tbody tr").all_inner_texts()}
    # On the newest machine, which comes first, the fast one is the slowest.
    assert {name: (row[0], row[2]) for name, row in rows.items()} == {
        BASE: ("1", "2"),
        SLOW: ("2", "3"),
        FAST: ("3", "1"),
    }
    assert all("ranks differ" in row[-1] for row in rows.values())
    page.locator("summary").click()
    assert (
        f"{BASE} is faster than {FAST} on another, 1 cores, and slower on none, 1 cores."
        in page.locator("li").all_inner_texts()
    )
    assert "a third" not in page.locator("main").inner_text()


def test_a_rank_leads_to_its_cell(folder: Path, opened: Open) -> None:
    page = opened(site.write(folder, None))
    follow(page, "s by machine")
    page.locator("tr", has_text=FAST).get_by_role("link").first.click()
    assert page.locator("#ranking-title").inner_text() == "w encode, 10 records"
    assert page.locator("button[aria-expanded=true]").inner_text() == FAST
    assert not page.locator("#problem").is_visible()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(folder: Path, opened: Open, scheme: str) -> None:
    index = site.write(folder, None)
    for name in (index.name, "suite-s.html"):
        for width in WIDTHS:
            page = opened(index.with_name(name), width=width, color_scheme=scheme)
            assert serious(page) == []
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_it_goes_where_it_is_asked_to_and_needs_no_network(folder: Path, tmp_path: Path) -> None:
    output = tmp_path / "made" / "here"
    done = CliRunner().invoke(report.command, [str(folder), "--to", "html", "--output", str(output)])
    assert done.output.strip() == str(output / "index.html")
    assert {path.name for path in output.iterdir()} == {
        "index.html", "one.html", "other.html", "disturbed.html", "suite-s.html"
    }  # fmt: skip
    for path in output.iterdir():
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", path.read_text(encoding="utf-8"))


def test_texts_of_a_document_stay_texts(settings: Settings, tmp_path: Path, opened: Open) -> None:
    made = measured(settings)
    made.machine.cpu = made.plan.suite = "<img src=x onerror='window.broken = 1'>"
    writing.write(made, tmp_path / "one.json")
    page = opened(site.write(tmp_path, None))
    assert page.locator("h2").inner_text() == made.plan.suite
    assert page.evaluate("window.broken") is None

"""The drawings: a well-formed SVG, a page in a real browser, and what a differential one says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from profiles.made import profile
from report.seen import Open, serious

from assay.profile import files
from assay.profile.graph import graphs
from assay.profile.sample import Profile
from assay.profile.svg import render
from assay.profile.tables import sections
from assay.report.exporters import html, terminal

NAMES = "{http://www.w3.org/2000/svg}"


def page_of(tmp_path: Path, opened: Open, mine: Profile, against: Profile | None = None, **context: object) -> Page:
    path = tmp_path / "profile.html"
    files.write(mine, against, path, html.sections)
    return opened(path, **context)


def test_the_svg_has_each_call_as_wide_as_its_share() -> None:
    root = ET.fromstring(render("a <profile>", graphs(profile(), None)[:1]))
    widths = {
        (group.findtext(f"{NAMES}title") or "").partition(": ")[0]: float(rect.get("width") or 0)
        for group in root.iter(f"{NAMES}g")
        if (rect := group.find(f"{NAMES}rect")) is not None
    }
    whole = widths["all"]
    assert widths["memmove"] / whole == pytest.approx(30 / 105, abs=0.002)
    assert widths["loop [kit]"] / whole == pytest.approx(100 / 105, abs=0.002)
    assert widths["[other threads]"] / whole == pytest.approx(5 / 105, abs=0.002)
    assert root.findtext(f"{NAMES}title") == "a <profile>"


def test_a_differential_svg_is_red_where_there_is_more_and_blue_where_there_is_less() -> None:
    slow, fast = profile("rust/slow", copy=130.0), profile("rust/fast", loop=30.0)
    colours = [
        dict(re.findall(r"<title>(memmove|loop \[kit\])[^<]*</title><rect[^>]* fill=\"([^\"]+)\"", text))
        for text in (render("x", [one]) for one in graphs(slow, fast))
    ]
    assert re.fullmatch(r"rgb\(255,(\d+),\1\)", colours[0]["memmove"]) and "255,255" not in colours[0]["memmove"]
    assert colours[1]["memmove"].endswith(",255)") and colours[1]["memmove"] != "rgb(255,255,255)"


def test_what_differs_most_leads_the_table() -> None:
    said = terminal.sections("", sections(profile("rust/slow", copy=130.0), profile("rust/fast")))
    first = next(line for line in said.splitlines() if " ns " in line)
    assert "memmove" in first and "+100 ns" in first
    assert "200 ns a record, against 100 ns; +100 ns." in said


def test_the_tables_say_whose_the_time_is_and_who_allocates() -> None:
    said = terminal.sections("", sections(profile(), None))
    assert re.search(r"lib::<T as Write>::write +60\.0% +60\.0 ns +90\.0%", said)
    assert re.search(r"loop \[kit\] +10\.0% +10\.0 ns +100%", said)
    assert "100 ns a record, and 5.00 ns in other threads" in said
    assert re.search(r"Adapter.encode +100% +48\.0 B", said)


def test_the_page_is_zoomed_and_searched_by_mouse_and_keyboard(tmp_path: Path, opened: Open) -> None:
    page = page_of(tmp_path, opened, profile())
    graph = page.get_by_role("tree", name="Time of rust/one person encode")
    boxes = graph.get_by_role("treeitem")
    expect(boxes).to_have_count(7)
    graph.get_by_role("treeitem", name="Adapter.encode").click()
    expect(boxes.filter(has_text="[other threads]")).to_have_count(0)
    page.keyboard.press("ArrowDown")
    expect(page.locator(":focus")).to_have_attribute(
        "aria-label", re.compile(r"^lib::<T as Write>::write: 85\.7%, 90\.0 ns")
    )
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Escape")
    expect(boxes).to_have_count(7)
    page.keyboard.press("/")
    page.keyboard.type("MEMM")
    expect(page.locator(".flame.found")).to_have_count(1)
    expect(page.locator(".flame-said").first).to_have_text("28.6% in functions with “MEMM” in their names")


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("against", [None, profile("rust/other", copy=1.0)], ids=["one", "two"])
def test_axe_finds_nothing_serious(tmp_path: Path, opened: Open, scheme: str, against: Profile | None) -> None:
    page = page_of(tmp_path, opened, profile(), against, color_scheme=scheme)
    assert serious(page) == []


def test_a_narrow_page_does_not_scroll_sideways(tmp_path: Path, opened: Open) -> None:
    page = page_of(tmp_path, opened, profile(), width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_names_in_a_page_are_texts(tmp_path: Path, opened: Open) -> None:
    mine = profile("rust/<b>bold</b>")
    page = page_of(tmp_path, opened, mine)
    assert page.locator("h1").inner_text() == "Profile of rust/<b>bold</b> person encode"
    assert page.locator("b").count() == 0


def test_files_lie_beside_the_page(tmp_path: Path) -> None:
    written = files.write(profile(), profile("rust/other"), tmp_path / "new" / "p.html", html.sections)
    assert [path.name for path in written] == ["p.html", "p.svg", "p.folded", "p.against.folded"]
    assert "loop [kit];Adapter.encode;lib::<T as Write>::write;memmove 30\n" in written[2].read_text()

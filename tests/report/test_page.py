"""The page in use: what it holds, its size, keyboard, filters, links, print, and what axe-core says of it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from report.large import large
from report.measured import BASE, FAST, SLOW, measured
from report.seen import WIDTHS, Open, analysed, serious

from assay.analysis import lanes
from assay.analysis.figures import Analysis, analyse
from assay.report import columns
from assay.report.page import document
from assay.report.sections import sections
from assay.results.document import Document
from assay.results.request import Settings

MOST_BYTES = 2_000_000


@pytest.fixture
def formats() -> Analysis:
    return analysed("2026-11-22-js-formats")


@pytest.fixture
def languages() -> Analysis:
    return analysed("2026-11-22-avro-languages")


def rows(page: Page) -> list[str]:
    """The names in the ranking, from top to bottom."""
    names: list[str] = page.locator(".ranking tbody th").evaluate_all(
        "all => all.map((one) => one.firstChild.textContent)"
    )
    return names


def open_all(page: Page) -> str:
    """Everything that the page says, with all that can be opened open."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => one.open = true)")
    expect(page.locator("details.section > summary:only-child")).to_have_count(0)
    return page.locator("body").inner_text()


def squeezed(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("name", ["2026-11-22-avro-languages", "2026-11-28-avro-languages-process"])
def test_all_that_the_report_says_is_there(name: str, opened: Open) -> None:
    analysis = analysed(name)
    page = opened(document.render(analysis))
    seen = ""
    for subject in analysis.comparisons:
        if page.locator("#choose-operation").count():
            page.select_option("#choose-operation", subject.operation)
        seen += squeezed(open_all(page))
    for section in sections(analysis):
        assert section.title in seen
        for note in section.notes:
            assert squeezed(note) in seen
        for failure in section.failures:
            assert squeezed(failure.reason) in seen
        for line in section.table.lines if section.table else []:
            assert all(squeezed(cell) in seen for cell in line.cells[:4])


def test_rows_stand_in_the_order_of_the_report_with_its_ranks(languages: Analysis, opened: Open) -> None:
    page = opened(document.render(languages))
    first = [row for row in languages.comparisons[0].rows if row.time]
    assert rows(page) == [row.name for row in first]
    ranks = page.locator(".ranking tbody td.rank").all_inner_texts()
    assert [int(rank.removeprefix("=")) for rank in ranks] == [row.rank for row in first]
    shared = [sum(other.rank == row.rank for other in first) > 1 for row in first]
    assert [rank.startswith("=") for rank in ranks] == shared


def test_another_baseline_changes_ratios_and_verdicts_as_the_lab_would(settings: Settings, opened: Open) -> None:
    made = measured(settings)
    page = opened(document.render(analyse(made)))
    page.select_option("#choose-baseline", FAST)
    other = made.model_copy(deep=True)
    other.plan.baseline = FAST
    # The lab fits again when the baseline is another one: ratios are the same, verdicts of clear differences too.
    theirs = {row.name: row for row in analyse(other).comparisons[0].rows}
    speeds = page.locator(".ranking tbody td.speed").all_inner_texts()
    verdicts = page.locator(".ranking tbody td.verdict").all_inner_texts()
    for name, speed, verdict in zip(rows(page), speeds, verdicts, strict=True):
        assert speed.split(" ")[0] == columns.speed(theirs[name]).split(" ")[0]
        if name in (BASE, SLOW):
            assert verdict.endswith("slower") and columns.verdict(theirs[name]) == "slower"


def test_lanes_are_not_compared_unless_the_run_asked_for_it(settings: Settings, opened: Open) -> None:
    made = measured(settings, across=False)
    made.contestant(FAST).lane.typing = "generated"
    page = opened(document.render(analyse(made)))
    assert "other lane" in page.locator("tr", has_text=FAST).inner_text()
    page.select_option("#choose-baseline", FAST)
    assert page.locator(".ranking td.speed", has_text="other lane").count() == 3


def test_filters_leave_what_they_name_and_ranks_stay(languages: Analysis, opened: Open) -> None:
    page = opened(document.render(languages))
    page.locator("#filters-summary").click()
    page.get_by_label("java", exact=True).check()
    page.get_by_label("rust", exact=True).check()
    first = [row for row in languages.comparisons[0].rows if row.time]
    assert rows(page) == [row.name for row in first if row.contestant.language in ("java", "rust")]
    chosen = lanes.lane(first[0].contestant.lane)
    page.get_by_label(chosen, exact=True).check()
    kept = [row for row in first if row.contestant.language in ("java", "rust")]
    assert rows(page) == [row.name for row in kept if lanes.lane(row.contestant.lane) == chosen]
    page.get_by_role("button", name="Show all").click()
    assert rows(page) == [row.name for row in first]


def test_a_link_shows_the_same_again(languages: Analysis, opened: Open) -> None:
    html = document.render(languages)
    page = opened(html)
    page.select_option("#choose-operation", "decode")
    page.select_option("#choose-baseline", "node/avsc")
    page.locator("#filters-summary").click()
    page.get_by_label("node", exact=True).check()
    page.get_by_role("button", name="node/avro-js").click()
    fragment = page.evaluate("location.hash")
    shown = page.locator("#ranking").inner_text()
    again = opened(html, fragment)
    assert again.locator("#ranking").inner_text() == shown
    assert "--contestant node/avsc,node/avro-js --baseline node/avsc" in shown
    link = again.locator(".details a").get_attribute("href")
    assert link == fragment


def test_a_link_to_what_is_not_there_says_so(languages: Analysis, opened: Open) -> None:
    page = opened(document.render(languages), "#operation=encode&cell=rust/gone&language=cobol")
    assert "rust/gone" in page.locator("#problem").inner_text() and "cobol" in page.locator("#problem").inner_text()
    assert rows(page)


def test_everything_is_reached_by_keyboard(formats: Analysis, opened: Open) -> None:
    page = opened(document.render(formats))
    seen: list[str] = []
    for _ in range(80):
        page.keyboard.press("Tab")
        found = page.evaluate(
            "() => { const one = document.activeElement;"
            " return one === document.body ? '' : one.id || one.dataset.cell || one.textContent; }"
        )
        if not found:
            break
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none", f"{found} has focus and does not show it"
        seen.append(found)
    names = [row.name for row in formats.comparisons[0].rows if row.time and not row.cell.control]
    controls = ["choose-operation", "choose-baseline", "filters-summary", "choose-scale"]
    assert {*controls, *names, "Every block", "Contestants"} <= set(seen)
    assert seen.index("choose-operation") < seen.index(names[0]) < seen.index("Contestants")


def test_a_cell_opens_and_closes_by_keyboard_and_keeps_the_focus(formats: Analysis, opened: Open) -> None:
    page = opened(document.render(formats))
    button = page.get_by_role("button", name="node/avsc")
    button.focus()
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_be_focused()
    text = page.locator(".details").inner_text()
    assert "./assay run js-formats --workload coupon --operation encode --records 10000" in text
    assert "Block by block" in text and "the reference's bytes" in text
    page.keyboard.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "false")
    assert page.locator(".details").count() == 0


def test_the_command_is_copied(formats: Analysis, opened: Open) -> None:
    page = opened(document.render(formats), "#cell=node/avsc", permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the command").click()
    page.get_by_text("Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == page.locator(".details code").inner_text()


def test_texts_of_a_document_stay_texts(settings: Settings, opened: Open) -> None:
    evil = "</script><script>window.broken = 1</script><img src=x onerror='window.broken = 1'>\u2028 $title ${script}"
    made = measured(settings)
    made.plan.suite = evil
    made.contestants[0].description = evil
    made.cells[1].status, made.cells[1].reason, made.cells[1].samples = "failed", evil, []
    page = opened(document.render(analyse(made)))
    text = open_all(page)
    assert page.evaluate("window.broken") is None
    assert squeezed(evil) in squeezed(text)
    assert page.title().startswith("</script>")


def test_size_against_speed_shows_every_contestant_with_both(formats: Analysis, opened: Open) -> None:
    page = opened(document.render(formats))
    points = page.locator("#scatter svg[role=img] title").all_text_contents()
    rows = [row for row in formats.comparisons[0].rows if row.time and not row.cell.control]
    assert [point.partition(":")[0] for point in points] == [row.name for row in rows]


def test_growth_is_drawn_where_a_run_has_several_sizes(settings: Settings, opened: Open) -> None:
    made = measured(settings)
    small = made.workloads[0].model_copy(update={"name": "w-5", "base": "w", "records": 5})
    made.workloads[0].base = "w"
    made.workloads.append(small)
    made.cells += [cell.model_copy(update={"workload": "w-5"}) for cell in made.cells if not cell.harness]
    page = opened(document.render(analyse(made)))
    assert page.locator("#growth polyline").count() == 3
    page.select_option("#choose-workload", index=1)
    assert "w encode, 5 records" in page.locator("#ranking-title").inner_text()


def test_a_document_without_any_number_is_a_page_too(settings: Settings, opened: Open) -> None:
    made = measured(settings)
    for cell in made.cells:
        cell.status, cell.samples, cell.reason = "failed", [], "it broke"
    page = opened(document.render(analyse(made)))
    assert "No cell has a number" in page.locator("#ranking").inner_text()
    assert page.locator("#without").inner_text().count("it broke") == 4


@pytest.fixture(scope="module")
def many() -> Document:
    from asking import BRIEF

    from assay.measure import profiles

    brief = profiles.settings(BRIEF, blocks=5, precision=0.02, budget=None, memory_limit=1 << 30, reply_seconds=20)
    return large(brief, contestants=50, workloads=200)


@pytest.mark.slow
def test_ten_thousand_cells_are_two_megabytes_at_most_and_work(many: Document, opened: Open) -> None:
    assert len(many.cells) == 10_000
    html = document.render(analyse(many))
    assert len(html.encode()) <= MOST_BYTES
    page = opened(html)
    page.select_option("#choose-workload", index=150)
    assert page.locator("#ranking-title").inner_text().startswith("w150 encode")
    assert len(rows(page)) + page.locator("#without tbody tr").count() == 50


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_serious_and_nothing_is_too_wide(
    width: int, scheme: str, formats: Analysis, languages: Analysis, opened: Open
) -> None:
    for analysis, fragment in (
        (formats, "#operation=decode&cell=node/pbf&format=avro&format=protobuf"),
        (languages, ""),
    ):
        page = opened(document.render(analysis), fragment, width, color_scheme=scheme)
        open_all(page)
        assert serious(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_in_print_all_is_open_and_controls_are_gone(formats: Analysis, opened: Open) -> None:
    page = opened(document.render(formats))
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("details.section > summary:only-child")).to_have_count(0)
    assert not page.locator("#choices").is_visible()
    assert page.get_by_text("node/protobufjs-converted").last.is_visible()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")

"""What leaves work to the first reading has no rank among finished cells and no ratio to one, in any form of output."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from history.made import save
from measure.replay import Replay
from report.measured import BASE, FAST, SLOW, measured
from report.seen import Open

from assay.analysis import changes, machines
from assay.analysis.figures import analyse, fastest
from assay.analysis.judged import judge
from assay.analysis.query.answer import answer
from assay.base.errors import AssayError
from assay.changes.history import courses
from assay.cli import compare
from assay.report import changed, charts, exporters, overview
from assay.report.exporters import csv as figures
from assay.report.page import document as page_of
from assay.report.pages import marks
from assay.report.sections import sections
from assay.report.site import folder as site_folder
from assay.report.site import machines as site_machines
from assay.results import folder, writing
from assay.results.document import Document, Proof
from assay.results.folder import Found
from assay.results.request import Settings

LEFT_NS = 50.0


def leaving(document: Document, *names: str) -> Document:
    """The same run, in which these leave work to the first reading and all others were found not to."""
    for cell in document.cells:
        late = cell.contestant in names
        left = LEFT_NS if late else 0.0
        cell.proof = Proof(bytes="none", encoded_bytes=100, deferred=late, deferred_ns=left)
    return document


@pytest.fixture
def made(settings: Settings) -> Document:
    """The fastest of three is deferred."""
    found = leaving(measured(settings, Replay()), FAST)
    found.state = "finished"
    return found


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_tables_have_it_last_with_both_times(made: Document, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    text = str(exporters.exporter(form).sections("", sections(analyse(made))))
    ranked = [line for line in text.splitlines() if " ns" in line and "generic" in line]
    assert [next(name for name in (SLOW, BASE, FAST) if name in line) for line in ranked] == [BASE, BASE, SLOW, FAST]
    assert ["deferred" in line and "other lane" in line for line in ranked] == [False, False, False, True]
    assert "and read" in text and "Deferred:" in text


def test_every_row_of_figures_says_its_lane_and_the_time_with_what_is_left(made: Document) -> None:
    found = {row["contestant"]: row for row in csv.DictReader(io.StringIO(figures.report(analyse(made))))}
    assert [row["lane"].endswith("deferred") for row in found.values()] == [False, False, True]
    late, base = found[FAST], found[BASE]
    assert float(late["finished_ns"]) == float(late["ns_per_record"]) + LEFT_NS
    assert base["finished_ns"] == base["ns_per_record"]
    assert late["ratio"] == ""


def test_questions_in_sql_have_both_times(made: Document) -> None:
    asked = "select contestant, round(finished_ns - ns), deferred from cells where not control order by deferred, ns"
    said = answer([Found(Path("made.json"), made)], asked)
    table = said.section.table
    assert table is not None and table.values is not None
    assert [tuple(row) for row in table.values] == [(BASE, 0, False), (SLOW, 0, False), (FAST, LEFT_NS, True)]


def test_bars_say_so(made: Document) -> None:
    sets = charts.draw("", sections(analyse(made))).to_dict()["datasets"].values()
    (values,) = [values for values in sets if "slowest" in values[0]]
    assert [value["contestant"] for value in values] == [BASE, SLOW, f"{FAST} (deferred)"]


def test_the_page_has_it_last_and_says_no_speed(made: Document, opened: Open) -> None:
    page = opened(page_of.render(analyse(made)))
    rows = page.locator(".ranking tbody tr").all_inner_texts()
    assert FAST in rows[-1] and "deferred" in rows[-1] and "other lane" in rows[-1]
    assert "those that are deferred last" in page.locator("#ranking").inner_text()
    assert page.evaluate("assay.page.contestants.length") == 3
    page.select_option("#choose-baseline", FAST)  # other baselines change nothing about it
    rows = page.locator(".ranking tbody tr").all_inner_texts()
    assert all("other lane" in row for row in rows[:-1]) and "1 (baseline)" in rows[-1]


def test_a_share_is_of_the_fastest_that_finishes(made: Document) -> None:
    made.plan.table = "share-of-fastest"
    (section,) = overview.sections(analyse(made))
    assert section.table is not None
    names = section.table.columns[2:]
    shares = dict(zip(names, section.table.lines[0].cells[2:], strict=True))
    assert shares[BASE] == "100" and shares[FAST] == "100 (deferred)"


def test_the_fastest_of_a_language_finishes(made: Document) -> None:
    assert fastest(analyse(made), "encode", "none") == BASE


def test_a_page_of_figures_marks_it_and_divides_by_its_like_alone(made: Document, tmp_path: Path) -> None:
    writing.write(made, tmp_path / "run.json")
    page = tmp_path / "page.md"
    head = '<!-- documents\nrun = "run.json"\n-->\n\n'
    ratio = f"<!-- = run: w encode | {FAST} | time ÷ {BASE} -->1<!-- /= -->"
    sizes = f"<!-- = run: w encode | {FAST} | bytes ÷ {BASE} -->2<!-- /= -->"
    table = f"""<!-- table
document = "run"
workload = "w"
operation = "encode"
heads = ["library"]
rows = [{{ words = ["it"], contestant = "{FAST}" }}]
columns = [
  {{ title = "time" }},
  {{ title = "÷", over = "{BASE}" }},
  {{ title = "%", among = ["{BASE}", "{FAST}"] }},
]
-->
<!-- end -->
"""
    text = marks.refreshed(f"{head}{ratio}\n{sizes}\n\n{table}", page)
    assert "-->–<!-- /= -->" in text and "-->1.00×<!-- /= -->" in text
    row = next(line for line in text.splitlines() if line.startswith("| it |"))
    assert row.endswith("ns (deferred) | – | 100 |")


def test_a_new_version_that_leaves_work_is_not_faster(made: Document, settings: Settings) -> None:
    old = leaving(measured(settings, Replay()))
    found = changes.between(old, made)
    assert FAST not in {change.contestant for change in found.found}
    ((lost),) = found.lost
    assert (lost.contestant, lost.status) == (FAST, "deferred") and "access" in lost.reason
    (section,) = changed.sections(judge(found, 0.05, 0.95))
    assert section.failures[0].status == "deferred"
    back = changes.between(made, old)
    assert not back.lost and back.passed_over == {changes.FINISHES: [f"w encode {FAST}"]}


def test_documents_of_before_the_rule_compare(made: Document, settings: Settings) -> None:
    old = measured(settings, Replay())
    assert FAST in {change.contestant for change in changes.between(old, made).found}


def test_two_of_one_run_are_not_compared(made: Document, tmp_path: Path) -> None:
    assert [one.status for one in changes.within(made, BASE, FAST).lost] == ["deferred"]
    with pytest.raises(AssayError, match="the new one finishes what the old one leaves"):
        changes.within(made, FAST, BASE)
    path = tmp_path / "run.json"
    writing.write(made, path)
    assert compare.command.main([str(path), "--old", BASE, "--new", FAST], standalone_mode=False) == 3


def test_a_history_has_no_point_of_it_beside_a_finished_one(made: Document, tmp_path: Path) -> None:
    other = made.model_copy(deep=True)
    other.id, other.created = "other", "2026-01-02T00:00:00+00:00"
    for document in (made, other):
        save(document, tmp_path)
    found = folder.documents([tmp_path])
    history = courses.history(found, f"w/encode/{FAST}", None, absolute=False)
    assert not history.courses and ["rule 1" in left.reason for left in history.left] == [True, True]
    times = courses.history(found, f"w/encode/{FAST}", None, absolute=True)
    assert times.courses[0].kind.lane.endswith("deferred")


def test_two_machines_rank_what_finishes(made: Document, settings: Settings, tmp_path: Path) -> None:
    other = leaving(measured(settings, Replay()), FAST)
    other.id, other.machine.cpu = "other", "another"
    for document in (made, other):
        save(document, tmp_path)
    (found,) = site_machines.shared(site_folder.read(tmp_path))
    assert found.contestants == [BASE, SLOW] and "deferred" not in found.title
    for document in (leaving(made, FAST, SLOW), leaving(other, FAST, SLOW)):
        save(document, tmp_path)
    (found,) = site_machines.shared(site_folder.read(tmp_path))
    assert found.contestants == [FAST, SLOW] and "deferred" in found.title


def test_machines_of_a_cluster_reverse_no_order_that_there_is_not(made: Document) -> None:
    (comparison,) = analyse(made).comparisons
    assert comparison.compared is not None
    asked: list[tuple[str, str]] = []

    class Asked(machines.OneMachine):
        def pair(self, subject: machines.Subject, first: str, second: str) -> None:
            asked.append((first, second))

    machines.reversals(comparison.compared, [Asked(0, {})], 0.03)
    keys = {cell.contestant: cell.key for cell in made.cells if not cell.control}
    assert asked == [(keys[SLOW], keys[BASE])]

"""Courses over dated documents: planted changes are found, and what does not compare is kept apart and named."""

from __future__ import annotations

from pathlib import Path

import pytest
from history.made import dated, save
from report.measured import BASE, FAST, SLOW

from assay.analysis.conditions import conditions
from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.changes.history import courses, words
from assay.cli.main import main
from assay.results import folder
from assay.results.request import Settings
from assay.results.way import Mode, StoreWay

KEY = f"w/encode/{FAST}"


def test_a_planted_change_is_found_where_it_is(settings: Settings, tmp_path: Path) -> None:
    made = dated(settings, tmp_path, [1.0] * 6 + [1.25] * 6)
    for document in made[6:]:
        document.contestant(FAST).version = "2"
        save(document, tmp_path)
    found = folder.documents([tmp_path])
    history = courses.history(found, KEY, None, absolute=False)
    (course,) = history.courses
    (change,) = course.changes
    assert change.place == 6
    assert change.factor == pytest.approx(1 / 1.25, rel=0.02)
    assert [course.renewed(place) for place in (5, 6, 7)] == [[], ["version 1 → 2"], []]
    assert course.kind.reference == BASE and not history.apart and not history.left
    assert "slower" in words.sections(history)[0].table.lines[6].cells[5]  # type: ignore[union-attr]


def test_absolute_times_change_the_other_way(settings: Settings, tmp_path: Path) -> None:
    dated(settings, tmp_path, [1.0] * 5 + [1.25] * 5)
    history = courses.history(folder.documents([tmp_path]), KEY, None, absolute=True)
    assert history.courses[0].changes[0].factor == pytest.approx(1.25, rel=0.02)
    assert words.TIMES in words.sections(history)[-1].notes


def test_a_stable_course_has_no_change(settings: Settings, tmp_path: Path) -> None:
    dated(settings, tmp_path, [1.0] * 12)
    assert not courses.history(folder.documents([tmp_path]), KEY, None, absolute=False).courses[0].changes


def test_what_does_not_compare_is_apart_and_named(settings: Settings, tmp_path: Path) -> None:
    made = dated(settings, tmp_path, [1.0] * 9)
    made[3].machine.cpu = "another"
    made[4].workloads[0].digest = "other"
    made[5].plan.request.disturbed = True
    made[6].contestant(BASE).lane.buffer = "reused"
    next(cell for cell in made[7].cells if cell.contestant == FAST).reject("failed", "it fell over")
    made[8].plan.request.settings = settings.model_copy(update={"lead_in_ns": 0})
    for document in made:
        save(document, tmp_path)
    history = courses.history(folder.documents([tmp_path]), KEY, None, absolute=False)
    assert [point.found.document.id for point in history.courses[0].points] == ["day-1", "day-2", "day-3"]
    said = "\n".join(words.sections(history)[-1].notes)
    for name, reason in (
        ("day-4.json", "machine: another"),
        ("day-5.json", "data other"),
        ("day-6.json", "--disturbed"),
        ("day-7.json", "lane: "),
        ("day-8.json", "failed: it fell over"),
        ("day-9.json", "measured: in turns, not in turns with lead-ins"),
    ):
        assert any(name in line and reason in line for line in said.splitlines()), (name, said)


def test_where_no_two_compare_each_says_of_which_kind_it_is(settings: Settings, tmp_path: Path) -> None:
    made = dated(settings, tmp_path, [1.0] * 2)
    made[1].plan.request.settings = settings.model_copy(update={"cpu": "native"})
    for document in made:
        save(document, tmp_path)
    said = words.sections(courses.history(folder.documents([tmp_path]), KEY, None, absolute=False))[-1].notes
    assert "no two documents that compare" in said[0]
    assert "day-1.json" in said[1] and said[1].endswith("; in turns with lead-ins; 10 records, data d."), said
    assert "day-2.json" in said[2] and "; measured: in turns with lead-ins, --cpu native, not in" in said[2], said


def test_another_reference(settings: Settings, tmp_path: Path) -> None:
    dated(settings, tmp_path, [1.0] * 5)
    found = folder.documents([tmp_path])
    beside_base = courses.history(found, KEY, None, absolute=False).courses[0].points[0].value
    beside_slow = courses.history(found, KEY, SLOW, absolute=False).courses[0].points[0].value
    assert beside_slow > beside_base > 1
    with pytest.raises(AssayError, match='no document has a contestant "x/q"'):
        courses.history(found, KEY, "x/q", absolute=False)
    with pytest.raises(AssayError, match="the reference itself"):
        courses.history(found, KEY, FAST, absolute=False)


def test_a_later_document_whose_baseline_is_the_cell_itself_does_not_choose_the_reference(
    settings: Settings, tmp_path: Path
) -> None:
    made = dated(settings, tmp_path, [1.0] * 3)
    usual = courses.history(folder.documents([tmp_path]), KEY, None, absolute=False).courses[0].kind.reference
    made[-1].plan.baseline = next(cell.contestant for cell in made[-1].cells if cell.key == KEY)
    save(made[-1], tmp_path)
    assert courses.history(folder.documents([tmp_path]), KEY, None, absolute=False).courses[0].kind.reference == usual


def test_the_overview_has_the_changed_first(settings: Settings, tmp_path: Path) -> None:
    dated(settings, tmp_path, [1.0] * 5 + [1.25] * 5)
    table = words.overview(courses.overview(folder.documents([tmp_path]), None, absolute=False)).table
    assert table is not None
    assert [line.cells[0] for line in table.lines] == [KEY, f"w/encode/{SLOW}"]
    assert table.lines[0].cells[1:5] == ["10", "2026-03-01", "2026-03-10", "2026-03-06"]
    assert table.lines[0].cells[5].startswith("−2")


def test_cells_are_named_by_parts(settings: Settings, tmp_path: Path) -> None:
    dated(settings, tmp_path, [1.0])
    found = folder.documents([tmp_path])
    assert courses.cell_named(found, KEY) == courses.cell_named(found, FAST) == KEY
    with pytest.raises(AssayError, match="matches several cells"):
        courses.cell_named(found, "w/encode")
    with pytest.raises(AssayError, match=r"did you mean|lists the cells"):
        courses.cell_named(found, "w/encod/x/a")


def test_committed_documents_have_a_history() -> None:
    found = folder.documents([CHECKOUT / "results"])
    history = courses.history(found, "person/encode/rust/apache-avro-serde", None, absolute=False)
    assert len(history.courses[0].points) >= 2
    machines = {point.kind.machine for point in history.courses[0].points}
    assert len(machines) == 1
    assert {point.kind.machine for point in history.apart} - machines


def test_the_page(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dated(settings, tmp_path, [1.0] * 4 + [1.25] * 4)
    output = tmp_path / "h.html"
    assert main(["history", str(tmp_path), KEY, "--to", "html", "--output", str(output)]) == 0
    assert capsys.readouterr().out == f"{output}\n"
    text = output.read_text(encoding="utf-8")
    assert KEY in text and "slower" in text and len(text) < 2_000_000
    assert 'src="http' not in text
    assert main(["history", str(tmp_path / "day-1.json"), KEY, "--to", "svg", "--output", str(output)]) == 2
    assert "nothing to draw" in capsys.readouterr().err


def test_the_command(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dated(settings, tmp_path, [1.0] * 4 + [1.25] * 4)
    assert main(["history", str(tmp_path), "--to", "markdown"]) == 0
    assert f"| {KEY} | 8 |" in capsys.readouterr().out
    assert main(["history", str(tmp_path), FAST, "--to", "markdown"]) == 0
    assert capsys.readouterr().out.count("slower") == 1


def test_warm_reads_of_stores_are_apart_from_those_before_lead_ins(settings: Settings, tmp_path: Path) -> None:
    old, new = dated(settings, tmp_path, [1.0] * 2)
    old.plan.request.settings = settings.model_copy(update={"read_lead_in_ns": 0})
    new.plan.request.settings = settings.model_copy(update={"read_lead_in_ns": 10_000_000})
    assert conditions(new).differences(conditions(old)) == [], "no store was measured"
    modes: tuple[Mode, ...] = ("warm", "cold")
    for mode in modes:
        way = StoreWay(mode=mode, durability="D1", boundary="raw", key="id")
        for document in (old, new):
            document.cells[0].way = way
        methods = [conditions(document).method_of(way) for document in (old, new)]
        assert (methods[0] == methods[1]) is (mode == "cold")
    assert conditions(new).differences(conditions(old)) == ["setting read_lead_in_ns: 10000000 and 0"]

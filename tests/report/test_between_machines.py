"""What a report says of a run on several machines: their spread, their orders, and for whom its intervals hold."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest
from measure.replay import document, sample
from report.printed import printed

from assay.analysis.figures import analyse
from assay.analysis.machines import first_blocks, of_machine, one_by_one, reversals
from assay.analysis.query import items
from assay.check import figures, rules, structure
from assay.report.sections import sections
from assay.results.document import Block, Cluster, ClusterMachine, Document
from assay.results.folder import Found
from assay.results.request import Settings

BASE, FIRST, SECOND = "x/base", "x/first", "x/second"


def run(
    settings: Settings, speeds: Iterable[dict[str, float]], blocks: int = 3, one_computer: bool = False
) -> Document:
    """A run on a machine for each of ``speeds``: ns of contestants there, where they are not 100."""
    speeds = list(speeds)
    doc = document(settings, [BASE, FIRST, SECOND])
    doc.cluster = Cluster(
        kind="calm",
        machines=[
            ClusterMachine(machine=doc.machine, identity=str(number), computer=0 if one_computer else number)
            for number in range(len(speeds))
        ],
        events=["Machine 2 was lost after 3 blocks"],
    )
    for index in range(blocks * len(speeds)):
        machine = index % len(speeds)
        doc.blocks.append(
            Block(
                index=index, machine=machine, started="2026-01-01", seconds=1, groups=[], load_before=None, steal=None
            )
        )
        for place, cell in enumerate(doc.cells):
            noise = Random(f"{cell.key} {index}").gauss(0, 0.002)
            cell.samples.append(sample(index, place, speeds[machine].get(cell.contestant, 100.0) * (1 + noise)))
            cell.status = "measured"
    doc.state = "finished"
    return doc


def text(doc: Document) -> str:
    return printed(analyse(doc))


def test_a_machine_that_differs_widens_the_interval(settings: Settings) -> None:
    same = {FIRST: 110.0}
    alike, unlike = (run(settings, [same, same, other]) for other in (same, {FIRST: 130.0}))
    widths = []
    for doc in (alike, unlike):
        row = next(row for row in analyse(doc).comparisons[0].rows if row.cell.contestant == FIRST)
        assert row.ratio is not None and row.ratio.of == "machine" and row.ratio.blocks == 3
        widths.append(row.ratio.half_width)
    assert widths[0] < 0.03
    assert widths[1] > 0.1


@pytest.mark.parametrize("machines", [1, 2])
def test_times_and_ratios_agree(settings: Settings, machines: int) -> None:
    """Also where the baseline's second process, which counts for its time and for ratios, is slower than its first."""
    doc = run(settings, [{FIRST: 110.0}] * machines)
    for cell in doc.cells:
        if cell.control:
            cell.samples = [sample(one.block, one.position, 120.0) for one in cell.samples]
    rows = analyse(doc).comparisons[0].rows
    base = next(row.time for row in rows if row.baseline)
    assert base is not None and base.value == pytest.approx(100 * 1.2**0.5, rel=0.01)
    others = [row for row in rows if row.ratio and row.time and not row.cell.control]
    assert len(others) == 2
    for row in others:
        assert row.ratio is not None and row.time is not None
        assert base.value / row.time.value == pytest.approx(row.ratio.ratio)


def test_two_machines_with_opposite_orders_are_named(settings: Settings) -> None:
    doc = run(settings, [{FIRST: 90.0, SECOND: 110.0}, {FIRST: 110.0, SECOND: 90.0}])
    compared = next(iter(analyse(doc).comparisons)).compared
    assert compared is not None
    names = [
        (one.first.contestant, one.second.contestant, one.machines)
        for one in reversals(compared, one_by_one(doc), 0.03)
    ]
    assert (FIRST, SECOND, (0, 1)) in names
    assert f"{FIRST} is faster than {SECOND} on machine 1, and slower on machine 2." in text(doc)


def test_machines_of_one_order_reverse_nothing(settings: Settings) -> None:
    assert "No two machines tell a pair" in text(run(settings, [{FIRST: 90.0}, {FIRST: 95.0}]))


def test_the_report_says_for_whom_its_intervals_hold(settings: Settings) -> None:
    same: dict[str, float] = {}
    several = text(run(settings, [same, same]))
    assert "paired by block, over 2 machines; they hold for machines of this kind" in several
    assert "Machines: 2 of the kind calm." in several
    assert "Machine 2 was lost after 3 blocks." in several
    assert "of machines of this kind they say nothing" in text(run(settings, [same, same], one_computer=True))
    assert "paired by block, on this machine" in text(run(settings, [same]))


def test_one_machine_has_no_section_and_todays_intervals(settings: Settings) -> None:
    one = run(settings, [{}], blocks=4)
    alone = one.model_copy(update={"cluster": None})
    assert not [section for section in sections(analyse(one)) if section.title.startswith("Between machines")]
    ratios = [[row.ratio for row in analyse(doc).comparisons[0].rows] for doc in (one, alone)]
    assert ratios[0] == ratios[1]


def test_the_blocks_of_one_machine_are_a_run_by_themselves(settings: Settings) -> None:
    doc = run(settings, [{}, {}, {}])
    part = of_machine(doc, 1)
    assert [block.started for block in part.blocks] == [block.started for block in doc.blocks if block.machine == 1]
    assert [block.index for block in part.blocks] == [0, 1, 2]
    assert all([one.block for one in cell.samples] == [0, 1, 2] for cell in part.cells)
    assert part.cells[0].samples[0].batches == doc.cells[0].samples[1].batches
    assert [block.machine for block in first_blocks(doc, 2).blocks] == [0, 1, 2, 0, 1, 2]


def test_check_asks_whether_blocks_name_machines(settings: Settings) -> None:
    doc = run(settings, [{}, {}])
    assert not list(structure.findings(doc))
    doc.blocks[1].machine = 2
    assert [one.place for one in structure.findings(doc)] == ["blocks.1"]


def test_check_refuses_machines_that_are_one_computer(settings: Settings) -> None:
    assert "machines" in [one.rule for one in rules.findings(run(settings, [{}, {}], one_computer=True))]
    assert "machines" not in [one.rule for one in rules.findings(run(settings, [{}, {}]))]


def test_check_holds_memory_against_the_machine_that_measured(settings: Settings) -> None:
    doc = run(settings, [{}, {}])
    assert doc.cluster is not None
    doc.cluster.machines[1].machine = doc.machine.model_copy(update={"memory_bytes": 0})
    found = [one.place for one in figures.findings(doc) if "more memory" in one.words]
    assert found and all(int(place.rpartition(".")[2]) % 2 == 1 for place in found)


@pytest.mark.parametrize("speeds", [[{}], [{}, {}, {}]])
def test_every_machine_is_a_row(settings: Settings, speeds: list[dict[str, float]], tmp_path: str) -> None:
    doc = run(settings, speeds)
    rows = list(items.machines([Found(tmp_path, doc)]))  # type: ignore[arg-type]
    assert [row.number for row in rows] == list(range(len(speeds)))

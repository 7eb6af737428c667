"""Which cells are alive together: what fits, comparisons whole where they can be, the baseline in every part."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from assay.measure.groups import Group, Need, plan
from assay.results.document import Cell

BASE = "x/base"


def cells(counts: list[int]) -> list[Cell]:
    """Comparisons of so many cells, each with the baseline and its control."""
    return [
        Cell(contestant=name, workload=f"w{number}", operation="encode", control=control)
        for number, count in enumerate(counts)
        for name, control in [(BASE, False), (BASE, True), *((f"x/{n}", False) for n in range(count))]
    ]


def planned(these: list[Cell], memory: int, limit: int, seed: int = 1) -> list[Group]:
    return plan(these, BASE, lambda cell: Need(10), memory, Random(seed), limit)


def keys(group: Group) -> list[str]:
    return [cell.key for cell in group.cells]


@given(st.lists(st.integers(0, 12), min_size=1, max_size=6), st.integers(20, 200), st.integers(2, 24), st.integers())
def test_every_cell_is_measured_beside_its_baseline_and_within_the_limits(
    counts: list[int], memory: int, limit: int, seed: int
) -> None:
    these = cells(counts)
    groups = planned(these, memory, limit, seed)
    found = [key for group in groups for key in keys(group)]
    for cell in these:
        times = found.count(cell.key)
        assert times >= 1 if cell.contestant == BASE and not cell.control else times == 1
    for group in groups:
        subjects = {cell.subject for cell in group.cells}
        baselines = [c.subject for c in group.cells if c.contestant == BASE and not c.control]
        assert sorted(baselines) == sorted(subjects)
        assert len(group.cells) <= limit
        assert 10 * len(group.cells) <= memory


def test_a_comparison_that_fits_is_one_group_and_small_ones_share_one() -> None:
    assert len(planned(cells([5]), 1000, 24)) == 1
    assert len(planned(cells([2, 3, 4]), 1000, 24)) == 1
    assert sorted(len(group.cells) for group in planned(cells([5, 5, 5]), 1000, 14)) == [7, 14]


def test_what_cannot_take_turns_is_measured_by_itself_and_says_why() -> None:
    these = cells([3])
    why = "it leaves files behind"
    groups = plan(these, BASE, lambda c: Need(0, why if c.contestant == "x/1" else ""), 1, Random(1), 24)
    assert [keys(g) for g in groups if g.alone] == [["w0/encode/x/1"]]
    assert {g.alone for g in groups} == {"", why}


def test_a_process_that_is_too_large_for_company_has_the_baseline_only() -> None:
    assert all(len(group.cells) == 2 for group in planned(cells([4]), 1, 24))


def test_the_same_seed_gives_the_same_groups_and_another_one_others() -> None:
    these = cells([4, 4, 4])
    assert planned(these, 100, 24, 3) == planned(these, 100, 24, 3)
    assert planned(these, 100, 24, 3) != planned(these, 100, 24, 4)

"""The layout that CONTRIBUTING.md draws is the tree's, and its arrows point one way."""

from __future__ import annotations

import re
import subprocess

import pytest

from assay.base.checkout import CHECKOUT, LAB
from studies.rooms.draw import NO_ROOMS, drawn
from studies.rooms.imports import cycles, imported, modules, rooms

MAP = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_ROOMS = 19
ROOM = re.compile(r"`lab/assay/([a-z_]+)(?:\.py)?(?:/[^`]*)?`")
TEST = re.compile(r"(^|\.)(conftest|test_\w+)(\.|$)")


def test_no_room_of_the_lab_imports_one_that_imports_it() -> None:
    assert not cycles(rooms())


def test_a_cycle_would_be_found() -> None:
    assert cycles({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == [["a", "b", "c", "a"]]
    assert not cycles({"a": {"b", "c"}, "b": {"c"}, "c": set()})


@pytest.mark.parametrize(
    ("room", "allowed"),
    [
        ("base", set()),
        ("results", {"base"}),
        ("stats", {"base"}),
        ("operations", {"base"}),
        ("options", {"base", "results", "operations"}),
        ("analysis", {"base", "results", "stats", "operations", "options"}),
        ("report", {"base", "options", "analysis", "results", "stats", "operations"}),
    ],
)
def test_what_reads_documents_knows_no_contestant(room: str, allowed: set[str]) -> None:
    assert rooms()[room] <= allowed


def test_nobody_but_commands_leans_on_the_report() -> None:
    assert {room for room, others in rooms().items() if "report" in others} == {"cli"}


def test_the_first_look_shows_few_rooms() -> None:
    assert len(set(rooms()) - NO_ROOMS) <= MOST_ROOMS


def test_measuring_knows_boundaries_by_their_interface_only() -> None:
    known = modules()
    inside = re.compile(r"assay\.(codecs|containers|stores)\.")
    for name, path in known.items():
        if (
            name.startswith("assay.measure") and name != "assay.measure.harnesses.agreement"
        ):  # which proves one codec by itself
            assert not [other for other in imported(path) if inside.match(other)], name


def test_the_map_names_every_room_and_no_other() -> None:
    named = set(ROOM.findall(MAP))
    there = set(rooms()) - NO_ROOMS
    assert named == there


def test_every_room_imports_rooms_below_it_in_the_map() -> None:
    rows = [ROOM.findall(line) for line in MAP.splitlines() if line.strip().startswith("| `lab/")]
    level = {room: number for number, row in enumerate(rows) for room in row}
    known = rooms()
    assert not [
        f"{room} imports {other}"
        for room in level
        for other in known[room]
        if level.get(other, len(rows)) < level[room]
    ]


def test_the_drawing_is_of_the_imports() -> None:
    (block,) = re.findall(r"```mermaid\n(.*?)```", MAP, re.DOTALL)
    there = [line.strip() for line in block.split("\n")[:-1]]
    assert there == [line.strip() for line in drawn(rooms()).split("\n")], (
        "make it again: PYTHONPATH=lab .venv/bin/python -m studies.rooms.draw"
    )


def test_arrows_that_follow_from_others_are_not_drawn() -> None:
    assert drawn({"a": {"b", "c", "assay"}, "b": {"c"}, "c": set(), "assay": set()}) == "graph TD\n  a --> b\n  b --> c"


def test_every_place_that_the_map_names_is_there() -> None:
    rows = re.findall(r"^\s*\| ((?:`[^`]+`(?:, )?)+) \|", MAP, re.MULTILINE)
    assert rows
    for place in (place for row in rows for place in re.findall(r"`([^`]+)`", row)):
        pattern = re.sub(r"<[^>]*>", "*", place)
        assert list(CHECKOUT.glob(pattern)), f"CONTRIBUTING.md names {place}, which is not there"


def test_no_status_is_written_where_a_rule_is_broken() -> None:
    """A rule knows its status (assay.runner.rules), so code that raises does not say it again."""
    raised = re.compile(
        r"(?:Broken|Suspected)\((?:[^()]|\([^()]*\))*\"(?:failed|unverified|unstable|unsupported)\"\s*,?\s*\)"
    )
    assert not [path.name for path in LAB.rglob("*.py") if raised.search(path.read_text(encoding="utf-8"))]


def test_what_tests_share_is_in_modules_that_are_no_tests() -> None:
    tests = CHECKOUT / "tests"
    shared = {path: [name for name in imported(path) if TEST.search(name)] for path in sorted(tests.rglob("*.py"))}
    assert not {str(path.relative_to(tests)): names for path, names in shared.items() if names}


def test_every_package_has_the_license_of_the_whole() -> None:
    assert "Apache License" in (CHECKOUT / "LICENSE").read_text(encoding="utf-8")
    named = re.compile(r'^ *"?license"? *[=:] *"?([^",\n]+)', re.MULTILINE)
    files = subprocess.run(
        ["git", "ls-files", "*Cargo.toml", "*package.json", "*pyproject.toml", "*.cff"],
        cwd=CHECKOUT, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    found = {file: named.findall((CHECKOUT / file).read_text(encoding="utf-8")) for file in files}
    assert sum(map(len, found.values())) >= 10
    assert not {file: names for file, names in found.items() if set(names) - {"Apache-2.0"}}

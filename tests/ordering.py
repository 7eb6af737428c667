"""In which order tests are done, and which of them by one worker, so that all workers are busy to the end.

What takes longest begins first. Tests of a contestant follow each other: they share its build, and often its process.
Cargo builds one package at a time, so a second worker would wait for it: one does all of Rust.

A test's group follows from its name alone: pytest-xdist's own marks for them do not reach it under pytest 9.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).parents[1]

RUST = re.compile(r"rust[/-]|/rust/|_rust\b|_ingot_peers\b")

# The longest first; all others follow in the order in which they were found.
LONGEST = (
    RUST,
    re.compile("cli/test_newcomer"),
    re.compile(r"cpp/protobuf\b|test_packages|test_messages_keep"),
    re.compile("interop/test_matrix"),
    re.compile("suites/"),
    re.compile("codegen/"),
    re.compile("languages/"),
    re.compile("stores/"),
    re.compile("contract/"),
    re.compile("formats/"),
    re.compile("cluster/"),
    re.compile("trying/|gate/|profiles/|measure/|browser/|deciding/"),
)

# Among a test's parameters, as in `test_x.py::test_y[go/null-encode]`; the longest name first.
CONTESTANTS = sorted((f"{one.parent.name}/{one.name}" for one in ROOT.glob("contestants/*/*")), key=len, reverse=True)
CONTESTANT = re.compile(rf"\[.*?\b({'|'.join(CONTESTANTS)})\b")

# A fixture that all tests of a file share: made by two workers, it is made twice.
SHARED = re.compile(r'^@pytest\.fixture\(scope="module"', re.MULTILINE)


class Groups(LoadScopeScheduling):  # type: ignore[misc] # it comes without types
    """Hands out tests group by group, in the order in which they stand."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


def arrange(items: list[pytest.Item]) -> None:
    """Sort the tests: what takes longest first, and each group together."""
    places: dict[tuple[int, str], int] = {}
    keyed = []
    for item in items:
        one = group(item.nodeid)
        key = rank(item), item.path.as_posix() if one == item.nodeid else one
        keyed.append(((key[0], places.setdefault(key, len(places))), item))
    items[:] = [item for _, item in sorted(keyed, key=lambda pair: pair[0])]


def rank(item: pytest.Item) -> int:
    if item.get_closest_marker("slow") is None:
        return len(LONGEST)
    return next((number for number, one in enumerate(LONGEST) if one.search(item.nodeid)), len(LONGEST))


def group(nodeid: str) -> str:
    """What one worker does with this test: the test alone, where it does not matter."""
    file = nodeid.partition("::")[0]
    if RUST.search(nodeid):
        return "rust"
    if contestant := CONTESTANT.search(nodeid):
        return f"{file} {contestant[1]}"  # a second worker would wait for the same build
    return file if _shares(ROOT / file) else nodeid


@cache
def _shares(file: Path) -> bool:
    return SHARED.search(file.read_text(encoding="utf-8")) is not None

"""In which order tests are done, and which of them by one worker, so that all workers are busy to the end.

What takes longest begins first. Tests of a contestant follow each other: they share its build, and often its process.
Cargo builds one package at a time, so a second worker would wait for it: one does all of Rust.

pytest-xdist 3.8 loses these groups under pytest 9.2: it writes them into an attribute that pytest no longer reads.
Until it is renewed the order holds, and the groups do not; no test relies on them.
"""

from __future__ import annotations

import re

import pytest

# The longest first; all others follow in the order in which they were found.
LONGEST = (
    re.compile(r"rust[/-]|/rust/|_rust\b"),
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


def arrange(items: list[pytest.Item]) -> None:
    """Sort the tests, and mark those that one worker does."""
    places: dict[tuple[int, str], int] = {}
    keyed = []
    for item in items:
        alone = group(item)
        if alone:
            item.add_marker(pytest.mark.xdist_group(alone))
        key = rank(item), alone or item.path.as_posix()
        keyed.append(((key[0], places.setdefault(key, len(places))), item))
    items[:] = [item for _, item in sorted(keyed, key=lambda pair: pair[0])]


def rank(item: pytest.Item) -> int:
    if item.get_closest_marker("slow") is None:
        return len(LONGEST)
    return next((number for number, one in enumerate(LONGEST) if one.search(item.nodeid)), len(LONGEST))


def group(item: pytest.Item) -> str:
    """What one worker does with this test; empty where it does not matter."""
    if item.get_closest_marker("slow") is None:
        return ""
    if rank(item) == 0:
        return "rust"
    given = getattr(item, "callspec", None)
    params = given.params if given else {}
    name = params.get("name")
    if isinstance(name, str) and "/" in name:
        return f"{item.path.stem} {name}"  # a second worker would wait for the same build
    fixtures = getattr(item, "_fixtureinfo").name2fixturedefs  # noqa: B009 - pytest gives it to nobody else
    shared = any(made[-1].scope == "module" and one not in params for one, made in fixtures.items())
    return item.path.stem if shared else ""

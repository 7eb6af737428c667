"""Which Python runs contestants."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from assay.languages.python import interpreters
from assay.languages.python.interpreters import Interpreter, better

PLAIN = Interpreter(
    path="/plain",
    identity="plain",
    name="CPython",
    version="3.12.1",
    minor=12,
    compiler="GCC 12.2.0",
    date="2026-05-09",
    pgo=False,
    lto=False,
    debug=False,
    free_threaded=False,
    by="",
    complete=True,
)
FAST = replace(PLAIN, path="/fast", identity="fast", pgo=True, lto=True)


def of(*found: Interpreter | None) -> Iterator[Interpreter | None]:
    return iter(found)


def test_the_first_optimized_one_is_taken() -> None:
    other = replace(FAST, path="/other")
    assert better(PLAIN, of(None, PLAIN, FAST, other)) is FAST


@pytest.mark.parametrize(
    "lacking",
    [
        {"pgo": False},
        {"debug": True},
        {"complete": False},
        {"free_threaded": True},
        {"minor": 10},
        {"name": "PyPy"},
    ],
)
def test_one_that_lacks_something_is_not(lacking: dict[str, Any]) -> None:
    assert better(PLAIN, of(replace(FAST, **lacking))) is None


def test_an_optimized_lab_looks_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(interpreters.CHOICE, raising=False)
    monkeypatch.setattr(interpreters, "lab_own", lambda: FAST)
    monkeypatch.setattr(interpreters, "_at_hand", lambda minor: pytest.fail("looked"))
    assert interpreters.chosen.__wrapped__() is FAST


def test_one_that_the_user_names_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpreters, "lab_own", lambda: PLAIN)
    monkeypatch.setattr(interpreters, "ask", lambda path: FAST)
    monkeypatch.setenv(interpreters.CHOICE, "/plain")
    assert interpreters.chosen.__wrapped__() is PLAIN
    monkeypatch.delenv(interpreters.CHOICE)
    assert interpreters.chosen.__wrapped__() is FAST


def test_what_does_not_run_is_none() -> None:
    assert interpreters.ask("/nowhere/python3") is None
    assert interpreters.ask("/bin/true") is None


def test_a_build_says_what_it_lacks() -> None:
    assert PLAIN.build.optimized is False
    assert "without profile-guided optimization and LTO" in PLAIN.build.how
    half = replace(FAST, lto=False).build
    assert half.optimized
    assert half.how.endswith("with profile-guided optimization, without LTO")

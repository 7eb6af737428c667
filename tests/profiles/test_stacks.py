"""Stacks: what is added up, cut, scaled and counted."""

from __future__ import annotations

import pytest

from assay.languages.sampling.stacks import OTHER_THREADS, Frame, Stacks

MAIN = Frame("main", "runtime")
SERVE = Frame("serve", "kit")
LOOP = Frame("loop", "kit")
ENCODE = Frame("encode", "adapter")
WRITE = Frame("write", "library")
COPY = Frame("copy", "runtime")
FAULT = Frame("page_fault", "system")
COLLECT = Frame("collect", "runtime")

FOUND = Stacks.of(
    [
        ((MAIN, SERVE, LOOP, ENCODE, WRITE), 50),
        ((MAIN, SERVE, LOOP, ENCODE, WRITE, COPY), 20),
        ((MAIN, SERVE, LOOP, ENCODE, WRITE, COPY, FAULT), 10),
        ((MAIN, SERVE, LOOP), 20),
        ((OTHER_THREADS, COLLECT), 25),
    ]
)


def test_the_same_stack_is_added_up_and_nothing_is_left_out() -> None:
    found = Stacks.of([((MAIN,), 1), ((MAIN,), 2), ((), 5), ((WRITE,), 0)])
    assert found.weights == {(MAIN,): 3}


def test_what_leads_to_the_loop_is_cut_and_the_weights_stay() -> None:
    cut = FOUND.without_trunk()
    assert {stack[0] for stack in cut.weights} == {LOOP, OTHER_THREADS}
    assert (cut.total, cut.main) == (FOUND.total, FOUND.main) == (125, 100)


@pytest.mark.parametrize("frame", [ENCODE, WRITE])
def test_an_adapter_and_a_library_are_never_cut(frame: Frame) -> None:
    found = Stacks.of(
        [((MAIN, Frame("main", "adapter"), SERVE, frame, COPY), 95), ((MAIN, frame), 1), ((COLLECT,), 4)]
    ).without_trunk()
    assert set(found.weights) == {(frame, COPY), (frame,), (COLLECT,)}


def test_scaling_is_by_the_main_thread_and_others_come_on_top() -> None:
    found = FOUND.scaled(200)
    assert (found.main, found.total) == (200, 250)
    assert found.by_kind() == {"library": 100, "kit": 40, "runtime": 40, "system": 20, "other": 50}


def test_rows_count_a_recursive_function_once_and_no_other_thread() -> None:
    found = Stacks.of([((WRITE, WRITE, WRITE), 3), ((WRITE, COPY), 1), ((OTHER_THREADS, COLLECT), 9)])
    assert [(row.frame, row.own, row.total) for row in found.rows()] == [(WRITE, 3, 4), (COPY, 1, 1)]


@pytest.mark.parametrize(
    ("stack", "site"),
    [
        ((LOOP, ENCODE, COPY, FAULT), (LOOP, ENCODE)),
        ((LOOP, WRITE), (LOOP, WRITE)),
        ((MAIN, COPY), (MAIN, COPY)),
    ],
)
def test_who_asks_the_runtime_for_memory(stack: tuple[Frame, ...], site: tuple[Frame, ...]) -> None:
    assert Stacks.of([(stack, 1)]).by_site().weights == {site: 1}


def test_folded_stacks_mark_the_kit_and_hold_no_separator() -> None:
    found = Stacks.of([((SERVE, Frame("a;b", "library", "x.go:3")), 2.4)])
    assert found.folded() == "serve [kit];a:b (x.go:3) 2\n"

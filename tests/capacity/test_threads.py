"""Threads beside each other: what an interruption leaves undone."""

from __future__ import annotations

import threading

import pytest

from assay.base.threads import pool


def test_what_has_not_begun_never_does_where_the_block_is_interrupted() -> None:
    cancelled = threading.Event()
    done: list[str] = []

    def first() -> None:
        # It holds the only thread until the others are out.
        assert cancelled.wait(60)
        done.append("first")

    with pytest.raises(KeyboardInterrupt), pool(1) as threads:
        threads.submit(first)
        others = [threads.submit(done.append, name) for name in ("second", "third")]
        others[-1].add_done_callback(lambda _: cancelled.set())
        raise KeyboardInterrupt
    assert done == ["first"]


def test_all_is_done_without_one() -> None:
    with pool(2) as threads:
        made = [threads.submit(abs, number) for number in (-1, -2, -3)]
    assert [one.result() for one in made] == [1, 2, 3]

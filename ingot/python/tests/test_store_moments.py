"""Documents of one moment, of which some are taken back while they are read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import _ingot

SAID = "documents were taken back while they were read, as the batch or put_many that put them raised: begin again"
LONG = "x" * 50

WAYS: list[Callable[[ingot.Collection], Iterator[Any]]] = [
    lambda own: own.values(),
    lambda own: own.items(),
    lambda own: own.keys(),
    lambda own: iter(own.rows),
    lambda own: own.scan("n >= 0"),
    lambda own: own.batches(10),
    lambda own: own.batches(10, seed=1),
]


@pytest.fixture
def own(tmp_path: Path) -> ingot.Collection:
    return ingot.Store(tmp_path / "pantry")["train"]


def documents(count: int, name: str = "k") -> Iterable[tuple[str, dict[str, Any]]]:
    return ((f"{name}{number}", {"n": number, "t": LONG}) for number in range(count))


def is_told(documents: Iterator[Any]) -> bool:
    with pytest.raises(ingot.StoreError) as taken_back:
        list(documents)
    return (taken_back.value.kind, str(taken_back.value)) == ("open", SAID)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("others", [0, 1000])
def test_documents_that_were_taken_back_are_told(
    own: ingot.Collection, way: Callable[[ingot.Collection], Iterator[Any]], others: int
) -> None:
    with pytest.raises(ZeroDivisionError), own.batch():
        own.put_many(documents(1000))
        read = way(own)
        next(read)
        raise ZeroDivisionError
    own.put_many(documents(others, "other"))
    assert is_told(read) and len(list(way(own))) in (others, others / 10)
    if isinstance(read, ingot.Scan):
        # As after a compaction.
        assert list(read) == []


def test_documents_of_a_put_many_that_raises(own: ingot.Collection) -> None:
    own["first"] = {}
    found: list[ingot.Scan[dict[str, Any]]] = []

    def many() -> Iterator[tuple[str, dict[str, Any]]]:
        # So many that some are put before all are there.
        for key, document in documents(30_000):
            if len(own) > 1 and not found:
                found.append(own.values())
                next(found[0])
            yield key, document
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        own.put_many(many())
    assert len(own) == 1 and is_told(found[0])


@pytest.mark.parametrize("way", WAYS)
def test_documents_that_are_still_there_are_read(
    own: ingot.Collection, way: Callable[[ingot.Collection], Iterator[Any]]
) -> None:
    own.put_many(documents(1000))
    expected = list(way(own))
    before = way(own)
    seen = [next(before)]
    with pytest.raises(ZeroDivisionError), own.batch():
        early = way(own)
        seen_early = [next(early)]
        own.put_many(documents(1000, "new"))
        own.delete_many([f"k{number}" for number in range(500)])
        seen += [next(before), next(before)]
        raise ZeroDivisionError
    own.put_many(documents(1000, "other"))
    assert seen + list(before) == expected == seen_early + list(early)
    # What a batch has committed stays, whatever comes after.
    with pytest.raises(ZeroDivisionError), own.batch():
        own.put_many(documents(10, "committed"))
        kept = way(own)
        expected = list(way(own))
        seen = [next(kept)]
        own.commit()
        own["more"] = {"n": 1}
        raise ZeroDivisionError
    own["another"] = {"n": 1}
    assert seen + list(kept) == expected and "more" not in own
    with own.batch():
        own["more"] = {"n": 1}
        kept = way(own)
        expected = list(way(own))
        seen = [next(kept)]
    assert seen + list(kept) == expected


def test_a_change_that_is_refused_is_none(own: ingot.Collection) -> None:
    own.put_many(documents(1000))
    with pytest.raises(ingot.StoreError):
        own["wrong"] = b"{"
    read = own.values()
    next(read)
    with pytest.raises(ZeroDivisionError), own.batch():
        with pytest.raises(ingot.StoreError):
            own["wrong"] = b"{"
        within = own.values()
        next(within)
        raise ZeroDivisionError
    with pytest.raises(ingot.StoreError):
        own.put_many([*documents(10, "new"), ("wrong", b"[]")])
    assert len(list(read)) == len(list(within)) == 999


@pytest.mark.skipif(not _ingot._arrow, reason="this build has no Arrow")
def test_columns_of_documents_that_were_taken_back(own: ingot.Collection) -> None:
    pa = pytest.importorskip("pyarrow")
    own.put_many(documents(10))
    before = own.to_arrow()
    with pytest.raises(ZeroDivisionError), own.batch():
        own.put_many(documents(1000, "new"))
        within = own.to_arrow()
        raise ZeroDivisionError
    own.put_many(documents(1000, "other"))
    with pytest.raises(Exception, match=SAID):
        pa.table(within)
    assert pa.table(before).num_rows == 10


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_that_was_forked_within_a_batch(own: ingot.Collection) -> None:
    own.put_many(documents(1000))
    before = own.values()
    next(before)
    with own.batch():
        own.put_many(documents(1000, "new"))
        within = own.values()
        next(within)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                assert len(list(before)) == 999 and len(list(own)) == 1000
                with pytest.raises(ingot.StoreError, match="not committed when this process was forked") as wrong:
                    list(within)
                assert wrong.value.kind == "open"
                code = 0
            finally:
                os._exit(code)
        assert os.waitpid(child, 0)[1] == 0
    assert len(list(within)) == 1999

"""Threads that work at once on the same objects: on builds without the interpreter's lock they really do."""

from __future__ import annotations

import contextlib
import dataclasses
import sys
from pathlib import Path
from typing import Any

import pytest
from builds import WITHOUT_LOCK
from eight import at_once

import ingot
from ingot import fastavro

TEXT: dict[str, Any] = {
    "type": "record",
    "name": "Tea",
    "fields": [
        {"name": "name", "type": "string"},
        {"name": "grams", "type": ["null", "long"]},
        {"name": "tags", "type": {"type": "array", "items": "string"}},
        {"name": "prices", "type": {"type": "map", "values": "double"}},
    ],
}
SCHEMA, PARSED = ingot.Schema(TEXT), fastavro.parse_schema(TEXT)
ROUNDS = 400


def tea() -> dict[str, Any]:
    return {"name": "tëa", "grams": 250, "tags": ["dark", "oolong"], "prices": {"here": 1.5, "there": 2.5}}


@pytest.mark.skipif(not WITHOUT_LOCK, reason="this build has the interpreter's lock")
def test_the_lock_stays_off() -> None:
    is_on = getattr(sys, "_is_gil_enabled", None)
    assert is_on is not None and not is_on()


def change(shared: dict[str, Any], number: int) -> None:
    """Change what others encode: lists and maps grow and shrink, keys go and come back, texts are new objects."""
    for turn in range(ROUNDS):
        shared["tags"].append("".join(["new ", str(turn)]))
        shared["prices"][f"place {turn % 50}"] = float(turn)
        shared["name"] = "".join(["tea ", "é" * (turn % 3), str(number)])
        shared["grams"] = None if turn % 2 else 1 << turn % 60
        if turn % 7 == 0:
            shared["tags"].clear()
            shared["prices"].clear()
        if turn % 11 == 0:
            shared.pop("tags", None)
            shared["tags"] = []


def test_what_other_threads_change_is_encoded_or_refused() -> None:
    shared = tea()
    many = [shared] * 3

    def work(number: int) -> None:
        if number % 2 == 0:
            try:
                change(shared, number)
            except KeyError:  # another thread has just taken it out
                shared["tags"] = []
            return
        for _ in range(ROUNDS):
            try:
                found = SCHEMA.decode(SCHEMA.encode(shared))
            except ingot.EncodeError as error:
                assert error.kind in {"value-invalid", "type-mismatch"} or "missing" in str(error), error
            else:
                assert found["name"].startswith(("tea ", "tëa")) and isinstance(found["tags"], list)
            if number == 1:
                many.append(many[0])
                del many[:1]
                with contextlib.suppress(ingot.EncodeError):
                    assert SCHEMA.decode_many(SCHEMA.encode_many(many))
            else:
                fastavro.validate(shared, PARSED, raise_errors=False)

    at_once(work)


def test_all_threads_learn_the_same_classes() -> None:
    classes = [
        dataclasses.make_dataclass("Tea", [("name", str), ("grams", int), ("tags", list), ("prices", dict)])
        for _ in range(20)
    ]
    plain = tea()
    expected = SCHEMA.encode(plain)

    def work(number: int) -> None:
        for turn in range(ROUNDS):
            made = classes[(turn + number) % len(classes)](**plain)
            assert SCHEMA.encode(made) == expected

    at_once(work)


def test_keys_that_are_new_objects_in_each_thread() -> None:
    expected = SCHEMA.encode(tea())

    def work(_: int) -> None:
        for _ in range(ROUNDS):
            again = {"".join(list(key)): value for key, value in tea().items()}
            assert SCHEMA.encode(again) == expected
            assert SCHEMA.decode(expected) == again

    at_once(work)


def test_threads_put_and_read_documents(tmp_path: Path) -> None:
    shared: dict[str, Any] = {"grams": 1, "tags": ["a"]}
    with ingot.Store(tmp_path) as store:

        def work(number: int) -> None:
            teas = store["teas"]
            for turn in range(40):
                teas[f"{number}-{turn}"] = shared
                shared["tags"] = [*shared["tags"][:5], "".join(["b", str(turn)])]
                assert set(teas[f"{number}-{turn}"]) == {"id", "grams", "tags"}

        at_once(work)
        assert len(store["teas"]) == 8 * 40
        assert {one["grams"] for one in store["teas"].values()} == {1}

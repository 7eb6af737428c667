"""JSON read by a schema: which branch of a union takes a value, and what is said where none does."""

from __future__ import annotations

import json
from typing import Any

import pytest

from assay.data.canonical import Misfit
from assay.data.intake.values import Values
from assay.data.schema import parse

DEPTH = 40  # trying each branch again in each level would take longer than anyone waits


def record(name: str, **fields: Any) -> dict[str, Any]:
    return {"type": "record", "name": name, "fields": [{"name": key, "type": type_} for key, type_ in fields.items()]}


def read(schema: Any, document: Any) -> Any:
    return Values().record_of(parse(json.dumps(schema)), document)


def chain(depth: int, **end: Any) -> Any:
    """A record in a record in a record, ``depth`` of them."""
    made: Any = {"next": None, **end}
    for _ in range(depth - 1):
        made = {"next": made, "x": 1}
    return made


LIST = record("List", next=["null", "List"], x="long")
TWO = record("A", next=["null", "A", record("B", next=["null", "A", "B"], x="string")], x="long")


def test_a_wrong_end_is_found_once_however_deep_it_is() -> None:
    with pytest.raises(Misfit) as caught:
        read(LIST, chain(DEPTH, x="wrong"))
    assert str(caught.value) == f"{'next.' * (DEPTH - 1)}x: expected long, found str 'wrong'"


def test_branches_that_are_alike_are_told_apart_at_any_depth() -> None:
    document = chain(DEPTH, x="text")
    assert read(TWO, document) == document
    with pytest.raises(Misfit) as caught:
        read(TWO, chain(DEPTH, x=True))
    end = "no branch of the union (null, A, B) takes dict {'next': None, 'x': True}"
    assert str(caught.value) == f"{'next.' * (DEPTH - 2)}next: {end}"


def test_maps_and_arrays_in_unions_are_tried_once() -> None:
    schema = record("R", of=["null", {"type": "map", "values": ["null", "R", {"type": "array", "items": "R"}]}])
    document: Any = {"of": None}
    for _ in range(DEPTH // 4):
        document = {"of": {"map": [{"of": {"R": document}}]}}
    assert read(schema, document) == document
    wrong = json.loads(json.dumps(document).replace("null", "5"))
    with pytest.raises(Misfit, match="expected a map"):
        read(schema, wrong)


@pytest.mark.parametrize(
    ("branches", "value", "read_as"),
    [
        (["double", "long"], 1, 1),
        (["null", "double"], 1, 1.0),
        (["double", "string"], "NaN", "NaN"),
        (["null", "float"], "Infinity", float("inf")),
        (["long", "double"], 2**63, float(2**63)),
        (["null", "float", "double"], 0.1, 0.1),
        (["float", "long", "double"], 1, 1),
        (["string", record("A", x="long")], {"A": {"x": 1}}, {"x": 1}),
    ],
)
def test_what_a_value_is_as_it_stands_comes_first(branches: Any, value: Any, read_as: Any) -> None:
    found = read(record("R", v=branches), {"v": value})["v"]
    assert (type(found), found) == (type(read_as), read_as)


@pytest.mark.parametrize(
    ("branches", "value", "message"),
    [
        (["null", "long"], "a", "v: expected long, found str 'a'"),
        (["long", "string"], [], "v: no branch of the union (long, string) takes list []"),
        (["string", {"type": "array", "items": "long"}], [1, "a"], "v[1]: expected long, found str 'a'"),
        (["null"], 1, "v: no branch of the union (null) takes int 1"),
    ],
)
def test_the_branch_that_got_furthest_says_what_is_wrong(branches: Any, value: Any, message: str) -> None:
    with pytest.raises(Misfit) as caught:
        read(record("R", v=branches), {"v": value})
    assert str(caught.value) == message

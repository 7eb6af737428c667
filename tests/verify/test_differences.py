"""The difference of two values is named for every pair that canonical text distinguishes."""

from __future__ import annotations

import math
from typing import Any

import pytest

from assay.data.differences import difference


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        ({"a": [1, 2]}, {"a": [1, 3]}, "a[1]: expected int 2, found int 3"),
        ({"a": {"b": "x"}}, {"a": {}}, "a.b: is missing"),
        ({"a": 1}, {"a": 1, "b": 2}, "b: is not in the record"),
        ([1], [1, 2], "expected 1 items, found 2"),
        (1, True, "expected int 1, found bool True"),
        (1, 1.0, "expected int 1, found float 1.0"),
        ({"a": -0.0}, {"a": 0.0}, "a: expected float -0.0, found float 0.0"),
        (math.nan, 0.0, "expected float nan, found float 0.0"),
    ],
)
def test_the_first_difference_is_named(expected: Any, got: Any, words: str) -> None:
    assert difference(expected, got) == words


@pytest.mark.parametrize("value", [math.nan, -0.0, 0.0, None, {"a": [{"b": b"x"}]}])
def test_equal_values_have_none(value: Any) -> None:
    assert difference(value, value) == ""

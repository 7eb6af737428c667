"""Columns in few characters: numbers as base64 of little-endian arrays, texts as places in one list.

The whole is compressed (`assemble`): of each number first all first bytes stand in an array, then all second ones, for
the exponents of numbers are more alike than their digits.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray


def floats(numbers: Iterable[float | None], *, exact: bool = False) -> str:
    """None becomes NaN. ``exact``: all 53 bits, for what is computed with; else 24, for what is drawn."""
    kind = "<f8" if exact else "<f4"
    with np.errstate(over="ignore"):  # what is too large for 24 bits is drawn as endless
        return _base64(np.array([np.nan if number is None else number for number in numbers]).astype(kind))


def wholes(numbers: Iterable[int]) -> str:
    """Whole numbers from 0 to 2**32 - 1, each in as few bytes as the largest needs."""
    array = np.array(list(numbers), dtype="<u4")
    largest = int(array.max()) if array.size else 0
    return _base64(array.astype("u1" if largest < 2**8 else "<u2" if largest < 2**16 else "<u4"))


def _base64(array: NDArray[Any]) -> str:
    """After the size of a number in bytes."""
    bytes_of_each = array.view("u1").reshape(array.size, array.itemsize)
    return f"{array.itemsize}:{base64.b64encode(bytes_of_each.T.tobytes()).decode()}"


class Strings:
    """All texts of a page, each once; 0 is the empty one."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {"": 0}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def places(self, texts: Iterable[str]) -> str:
        return wholes(self.place(text) for text in texts)

    @property
    def all(self) -> list[str]:
        return list(self._places)

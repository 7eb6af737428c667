"""Where two plain values part, in words."""

from __future__ import annotations

import math
from typing import Any

from assay.data.canonical import found


def difference(expected: Any, got: Any) -> str:
    """The first place where ``got`` is not ``expected``, as "path: expected …, found …"; empty when equal."""
    path, text = _first(expected, got)
    return f"{path.lstrip('.')}: {text}" if path else text


def _first(expected: Any, got: Any) -> tuple[str, str]:
    if type(expected) is dict and type(got) is dict:
        for key in expected:
            if key not in got:
                return f".{key}", "is missing"
            path, text = _first(expected[key], got[key])
            if text:
                return f".{key}{path}", text
        extra = [key for key in got if key not in expected]
        return (f".{extra[0]}", "is not in the record") if extra else ("", "")
    if type(expected) is list and type(got) is list:
        for number, (a, b) in enumerate(zip(expected, got, strict=False)):
            path, text = _first(a, b)
            if text:
                return f"[{number}]{path}", text
        if len(expected) != len(got):
            return "", f"expected {len(expected)} items, found {len(got)}"
        return "", ""
    return ("", "") if _same(expected, got) else ("", f"expected {found(expected)}, found {found(got)}")


def first_byte(expected: bytes, got: bytes) -> int:
    """The position of the first byte that differs; the length of the shorter one where it is a prefix."""
    for position, (a, b) in enumerate(zip(expected, got, strict=False)):
        if a != b:
            return position
    return min(len(expected), len(got))


def _same(expected: Any, got: Any) -> bool:
    """Whether two values that are not collections are one; every NaN is, and the two zeros of reals are not."""
    if isinstance(expected, float) and isinstance(got, float):
        if math.isnan(expected):
            return math.isnan(got)
        return expected == got and math.copysign(1, expected) == math.copysign(1, got)
    return type(expected) is type(got) and bool(expected == got)

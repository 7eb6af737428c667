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
    same = type(expected) is type(got) and (expected == got or (_is_nan(expected) and _is_nan(got)))
    return ("", "") if same else ("", f"expected {found(expected)}, found {found(got)}")


def first_byte(expected: bytes, got: bytes) -> int:
    """The position of the first byte that differs; the length of the shorter one where it is a prefix."""
    for position, (a, b) in enumerate(zip(expected, got, strict=False)):
        if a != b:
            return position
    return min(len(expected), len(got))


def _is_nan(value: Any) -> bool:
    return isinstance(value, float) and math.isnan(value)

"""Which branch of a union a plain value takes (docs/contract.md, "Unions")."""

from __future__ import annotations

import math
from typing import Any

from assay_plain.misfit import Misfit, found
from assay_plain.types import RANGES, SAFE, Array, Enum, Fixed, Kind, Map, Primitive, Record, Schema, Union, kind

TEXT_KINDS = {"integer", "real", "string", "bytes"}  # what one text could mean several of

# The kinds that a Python plain value may be of, the preferred first.
KINDS_OF: dict[type, tuple[Kind, ...]] = {
    type(None): ("null",),
    bool: ("boolean",),
    int: ("integer",),
    float: ("real",),
    str: ("string",),
    bytes: ("bytes",),
    list: ("array",),
    dict: ("record", "map"),
}


def branch_of(union: Union, value: Any) -> int:
    """The number of the branch that a plain value takes: the first of its kind that it fits; Misfit where none does."""
    if type(value) not in KINDS_OF:
        raise Misfit(f"{found(value)} is not a plain value")
    for wanted in KINDS_OF[type(value)]:
        for number in union.by_kind.get(wanted, ()):
            if _fits(union.branches[number], value):
                return number
    allowed = ", ".join(_branch_name(branch) for branch in union.branches)
    raise Misfit(f"no branch of the union ({allowed}) takes {found(value)}")


def is_marked(union: Union) -> bool:
    """Whether values of the union carry their kind in canonical text, because a text could mean several."""
    return len(union.by_kind.keys() & TEXT_KINDS) > 1


def has_integer_and_real(union: Union) -> bool:
    return union.by_kind.keys() >= {"integer", "real"}


def whole(union: Union, value: Any) -> Any:
    """A float without fraction as an int, where an integer branch takes it: some languages cannot distinguish them."""
    negative_zero = value == 0 and type(value) is float and math.copysign(1, value) < 0
    if type(value) is float and value.is_integer() and abs(value) <= SAFE and not negative_zero:
        whole_value = int(value)
        if any(_fits(union.branches[number], whole_value) for number in union.by_kind.get("integer", ())):
            return whole_value
    return value


def _fits(branch: Schema, value: Any) -> bool:
    match branch:
        case Primitive(type="int" | "long" as name):
            low, high = RANGES[name]
            return low <= int(value) <= high
        case Enum(symbols=symbols):
            return value in symbols
        case Fixed(size=size):
            return len(value) == size
        case Record(fields=fields):
            return len(value) == len(fields) and all(f.name in value for f in fields)
        case _:
            return True


def _branch_name(branch: Schema) -> str:
    match branch:
        case Primitive(type=name):
            return name
        case Enum(name=name) | Fixed(name=name) | Record(name=name):
            return name
        case Array() | Map() | Union():
            return kind(branch)

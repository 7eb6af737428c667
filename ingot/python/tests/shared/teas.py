"""Classes that tests take for records, and a value and a schema of them."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import ingot


class Kind(enum.Enum):
    """Symbols are the members' names."""

    GREEN = 1
    BLACK = 2


class Colour(enum.StrEnum):
    """Symbols are the values where these are names, else the members' names."""

    RED = "red"
    DEEP_BLUE = "deep blue"


@dataclass
class Price:
    """A record within another one."""

    amount: float
    currency: str = "EUR"


@dataclass
class Tea:
    """A field of most kinds, and a variable that is none."""

    name: str
    grams: int | None = None
    kind: Kind = Kind.BLACK
    prices: list[Price] = field(default_factory=list)
    tags: frozenset[str] = frozenset()
    notes: dict[str, str] = field(default_factory=dict)
    best: Price | None = None
    shop: ClassVar[str] = "here"


class Pair(NamedTuple):
    """A record as a tuple, whose default is another one than that of its schema below."""

    first: int
    second: str = "x"


PAIR = ingot.Schema(
    {
        "type": "record",
        "name": "Pair",
        "fields": [{"name": "first", "type": "int"}, {"name": "second", "type": "string", "default": "z"}],
    }
)

OOLONG = Tea("oolong", 250, Kind.GREEN, [Price(1.5), Price(2.0, "USD")], frozenset({"new"}), {"a": "b"}, Price(0.5))

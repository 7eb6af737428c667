"""Encodes and decodes ten million records, or as many millions as are named, and says whether memory stays flat.

    python tests/millions.py [MILLIONS]

It runs for minutes, so no test calls it. Linux alone says how much memory a process has now.
"""

from __future__ import annotations

import enum
import os
import sys
from dataclasses import dataclass
from pathlib import Path

import ingot

SCHEMA = ingot.Schema(
    {
        "type": "record",
        "name": "Tea",
        "fields": [
            {"name": "name", "type": "string"},
            {"name": "grams", "type": ["null", "long"]},
            {"name": "kind", "type": {"type": "enum", "name": "Kind", "symbols": ["GREEN", "BLACK"]}},
            {"name": "prices", "type": {"type": "array", "items": "double"}},
        ],
    }
)
MOST_GROWN = 1 << 20


class Kind(enum.Enum):
    """Members of an enum, and the symbols of Avro's."""

    GREEN = 1
    BLACK = 2


@dataclass
class Tea:
    """A record as an object."""

    name: str
    grams: int | None
    kind: Kind
    prices: tuple[float, ...]


OBJECTS = SCHEMA.into(Tea)


def resident() -> int:
    """Bytes of memory that the process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def million() -> None:
    """A million records: eight of ten are encoded and decoded, by one call each or four by one, and two are refused.

    Half of the eight are read as objects of a class, and written from them.
    """
    for number in range(100_000):
        tea = {"name": f"tëa {number}", "grams": number << 20, "kind": "GREEN", "prices": [0.5, 1.5]}
        data = SCHEMA.encode_many([tea] * 4)
        found = SCHEMA.decode_many(data)
        for one in OBJECTS.decode_many(data):
            OBJECTS.decode(SCHEMA.encode(one))
        # Two calls whose errors hold objects, too.
        for wrong in ({**tea, "grams": "many"}, {**tea, "more": found}):
            try:
                SCHEMA.encode(wrong)
            except ingot.EncodeError:
                pass
            else:
                raise AssertionError(wrong)


def main() -> int:
    millions = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    million()
    first = resident()
    for number in range(1, millions):
        million()
        print(f"{number + 1} million records: {(resident() - first) / 1024:+.0f} KiB", flush=True)
    return int(resident() - first > MOST_GROWN)


if __name__ == "__main__":
    sys.exit(main())

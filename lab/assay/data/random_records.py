"""Random plain values of any schema, reproducible: record i depends on the seed and on i alone.

Most real integers are small, so magnitudes are drawn before digits. Longs stay within ±(2⁵² − 1), since zigzag
doubles them and JavaScript's numbers end at 2⁵³; the edges of every type are the business of tests, not of benchmarks.
"""

from __future__ import annotations

import random
import struct
from typing import Any

from assay.data.schema import Array, Enum, Fixed, Map, Primitive, Record, Schema, Union

DEEPEST = 5  # nesting of records beyond which unions prefer null and lists stay empty
LONGEST_STRING = 24
LONGEST_ARRAY = 10
ASCII = "".join(map(chr, range(0x20, 0x7F)))
WIDER = "éßñøЖλ" + "日本語カ한€" + "😀🚀𝄞"  # characters of two, three and four bytes


def source(seed: int, number: int) -> random.Random:
    """The random numbers of one record."""
    return random.Random(f"assay {seed} {number}")


def random_value(schema: Schema, rng: random.Random, depth: int = 0) -> Any:
    """A plain value of the schema."""
    match schema:
        case Primitive(type=name):
            return _primitive(name, rng)
        case Enum(symbols=symbols):
            return rng.choice(symbols)
        case Fixed(size=size):
            return rng.randbytes(size)
        case Array(items=items):
            length = 0 if depth >= DEEPEST else rng.randint(0, LONGEST_ARRAY if depth < 2 else 2)
            return [random_value(items, rng, depth + 1) for _ in range(length)]
        case Map(values=values):
            length = 0 if depth >= DEEPEST else rng.randint(0, LONGEST_ARRAY if depth < 2 else 2)
            return {random_string(rng): random_value(values, rng, depth + 1) for _ in range(length)}
        case Record(fields=fields):
            return {f.name: random_value(f.schema, rng, depth + 1) for f in fields}
        case Union(branches=branches):
            ends = [b for b in branches if isinstance(b, Primitive | Enum | Fixed)]
            choices = ends if depth >= DEEPEST and ends else list(branches)
            return random_value(rng.choice(choices), rng, depth + 1)


def random_string(rng: random.Random) -> str:
    length = rng.randint(0, LONGEST_STRING)
    return "".join(rng.choice(WIDER) if rng.random() < 0.04 else rng.choice(ASCII) for _ in range(length))


def _primitive(name: str, rng: random.Random) -> Any:
    match name:
        case "null":
            return None
        case "boolean":
            return rng.random() < 0.5
        case "int":
            return _integer(rng, 31)
        case "long":
            return _integer(rng, 52)
        case "float":
            return struct.unpack(">f", struct.pack(">f", _real(rng)))[0]
        case "double":
            return _real(rng)
        case "bytes":
            return rng.randbytes(rng.randint(0, LONGEST_STRING))
        case _:
            return random_string(rng)


def _integer(rng: random.Random, bits: int) -> int:
    magnitude = min(int(rng.expovariate(1 / 10)), bits)
    value = rng.getrandbits(magnitude) if magnitude else 0
    return -value if rng.random() < 0.25 else value


def _real(rng: random.Random) -> float:
    return rng.gauss(0, 1) * 10.0 ** rng.randint(-3, 6)

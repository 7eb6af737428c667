"""Sample: shorts and chars stay within 16 bits, boxed values are always there, arrays hold seven items."""

import struct

ITEMS = 7


def single(rng):
    return struct.unpack(">f", struct.pack(">f", rng.gauss(0, 1000)))[0]


KINDS = {
    "int": lambda rng: rng.getrandbits(31) - 2**30,
    "long": lambda rng: rng.getrandbits(52) - 2**51,
    "float": single,
    "double": lambda rng: rng.gauss(0, 1e6),
    "short": lambda rng: rng.randint(-(2**15), 2**15 - 1),
    "char": lambda rng: rng.randint(0, 2**16 - 1),
    "boolean": lambda rng: rng.random() < 0.5,
}


def record(number, rng):
    plain = {f"{name}_value": make(rng) for name, make in KINDS.items()}
    boxed = {f"{name}_value_boxed": make(rng) for name, make in KINDS.items()}
    arrays = {f"{name}_array": [make(rng) for _ in range(ITEMS)] for name, make in KINDS.items()}
    return {**plain, **boxed, **arrays, "string": f"sample string {number:08}"}

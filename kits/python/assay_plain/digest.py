"""Digests and the drawing of samples, as docs/contract.md ("Sampled outputs") has them. Standard library only."""

from __future__ import annotations

from collections.abc import Iterable

MASK = 2**64 - 1


def fnv1a(data: bytes, start: int = 0xCBF29CE484222325) -> int:
    """FNV-1a, 64 bit: http://www.isthe.com/chongo/tech/comp/fnv/ (Fowler, Noll, Vo)."""
    value = start
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & MASK
    return value


class SplitMix64:
    """Steele, Lea, Flood 2014: "Fast splittable pseudorandom number generators"."""

    def __init__(self, seed: int) -> None:
        self.state = seed & MASK

    def draw(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


def sample(generator: SplitMix64, passes: int, count: int, samples: int) -> list[tuple[int, int]]:
    """The (pass, index) pairs whose outputs one batch keeps: sorted, without repeats."""
    drawn = {(generator.draw() % passes, generator.draw() % count) for _ in range(samples)}
    return sorted(drawn)


def combine(digests: Iterable[int]) -> str:
    """The digest of a batch, from the digests of its sampled outputs in order: 16 hexadecimal digits."""
    return f"{fnv1a(b''.join(d.to_bytes(8, 'big') for d in digests)):016x}"

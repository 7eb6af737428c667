"""Avro's bytes, piece by piece, as the specification lays them out ("Binary encoding"), right or wrong on purpose."""

from __future__ import annotations

import struct

MIN_LONG, MAX_LONG = -(2**63), 2**63 - 1
MIN_INT, MAX_INT = -(2**31), 2**31 - 1


def varint(unsigned: int, width: int = 0) -> bytes:
    """Groups of seven bits, the lowest first; up to ``width`` bytes by empty groups, which is overlong."""
    out = bytearray()
    while True:
        group, unsigned = unsigned & 0x7F, unsigned >> 7
        if not unsigned and len(out) + 1 >= width:
            return bytes([*out, group])
        out.append(group | 0x80)


def long(value: int, width: int = 0) -> bytes:
    """An int or a long: zigzag, then a varint."""
    return varint(value << 1 if value >= 0 else ((-value) << 1) - 1, width)


def float_(value: float) -> bytes:
    return struct.pack("<f", value)


def double(value: float) -> bytes:
    return struct.pack("<d", value)


def blob(content: bytes) -> bytes:
    """Bytes: their length, then themselves."""
    return long(len(content)) + content


def text(content: str) -> bytes:
    return blob(content.encode())


def block(*items: bytes, sized: bool = False) -> bytes:
    """A block of an array or a map: its count, which is negative where the block's size in bytes follows."""
    content = b"".join(items)
    return (long(-len(items)) + long(len(content)) if sized else long(len(items))) + content


END = long(0)  # what ends an array or a map


def array(*items: bytes) -> bytes:
    return (block(*items) if items else b"") + END


def branch(index: int, content: bytes = b"") -> bytes:
    """A union: the index of the branch, then its value."""
    return long(index) + content

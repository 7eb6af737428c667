"""CRC-64-AVRO, as the specification's page gives it, beside MD5 and SHA-256, over a canonical form."""

from __future__ import annotations

import hashlib

EMPTY = 0xC15D213AA4D7A795
MASK = 2**64 - 1


def _entry(index: int) -> int:
    for _ in range(8):
        index = (index >> 1) ^ (EMPTY if index & 1 else 0)
    return index


TABLE = [_entry(index) for index in range(256)]


def crc64(content: bytes) -> int:
    value = EMPTY
    for byte in content:
        value = (value >> 8) ^ TABLE[(value ^ byte) & 0xFF]
    return value & MASK


def fingerprints(canonical: str) -> dict[str, str]:
    """Hexadecimal; CRC-64-AVRO as a number, its highest digit first. In messages it stands the other way round."""
    content = canonical.encode()
    return {
        "crc64": f"{crc64(content):016x}",
        "md5": hashlib.md5(content).hexdigest(),
        "sha256": hashlib.sha256(content).hexdigest(),
    }

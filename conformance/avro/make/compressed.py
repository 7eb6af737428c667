"""Compressed streams written by hand, by their formats' own pages, so that they are the same wherever they are made."""

from __future__ import annotations

import zlib


def deflate_stored(content: bytes) -> bytes:
    """RFC 1951, one block that is not compressed."""
    size = len(content)
    return b"\x01" + size.to_bytes(2, "little") + (size ^ 0xFFFF).to_bytes(2, "little") + content


def deflate_bomb(size: int) -> list[tuple[bytes, int]]:
    """Zeros in a block of fixed codes: a zero, then matches of 258 bytes, thirteen bits each. As runs of bytes."""
    matches = size // 258
    bits = "110" + "00110000" + "1100010100000" * matches + "0000000"
    bits += "0" * (-len(bits) % 8)
    content = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, len(bits), 8))
    cycle, times = content[13:26], (len(content) - 39) // 13
    if content[13 : 13 + 13 * times] != cycle * times:
        raise ValueError("thirteen bytes hold eight matches, and so repeat")
    return [(content[:13], 1), (cycle, times), (content[13 + 13 * times :], 1)]


def snappy_stored(content: bytes) -> bytes:
    """One literal, and the checksum that Avro puts behind it: CRC-32 of the content, its highest byte first."""
    size, length = len(content), bytearray()
    rest = size
    while rest > 0x7F:
        length.append(rest & 0x7F | 0x80)
        rest >>= 7
    length.append(rest)
    literal = bytes([(size - 1) << 2]) if size <= 60 else b"\xf4" + (size - 1).to_bytes(2, "little")
    return bytes(length) + (literal + content if size else b"") + zlib.crc32(content).to_bytes(4, "big")


def zstandard_stored(content: bytes) -> bytes:
    """RFC 8878: one frame of one raw block."""
    return _frame(len(content)) + _block(len(content), kind=0, last=True) + content


def zstandard_bomb(size: int) -> list[tuple[bytes, int]]:
    """Blocks that repeat one byte 128 KiB long, four bytes each."""
    most = 128 << 10
    return [
        (_frame(None), 1),
        (_block(most, kind=1, last=False) + b"\0", size // most),
        (_block(1, kind=1, last=True) + b"\0", 1),
    ]


def zstandard_window(bits: int) -> bytes:
    """A frame that wants a window of 2^``bits`` bytes, for one byte of content."""
    return bytes.fromhex("28b52ffd00") + bytes([(bits - 10) << 3]) + _block(1, kind=0, last=True) + b"\0"


def _frame(size: int | None) -> bytes:
    """Magic and header: of one segment with its size in four bytes, or a window of 1 MiB and no size."""
    if size is None:
        return bytes.fromhex("28b52ffd00") + bytes([10 << 3])
    return bytes.fromhex("28b52ffda0") + size.to_bytes(4, "little")


def _block(size: int, kind: int, *, last: bool) -> bytes:
    return (size << 3 | kind << 1 | last).to_bytes(3, "little")

"""The parts of container files: the header, numbers, blocks."""

from __future__ import annotations

from typing import Any

from ingot import _ingot

MAGIC = b"Obj\x01"
SYNC_SIZE = 16
HEADER_SCHEMA = {
    "type": "record",
    "name": "org.apache.avro.file.Header",
    "fields": [
        {"name": "magic", "type": {"type": "fixed", "name": "magic", "size": len(MAGIC)}},
        {"name": "meta", "type": {"type": "map", "values": "bytes"}},
        {"name": "sync", "type": {"type": "fixed", "name": "sync", "size": SYNC_SIZE}},
    ],
}

#: No block of a file has more bytes.
MOST = 64 << 20


_parsed: list[Any] = []


def header_schema() -> Any:
    """The schema of headers, parsed when it is first asked for."""
    from ingot.fastavro.schema import parse_schema

    if not _parsed:
        _parsed.append(parse_schema(HEADER_SCHEMA))
    return _parsed[0]


def read_long(fo: Any) -> int | None:
    """The number that a file has next; none at the file's end. Raises `EOFError` within a number."""
    taken = b""
    while not taken or taken[-1] >= 0x80:
        byte = fo.read(1)
        if not byte and not taken:
            return None
        if not byte or len(taken) == 10:
            break
        taken += byte
    return int(_ingot.fastavro_long(taken)[0])


def read_exactly(fo: Any, length: int) -> bytes:
    """So many bytes of a file. Raises `EOFError` if it has fewer, `ValueError` if no block may have so many."""
    if not 0 <= length <= MOST:
        raise ValueError(f"a block of {length} bytes: blocks have {MOST} at most")
    data = bytes(fo.read(length))
    if len(data) < length:
        raise EOFError(f"a block of {length} bytes, of which the file has {len(data)}")
    return data


def long_bytes(value: int) -> bytes:
    """A number of at least 0 as files have it."""
    value <<= 1
    made = bytearray()
    while value > 0x7F:
        made.append(value & 0x7F | 0x80)
        value >>= 7
    made.append(value)
    return bytes(made)

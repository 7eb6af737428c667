"""Avro object container files: written and taken apart block by block, by the letter of the specification (1.12).

The lab has its own code for this since it must say what is wrong with a file, and not just that a reader fails. What is
inside the blocks is datums, as bytes; they are the reference codec's business.
"""

from __future__ import annotations

import binascii
import io
import struct
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

import cramjam
import zstandard

MAGIC = b"Obj\x01"
SYNC_SIZE = 16
PIECE = 1 << 20  # bytes read at once
CODECS = ("null", "deflate", "snappy", "zstandard")


class BadContainer(ValueError):
    """Bytes that are not container file, or one that breaks the specification: what, and in which block."""


@dataclass(frozen=True)
class Container:
    """A file taken apart. ``blocks``: the number of records and the uncompressed data of each; ``notes``: oddities."""

    codec: str
    schema_text: str
    sync: bytes
    blocks: list[tuple[int, bytes]]
    notes: list[str]


@dataclass(frozen=True)
class Header:
    """What precedes the blocks. Metadata other than schema and codec may be any bytes, and is ignored."""

    codec: str
    schema_text: str
    sync: bytes


def build(
    schema_text: str, datums: Sequence[bytes], codec: str, level: int | None, block_bytes: int, sync: bytes
) -> bytes:
    """A container file of datums; a block ends with the record that reaches ``block_bytes``."""
    parts = [write_header(Header(codec, schema_text, sync))]
    block: list[bytes] = []
    size = 0
    for number, datum in enumerate(datums):
        block.append(datum)
        size += len(datum)
        if size >= block_bytes or number == len(datums) - 1:
            data = compress(b"".join(block), codec, level)
            parts += [_long(len(block)), _long(len(data)), data, sync]
            block, size = [], 0
    return b"".join(parts)


def write_header(header: Header) -> bytes:
    """A header with schema and codec and nothing else."""
    meta = {"avro.codec": header.codec.encode(), "avro.schema": header.schema_text.encode()}
    parts = [MAGIC, _long(len(meta))]
    for key, value in meta.items():
        parts += [_long(len(key)), key.encode(), _long(len(value)), value]
    return b"".join([*parts, _long(0), header.sync])


def read_header(stream: BinaryIO) -> Header:
    """The header of a container file, which leaves the stream at the first block. BadContainer where it is wrong."""
    cursor = _Cursor(stream)
    if cursor.take(4) != MAGIC:
        raise BadContainer('the file does not begin with "Obj" and 1')
    meta: dict[bytes, bytes] = {}
    while count := cursor.long():
        if count < 0:
            cursor.long()
        for _ in range(abs(count)):
            key = cursor.bytes()
            meta[key] = cursor.bytes()
    if b"avro.schema" not in meta:
        raise BadContainer("the header has no avro.schema")
    try:
        codec, schema_text = (meta.get(b"avro.codec", b"null").decode(), meta[b"avro.schema"].decode())
    except UnicodeDecodeError as error:
        raise BadContainer(f"schema or codec in its header is not UTF-8: {error}") from None
    return Header(codec or "null", schema_text, cursor.take(SYNC_SIZE))


def block_sizes(stream: BinaryIO, header: Header) -> Iterator[int]:
    """The number of records in each block; what is in them is passed over. BadContainer where that is wrong."""
    cursor = _Cursor(stream)
    begin = stream.tell()
    end = stream.seek(0, io.SEEK_END)
    stream.seek(begin)
    while stream.tell() < end:
        count, size = cursor.long(), cursor.long()
        if count < 0 or size < 0:
            raise BadContainer(f"a block of {count} records and {size} bytes")
        stream.seek(size, io.SEEK_CUR)
        if cursor.take(SYNC_SIZE) != header.sync:
            raise BadContainer("no sync marker after a block")
        yield count


def take_apart(data: bytes) -> Container:
    """Check the framing of a container file from its first byte to its last. BadContainer where it is wrong."""
    stream = io.BytesIO(data)
    header = read_header(stream)
    cursor = _Cursor(stream)
    blocks: list[tuple[int, bytes]] = []
    notes: list[str] = []
    while stream.tell() < len(data):
        number = len(blocks)
        try:
            count, payload = cursor.long(), cursor.bytes()
            plain, note = decompress(payload, header.codec)
            blocks.append((count, plain))
            if note and note not in notes:
                notes.append(note)
            if cursor.take(SYNC_SIZE) != header.sync:
                raise BadContainer("no sync marker after it")
        except BadContainer as error:
            raise BadContainer(f"block {number}: {error}") from None
    return Container(header.codec, header.schema_text, header.sync, blocks, notes)


def compress(data: bytes, codec: str, level: int | None) -> bytes:
    match codec:
        case "null":
            return data
        case "deflate":
            squeezer = zlib.compressobj(6 if level is None else level, zlib.DEFLATED, -15)
            return squeezer.compress(data) + squeezer.flush()
        case "snappy":
            return bytes(cramjam.snappy.compress_raw(data)) + struct.pack(">I", binascii.crc32(data))
        case "zstandard":
            return zstandard.ZstdCompressor(level=3 if level is None else level).compress(data)
        case _:
            raise ValueError(f"no codec {codec}")


def decompress(payload: bytes, codec: str) -> tuple[bytes, str]:
    """The uncompressed data of a block, and a note where the block is readable but odd."""
    match codec:
        case "null":
            return payload, ""
        case "deflate":
            return _inflate(payload)
        case "snappy":
            return _unsnap(payload), ""
        case "zstandard":
            try:
                return zstandard.ZstdDecompressor().decompressobj().decompress(payload), ""
            except zstandard.ZstdError as error:
                raise BadContainer(f"the data is not a Zstandard frame: {error}") from None
        case _:
            raise BadContainer(f'the codec "{codec}" is not one of {", ".join(CODECS)}')


def _inflate(payload: bytes) -> tuple[bytes, str]:
    raw = zlib.decompressobj(-15)
    try:
        plain = raw.decompress(payload) + raw.flush()
        if raw.eof:
            stray = len(raw.unused_data)
            return plain, f"deflate blocks carry {stray} stray bytes after the stream" if stray else ""
    except zlib.error:
        pass
    for bits, what in ((15, "a zlib header (RFC 1950)"), (31, "a gzip header (RFC 1952)")):
        try:
            zlib.decompress(payload, bits)
        except zlib.error:
            continue
        raise BadContainer(f"the data has {what}; the deflate codec of Avro is the raw stream (RFC 1951)")
    raise BadContainer("the data is not a deflate stream")


def _unsnap(payload: bytes) -> bytes:
    if len(payload) < 4:
        raise BadContainer("a snappy block ends with four bytes of CRC32, and this one is shorter")
    try:
        plain = bytes(cramjam.snappy.decompress_raw(payload[:-4]))
    except cramjam.DecompressionError:
        try:
            cramjam.snappy.decompress_raw(payload)
        except cramjam.DecompressionError:
            raise BadContainer("the data is not a snappy block") from None
        raise BadContainer("the snappy block lacks its CRC32") from None
    if struct.pack(">I", binascii.crc32(plain)) != payload[-4:]:
        raise BadContainer("the CRC32 of the snappy block is wrong")
    return plain


def _long(value: int) -> bytes:
    """An Avro long: zigzag, then seven bits a byte, least significant first."""
    rest = (value << 1) ^ (value >> 63)
    out = bytearray()
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)


class _Cursor:
    def __init__(self, stream: BinaryIO) -> None:
        self.stream = stream

    def take(self, size: int) -> bytes:
        if size < 0:
            raise BadContainer(f"a length of {size}")
        # Piece by piece: a damaged length must not take memory that the file does not fill.
        pieces: list[bytes] = []
        left = size
        while left and (piece := self.stream.read(min(left, PIECE))):
            pieces.append(piece)
            left -= len(piece)
        if left:
            raise BadContainer(f"the file ends where {size} more bytes are announced")
        return b"".join(pieces)

    def long(self) -> int:
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return (value >> 1) ^ -(value & 1)
            if shift > 63:
                raise BadContainer("a number of more than ten bytes")

    def bytes(self) -> bytes:
        return self.take(self.long())

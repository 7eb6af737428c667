"""Container files in every codec, right and wrong, and the bombs."""

from __future__ import annotations

import bz2
import json
import lzma
from collections.abc import Callable, Iterator
from typing import Any

from conformance.avro.make import wire
from conformance.avro.make.compressed import (
    deflate_bomb,
    deflate_stored,
    snappy_stored,
    zstandard_bomb,
    zstandard_stored,
    zstandard_window,
)
from conformance.avro.make.row import ACCEPT, REFUSE, Row

SPEC = "Object Container Files"
CODECS = "Object Container Files, Required Codecs"
MAGIC = b"Obj\x01"
SYNC = bytes(range(0xA0, 0xB0))
SCHEMA = {"type": "record", "name": "R", "fields": [{"name": "a", "type": "long"}, {"name": "b", "type": "string"}]}
RECORDS = [{"a": number, "b": "x" * number} for number in range(5)]
ENCODED = [wire.long(record["a"]) + wire.text(record["b"]) for record in RECORDS]  # type: ignore[arg-type]
LIMIT = 64 << 20  # of a block's content


def xz(content: bytes) -> bytes:
    return lzma.compress(content, format=lzma.FORMAT_XZ, check=lzma.CHECK_CRC32, preset=0)


PACKED: dict[str, Callable[[bytes], bytes]] = {
    "null": bytes,
    "deflate": deflate_stored,
    "snappy": snappy_stored,
    "zstandard": zstandard_stored,
    "bzip2": bz2.compress,
    "xz": xz,
}


def header(codec: str | None = "null", schema: Any = SCHEMA, sync: bytes = SYNC, **more: bytes) -> bytes:
    metadata = {"avro.schema": json.dumps(schema).encode()} if schema is not None else {}
    metadata |= {} if codec is None else {"avro.codec": codec.encode()}
    metadata |= {name.replace("_", "."): value for name, value in more.items()}
    return MAGIC + wire.array(*(wire.text(key) + wire.blob(value) for key, value in metadata.items())) + sync


def block(count: int, content: bytes, sync: bytes = SYNC) -> bytes:
    return wire.long(count) + wire.long(len(content)) + content + sync


def rows() -> Iterator[Row]:
    yield from _right()
    yield from _headers()
    yield from _blocks()
    yield from _payloads()
    yield from _bombs()


def right(name: str, shows: str, content: bytes, records: list[Any] = RECORDS, spec: str = SPEC) -> Row:
    return Row(name, shows, spec, {"container": content.hex(), "records": records})


def bad(name: str, shows: str, content: bytes, error: str, read: list[Any] | None = None) -> Row:
    """Refused; read leniently, it gives the records ``read``, or is refused, too."""
    if read is None:
        return Row(name, shows, SPEC, {"container": content.hex()}, REFUSE, error=error)
    return Row(name, shows, SPEC, {"container": content.hex(), "records": read}, REFUSE, ACCEPT, error=error)


def _right() -> Iterator[Row]:
    whole = b"".join(ENCODED)
    for codec, packed in PACKED.items():
        first, rest = packed(b"".join(ENCODED[:2])), packed(b"".join(ENCODED[2:]))
        content = header(codec) + block(2, first) + block(3, rest)
        yield right(f"codec-{codec}", "two blocks, five records", content, spec=CODECS)
        yield right(f"empty-{codec}", "a header alone is a file without records", header(codec), [], CODECS)
    yield right("no-codec", "no codec is null", header(None) + block(5, whole))
    plain = header() + block(5, whole)
    yield right("metadata", "further metadata are bytes of any kind", header(mine=b"\xff\xfe") + block(5, whole))
    sized = wire.block(wire.text("avro.schema") + wire.blob(json.dumps(SCHEMA).encode()), sized=True) + wire.END
    yield right(
        "metadata-sized", "the metadata are a map, whose blocks may be sized", MAGIC + sized + SYNC + block(5, whole)
    )
    yield right(
        "block-empty", "a block of no records, and records after it", header() + block(0, b"") + block(5, whole)
    )
    nulls = header(schema="null") + block(3, b"")
    yield right("records-of-nothing", "records of no bytes", nulls, [None] * 3)
    spaced = header(schema="long") + block(1, wire.long(1)) + block(1, wire.long(2))
    yield right("no-record-schema", "a file of any type", spaced, [1, 2])
    yield bad("nothing", "no bytes are no file", b"", "end-of-input")
    for cut in (1, 3, 4, 5, 20, len(header()) - 1):
        yield bad(f"cut-header-{cut}", "the header is cut", plain[:cut], "end-of-input")
    for cut in (1, 2, 5, len(plain) - len(header()) - 1):
        shows = "a block is cut"
        yield bad(f"cut-block-{cut}", shows, plain[: len(header()) + cut], "end-of-input", [])
    two = header() + block(2, b"".join(ENCODED[:2])) + block(3, b"".join(ENCODED[2:]))
    shows = "the second block is cut: what is whole before it is there"
    yield bad("cut-second-block", shows, two[:-3], "end-of-input", RECORDS[:2])


def _headers() -> Iterator[Row]:
    whole = block(5, b"".join(ENCODED))
    yield bad("magic", "another magic", b"Obj\x02" + header()[4:] + whole, "magic")
    yield bad("magic-1.2", "the magic of Avro 1.2", b"Obj\x00" + header()[4:] + whole, "magic")
    yield bad("magic-text", "a text file", b"hello, world\n", "magic")
    yield bad("no-schema", "no schema", header(schema=None) + whole, "schema-missing")
    broken = MAGIC + wire.array(wire.text("avro.schema") + wire.text("{")) + SYNC + whole
    yield bad("schema-broken", "a schema that is no JSON", broken, "json")
    latin = MAGIC + wire.array(wire.text("avro.schema") + wire.blob(b'"\xff"')) + SYNC + whole
    yield bad("schema-no-utf-8", "a schema that is no UTF-8", latin, "json")
    yield bad("codec-unknown", "a codec that is not known", header("mine") + whole, "codec-unknown")
    yield bad("codec-case", "codecs are written small", header("Null") + whole, "codec-unknown")
    yield bad("codec-empty", "an empty name", header("") + whole, "codec-unknown", RECORDS)
    yield bad("codec-long", "a name that begins like a codec's", header("deflate2") + whole, "codec-unknown")
    twice = wire.text("avro.schema") + wire.blob(json.dumps(SCHEMA).encode())
    again = MAGIC + wire.array(twice, wire.text("avro.schema") + wire.text('"int"')) + SYNC + whole
    yield bad("schema-twice", "two schemas", again, "key-duplicate")
    for name, count in (("2^40", 2**40), ("max", wire.MAX_LONG)):
        content = MAGIC + wire.long(count) + twice + wire.END + SYNC + whole
        yield bad(f"metadata-{name}", "more entries than there are bytes", content, "end-of-input")
    content = MAGIC + wire.long(wire.MIN_LONG) + wire.long(4) + twice + wire.END + SYNC
    yield bad("metadata-min", "-2^63 entries", content, "count-invalid")
    content = MAGIC + wire.long(1) + wire.long(2**40) + b"avro.schema"
    yield bad("metadata-key", "a key beyond what is left", content, "end-of-input")
    content = MAGIC + wire.long(1) + wire.text("avro.schema") + wire.long(2**40) + b'"int"'
    yield bad("metadata-value", "a value beyond what is left", content, "end-of-input")
    for key in ("compression_level", "codec_compression__level"):
        content = header("bzip2", **{f"avro_{key}": b""}) + block(5, bz2.compress(b"".join(ENCODED)))
        name = key.replace("_", "-")
        yield right(f"empty-{name}", "metadata of a writer's own, empty, change nothing", content)


def _blocks() -> Iterator[Row]:
    whole = b"".join(ENCODED)
    good = block(5, whole)
    other = bytes(16)
    yield bad("sync", "another marker at a block's end", header() + block(5, whole, other), "sync-mismatch", RECORDS)
    second = header() + block(2, b"".join(ENCODED[:2]), other) + block(3, b"".join(ENCODED[2:]))
    yield bad("sync-first", "the first of two markers is another one", second, "sync-mismatch", RECORDS)
    yield bad("two-files", "one file behind another", (header() + good) * 2, "sync-mismatch")
    for name, count in (("minus-1", -1), ("minus-5", -5), ("min", wire.MIN_LONG)):
        yield bad(f"count-{name}", "a count below zero", header() + block(count, whole), "count-invalid")
    yield bad("count-less", "bytes are left in the block", header() + block(4, whole), "block-size")
    yield bad("count-more", "a record is missing in the block", header() + block(6, whole), "end-of-input")
    for name, count in (("2^31", 2**31), ("2^40", 2**40), ("max", wire.MAX_LONG)):
        yield bad(
            f"count-{name}",
            "more records than the block's bytes can hold",
            header() + block(count, whole),
            "end-of-input",
        )
        content = header(schema="null") + block(count, b"")
        yield bad(
            f"count-null-{name}", "records of no bytes without end: one budget a block", content, "limit-zero-width"
        )
    for name, size in (("minus-1", -1), ("min", wire.MIN_LONG)):
        content = header() + wire.long(5) + wire.long(size) + whole + SYNC
        yield bad(f"size-{name}", "a size below zero", content, "block-size")
    for name, size in (("2^30", 2**30), ("2^40", 2**40), ("max", wire.MAX_LONG)):
        content = header() + wire.long(5) + wire.long(size) + whole + SYNC
        shows = "a size beyond the limit of 64 MiB: nothing of that size may be set aside"
        yield bad(f"size-{name}", shows, content, "limit-block")
    content = header() + wire.long(5) + wire.long(len(whole) + 100) + whole + SYNC
    yield bad("size-more", "a size beyond the file", content, "end-of-input")
    content = header() + wire.long(5) + wire.long(len(whole) - 1) + whole + SYNC
    yield bad("size-less", "a size that cuts the last record", content, "sync-mismatch")
    yield bad(
        "datum", "a text that is no UTF-8", header(schema="string") + block(1, wire.blob(b"\xff")), "utf8-invalid"
    )


def _payloads() -> Iterator[Row]:
    whole = b"".join(ENCODED)
    for codec, packed in PACKED.items():
        if codec == "null":
            continue
        content = packed(whole)
        broken = bytes([content[0] ^ 0xFF, *content[1:]])
        for name, wrong in (
            ("cut", content[:-1]),
            ("half", content[: len(content) // 2]),
            ("empty", b""),
            ("broken", broken),
        ):
            yield bad(f"{codec}-{name}", "no whole stream of this codec", header(codec) + block(5, wrong), "codec-data")
        for name, other in PACKED.items():
            if name not in ("null", codec):
                wrong = header(codec) + block(5, other(whole))
                yield bad(f"{codec}-is-{name}", "a stream of another codec", wrong, "codec-data")
    content = snappy_stored(whole)
    checked = content[:-1] + bytes([content[-1] ^ 1])
    yield bad("snappy-checksum", "the checksum is another one", header("snappy") + block(5, checked), "codec-data")
    unchecked = header("snappy") + block(5, content[:-4])
    yield bad("snappy-no-checksum", "the checksum is missing", unchecked, "codec-data")
    wrapped = b"\x78\x01" + deflate_stored(whole) + _adler(whole).to_bytes(4, "big")
    shows = "with the header and checksum of zlib: the specification wants the bare stream"
    yield bad("deflate-zlib", shows, header("deflate") + block(5, wrapped), "codec-data", RECORDS)
    shows = "bytes behind the stream's end"
    left = deflate_stored(whole) + b"\0\0\0"
    yield bad("deflate-left", shows, header("deflate") + block(5, left), "codec-data", RECORDS)
    frames = zstandard_stored(ENCODED[0]) + zstandard_stored(b"".join(ENCODED[1:]))
    yield right("zstandard-frames", "several frames in one block", header("zstandard") + block(5, frames), spec=CODECS)
    streams = bz2.compress(ENCODED[0]) + bz2.compress(b"".join(ENCODED[1:]))
    yield right("bzip2-streams", "several streams in one block", header("bzip2") + block(5, streams), spec=CODECS)


def _bombs() -> Iterator[Row]:
    shows = "a few bytes that become more than the 64 MiB that a block may have"
    size = LIMIT + (1 << 20)
    for codec, parts in (("deflate", deflate_bomb(size)), ("zstandard", zstandard_bomb(size))):
        length = sum(len(content) * times for content, times in parts)
        before = header(codec, schema="bytes") + wire.long(1) + wire.long(length)
        pieces = [(before, 1), *parts, (SYNC, 1)]
        form = {"container_runs": [[content.hex(), times] for content, times in pieces]}
        yield Row(f"bomb-{codec}", shows, CODECS, form, REFUSE, error="limit-block")
    for codec, content in (("bzip2", bz2.compress(bytes(size))), ("xz", xz(bytes(size)))):
        yield bad(f"bomb-{codec}", shows, header(codec, schema="bytes") + block(1, content), "limit-block")
    claimed = wire.varint(2**32 - 1) + b"\0\0" + bytes(4)
    shows = "a stream that claims 4 GiB"
    yield bad("bomb-snappy", shows, header("snappy", schema="bytes") + block(1, claimed), "limit-block")
    window = zstandard_window(31)
    shows = "a frame that wants a window of 2 GiB"
    yield bad("bomb-zstandard-window", shows, header("zstandard", schema="boolean") + block(1, window), "limit-block")


def _adler(content: bytes) -> int:
    low, high = 1, 0
    for byte in content:
        low = (low + byte) % 65521
        high = (high + low) % 65521
    return high << 16 | low

"""Container files: by the specification, read by two libraries, and taken apart with words for what is wrong."""

from __future__ import annotations

import binascii
import gzip
import struct
import zlib

import pytest

from assay.data import container_format
from assay.data.container_format import CODECS, BadContainer, build, take_apart
from assay.data.containers import LEVELS, containers, read_back
from assay.data.recordset import RecordSet
from assay.results.way import ContainerWay

SCHEMA = '"string"'
SYNC = bytes(range(16))


def datum(text: str) -> bytes:
    return bytes([2 * len(text)]) + text.encode()


DATUMS = [datum(f"record {n}") for n in range(50)]


def with_payload(codec: str, payload: bytes, count: int = 1) -> bytes:
    """A container of one block whose stored data is ``payload``."""
    empty = build(SCHEMA, [], codec, None, 100, SYNC)
    return empty + bytes([2 * count]) + container_format._long(len(payload)) + payload + SYNC


@pytest.mark.parametrize("codec", CODECS)
def test_what_is_built_comes_apart_again(codec: str) -> None:
    container = take_apart(build(SCHEMA, DATUMS, codec, LEVELS[codec], 100, SYNC))
    assert container.codec == codec and container.schema_text == SCHEMA and container.sync == SYNC
    assert sum(count for count, _ in container.blocks) == 50
    assert b"".join(data for _, data in container.blocks) == b"".join(DATUMS)
    assert all(100 <= len(data) < 120 for _, data in container.blocks[:-1])
    assert not container.notes


@pytest.mark.parametrize("codec", CODECS)
def test_two_libraries_read_the_reference_containers(people: RecordSet, codec: str) -> None:
    made = containers(people, ContainerWay(compression=codec, level=LEVELS[codec], block_bytes=4000))
    for part in (people.records, people.decoys):
        for found in read_back(made.path(part).read_bytes(), people).values():
            assert found == list(part.lines)


PLAIN = DATUMS[0]


@pytest.mark.parametrize(
    ("codec", "payload", "words"),
    [
        ("deflate", zlib.compress(PLAIN), "zlib header (RFC 1950)"),
        ("deflate", gzip.compress(PLAIN, mtime=0), "gzip header (RFC 1952)"),
        ("deflate", b"no deflate at all", "not a deflate stream"),
        ("snappy", PLAIN, "not a snappy block"),
        ("snappy", b"", "shorter"),
        ("zstandard", PLAIN, "not a Zstandard frame"),
        ("lzma", PLAIN, 'the codec "lzma"'),
    ],
)
def test_wrong_framings_are_named(codec: str, payload: bytes, words: str) -> None:
    data = with_payload("null", payload)
    data = data.replace(b"\x08null", container_format._long(len(codec)) + codec.encode(), 1)
    with pytest.raises(BadContainer, match="block 0") as caught:
        take_apart(data)
    assert words in str(caught.value)


def test_a_snappy_block_needs_its_checksum() -> None:
    squeezed = container_format.compress(PLAIN, "snappy", None)
    with pytest.raises(BadContainer, match="lacks its CRC32"):
        take_apart(with_payload("snappy", squeezed[:-4]))
    wrong = squeezed[:-4] + struct.pack(">I", binascii.crc32(PLAIN) ^ 1)
    with pytest.raises(BadContainer, match="CRC32 of the snappy block is wrong"):
        take_apart(with_payload("snappy", wrong))


def test_stray_bytes_after_a_deflate_stream_are_noted() -> None:
    payload = container_format.compress(PLAIN, "deflate", 6) + b"xyz"
    container = take_apart(with_payload("deflate", payload))
    assert container.notes == ["deflate blocks carry 3 stray bytes after the stream"]
    assert container.blocks == [(1, PLAIN)]


@pytest.mark.parametrize("cut", [0, 3, 10, 40, 70])
def test_files_that_are_cut_off(cut: int) -> None:
    whole = build(SCHEMA, DATUMS, "null", None, 10_000, SYNC)
    with pytest.raises(BadContainer):
        take_apart(whole[:cut])


def test_a_wrong_sync_marker() -> None:
    whole = build(SCHEMA, DATUMS, "null", None, 10_000, SYNC)
    with pytest.raises(BadContainer, match="no sync marker"):
        take_apart(whole[:-1] + b"?")

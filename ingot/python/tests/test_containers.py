"""Container files: written, read, gone on with, damaged."""

from __future__ import annotations

import errno
import io
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ingot

CODECS = ["null", "deflate", "snappy", "zstandard", "bzip2", "xz"]
TEA = ingot.Schema(
    {
        "type": "record",
        "name": "Tea",
        "fields": [{"name": "name", "type": "string"}, {"name": "grams", "type": ["null", "int"], "default": None}],
    }
)
SYNC = bytes(range(16))


def teas(count: int, first: int = 0) -> list[dict[str, Any]]:
    return [{"name": f"tea {n}", "grams": None if n % 3 == 0 else n} for n in range(first, first + count)]


def written(records: Any, schema: Any = TEA, **options: Any) -> bytes:
    out = io.BytesIO()
    ingot.write(out, schema, records, **options)
    return out.getvalue()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "teas.avro"


@pytest.mark.parametrize("codec", CODECS)
def test_records_and_back(path: Path, codec: Any) -> None:
    count = ingot.write(path, TEA, teas(5000), codec=codec, block_bytes=4096, metadata={"made-by": "us", "b": b"\0"})
    assert count == 5000
    for threads in (None, 1, 2, 5):
        with ingot.open(path, threads=threads) as reader:
            assert list(reader) == teas(5000)
    reader = ingot.open(path)
    assert (reader.codec, reader.schema) == (codec, TEA)
    assert reader.metadata == {"made-by": b"us", "b": b"\0"}
    assert reader.warnings == [] and reader.lost == []


@pytest.mark.parametrize("codec", ["deflate", "zstandard", "bzip2", "xz"])
def test_levels_are_the_codecs_own(codec: Any) -> None:
    data = [written(teas(3000), codec=codec, level=level, sync=SYNC) for level in (1, 9)]
    assert all(list(ingot.open(one)) == teas(3000) for one in data)
    with pytest.raises(ingot.FileError) as raised:
        written([], codec=codec, level=99)
    assert raised.value.kind == "codec-unknown"


def test_what_is_asked_of_codecs_has_to_be_there() -> None:
    with pytest.raises(ValueError, match='no codec "lz4": there are null'):
        written([], codec="lz4")
    with pytest.raises(ValueError, match="snappy has no levels"):
        written([], codec="snappy", level=1)


def test_files_are_the_same_for_the_same_marker() -> None:
    assert written(teas(9), sync=SYNC) == written(iter(teas(9)), str(TEA), sync=SYNC)
    assert ingot.open(written([], sync=SYNC)).sync == SYNC
    assert written([]) != written([])


class Trickle(io.RawIOBase):
    """A file that gives and takes few bytes at a time."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data

    def read(self, size: int = -1, /) -> bytes:
        part, self.data = self.data[: min(size, 7)], self.data[min(size, 7) :]
        return part

    def write(self, data: Any, /) -> int:
        self.data += bytes(data)[:5]
        return min(len(data), 5)


def test_files_of_any_kind(path: Path) -> None:
    data = written(teas(100), block_bytes=100)
    path.write_bytes(data)
    for given in (str(path), path, data, bytearray(data), memoryview(data), io.BytesIO(data), Trickle(data)):
        assert list(ingot.open(given)) == teas(100)
    out = Trickle()
    ingot.write(out, TEA, teas(100), block_bytes=100)
    assert list(ingot.open(out.data)) == teas(100)


def test_what_is_no_file_is_told(path: Path) -> None:
    with pytest.raises(TypeError, match="int is neither a path nor a file with read"):
        ingot.open(3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="str, not bytes: open the file as binary"):
        ingot.open(io.StringIO("Obj"))  # type: ignore[call-overload]
    with pytest.raises(FileNotFoundError) as raised:
        ingot.open(path)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, str(path))
    with pytest.raises(FileNotFoundError):
        ingot.write(path.parent / "none" / "teas.avro", TEA, [])


def test_what_a_files_own_method_raises_comes_through() -> None:
    class Broken(io.RawIOBase):
        def read(self, size: int = -1, /) -> bytes:
            raise LookupError("gone")

        def write(self, data: Any, /) -> int:
            raise LookupError("full")

    with pytest.raises(LookupError, match="gone"):
        ingot.open(Broken())
    with pytest.raises(LookupError, match="full"):
        ingot.write(Broken(), TEA, teas(1))


def test_blocks_tell_where_they_are() -> None:
    data = written(teas(1000), codec="deflate", block_bytes=1000)
    reader = ingot.open(data)
    blocks = list(reader.blocks())
    assert len(blocks) > 3 and sum(block.count for block in blocks) == 1000
    assert [record for block in blocks for record in block.records()] == teas(1000)
    assert b"".join(block.bytes for block in blocks) == TEA.encode_many(teas(1000))
    assert blocks[0].records() == blocks[0].records() == teas(blocks[0].count)
    ends = [block.offset for block in blocks[1:]] + [len(data)]
    for block, end in zip(blocks, ends, strict=True):
        assert block.offset + block.packed < end <= block.offset + block.packed + 36
        assert data[end - 16 : end] == reader.sync


def test_blocks_go_on_behind_the_one_whose_records_were_begun() -> None:
    data = written(teas(1000), block_bytes=1000)
    first = next(ingot.open(data).blocks())
    reader = ingot.open(data)
    assert next(reader) == teas(1)[0]
    second = next(reader.blocks())
    assert second.records()[0] == teas(1, first.count)[0]


def test_reading_by_another_schema_and_some_fields() -> None:
    data = written(teas(100), block_bytes=100)
    fields = [{"name": "grams", "type": ["null", "long"]}, {"name": "hot", "type": "boolean", "default": True}]
    other = ingot.Schema({"type": "record", "name": "Tea", "fields": fields})
    assert list(ingot.open(data, reader=other)) == [{"grams": tea["grams"], "hot": True} for tea in teas(100)]
    assert list(ingot.open(data, fields=["name"])) == [{"name": tea["name"]} for tea in teas(100)]
    assert ingot.open(data, reader=other).schema == TEA
    with pytest.raises(ingot.ResolutionError) as raised:
        ingot.open(data, reader=ingot.Schema('"int"'))
    assert raised.value.kind == "resolution"
    with pytest.raises(ValueError, match="colour"):
        ingot.open(data, fields=["colour"])


@pytest.mark.parametrize("codec", CODECS)
def test_going_on_with_a_file(path: Path, codec: Any) -> None:
    assert ingot.write(path, TEA, teas(10), codec=codec, append=True) == 10
    assert ingot.write(path, None, teas(10, 10), append=True) == 10
    assert ingot.write(path, TEA, teas(10, 20), append=True) == 10
    assert list(ingot.open(path)) == teas(30) and ingot.open(path).codec == codec
    with path.open("r+b") as file:
        ingot.write(file, TEA, teas(10, 30), append=True)
    assert list(ingot.open(path)) == teas(40)


def test_what_cannot_be_gone_on_with_stays_as_it_was(path: Path) -> None:
    ingot.write(path, TEA, teas(10))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="another schema"):
        ingot.write(path, '"int"', [1], append=True)
    with pytest.raises(ingot.EncodeError):
        ingot.write(path, TEA, [*teas(5000), {"name": 3}], append=True, block_bytes=100)
    assert path.read_bytes() == before
    path.write_bytes(before[:-1])
    with pytest.raises(ingot.FileError) as raised:
        ingot.write(path, TEA, teas(1), append=True)
    assert raised.value.kind == "sync-mismatch"
    assert path.read_bytes() == before[:-1]
    with pytest.raises(ValueError, match="needs the schema"):
        ingot.write(path.with_name("new"), None, [], append=True)


def broken() -> Iterator[dict[str, Any]]:
    yield from teas(5000)
    raise KeyboardInterrupt


def test_a_path_has_the_whole_file_or_what_it_had(path: Path) -> None:
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            ingot.write(path, TEA, broken(), block_bytes=100)
        with pytest.raises(ingot.EncodeError) as raised:
            ingot.write(path, TEA, [*teas(5), {"name": "x", "grams": "y"}])
        assert (raised.value.kind, raised.value.path) == ("value-invalid", "grams")
        assert [entry.name for entry in path.parent.iterdir()] == ([path.name] if path.exists() else [])
        path.write_bytes(b"before")
    assert path.read_bytes() == b"before"
    path.chmod(0o640)
    link = path.with_name("link")
    link.symlink_to(path)
    ingot.write(link, TEA, teas(5))
    assert link.is_symlink() and list(ingot.open(path)) == teas(5)
    assert path.stat().st_mode & 0o777 == 0o640


def test_pipes_and_devices_are_written_as_they_are(tmp_path: Path) -> None:
    ingot.write(os.devnull, TEA, teas(5))
    assert Path(os.devnull).is_char_device()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writing = threading.Thread(target=ingot.write, args=(pipe, TEA, teas(5000)))
    writing.start()
    assert list(ingot.open(pipe)) == teas(5000)
    writing.join()
    assert pipe.is_fifo()


def test_writing_one_by_one(path: Path) -> None:
    with ingot.Writer(path, TEA, codec="snappy") as writer:
        assert writer.schema == TEA
        writer.write(teas(1)[0])
        with pytest.raises(ingot.EncodeError):
            writer.write({"name": None})
        assert writer.write_many(teas(9, 1)) == 9
        writer.flush()
        assert not path.exists()
    assert list(ingot.open(path)) == teas(10)
    with pytest.raises(ValueError, match="closed"):
        writer.write(teas(1)[0])
    writer.close()
    before = path.read_bytes()
    with pytest.raises(LookupError), ingot.Writer(path, TEA) as writer:
        writer.write_many(teas(3))
        raise LookupError
    assert path.read_bytes() == before
    with ingot.Writer(path, append=True) as writer:
        writer.write_many(teas(3, 10))
    assert list(ingot.open(path)) == teas(13)


def test_a_writer_that_is_forgotten_leaves_nothing(path: Path) -> None:
    writer = ingot.Writer(path, TEA)
    writer.write_many(teas(5000))
    del writer
    assert list(path.parent.iterdir()) == []


def test_a_record_may_not_write_itself() -> None:
    writer = ingot.Writer(io.BytesIO(), ingot.Schema('"int"'))

    class Looping:
        def __index__(self) -> int:
            writer.write(1)
            return 1

    with pytest.raises(RuntimeError, match="in use"):
        writer.write(Looping())
    writer.write(1)


def test_a_file_with_a_block_that_was_not_written_is_no_file(path: Path) -> None:
    class Full(io.BytesIO):
        full = False

        def write(self, data: Any, /) -> int:
            if self.full:
                raise OSError(errno.ENOSPC, "full")
            return super().write(data)

    out = Full()
    writer = ingot.Writer(out, TEA)
    writer.write_many(teas(10))
    out.full = True
    with pytest.raises(OSError, match="full"):
        writer.flush()
    out.full = False
    with pytest.raises(ValueError, match="not whole"):
        writer.close()
    writer.close()


def damaged() -> tuple[bytes, list[ingot.Block]]:
    data = bytearray(written(teas(1000), codec="snappy", block_bytes=1000))
    blocks = list(ingot.open(bytes(data)).blocks())
    middle = blocks[3]
    data[middle.offset + 30] ^= 0xFF
    return bytes(data), blocks


@pytest.mark.parametrize("threads", [1, 3])
def test_damage_ends_the_reading_behind_what_is_right(threads: int) -> None:
    data, blocks = damaged()
    reader = ingot.open(data, threads=threads)
    found: list[Any] = []
    with pytest.raises(ingot.FileError) as raised:
        found.extend(iter(reader.__next__, None))
    assert found == teas(sum(block.count for block in blocks[:3]))
    assert (raised.value.kind, raised.value.offset) == ("codec-data", blocks[3].offset)
    assert isinstance(raised.value, ingot.DecodeError)
    assert list(reader) == []


@pytest.mark.parametrize("threads", [1, 3])
def test_damage_is_skipped_and_told(threads: int) -> None:
    data, blocks = damaged()
    reader = ingot.open(data, lenient=True, threads=threads)
    before = sum(block.count for block in blocks[:3])
    assert list(reader) == teas(before) + teas(1000 - before - blocks[3].count, before + blocks[3].count)
    [loss] = reader.lost
    assert (loss.offset, loss.records, loss.bytes) == (blocks[3].offset, blocks[3].count, 0)
    assert str(blocks[3].offset) in loss.error
    reader.close()
    assert [told.offset for told in reader.lost] == [loss.offset]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_wrong_record_is_told_with_its_path(threads: int) -> None:
    data = bytearray(written(teas(1000), codec="null", block_bytes=1000))
    block = list(ingot.open(bytes(data)).blocks())[2]
    at = data.index(block.bytes) + len(TEA.encode_many(block.records()[:5])) + 1
    data[at] = 0xFF
    with pytest.raises(ingot.FileError) as raised:
        list(ingot.open(bytes(data), threads=threads))
    error = raised.value
    assert (error.kind, error.path, error.offset) == ("utf8-invalid", "name", block.offset)
    assert "record 5" in str(error)
    reader = ingot.open(bytes(data), lenient=True, threads=threads)
    assert len(list(reader)) == 1000 - block.count + 5
    assert reader.lost[0].records == block.count - 5
    lenient = ingot.open(bytes(data), reader=TEA.with_options(lenient=True), threads=threads)
    assert [tea["grams"] for tea in lenient] == [tea["grams"] for tea in teas(1000)]


@pytest.mark.parametrize("threads", [1, 3])
def test_a_cut_file(threads: int) -> None:
    data = written(teas(1000), codec="deflate", block_bytes=1000)
    whole = [record for block in list(ingot.open(data).blocks())[:-1] for record in block.records()]
    reader = ingot.open(data[:-3], threads=threads)
    found: list[Any] = []
    with pytest.raises(ingot.FileError) as raised:
        found.extend(iter(reader.__next__, None))
    assert raised.value.kind == "end-of-input" and found == whole
    for lenient in ("cut", True):
        reader = ingot.open(data[:-3], lenient=lenient, threads=threads)
        assert list(reader) == whole
        assert [loss.error for loss in reader.lost] == [str(raised.value)]
    with pytest.raises(ValueError, match="nothing, odd, cut or damage"):
        ingot.open(data, lenient="some")  # type: ignore[call-overload]


def test_a_reader_that_is_closed_gives_nothing(path: Path) -> None:
    ingot.write(path, TEA, teas(10))
    with ingot.open(path) as reader:
        next(reader)
    with pytest.raises(ValueError, match="closed"):
        next(reader)
    with pytest.raises(ValueError, match="closed"):
        next(reader.blocks())
    reader.close()


def test_a_reader_is_not_used_within_itself() -> None:
    class Asking(io.RawIOBase):
        def __init__(self, data: bytes) -> None:
            self.data, self.reader, self.said = data, None, ""

        def read(self, size: int = -1, /) -> bytes:
            if self.reader is not None:
                try:
                    next(self.reader)
                except RuntimeError as error:
                    self.said = str(error)
            part, self.data = self.data[:2000], self.data[2000:]
            return part

    file = Asking(written(teas(1000), codec="null", block_bytes=1000))
    file.reader = ingot.open(file)  # type: ignore[assignment]
    assert list(file.reader) == teas(1000)  # type: ignore[call-overload]
    assert file.said.startswith("the reader is in use")


def test_eight_threads_read_their_own_files(path: Path) -> None:
    ingot.write(path, TEA, teas(20_000), codec="deflate", block_bytes=4096)
    found: list[bool] = []

    def read() -> None:
        found.append(list(ingot.open(path)) == teas(20_000))

    threads = [threading.Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 8


def test_a_reader_is_left_to_the_process_that_opened_it() -> None:
    reader = ingot.open(written(teas(20_000), block_bytes=4096), threads=2)
    blocks = reader.blocks()
    for _ in range(4):
        next(blocks)
    if (child := os.fork()) == 0:
        try:
            next(blocks)
        except RuntimeError as error:
            reader.close()
            os._exit(0 if "forked" in str(error) else 1)
        os._exit(2)
    assert os.waitpid(child, 0)[1] == 0
    assert next(blocks).count > 0


@pytest.mark.parametrize("codec", ["null", "zstandard"])
def test_memory_is_flat_however_long_the_file(path: Path, codec: Any) -> None:
    resource = pytest.importorskip("resource")
    many = ({"name": "a tea of a longer name", "grams": n} for n in range(400_000))
    ingot.write(path, TEA, many, codec=codec)

    def read() -> int:
        assert sum(1 for _ in ingot.open(path)) == 400_000
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    ingot.write(path.with_name("short"), TEA, teas(40_000), codec=codec)
    assert sum(1 for _ in ingot.open(path.with_name("short"))) == 40_000
    before = read()
    for _ in range(3):
        last = read()
    assert last - before < 4_000


def test_an_interrupt_ends_a_long_reading(path: Path) -> None:
    signal = pytest.importorskip("signal")
    ingot.write(path, TEA, teas(100_000), block_bytes=1000)
    reader = ingot.open(path)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        blocks = reader.blocks()
        with pytest.raises(KeyboardInterrupt):
            for _ in blocks:
                signal.raise_signal(signal.SIGALRM)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert next(blocks).count > 0
    with pytest.raises(KeyboardInterrupt):
        ingot.write(path, TEA, broken())
    assert sum(1 for _ in ingot.open(path)) == 100_000


def test_files_of_fastavro() -> None:
    fastavro = pytest.importorskip("fastavro")
    for codec in ("null", "deflate"):
        out = io.BytesIO()
        fastavro.writer(out, json.loads(str(TEA)), teas(3000), codec=codec)
        reader = ingot.open(out.getvalue())
        assert list(reader) == teas(3000)
        # It leaves bytes behind each block in deflate.
        assert bool(reader.warnings) == (codec == "deflate")
        assert list(fastavro.reader(io.BytesIO(written(teas(3000), codec=codec)))) == teas(3000)


def test_a_file_that_says_it_took_more_than_it_was_given() -> None:
    class Liar:
        def write(self, data: bytes) -> int:
            return len(data) + 1

    with pytest.raises(ValueError, match="was given"):
        ingot.write(Liar(), TEA, teas(1))


def test_more_threads_than_any_machine_has(path: Path) -> None:
    ingot.write(path, TEA, teas(1000), block_bytes=100)
    assert len(list(ingot.open(path, threads=1_000_000))) == 1000

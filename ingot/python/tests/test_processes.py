"""Threads, forks, other interpreters, memory that has to stay flat, and the public interface alone."""

from __future__ import annotations

import gc
import io
import os
import subprocess
import sys
import weakref
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from eight import at_once

import ingot
from ingot import _ingot, fastavro

SCHEMA = ingot.Schema(
    {
        "type": "record",
        "name": "All",
        "fields": [
            {"name": "number", "type": "long"},
            {"name": "text", "type": ["null", "string"]},
            {"name": "letter", "type": {"type": "enum", "name": "Letter", "symbols": ["A", "B"]}},
            {"name": "list", "type": {"type": "array", "items": {"type": "map", "values": "double"}}},
            {"name": "bytes", "type": "bytes"},
        ],
    }
)


def value(number: int) -> dict[str, Any]:
    text = None if number % 3 == 0 else f"tëxt {number}"
    letter = "".join("AB"[number % 2])
    return {
        "number": number << number % 50,
        "text": text,
        "letter": letter,
        "list": [{"x": 0.5}] * (number % 4),
        "bytes": b"z",
    }


def test_eight_threads_share_a_schema() -> None:
    values = [value(number) for number in range(200)]
    expected = SCHEMA.encode_many(values)

    def work(_: int) -> None:
        for _ in range(20):
            assert b"".join(map(SCHEMA.encode, values)) == expected
            assert SCHEMA.decode_many(expected) == values

    at_once(work)


def blocks() -> int:
    gc.collect()
    return sys.getallocatedblocks()


def test_no_object_is_left_behind() -> None:
    values = [value(number) for number in range(20)]
    data, single = SCHEMA.encode_many(values), SCHEMA.encode(values[1])
    wrong = [{**values[1], "number": "x"}, {**values[1], "list": [{"x": ""}]}, {**values[1], "more": 1}, {}]

    def work() -> None:
        SCHEMA.encode_many(values)
        for one in values:
            SCHEMA.decode(SCHEMA.encode(one))
            # Keys that are new objects each time.
            SCHEMA.encode({"".join(list(key)): part for key, part in one.items()})
            SCHEMA.encode(dict(reversed(one.items())))
        SCHEMA.decode_many(data)
        SCHEMA.decode(SCHEMA.encode(values[1]), fields=["text"])
        for one in wrong:
            with pytest.raises(ingot.EncodeError):
                SCHEMA.encode(one)
        for length in range(len(single)):
            with pytest.raises(ingot.DecodeError):
                SCHEMA.decode(single[:length])

    for _ in range(20):
        work()

    def counts() -> list[int]:
        return [
            blocks(),
            # Of all objects, which debugging builds alone count.
            getattr(sys, "gettotalrefcount", int)(),
            *(sys.getrefcount(one) for one in (None, True, "number", "A", SCHEMA, data, values[1]["text"])),
        ]

    def grown() -> int:
        before = counts()
        for _ in range(200):
            work()
        return max(abs(now - then) for now, then in zip(counts(), before, strict=True))

    # One object a call would be thousands, each time. What else this process keeps, as pytest's own, is not.
    spans = [grown() for _ in range(3)]
    assert min(spans) < 150, spans


def test_a_schema_goes_with_what_was_read_by_it() -> None:
    class Tea(NamedTuple):
        name: str

    tea = ingot.Schema(Tea)
    other = tea.with_options(depth=3)
    data = tea.encode(Tea("oolong"))
    assert tea.decode(data, reader=tea) == tea.decode(data, reader=other) == other.decode(data, reader=tea)
    gone = weakref.ref(Tea)
    del tea, other, Tea
    gc.collect()
    assert gone() is None


def test_a_schema_of_the_drop_in_goes_when_it_is_done_with() -> None:
    schema = {"type": "record", "name": "Tea", "fields": [{"name": "name", "type": ["null", "string"]}]}
    kept = {**schema, "fields": [{"name": "name", "type": {"type": "array", "items": "string"}}]}

    def parsed() -> int:
        gc.collect()
        return sum(type(one).__name__ == "Parsed" for one in gc.get_objects())

    def work() -> None:
        for one in (schema, kept, fastavro.parse_schema(schema), fastavro.parse_schema([schema, "int"])):
            record: dict[str, Any] = {"name": []} if one is kept else {"name": None}
            file = io.BytesIO()
            fastavro.writer(file, one, [record])
            file.seek(0)
            assert list(fastavro.reader(file)) == [record]
            file.seek(0)
            assert list(fastavro.reader(file, one)) == [record]
            message = io.BytesIO()
            fastavro.schemaless_writer(message, one, record)
            message.seek(0)
            assert fastavro.schemaless_reader(message, one, one) == record
            assert fastavro.validate(record, one)

    work()
    before = parsed()
    for _ in range(5):
        work()
    assert parsed() == before


def test_what_is_decoded_is_known_to_the_collector() -> None:
    found = SCHEMA.decode(SCHEMA.encode(value(3)))
    assert gc.is_tracked(found) and gc.is_tracked(found["list"])
    found["list"].append(found)
    mark = ingot.Schema('"string"').decode(b"\x04ab")
    found["mark"] = mark
    count = sys.getrefcount(mark)
    del found
    gc.collect()
    assert sys.getrefcount(mark) == count - 1


def test_a_dict_that_is_decoded_is_as_any_other() -> None:
    data = SCHEMA.encode(value(1))
    found, other = SCHEMA.decode(data), SCHEMA.decode(data)
    found["number"], found["new"] = 5, 6
    del found["letter"]
    assert found == {"number": 5, "text": "tëxt 1", "list": [{"x": 0.5}], "bytes": b"z", "new": 6}
    assert other == value(1) and list(other) == list(value(1)) and SCHEMA.decode(data) == other


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_was_forked() -> None:
    code = """
import os, ingot
schema = ingot.Schema('"string"')
data = schema.encode("x")
child = os.fork()
if child == 0:
    os._exit(0 if schema.encode("x") == data and schema.decode(data) == "x" else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), schema.decode(data))
"""
    done = run(code)
    assert done.stdout == "0 x\n", done.stderr


def test_another_interpreter_in_the_process() -> None:
    code = """
import ingot
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
one = interpreters.create()
text = '''
try:
    import ingot
    schema = ingot.Schema('"int"')
    assert schema.decode(schema.encode(7)) == schema.decode(schema.encode(7), reader=schema) == 7
except ImportError as error:
    assert "interpreter" in str(error), error
'''
failed = getattr(interpreters, "run_string", None) or interpreters.exec
print(failed(one, text))
interpreters.destroy(one)
schema = ingot.Schema('"int"')
assert schema.decode(schema.encode(7), reader=schema) == 7
"""
    done = run(code)
    assert done.returncode == 0 and done.stdout == "None\n", done.stderr


def test_the_public_interface_alone() -> None:
    """All other tests of values, without what is known of the interpreter's inner layouts."""
    if not _ingot._internals:
        pytest.skip("nothing else is used here")
    # Those that start processes of their own, or look at no value.
    alone = {"test_processes.py", "test_store_processes.py", "test_store_moments.py"}
    alone |= {"test_build.py", "test_types.py", "test_pages.py", "test_front_page.py"}
    tests = [str(path) for path in sorted(Path(__file__).parent.glob("test_*.py")) if path.name not in alone]
    assert len(tests) > 15
    environment = {**os.environ, "INGOT_PUBLIC_ONLY": "1"}
    check = "from ingot import _ingot; assert not _ingot._internals"
    script = f"import sys, pytest; {check}; sys.exit(pytest.main(sys.argv[1:]))"
    command = [
        sys.executable,
        "-c",
        script,
        "-q",
        "-p",
        "no:cacheprovider",
        *tests,
        str(Path(__file__)) + "::test_no_object_is_left_behind",
    ]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_was_forked_is_told_of_a_reader_and_opens_its_own(tmp_path: Path) -> None:
    """The threads that unpack blocks ahead stay in the parent: a child that waited for them would wait for ever."""
    code = """
import os, signal, sys, ingot
path = sys.argv[1]
ingot.write(path, '"int"', range(100_000), codec="deflate", block_bytes=1000)
readers = [ingot.open(path, threads=2) for _ in range(2)]
firsts = [next(reader) for reader in readers]
blocks = readers[1].blocks()
child = os.fork()
if child == 0:
    signal.alarm(60)
    told = 0
    for ask in (lambda: list(readers[0]), lambda: list(blocks)):
        try:
            ask()
        except RuntimeError as error:
            told += "forked" in str(error)
    readers[0].close()
    del readers, blocks
    os._exit(0 if told == 2 and len(list(ingot.open(path, threads=2))) == 100_000 else 1)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), len(list(readers[0])), firsts)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "numbers.avro")], capture_output=True, text=True)
    assert done.stdout == "0 99999 [0, 0]\n", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("append", [False, True])
def test_a_child_that_was_forked_leaves_a_writer_alone(tmp_path: Path, append: bool) -> None:
    code = """
import os, sys, ingot
path, append = sys.argv[1], sys.argv[2] == "True"
if append:
    ingot.write(path, '"int"', [0])
writer = ingot.Writer(path, '"int"', append=append)
writer.write_many(range(100))
writer.flush()
child = os.fork()
if child == 0:
    told = ""
    try:
        writer.write(1)
        writer.flush()
    except RuntimeError as error:
        told = str(error)
    try:
        with writer:
            raise LookupError
    except LookupError:
        pass
    del writer
    os._exit(0 if "forked" in told else 1)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
writer.close()
print(status, len(list(ingot.open(path))))
"""
    command = [sys.executable, "-c", code, str(tmp_path / "numbers.avro"), str(append)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout == f"0 {100 + append}\n", done.stderr

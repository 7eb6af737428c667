"""The store with other processes, threads and programs."""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from eight import at_once

import ingot
from ingot import _ingot

KEPT = Path(__file__).parents[2] / "rust" / "ingot-store" / "tests" / "version-1"
BINARY = os.environ.get("INGOT_BINARY") or shutil.which("ingot")


@pytest.fixture
def own(tmp_path: Path) -> ingot.Collection:
    collection = ingot.Store(tmp_path / "pantry")["train"]
    collection.put_many((f"k{number}", {"n": number, "name": f"né {number}"}) for number in range(1000))
    return collection


def run(code: str, *words: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_second_writer_is_refused(own: ingot.Collection) -> None:
    code = """
import sys, ingot
try:
    ingot.Store(sys.argv[1])
except ingot.StoreError as error:
    print(error.kind, error)
print(len(ingot.Store(sys.argv[1], read_only=True)["train"]))
"""
    folder = own.path.parents[1]
    assert run(code, str(folder)) == f"locked {folder}: process {os.getpid()} writes to this store\n1000\n"


def test_the_store_is_free_when_no_object_is_left(tmp_path: Path) -> None:
    own = ingot.Store(tmp_path / "pantry")["train"]
    own["a"] = {}
    rows = own.rows
    del own
    gc.collect()
    with pytest.raises(ingot.StoreError):
        ingot.Store(tmp_path / "pantry")
    assert rows[0] == {"id": "a"}
    del rows
    gc.collect()
    assert len(ingot.Store(tmp_path / "pantry")["train"]) == 1


def test_what_a_killed_process_has_put(tmp_path: Path) -> None:
    code = """
import os, signal, sys, ingot
own = ingot.Store(sys.argv[1])["train"]
own["a"] = {"n": 1}
own.put_many([("b", {}), ("c", {})])
with own.batch():
    own["d"] = {}
    own.put_many((f"e{n}", {"text": "x" * 1000}) for n in range(3000))
    os.kill(os.getpid(), signal.SIGKILL)
"""
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path / "pantry")], check=False)
    assert done.returncode == -9
    own = ingot.Store(tmp_path / "pantry")["train"]
    assert list(own) == ["a", "b", "c"] and own.verify().uncounted_bytes == 0


fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")


def in_child(work: Any) -> Any:
    """What a function gives in a process that is forked; in the main one, before it goes on."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        told = b""
        try:
            told = pickle.dumps(work())
        except BaseException as error:  # told by the parent
            told = pickle.dumps(repr(error))
        finally:
            os.write(writer, told)
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        told = file.read()
    os.waitpid(child, 0)
    return pickle.loads(told)


@fork
def test_a_child_that_was_forked_reads(own: ingot.Collection) -> None:
    rows, values = own.rows, own.values()
    next(values)
    with own.batch():
        own["pending"] = {}
        found = in_child(lambda: (len(own), rows[5], own["k7"]["n"], len(list(own)), "pending" in own, own.raw["k1"]))
        assert found == (1000, rows[5], 7, 1000, False, own.raw["k1"])
    assert "pending" in own and in_child(lambda: (len(rows), rows[-1])) == (1001, {"id": "pending"})
    assert in_child(lambda: len(list(values))) == 999 == len(list(values))
    # And one that a child forks.
    assert in_child(lambda: in_child(lambda: own["k1"]["n"])) == 1


@fork
def test_a_child_that_was_forked_does_not_write(own: ingot.Collection, tmp_path: Path) -> None:
    store = ingot.Store(tmp_path / "other")
    store["known"]["a"] = {}

    def refused(work: Any) -> str:
        try:
            work()
        except ingot.StoreError as error:
            return error.kind
        return "done"

    def child() -> list[str]:
        works: list[Any] = [
            lambda: own.put_many([("x", {})]),
            lambda: own.add({"id": "x"}),
            lambda: own.delete_many(["k1"]),
            own.flush,
            own.compact,
            own.batch().__enter__,
            lambda: store["new"],
            lambda: store["known"].add({"id": "x"}),
            lambda: store.repair("known"),
        ]
        return [refused(work) for work in works]

    assert in_child(child) == ["read-only"] * 6 + ["missing"] + ["read-only"] * 2
    own["x"] = {}
    store.close()
    assert len(own) == 1001 and own.verify().documents == 1001


@fork
def test_a_fork_while_another_thread_writes(own: ingot.Collection) -> None:
    """The child finds no lock that is never opened."""
    stop = threading.Event()

    def write() -> None:
        number = 0
        while not stop.is_set():
            own.put_many((f"w{number}-{n}", {"text": "x" * 1000}) for n in range(2000))
            number += 1

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(20):
            found = in_child(lambda: (own["k1"]["n"], len(own) % 2000, own.rows[0]["n"]))
            assert found == (1, 1000, 0)
    finally:
        stop.set()
        thread.join()
    assert own.verify().documents == len(own)


def sum_of(rows: ingot.Rows) -> int:
    return sum(rows[index]["n"] for index in range(len(rows)))


def some(part: tuple[ingot.Rows, list[int]]) -> list[int]:
    rows, indices = part
    return [one["n"] for one in rows.__getitems__(indices)]


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_workers_read_rows(own: ingot.Collection, way: str) -> None:
    """As a loader of PyTorch does, whose workers are given the data set."""
    if way not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {way} here")
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(sum_of, [own.rows, own.rows]) == [sum(range(1000))] * 2
        assert pool.map(some, [(own.rows, [3, -1]), (own.rows, [0])]) == [[3, 999], [0]]


def test_pickled(own: ingot.Collection) -> None:
    raw, rows = pickle.loads(pickle.dumps((own.raw, own.raw.rows)))
    assert raw["k5"] == own.raw["k5"] and rows[-1] == own.raw.rows[-1] and len(rows) == 1000
    with pytest.raises(ingot.StoreError) as refused:
        raw["x"] = b"{}"
    assert refused.value.kind == "read-only"


def test_threads_read_and_write_at_once(own: ingot.Collection) -> None:
    def work(number: int) -> None:
        for turn in range(30):
            if number % 2:
                with own.batch():
                    own[f"t{number}-{turn}"] = {"n": turn}
                    own[f"t{number}-{turn}-b"] = {"n": turn}
            else:
                assert own[f"k{turn}"]["n"] == turn and own.rows[turn]["n"] == turn
                assert len(list(own.values())) >= 1000 and len(own.get_many(["k1", "x"])) == 2
            if number == 1:
                own.flush()
            if number == 3 and turn % 10 == 0:
                own.stats(), own.verify()

    at_once(work)
    assert len(own) == 1240 == own.verify().documents


def test_a_batch_of_another_thread_is_waited_for(own: ingot.Collection) -> None:
    inside, done = threading.Event(), threading.Event()
    order: list[str] = []

    def batch() -> None:
        with pytest.raises(LookupError), own.batch():
            own["mine"] = {}
            inside.set()
            done.wait()
            order.append("batch")
            raise LookupError

    thread = threading.Thread(target=batch)
    thread.start()
    inside.wait()

    def put() -> None:
        own["other"] = {}
        order.append("other")

    other = threading.Thread(target=put)
    other.start()
    done.set()
    other.join()
    thread.join()
    assert order == ["batch", "other"] and "mine" not in own and "other" in own


def test_no_object_is_left_behind(own: ingot.Collection) -> None:
    document = {"a": [1, {"b": "text"}], "long": 10**30, "x": 0.5}

    def work() -> None:
        for number in range(10):
            own[f"k{number}"] = document
            own[f"k{number}"], own.raw[f"k{number}"], own.get("none")
            with pytest.raises(ingot.EncodeError):
                own["wrong"] = {"a": [1, {"b": object()}]}
        own.rows[2:5], list(own.scan("x == 0.5", fields=["a"])), list(own.items())[:2], next(own.batches(10, seed=1))

    def blocks() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    for _ in range(20):
        work()
    before, count = blocks(), sys.getrefcount(None)
    for _ in range(100):
        work()
    # One object a document would be thousands.
    assert blocks() - before < 400 and abs(sys.getrefcount(None) - count) < 150


def test_what_is_read_is_known_to_the_collector(own: ingot.Collection) -> None:
    own["x"] = {"list": [1], "inner": {"text": "t"}}
    for _ in range(3):
        found = own["x"]
        assert gc.is_tracked(found) and gc.is_tracked(found["list"])
        found["list"].append(found)
        found["mark"] = mark = ["only here"]
        count = sys.getrefcount(mark)
        del found
        gc.collect()
        assert sys.getrefcount(mark) == count - 1


def test_a_store_of_version_1(tmp_path: Path) -> None:
    """One that was written by Rust, and kept; it is gone on with."""
    shutil.copytree(KEPT, tmp_path / "kept")
    for read_only in (True, False):
        with ingot.Store(tmp_path / "kept", read_only=read_only) as store:
            teas = store["teas"]
            assert teas.key_field == "name" and list(teas) == ["sencha", "Earl Grey", "17", "oolong"]
            assert teas["Earl Grey"] == {"name": "Earl Grey", "grams": 50, "mit Öl": True}
            assert teas.rows[2] == {"name": 17, "number": True} and "assam" not in teas
    with ingot.Store(tmp_path / "kept") as store:
        store["teas"]["mate"] = {"grams": 3}
        assert store["teas"].verify().documents == 5


@pytest.mark.skipif(BINARY is None, reason="no binary: INGOT_BINARY names one")
def test_the_binary_reads_and_writes_the_same(tmp_path: Path) -> None:
    assert BINARY is not None
    folder = str(tmp_path / "pantry")
    with ingot.Store(folder) as store:
        store["train"].put_many((f"k{number}", {"n": number, "name": f"né {number}"}) for number in range(1000))

    def command(*words: str, given: str = "") -> str:
        done = subprocess.run([BINARY, "store", *words], input=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert command("count", folder, "train") == "1000\n"
    assert json.loads(command("get", folder, "train", "k7")) == {"id": "k7", "n": 7, "name": "né 7"}
    command("put", folder, "train", given='{"id": "new", "n": 5}\n')
    command("delete", folder, "train", "k0")
    with ingot.Store(folder) as store:
        assert store["train"]["new"] == {"id": "new", "n": 5} and "k0" not in store["train"]
        store["train"]["k1"] = {"n": -1}
    assert json.loads(command("get", folder, "train", "k1")) == {"id": "k1", "n": -1}
    command("verify", folder, "train")


def test_duckdb_reads_a_live_store(own: ingot.Collection) -> None:
    duckdb = pytest.importorskip("duckdb")
    count = f"SELECT count(*), max(n) FROM read_json('{own.path}', format='newline_delimited')"
    assert duckdb.execute(count).fetchall() == [(1000, 999)]
    own["k1"] = {"n": 5000}
    del own["k2"]
    # What was replaced is there until a compaction, and what says that another is deleted.
    assert duckdb.execute(count).fetchall() == [(1002, 5000)]
    live = f"""SELECT count(*) FROM read_json('{own.path}', format='newline_delimited') WHERE "$ingot.delete" IS NULL"""
    assert duckdb.execute(live).fetchall() == [(1001,)]
    own.compact()
    count = count.replace("1.jsonl", "2.jsonl")
    assert own.path.name == "2.jsonl" and duckdb.execute(count).fetchall() == [(999, 5000)]


def test_pandas_reads_a_live_store(own: ingot.Collection) -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.read_json(own.path, lines=True)
    assert list(frame.columns) == ["id", "n", "name"] and frame.n.sum() == sum(range(1000))
    del own["k2"]
    assert pandas.read_json(own.path, lines=True)["$ingot.delete"].dropna().tolist() == ["k2"]


arrow = pytest.mark.skipif(not _ingot._arrow, reason="this build has no Arrow")


@arrow
def test_columns_of_pandas(own: ingot.Collection) -> None:
    pytest.importorskip("pandas")
    frame = own.to_pandas()
    assert list(frame.columns) == ["id", "n", "name"] and frame.n.sum() == sum(range(1000))
    assert list(own.to_pandas(["n"]).columns) == ["n"]


@arrow
def test_columns(own: ingot.Collection) -> None:
    pa = pytest.importorskip("pyarrow")
    own["more"] = {"n": 0.5, "tags": ["a", "b"]}
    table = pa.table(own.to_arrow())
    assert table.column_names == ["id", "n", "name", "tags"] and table.num_rows == 1001
    assert table.to_pylist()[-1] == {"id": "more", "n": 0.5, "name": None, "tags": ["a", "b"]}
    batches = list(pa.RecordBatchReader.from_stream(own.to_arrow(["n"], batch_rows=400)))
    assert [batch.num_rows for batch in batches] == [400, 400, 201]
    stream = own.to_arrow(schema={"type": "record", "name": "R", "fields": [{"name": "id", "type": "string"}]})
    with pytest.raises(Exception, match="no field"):
        pa.table(stream)
    own["wrong"] = {"n": {"not": "a number"}}
    assert pa.table(own.to_arrow(["id"])).num_rows == 1002


@arrow
def test_columns_are_read_within_another_call(own: ingot.Collection) -> None:
    """A package that lets go of the interpreter stands between two calls of this one."""
    pa = pytest.importorskip("pyarrow")
    other = ingot.Store(own.path.parents[2] / "other")["own"]

    def pairs() -> Any:
        for row in pa.table(own.to_arrow()).to_pylist():
            yield row["id"], row

    assert other.put_many(pairs()) == 1000 and list(other.raw) == list(own.raw)
    duckdb = pytest.importorskip("duckdb")
    columns = own.to_arrow()
    assert duckdb.execute("SELECT sum(n) FROM columns").fetchall() == [(sum(range(1000)),)]
    assert columns is not None


def test_the_import_stays_quick() -> None:
    """No module that takes long is imported for the store."""
    slow = {"json", "pandas", "numpy", "pickle", "typing", "asyncio"}
    code = f"import sys, ingot; print(sorted(set(sys.modules) & {slow!r}))"
    assert run(code) == "[]\n"

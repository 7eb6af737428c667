"""The store: collections as mappings, their rows as sequences, batches, what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

import ingot

ROW = {"text": "one of many", "label": 3}


@pytest.fixture
def store(tmp_path: Path) -> ingot.Store:
    return ingot.Store(tmp_path / "pantry")


def filled(store: ingot.Store, count: int, name: str = "train") -> ingot.Collection:
    collection = store[name]
    collection.put_many((f"k{number}", {"n": number, "even": number % 2 == 0}) for number in range(count))
    return collection


def committed(collection: ingot.Collection) -> int:
    """How many documents another process would see."""
    with ingot.Store(collection.path.parents[1], read_only=True) as other:
        return len(other[collection.name])


def test_a_collection_is_a_mapping(store: ingot.Store) -> None:
    teas = store["teas"]
    assert len(teas) == 0 and list(teas) == [] and "oolong" not in teas and teas.get("oolong") is None
    teas["oolong"] = {"grams": 250}
    teas["sencha"] = {"grams": 100, "id": "sencha"}
    teas["oolong"] = {"grams": 300}
    assert teas["oolong"] == {"id": "oolong", "grams": 300}
    assert list(teas) == list(teas.keys()) == ["sencha", "oolong"]
    assert list(teas.values()) == [{"grams": 100, "id": "sencha"}, {"id": "oolong", "grams": 300}]
    assert dict(teas) == dict(teas.items()) and "sencha" in teas and len(teas) == 2
    assert teas.get("assam", 5) == 5 and teas.get_many(["oolong", "assam"]) == [teas["oolong"], None]
    del teas["sencha"]
    assert list(teas) == ["oolong"]
    with pytest.raises(KeyError, match="sencha"):
        teas["sencha"]
    with pytest.raises(KeyError, match="sencha"):
        del teas["sencha"]
    assert teas.delete_many(["oolong", "assam", "\ud800"]) == 1 and len(teas) == 0


def test_a_store_is_a_mapping_of_collections(store: ingot.Store, tmp_path: Path) -> None:
    assert len(store) == 0
    filled(store, 3, "a"), filled(store, 4, "b")
    assert list(store) == store.keys() == ["a", "b"] and len(store) == 2 and "a" in store and "c" not in store
    assert store.folder == tmp_path / "pantry"
    with pytest.raises(ingot.StoreError) as wrong:
        store["../c"]
    assert wrong.value.kind == "name-invalid"
    with ingot.Store(store.folder, read_only=True) as other:
        assert len(other["b"]) == 4
        with pytest.raises(KeyError) as missing:
            other["c"]
        assert isinstance(missing.value, ingot.MissingError) and missing.value.kind == "missing"
        assert str(missing.value) == f'{store.folder}: there is no collection "c"'
        with pytest.raises(ingot.StoreError) as refused:
            other["a"]["x"] = {}
        assert refused.value.kind == "read-only"
    with pytest.raises(RuntimeError, match="closed"):
        other["b"]
    with pytest.raises(ingot.MissingError):
        ingot.Store(tmp_path / "nothing", read_only=True)


def test_documents_as_bytes(store: ingot.Store) -> None:
    teas = store["teas"]
    text = b'{"id": "a", "big": 1e400, "x": 0.10}'
    for given in (text, bytearray(text), memoryview(text)):
        teas["a"] = given
        assert teas.raw["a"] == text and teas["a"] == json.loads(text)
    assert teas.add(b'{"id":"b"}') == "b" and teas.add({"id": 17}) == "17"
    assert teas.raw.raw.get_many(["17", "x"]) == [b'{"id":17}', None]
    assert list(teas.raw.items()) == [("a", text), ("b", b'{"id":"b"}'), ("17", b'{"id":17}')]
    assert teas.raw.rows[1:] == [b'{"id":"b"}', b'{"id":17}'] and list(teas) == ["a", "b", "17"]


def test_keys_of_any_kind(tmp_path: Path) -> None:
    store = ingot.Store(tmp_path / "s", key="mit Öl")
    own = store["own"]
    keys = ["", "ä", 'quo"te', "back\\slash", "\n", "😀", "x" * 65535]
    for number, key in enumerate(keys):
        own[key] = {"n": number}
        own[key[:9] + "2"] = {"n": 0, "mit Öl": key[:9] + "2"}
    assert own.key_field == "mit Öl" and [own[key]["n"] for key in keys] == list(range(len(keys)))
    assert list(own)[::2] == keys
    with pytest.raises(ingot.StoreError) as limit:
        own["x" * 65536] = {}
    assert limit.value.kind == "limit"
    with pytest.raises(ingot.StoreError, match="surrogate"):
        own["\ud800"] = {}
    assert "\ud800" not in own and own.get("\udfff") is None
    for wrong in (5, None, b"x"):
        with pytest.raises(TypeError, match="not a string, as keys are"):
            own.get(wrong)  # type: ignore[call-overload]
        with pytest.raises(TypeError):
            own[wrong] = {}  # type: ignore[index]
    assert store.collection("other", key="name").key_field == "name"


def test_each_change_is_committed(store: ingot.Store) -> None:
    own = store["own"]
    own["a"] = {}
    assert committed(own) == 1
    own.put_many({"b": b"{}", "c": b"{}"})
    assert committed(own) == 3
    del own["a"]
    assert committed(own) == 2
    own.add({"id": "d"})
    assert own.delete_many(["b", "c"]) == 2 and committed(own) == 1


def test_a_batch_is_one_commit_or_nothing(store: ingot.Store) -> None:
    own = filled(store, 10)
    with own.batch() as batch:
        batch["new"] = ROW
        del own["k3"]
        assert own.put_many([("a", {}), ["b", {}]]) == 2  # type: ignore[list-item]
        assert len(own) == 12 and committed(own) == 10
    assert committed(own) == 12
    with pytest.raises(LookupError, match="mine"), own.batch():
        own["x"], own["new"] = {}, {"text": "another"}
        own.delete_many(["k1", "k2"])
        raise LookupError("mine")
    assert len(own) == 12 == committed(own) and own["new"]["text"] == ROW["text"] and "x" not in own
    with own.batch():
        own["x"] = {}
        own.commit()
        assert committed(own) == 13
        own["y"] = {}
        with pytest.raises(ingot.StoreError, match="within a batch"), own.batch():
            pass
    assert committed(own) == 14


def test_many_documents_are_put_as_a_whole_or_not_at_all(store: ingot.Store) -> None:
    own = filled(store, 10)
    # More than is gathered at once.
    long = "x" * 100_000

    def many(last: Any) -> Any:
        for number in range(50):
            yield f"long{number}", {"text": long}
        yield from last

    for last, error, told in (
        ([("bad", {"a": [{}, {"b": set()}]})], ingot.EncodeError, r'^\{"bad"\}\.a\[1\]\.b: set, not a value of JSON'),
        ([("bad", b"{")], ingot.StoreError, 'the document of "bad": byte 1: the text ends too early'),
        ([("bad", {"id": "x"})], ingot.StoreError, "key"),
        ([5], TypeError, "int"),
        ([("a", {}, 1)], ValueError, "not of 3 parts"),
    ):
        with pytest.raises(error, match=told):
            own.put_many(many(last))
        assert len(own) == 10 == committed(own) and own.verify().documents == 10
    with own.batch():
        own["kept"] = {}
        with pytest.raises(ingot.StoreError):
            own.put_many(many([("bad", b"[]")]))
        assert len(own) == 11
    assert committed(own) == 11 and own.put_many(many([])) == 50 and committed(own) == 61

    def within() -> Any:
        own["inner"] = {}
        yield "outer", {}

    assert own.put_many(within()) == 1 and "inner" in own and committed(own) == 63


def test_rows(store: ingot.Store) -> None:
    own = filled(store, 100)
    del own["k50"]
    own["k0"] = {"n": 1000}
    rows = own.rows
    expected = list(own.values())
    assert len(rows) == 99 and list(rows) == expected and list(reversed(rows)) == expected[::-1]
    for index in (0, 1, 98, -1, -99):
        assert rows[index] == expected[index]
    for part in (slice(None), slice(5, 20, 3), slice(None, None, -1), slice(90, 200), slice(-5, None), slice(7, 3)):
        assert rows[part] == expected[part]
    assert rows.__getitems__([3, 98, 3]) == [expected[3], expected[98], expected[3]]
    for index in (99, -100, 1 << 70):
        with pytest.raises(IndexError):
            rows[index]
    with pytest.raises(IndexError):
        rows.__getitems__([0, 99])
    with pytest.raises(TypeError, match="str, neither an integer nor a slice"):
        rows["a"]  # type: ignore[call-overload]


def test_batches(store: ingot.Store) -> None:
    own = filled(store, 100)
    assert [len(batch) for batch in own.batches(32)] == [32, 32, 32, 4]
    assert [one for batch in own.batches(32) for one in batch] == list(own.values())
    drawn = [[one["n"] for batch in own.batches(7, seed=seed) for one in batch] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2] and sorted(drawn[0]) == sorted(drawn[2]) == list(range(100))
    # The order is one for all languages: it must stay.
    assert [one["n"] for one in next(own.batches(5, seed=1))] == [22, 96, 24, 79, 63]
    batches = own.batches(60, seed=3)
    first = next(batches)
    del own[first[0]["id"]]
    own["new"] = {}
    assert len(first) == 60 and len(next(batches)) == 40 and next(batches, None) is None
    with pytest.raises(ValueError, match="at least 1"):
        own.batches(0)


def test_scans(store: ingot.Store) -> None:
    own = filled(store, 3000)
    assert [one["n"] for one in own.scan("n >= 10", "n < 20", "even == true")] == [10, 12, 14, 16, 18]
    assert list(own.scan("n == 7", fields=["even", "none"])) == [{"even": False}]
    assert list(own.raw.scan("n == 7")) == [own.raw["k7"]] and len(list(own.scan())) == 3000
    own["odd"] = {"a\n\u20ac": {"b": 1}, "x": [1, {"y": '}]\\"'}, "z"], "last": None}
    projected = list(own.scan('id == "odd"', fields=["last", "a\n\u20ac"]))
    assert projected == [{"a\n\u20ac": {"b": 1}, "last": None}]
    with pytest.raises(ingot.StoreError) as wrong:
        own.scan("n is 7")
    assert wrong.value.kind == "condition-invalid"


def test_what_is_iterated_is_of_one_moment(store: ingot.Store) -> None:
    own = filled(store, 2000)
    expected = list(own.values())
    seen = []
    for number, document in enumerate(own.values()):
        seen.append(document)
        own[document["id"]] = {"n": -1}
        own[f"new{number}"] = {}
    assert seen == expected and len(own) == 4000
    values = own.values()
    next(values)
    own.compact()
    assert len(own) == 4000
    with pytest.raises(ingot.StoreError, match="compacted"):
        list(values)
    # What had been read ahead is given; then it ends.
    assert list(values) == []


def test_another_process_sees_commits_after_a_refresh(store: ingot.Store) -> None:
    own = filled(store, 10)
    reader = ingot.Store(store.folder, read_only=True)["train"]
    own["new"] = {}
    assert len(reader) == 10 and "new" not in reader
    reader.refresh()
    assert len(reader) == 11 and "new" in reader
    own.compact()
    own["newer"] = {}
    assert reader["k1"]["n"] == 1
    reader.refresh()
    assert len(reader) == 12 and reader.rows[-1] == {"id": "newer"}


def test_care(store: ingot.Store, tmp_path: Path) -> None:
    own = filled(store, 10)
    own["k1"] = {}
    assert not own.stats().durable
    own.flush()
    stats = own.stats()
    assert stats.durable and (stats.documents, stats.generation, stats.index_error) == (10, 1, None)
    assert (own.verify().documents, own.verify().lines) == (10, 11)
    own.compact()
    assert own.stats().generation == 2 and own.verify().lines == 10
    assert own.path.read_bytes().splitlines() == list(own.raw.values())
    store.snapshot(tmp_path / "copy")
    with ingot.Store(tmp_path / "copy") as copy:
        assert list(copy["train"].raw.items()) == list(own.raw.items())
    with pytest.raises(ingot.StoreError, match="already"):
        own.snapshot(tmp_path / "copy")
    lines = own.path.read_bytes()
    path = own.path
    store.close()
    path.write_bytes(lines.replace(b'"n":5', b'"n":6'))
    store = ingot.Store(tmp_path / "pantry")
    with pytest.raises(ingot.StoreError, match="is not what was written") as damaged:
        store["train"]["k5"]
    assert damaged.value.kind == "damaged" and store["train"]["k6"]["n"] == 6
    with pytest.raises(ingot.StoreError, match="is not what was written"):
        store["train"].verify()
    given: list[dict[str, Any]] = []
    with pytest.raises(ingot.StoreError):
        given.extend(store["train"].values())
    repaired = store.repair("train")
    assert (repaired.documents, repaired.log_was_whole) == (9, True)
    assert [(lost.offset, lost.reason) for lost in repaired.lost] == [
        (lines.index(b'{"id":"k5"'), "it does not have its checksum")
    ]
    assert store["train"].verify().documents == 9
    with pytest.raises(ingot.MissingError, match='there is no collection "coffees"'):
        store.repair("coffees")


def test_commits_that_are_synced(tmp_path: Path) -> None:
    own = ingot.Store(tmp_path / "s", sync="commit")["own"]
    own["a"] = {}
    assert own.stats().durable
    with pytest.raises(ValueError, match="sync is flush or commit"):
        ingot.Store(tmp_path / "t", sync="always")  # type: ignore[arg-type]


def test_what_the_system_says(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(OSError):
        ingot.Store(tmp_path / "file" / "store")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("x")
    with pytest.raises(ingot.MissingError, match="no store"):
        ingot.Store(tmp_path / "other")


def test_a_relative_folder_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = ingot.Store("pantry")
    own = filled(store, 3)
    os.chdir("/")
    assert store.folder == tmp_path / "pantry" and len(store["more"]) == 0 and own.path.is_file()


def test_what_is_shown(store: ingot.Store) -> None:
    own = filled(store, 3)
    assert repr(store) == f'<ingot.Store "{store.folder}">'
    assert repr(own.raw) == f'<ingot.Collection "train" of "{store.folder}", as bytes>'
    assert repr(own.rows) == f'<ingot.Rows of "{store.folder}/train">'
    assert repr(own.verify()) == "<ingot.Verified: 3 documents in 3 lines>"
    assert own.name == "train" and repr(own.stats()).startswith("<ingot.Stats: 3 documents")

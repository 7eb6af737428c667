"""Documents as columns: names that Avro does not allow, what is empty, what is long."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import _ingot

if not _ingot._arrow:
    pytest.skip("this build has no Arrow", allow_module_level=True)
pa = pytest.importorskip("pyarrow")


@pytest.fixture
def own(tmp_path: Path) -> ingot.Collection:
    return ingot.Store(tmp_path / "pantry")["train"]


def table(own: ingot.Collection, *words: Any, **named: Any) -> Any:
    made = pa.table(own.to_arrow(*words, **named))
    made.validate(full=True)
    return made


NAMES = ["created-at", "@type", "größe", "first name", "1", "", "a.b", 'quo"te', "\n", "😀", "_1", "created_at"]


@pytest.mark.parametrize("name", NAMES)
def test_one_field_of_any_name(own: ingot.Collection, name: str) -> None:
    own["a"] = {"n": 1}
    own["b"] = {"n": 2, name: "x"}
    assert table(own).to_pylist() == [{"id": "a", "n": 1, name: None}, {"id": "b", "n": 2, name: "x"}]
    assert table(own, ["n"]).to_pylist() == [{"n": 1}, {"n": 2}]
    assert table(own, [name]).to_pylist() == [{name: None}, {name: "x"}]


def test_fields_of_all_names(own: ingot.Collection) -> None:
    document = {name: {"deep": {"n": number}, "list": [{"n": 0.5}]} for number, name in enumerate(NAMES)}
    own["all"] = document
    own["none"] = {}
    made = table(own)
    assert made.column_names == ["id", *NAMES]
    assert made.to_pylist() == [{"id": "all", **document}, {"id": "none", **dict.fromkeys(NAMES)}]
    assert table(own, ["created-at.deep"]).to_pylist()[0] == {"created-at": {"deep": {"n": 0}}}
    # It says nothing of a schema that Avro does not have.
    assert made.schema.metadata is None
    with pytest.raises(ingot.SchemaError):
        ingot.infer(made)
    with pytest.raises(ingot.SchemaError, match='no field "other"'):
        own.to_arrow(["id", "other"])


def test_names_of_avro_keep_the_schema(own: ingot.Collection) -> None:
    own.put_many((f"k{number}", {"n": number, "deep": {"x": [number]}}) for number in range(10))
    made = table(own)
    assert b"avro.schema" in made.schema.metadata
    assert ingot.infer(made).decode_many(ingot.infer(made).from_arrow(made)) == list(own.values())


def test_objects_with_other_keys_are_maps_within_fields(own: ingot.Collection) -> None:
    own["a"] = {"days": {"2026-01-01": 1, "2026-01-02": 2}}
    assert table(own)["days"].to_pylist() == [[("2026-01-01", 1), ("2026-01-02", 2)]]


def test_a_key_field_of_any_name(tmp_path: Path) -> None:
    own = ingot.Store(tmp_path / "pantry", key="mit Öl")["own"]
    own["a"] = {"n": 1}
    assert table(own).to_pylist() == [{"mit Öl": "a", "n": 1}]
    assert table(own, ["mit Öl"]).to_pylist() == [{"mit Öl": "a"}]


@pytest.mark.parametrize("key", ["id", "mit Öl"])
def test_a_collection_without_documents(tmp_path: Path, key: str) -> None:
    own = ingot.Store(tmp_path / "pantry", key=key)["own"]
    for _ in range(2):
        made = table(own)
        assert made.num_rows == 0 and made.schema.field(key).type == pa.string() and made.column_names == [key]
        with pytest.raises(ingot.SchemaError, match='no field "n" to select'):
            own.to_arrow(["n"])
        schema = {"type": "record", "name": "R", "fields": [{"name": "n", "type": "long"}]}
        assert table(own, ["n"], schema=schema).column_names == ["n"]
        own["a"] = {"n": 1}
        del own["a"]


def test_frames(own: ingot.Collection) -> None:
    pytest.importorskip("pandas")
    assert list(own.to_pandas().columns) == ["id"] and len(own.to_pandas()) == 0
    own["a"] = {"created-at": 1, "first name": "Ada"}
    assert own.to_pandas().to_dict("list") == {"id": ["a"], "created-at": [1], "first name": ["Ada"]}


def test_a_name_that_no_column_has(own: ingot.Collection) -> None:
    own["a"] = {"n\0": 1, "m": 2}
    with pytest.raises(ingot.SchemaError, match="U\\+0000") as wrong:
        own.to_arrow()
    assert wrong.value.kind == "name-invalid" and table(own, ["m"]).to_pylist() == [{"m": 2}]


def test_a_key_that_comes_twice(own: ingot.Collection) -> None:
    own["a"] = b'{"id":"a","n":"x","deep":{"m":1,"m":2},"n":3}'
    assert table(own).select(["id", "n", "deep"]).to_pylist() == [own["a"]]


@pytest.mark.parametrize(
    "document",
    [{"text": "x" * (17 << 20)}, {"list": list(range(300_000))}, {"nulls": [None] * ((1 << 20) + 1)}],
    ids=["text", "values", "nulls"],
)
def test_long_documents(own: ingot.Collection, document: dict[str, Any]) -> None:
    own["a"] = document
    assert table(own).to_pylist() == [{"id": "a", **document}]


def test_documents_that_are_deep(own: ingot.Collection) -> None:
    for depth in (50, 120):
        deep: Any = 1
        for _ in range(depth):
            deep = {"a": deep}
        own[f"{depth}"] = {f"deep {depth}": deep}
    assert table(own, ["deep 50"]).to_pylist() == [{"deep 50": own["50"]["deep 50"]}, {"deep 50": None}]


def test_many_fields(own: ingot.Collection) -> None:
    own.put_many((f"k{number}", {f"field {number}": number}) for number in range(3000))
    made = table(own, batch_rows=100)
    assert made.num_columns == 3001 and made["field 7"].to_pylist()[:9] == [None] * 7 + [7, None]

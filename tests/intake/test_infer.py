"""Documents without a schema get one that takes every one of them, and loses nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import AssayError
from assay.intake.taking import take

KEYS = st.sampled_from(["a", "b", "c", "type", "A", "a-b", "é"])
NAMES = ["@timestamp", "user name", "naïve", "1", "a.b", "'"]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)
DOCUMENTS = st.lists(
    st.fixed_dictionaries({"id": st.text("ab")}, optional={"x": VALUES, **dict.fromkeys(NAMES, VALUES)}),
    min_size=1,
    max_size=5,
)


def inferred(folder: Path, documents: list[Any]) -> tuple[Any, list[Any]]:
    """The schema, and the documents read by it, fields named as there."""
    path = folder / "documents.jsonl"
    path.write_text("".join(json.dumps(d) + "\n" for d in documents))
    taken = take(path, keep_names=True)
    return json.loads(taken.schema_text), taken.records


def bare(value: Any) -> Any:
    """Without the fields that are null, and numbers as reals where they may be."""
    match value:
        case dict():
            return {key: bare(entry) for key, entry in value.items() if entry is not None}
        case list():
            return [bare(item) for item in value]
        case int() if not isinstance(value, bool):
            return float(value)
        case _:
            return value


@given(DOCUMENTS)
def test_every_document_fits_and_loses_nothing(tmp_path_factory: pytest.TempPathFactory, documents: list[Any]) -> None:
    _, read = inferred(tmp_path_factory.mktemp("infer"), documents)
    assert bare(read) == bare(documents)


def test_what_is_made_of_documents(tmp_path: Path) -> None:
    documents = [
        {"id": "a", "n": 1, "m": 1, "tags": [], "at": {"x": 1}, "of": {"a b": 1}},
        {"id": "b", "n": 2, "m": 0.5, "tags": [], "either": "text"},
        {"id": "c", "n": None, "m": 2, "tags": [], "either": 3},
    ]
    schema, _ = inferred(tmp_path, documents)
    assert {field["name"]: field["type"] for field in schema["fields"]} == {
        "id": "string",
        "n": ["null", "long"],
        "m": "double",
        "tags": {"type": "array", "items": "string"},
        "at": ["null", {"type": "record", "name": "DocumentAt", "fields": [{"name": "x", "type": "long"}]}],
        "of": ["null", {"type": "record", "name": "DocumentOf", "fields": [{"name": "a b", "type": "long"}]}],
        "either": ["null", "long", "string"],
    }


def test_keys_that_are_data_make_a_map(tmp_path: Path) -> None:
    schema, _ = inferred(tmp_path, [{"id": str(n), "of": {f"user{n}": n}} for n in range(100)])
    assert schema["fields"][1]["type"] == {"type": "map", "values": "long"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there are no records"),
        ("[1]\n[2]\n", "documents.jsonl:1: a document is an object"),
        ('{"id": 1}\n{"id": 99999999999999999999}\n', "documents.jsonl:2: id: 99999999999999999999 has more than 64"),
        ("{}\n", "the documents have no fields"),
        ('{"id": 1}\n{"id"}\n', "documents.jsonl:2: not JSON"),
    ],
)
def test_what_has_no_schema_is_reported(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "documents.jsonl"
    path.write_text(text)
    with pytest.raises(AssayError) as caught:
        take(path)
    assert message in str(caught.value) and "\n" not in str(caught.value)

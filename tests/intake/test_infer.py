"""Documents without a schema get one that takes every one of them, and loses nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.base.errors import AssayError
from assay.data import canonical
from assay.data.intake.names import allowed
from assay.data.intake.taking import Taken, take
from assay.data.schema import JSON_NAME, NAME, parse

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

# Trees: one key again and again, and what stands beside it is alike in some levels and not in others.
BESIDE = st.dictionaries(st.sampled_from(["name", "b", "x", "y", "href"]), LEAVES, max_size=3)
STEPS = st.sampled_from(
    [
        lambda inner: inner,
        lambda inner: [inner, None],
        lambda inner: [inner, {"name": "leaf"}],
        lambda inner: {"k/1": inner, "k/2": {}},
        lambda inner: {"u1": inner, "u2": inner, "u3": {"name": "c"}, "u4": None},
    ]
)


@st.composite
def trees(draw: st.DrawFn) -> Any:
    """A document that nests a key, now and then another, up to seven deep."""
    usual = draw(STEPS)
    made: Any = draw(BESIDE | LEAVES)
    for _ in range(draw(st.integers(1, 7))):
        key = draw(st.sampled_from(["node", "node", "node", "b"]))
        step = draw(STEPS) if draw(st.integers(0, 4)) == 0 else usual
        made = {**draw(BESIDE), key: step(made)}
    return {"id": "a", "node": made}


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


@settings(max_examples=300)
@given(st.lists(trees(), min_size=1, max_size=3))
def test_every_tree_fits_and_loses_nothing(tmp_path_factory: pytest.TempPathFactory, documents: list[Any]) -> None:
    _, read = inferred(tmp_path_factory.mktemp("trees"), documents)
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


def of(folder: Path, *documents: Any) -> Taken:
    path = folder / "documents.jsonl"
    path.write_text("".join(json.dumps(d) + "\n" for d in documents))
    return take(path)


def said(taken: Taken) -> dict[str, str]:
    return {doubt.where: doubt.what for doubt in taken.doubts}


@given(st.lists(st.text(), unique=True), st.booleans())
def test_each_name_gets_an_allowed_one_of_its_own(names: list[str], keep: bool) -> None:
    made = allowed(names, keep)
    assert list(made) == names and len(set(made.values())) == len(names)
    assert all((JSON_NAME if keep else NAME).fullmatch(name) for name in made.values())
    assert all(new == name for name, new in made.items() if (JSON_NAME if keep else NAME).fullmatch(name))


@given(DOCUMENTS)
def test_every_document_fits_under_names_that_avro_allows(
    tmp_path_factory: pytest.TempPathFactory, documents: list[Any]
) -> None:
    taken = of(tmp_path_factory.mktemp("names"), *documents)
    write = canonical.writer(parse(taken.schema_text))
    assert len([write(record) for record in taken.records]) == len(documents)


def test_names_that_avro_has_not_are_changed_and_told(tmp_path: Path) -> None:
    taken = of(tmp_path, {"dev-deps": 1, "dev_deps": 2, "@type": {"a b": "x"}, "naïve": 3, "": 4})
    assert taken.records == [{"dev_deps_": 1, "dev_deps": 2, "_type": {"a_b": "x"}, "naive": 3, "_": 4}]
    assert said(taken)[".@type.a b"] == '"a b" is not a name that Avro allows; a_b here'


@pytest.mark.parametrize(
    ("values", "doubt"),
    [
        ([1, None, None], "null in 2 of 3; may be null"),
        ([2**53, 1], "1 of 2 whole numbers have more than 53 bits, as JavaScript's have; kept as long"),
        ([2**53, 0.5], "which loses digits"),
        ([1, 0.5], "1 of 2 numbers are written without a fraction; double"),
        ([1.0, 2.0], "all numbers are whole, and written with a fraction"),
        (["2024-01-31"], "dates as text (2024-01-31); kept as string"),
        (["2024-01-31T10:00:00Z"], "times as text (2024-01-31T10:00:00Z); kept as string"),
        (["007", "12"], "numbers as text (007); kept as string"),
        (["a", "b"] * 50, "2 distinct strings in 100 values (an enum?); kept as string"),
        ([1, "a"], "several kinds of values (long in 1, string in 1); a union"),
        ([[], []], "the arrays are all empty; their items are taken for strings"),
        ([None], "null in 1 of 1: nothing is known of its type; taken as null"),
        ([{}], "the objects are all empty; taken as a map of strings"),
    ],
)
def test_what_is_not_certain_is_told(tmp_path: Path, values: list[Any], doubt: str) -> None:
    taken = of(tmp_path, *({"x": value} for value in values))
    assert any(doubt in one.what for one in taken.doubts if one.where == ".x")


def test_what_is_certain_is_not_told(tmp_path: Path) -> None:
    assert not of(tmp_path, {"a": 1, "b": ["x"], "c": {"d": True}}, {"a": 2, "b": ["y"], "c": {"d": False}}).doubts


def test_wide_and_sparse_documents_are_records_with_fields_that_may_be_null(tmp_path: Path) -> None:
    taken = of(tmp_path, *({"id": n, **{f"f{(n + k) % 60}": "x" for k in range(20)}} for n in range(60)))
    fields = json.loads(taken.schema_text)["fields"]
    assert len(fields) == 61 and fields[5]["type"] == ["null", "string"]


@pytest.mark.parametrize(
    ("objects", "is_map"),
    [
        ([{"min": {"x": 1, "y": 2}, "max": {"x": 1, "y": 2}}] * 5, False),
        ([{f"u{n}": {"x": 1, "y": 2}, f"u{n + 1}": {"x": 3, "y": 4}} for n in range(5)], True),
        ([{f"p{n}": {"x": 1} for n in range(20)}], True),
        ([{"a/b": 1, "c/d": 2}], True),
        ([{"x": 0.5, "y": 1, "z": 2}] * 3, False),
        ([{f"k{n}": "v", f"l{n}": "v"} for n in range(20)], True),
        ([{f"k{n}": "v" if n % 2 else 1} for n in range(20)], False),
    ],
)
def test_what_a_map_is(tmp_path: Path, objects: list[Any], is_map: bool) -> None:
    schema = json.loads(of(tmp_path, *({"of": one} for one in objects)).schema_text)
    assert (schema["fields"][0]["type"]["type"] == "map") == is_map


@pytest.mark.parametrize(
    ("tree", "step"),
    [
        ({"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": []}]}]}, "array"),
        ({"name": "a", "next": {"name": "b", "next": {"name": "c", "next": {"name": "d"}}}}, "record"),
    ],
)
def test_objects_that_hold_others_like_themselves_are_one_type(tmp_path: Path, tree: Any, step: str) -> None:
    taken = of(tmp_path, {"tree": tree})
    assert taken.schema_text.count('"record"') <= 3 and bare(taken.records) == bare([{"tree": tree}])
    assert any("one type that holds itself" in what for what in said(taken).values())


@pytest.mark.parametrize(
    "document",
    [
        {"id": 1, "node": {"name": "a", "node": {"name": "b", "node": {"href": "/x", "rel": "s"}}}},
        {"children": [{"n": 1, "children": [{"n": 2, "children": [{"n": 3, "children": [{"x": 1, "y": 2}]}]}]}]},
        {"of": {"a/b": {"n": 1, "of": {"c/d": {"n": 2, "of": {"e/f": {"x": 1, "y": 2}}}}}}},
        {"node": {"name": "a", "node": {"name": "b", "node": {}}}},
    ],
)
def test_what_ends_a_tree_may_be_of_another_kind(tmp_path: Path, document: Any) -> None:
    taken = of(tmp_path, document)
    assert bare(taken.records) == bare([document])
    assert any("one type that holds itself" in what for what in said(taken).values())


def test_types_of_deep_documents_have_names_that_files_may_have(tmp_path: Path) -> None:
    document: dict[str, Any] = {"n": 1}
    for level in range(30):
        document = {f"a_field_of_level_{level}": document, f"other_{level}": {"n": level}}
    taken = of(tmp_path, document)
    names = re.findall(r'"type": "record",\s*"name": "(\w+)"', taken.schema_text)
    assert len(set(names)) == len(names) == 61
    assert max(map(len, names)) < 150
    assert bare(taken.records) == bare([document])


def test_too_many_fields_are_no_schema(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="more than 2,000 fields"):
        of(tmp_path, {f"f{n}": n for n in range(3000)})

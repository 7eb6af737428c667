"""One JSON document: where its records are is found, or said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from assay.base.errors import AssayError
from assay.data.intake import json_stream
from assay.data.intake.json_stream import JsonStream
from assay.data.intake.taking import Taken, take

PACKAGES = [{"name": f"p{n}", "version": "1"} for n in range(5)]
DOCUMENT = {
    "version": 1,
    "members": ["a", "b"],
    "packages": PACKAGES,
    "data": {"items": [{"x": 1}, {"x": 2}], "by": {"a": {"y": 1}, "b": {"y": 2}}},
}


def taken(folder: Path, document: Any, at: str | None = None) -> Taken:
    path = folder / "d.json"
    path.write_text(json.dumps(document, indent=1))
    return take(path, at=at)


def test_the_items_of_an_array_are_the_records(tmp_path: Path) -> None:
    assert taken(tmp_path, PACKAGES).records == PACKAGES


def test_an_array_of_objects_that_is_most_of_an_object_holds_the_records(tmp_path: Path) -> None:
    found = taken(tmp_path, DOCUMENT)
    assert found.records == PACKAGES
    assert "the 5 objects of the array .packages are taken as the records" in found.doubts[0].what


def test_another_object_is_one_record(tmp_path: Path) -> None:
    found = taken(tmp_path, {"a": 1, "of": [1, 2], "b": [{"x": 1}]})
    assert found.records == [{"a": 1, "of": [1, 2], "b": [{"x": 1}]}]
    assert "taken as one record" in found.doubts[0].what


@pytest.mark.parametrize(
    ("at", "records"),
    [
        (".data.items", [{"x": 1}, {"x": 2}]),
        (".data.items[]", [{"x": 1}, {"x": 2}]),
        (".data.by", [{"y": 1}, {"y": 2}]),
        (".packages", PACKAGES),
        (".", [DOCUMENT]),
    ],
)
def test_a_place_may_be_said(tmp_path: Path, at: str, records: list[Any]) -> None:
    assert taken(tmp_path, DOCUMENT, at).records == records


@pytest.mark.parametrize(
    ("at", "message"),
    [
        (".pakages", 'there is no pakages: did you mean "packages"?'),
        (".data.nothing", "there is no nothing: valid: by, items"),
        (".version", "neither an array nor an object"),
        (".members", "a document is an object, not str 'a'"),
        ("packages", "begins with a dot"),
    ],
)
def test_a_place_that_is_none(tmp_path: Path, at: str, message: str) -> None:
    with pytest.raises(AssayError, match=message.replace("?", r"\?")):
        taken(tmp_path, DOCUMENT, at)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ('{"items":[{"a":1},{"a":2}],"items":[{"a":3}]}', ".items"),
        ('{"of":{"items":[{"a":1}],"b":1,"items":[]}}', ".of.items"),
        ('{"items":[{"a":1}],"b":1,"b":2}', ".items"),
        ('{"of":{"x":{"a":1},"x":{"a":2}}}', ".of"),
    ],
)
def test_names_around_the_records_occur_once(tmp_path: Path, text: str, at: str) -> None:
    (tmp_path / "d.json").write_text(text)
    with pytest.raises(AssayError, match=r'd\.json:1:\d+: "(items|b|x)" appears twice in one object'):
        take(tmp_path / "d.json", at=at)


def test_what_follows_the_records_is_read_to_the_end(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text('{"items":[{"a":1}],"b":')
    with pytest.raises(AssayError, match=r"d\.json:1:24: not JSON"):
        take(tmp_path / "d.json", at=".items")


def test_a_place_is_for_one_document(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").write_text('{"a": 1}\n{"a": 2}\n')
    with pytest.raises(AssayError, match="--at is for one JSON document, and by its content this is JSON lines"):
        take(tmp_path / "d.jsonl", at=".a")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@example([0.0, 1e300, -5e-324], None, True, 1)
@given(st.lists(VALUES), st.sampled_from([None, 1]), st.booleans(), st.integers(1, 9))
def test_a_stream_reads_what_stands_there_however_it_is_cut(
    tmp_path_factory: pytest.TempPathFactory, values: list[Any], indent: int | None, plain: bool, piece: int
) -> None:
    path = tmp_path_factory.mktemp("stream") / "d.json"
    path.write_text(json.dumps(values, indent=indent, ensure_ascii=plain), encoding="utf-8", errors="surrogatepass")
    with pytest.MonkeyPatch.context() as patch, path.open("rb") as file:
        patch.setattr(json_stream, "PIECE", piece)
        stream = JsonStream(file, path)
        assert [stream.value() for _ in stream.entries()] == values
        stream.end()

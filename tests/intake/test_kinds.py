"""Every kind of file gives the same records, schema and sample; its content decides what it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from intake.files import KINDS, rows, written

from assay.base.errors import AssayError
from assay.data.intake.taking import take

NAMES = {"jsonl": "JSON lines", "json": "JSON", "csv": "CSV", "tsv": "TSV", "avro": "Avro container"}
NAMES |= {"parquet": "Parquet", "arrow": "Arrow", "arrows": "Arrow"}
TYPES = {"id": "long", "word": "string", "part": "double"}


@pytest.mark.parametrize("form", KINDS)
def test_a_file_of_each_kind_holds_the_same(tmp_path: Path, form: str) -> None:
    taken = take(written(tmp_path, form, rows(50)))
    assert (taken.kind, taken.held, taken.drawn) == (NAMES[form], 50, False)
    assert taken.records == rows(50)
    assert {field["name"]: field["type"] for field in json.loads(taken.schema_text)["fields"]} == TYPES
    assert not taken.doubts


def test_the_same_records_are_drawn_of_each_kind(tmp_path: Path) -> None:
    drawn = [take(written(tmp_path, form, rows(100)), maximum=10, seed=7).records for form in KINDS]
    assert all(records == drawn[0] for records in drawn)


@pytest.mark.parametrize("form", KINDS)
def test_a_name_says_nothing(tmp_path: Path, form: str) -> None:
    path = written(tmp_path, form, rows(3))
    taken = take(path.rename(tmp_path / "orders.txt"))
    assert (taken.kind, taken.records, taken.doubts) == (NAMES[form], rows(3), [])


@pytest.mark.parametrize("form", KINDS)
def test_a_wrong_name_is_told(tmp_path: Path, form: str) -> None:
    wrong = "csv" if form != "csv" else "parquet"
    taken = take(written(tmp_path, form, rows(3)).rename(tmp_path / f"orders.{wrong}"))
    assert taken.records == rows(3)
    assert [doubt.what for doubt in taken.doubts] == [f"named .{wrong}, and by its content {NAMES[form]}"]


@pytest.mark.parametrize("form", ["avro", "parquet", "arrow", "arrows"])
def test_what_carries_a_schema_takes_none(tmp_path: Path, form: str) -> None:
    path = written(tmp_path, form, rows(3))
    with pytest.raises(AssayError, match="carries its schema; leave --schema out"):
        take(path, tmp_path / "s.avsc")


@pytest.mark.parametrize("form", ["avro", "parquet", "arrow", "arrows"])
def test_what_is_cut_off_is_one_clear_line(tmp_path: Path, form: str) -> None:
    path = written(tmp_path, form, rows(1000))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(AssayError, match=r"orders\.\w+: (not \w+, damaged, or|damaged or) cut off") as caught:
        take(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("e.csv", b"", "e.csv: empty; there are no records"),
        ("b.json", b"\n \n", "b.json: blank lines only"),
        ("r.parquet", bytes(range(256)), "r.parquet: a binary file.*named .parquet, which would begin with PAR1"),
        ("z.csv", b"\x1f\x8b\x08\0", "compressed by gzip; unpack it first"),
        ("x.xlsx", b"PK\x03\x04\0", "a ZIP archive"),
        ("u.csv", "a,b\n1,2\n".encode("utf-16"), "UTF-16; convert it"),
        ("l.csv", "name\nGrâce\n".encode("latin-1"), "l.csv:2: not UTF-8"),
        ("late.jsonl", b'{"a":1}\n' * 20_000 + b'{"a":"\xe9"}\n', "late.jsonl:20001: not UTF-8"),
        ("late.json", b"[" + b'{"a":1},\n' * 20_000 + b'{"a":"\xe9"}]', "late.json:20001:.*not UTF-8"),
        ("prose.txt", b"hello world\nfoo\n", "text, and neither JSON nor CSV"),
        ("nan.jsonl", b'{"a": NaN}\n{"a": 1}\n', "nan.jsonl:1: NaN is not JSON; write null"),
        ("dup.jsonl", b'{"a": 1}\n{"a": 1, "a": 2}\n', 'dup.jsonl:2: "a" appears twice in one object'),
        ("dup.json", b'[{"a": 1, "a": 2}]', 'dup.json:1:2: "a" appears twice in one object'),
        ("dup.json", b'{"a": [{"x": 1}, {"x": 2}],\n "a": []}', 'dup.json:2:5: "a" appears twice in one object'),
        ("blank.jsonl", b'\xc2\xa0\n{"a":1}\n', "blank.jsonl:1: not JSON at column 1"),
        ("blank.json", b"\xe2\x80\xa8\n", "blank.json:1: not JSON at column 1"),
        ("blank.txt", b"\xc2\xa0\nx\n", "text, and neither JSON nor CSV"),
        ("deep.jsonl", b'{"a":' * 9000 + b"1" + b"}" * 9000 + b"\n{}\n", "deep.jsonl:1: nested too deeply"),
        ("deep.json", b"[" * 100_000, "nested too deeply"),
        ("d.jsonl", b'{"a":' * 200 + b"1" + b"}" * 200 + b"\n{}\n", "d.jsonl:1: a.a.*: nested more than 100 deep"),
        ("digits.jsonl", b'{"a": ' + b"9" * 5000 + b"}\n{}\n", "digits.jsonl:1: a number with too many digits"),
        ("long.jsonl", b'{"a": ' + b"7" * 400 + b"}\n", r"long.jsonl:1: a: 7{40}… has more than 64 bits"),
        ("large.jsonl", b'{"a": 1e400}\n{"a": 1}\n', "large.jsonl:1: 1e400 is beyond a double; as a string"),
        ("large.json", b'[{"a": -1e400}]', "large.json:1:2: -1e400 is beyond a double"),
        ("half.jsonl", b'{"\\ud800": 1}\n', "half.jsonl:1: a name holds half a surrogate pair"),
        ("half.json", b'[{"m": {"\\udc00": 1}}]', "half.json:1:2: a name holds half a surrogate pair"),
        ("s.json", b"5", "s.json:1: a document is an object, not int 5"),
        ("s.jsonl", b'"a"\n"b"\n', "s.jsonl:1: a document is an object, not str 'a'"),
        ("mixed.jsonl", b'{"a": 1}\n[1]\n', "mixed.jsonl:2: a document is an object, not list"),
        ("cut.json", b'[{"a": 1},\n {"a": 2', "cut.json:2:"),
        ("cut.jsonl", b'{"a": 1, "b": "x', "cut.jsonl:1: not JSON at column"),
        ("comma.json", b'[{"a": 1},\n]', "comma.json:2:1: not JSON"),
        ("two.json", b'{\n "a": 1}\n{\n "a": 2}', "two.json:3:1: something follows the JSON document"),
        ("none.json", b"[]", "none.json: there are no records"),
        ("bare.json", b"{}", "bare.json: the documents have no fields"),
        ("head.csv", b"a,b\n", "head.csv: there are no records"),
        ("numbers.csv", b"1,2\n3,4\n", "numbers.csv:1: numbers, where the names of the columns are expected"),
        ("ragged.csv", b"a,b\n1,2\n1,2,3\n", "ragged.csv:3: 3 fields, and the header has 2"),
        ("quote.csv", b'a,b\n"x,1\n2,3\n', "quote.csv:3: not CSV.*is a quote not closed"),
        ("mac.csv", b"a,b\r1,2\r", "mac.csv:1: not CSV: its lines end with CR alone"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(AssayError, match=message) as caught:
        take(tmp_path / name)
    assert "\n" not in str(caught.value)


def test_folders_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(AssayError, match="a folder; name a file in it"):
        take(tmp_path)
    with pytest.raises(AssayError, match="there is no such file"):
        take(tmp_path / "nothing.csv")


@pytest.mark.parametrize("name", ["x.jsonl", "x.json", "x.csv"])
def test_a_record_has_a_largest_size(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("reader", "json_stream", "delimited", "kinds"):
        monkeypatch.setattr(f"assay.data.intake.{module}.RECORD_BYTES", 1 << 20)
    text = json.dumps([{"a": "x" * (3 << 20)}] * 2) if name == "x.json" else 'a\n{"a": "' + "x" * (3 << 20) + '"}\n'
    (tmp_path / name).write_text(text.removeprefix("a\n") if name == "x.jsonl" else text)
    with pytest.raises(AssayError, match=r"x\.\w+:\d+.*: a (line|value) of more than 1 MiB"):
        take(tmp_path / name)


def test_progress_says_how_far_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.data.intake.reader.EVERY", 0)
    said: list[str] = []
    take(written(tmp_path, "jsonl", rows(1000)), now=said.append)
    assert any(line.startswith("reading orders.jsonl: 51%, about 0 s left") for line in said)

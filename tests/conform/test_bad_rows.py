"""Your own rows that are none: named by their file and line, before anything is built."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from assay.cli.main import main
from assay.measure.conform import questions, rows
from assay.measure.conform.rows import Row

GOOD = {"id": "data/one", "schema": "int", "bytes": "02", "value": 1, "strict": "accept", "lenient": "accept"}
BAD: dict[str, tuple[bytes | dict[str, Any], str]] = {
    "no UTF-8": (b'{"id": "\xff"}', "can't decode byte 0xff"),
    "no JSON": (b"{", "Expecting property name"),
    "no object": (b"[1]", "list indices"),
    "nested too deeply": (b"[" * 100_000, "recursion"),
    "without an id": (GOOD | {"id": 7}, "its id is no text"),
    "without a reading": ({"id": "data/x"}, 'it has no "strict"'),
    "without a schema": ({"id": "data/x", "strict": "accept", "lenient": "accept"}, 'it has no "schema"'),
    "odd digits": (GOOD | {"bytes": "0"}, "non-hexadecimal number"),
    "digits that are a number": (GOOD | {"bytes": 2}, "argument must be str"),
    "a schema that is none": (GOOD | {"schema": "inr"}, 'did you mean "int"?'),
    "a value of another type": (GOOD | {"value": "one"}, "one"),
    "runs that are none": ({**GOOD, "schema": None, "schema_runs": 5}, "not iterable"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_line_that_is_no_row(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line, words = BAD[name]
    bad = line if isinstance(line, bytes) else json.dumps(line).encode()
    (tmp_path / "data.jsonl").write_bytes(b"\n".join([json.dumps(GOOD).encode(), b"", bad, b""]))
    arguments = ["conform", "--contestant", "python/fastavro", "--rows", str(tmp_path)]
    assert main([*arguments, "--output", str(tmp_path / "c.json")]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and len(captured.err.splitlines()) == 1
    assert captured.err.startswith(f"assay: {tmp_path}/data.jsonl:3: not a row: ") and words in captured.err
    assert not (tmp_path / "c.json").exists()


def test_our_own_rows_can_be_asked() -> None:
    questions.check(rows.read(rows.ROWS).rows)


def test_a_row_that_the_contract_cannot_ask_is_none_the_worse() -> None:
    fields = {"schema": "int", "direction": "encode", "value": 2**70, "strict": "refuse", "lenient": "refuse"}
    row = Row("data/large", fields)
    with pytest.raises(questions.Unasked):
        questions.questions(row)
    questions.check([row])

"""The examples of the pages and of the package."""

from __future__ import annotations

import ast
import doctest
import io
import re
from pathlib import Path
from typing import Any

import pytest

import ingot
from ingot import _ingot, fastavro

PYTHON = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("page", "needs"),
    [
        ("README.md", []),
        ("docs/classes.md", []),
        ("docs/from-fastavro.md", []),
        ("docs/messages.md", []),
        ("docs/polars.md", ["polars"]),
        ("docs/pandas.md", ["pandas", "pyarrow"]),
        ("docs/store.md", []),
        ("../docs/for-training-data.md", []),
        ("../docs/from-leveldb.md", []),
        ("../docs/from-sqlite.md", []),
        ("../docs/from-zippy.md", []),
    ],
)
def test_the_examples_of_a_page(page: str, needs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in needs:
        pytest.importorskip(package)
    if needs and not _ingot._arrow:
        pytest.skip("this build has no Arrow")
    monkeypatch.chdir(tmp_path)
    done = doctest.testfile(str(PYTHON / page), module_relative=False)
    assert done.attempted > 3 and done.failed == 0


def test_every_page_is_checked() -> None:
    marks = test_the_examples_of_a_page.pytestmark  # type: ignore[attr-defined]
    pages = {page for page, _ in marks[0].args[1]}
    assert {path.relative_to(PYTHON).as_posix() for path in PYTHON.glob("docs/*.md")} <= pages


def test_the_examples_of_the_package() -> None:
    done = doctest.testmod(ingot)
    assert done.attempted > 2 and done.failed == 0


def test_the_examples_of_the_drop_in() -> None:
    done = doctest.testmod(fastavro)
    assert done.attempted > 4 and done.failed == 0


def outcomes(lines: list[str], names: dict[str, Any]) -> list[Any]:
    """What each line computes or sets, if anything; each line is given the same record."""
    found: list[Any] = []
    for line in lines:
        names["record"] = {"name": "oolong", "grams": 250}
        match ast.parse(line).body:
            case [ast.Expr()]:
                found.append(eval(line, names))
            case [ast.Assign(targets=[ast.Name(id=name)])]:
                exec(line, names)
                found.append(names[name])
            case _:
                exec(line, names)
                found.append(None)
    return found


@pytest.mark.parametrize("whose", ["fastavro", "ingot.fastavro"])
def test_the_ten_lines_that_change_do_the_same(whose: str) -> None:
    pytest.importorskip(whose)
    page = (PYTHON / "docs" / "from-fastavro.md").read_text(encoding="utf-8")
    table = page.partition("## Ten lines that change")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (?:`([^`]+)`)? ?\|$", table, re.MULTILINE)
    assert len(rows) == 10 and rows[0] == ("import fastavro", "import ingot")
    fields = [{"name": "name", "type": "string"}, {"name": "grams", "type": ["null", "int"], "default": None}]
    json = {"type": "record", "name": "Tea", "fields": fields}
    given = {
        "BytesIO": io.BytesIO,
        "form": ingot.Schema(json).canonical_form(),
        "json": json,
        "other": {**json, "fields": [{"name": "grams", "type": ["null", "double"]}]},
    }
    first = "import fastavro" if whose == "fastavro" else "from ingot import fastavro"
    old = outcomes([first, *(line for line, _ in rows[1:])], {**given})
    new = outcomes([line or "None" for _, line in rows], {**given})
    data, record, canonical = b"\x0coolong\x02\xf4\x03", {"name": "oolong", "grams": 250}, given["form"]
    fingerprint = ingot.Schema(json).fingerprint().hex()
    assert old[4:] == [data, record, {"grams": 250.0}, True, fingerprint, canonical]
    # Of the data the line before is told; validate raises, or says nothing.
    assert new[3:] == [data, None, record, {"grams": 250.0}, None, fingerprint, canonical]

"""The examples of the pages and of the package."""

from __future__ import annotations

import doctest
from pathlib import Path

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

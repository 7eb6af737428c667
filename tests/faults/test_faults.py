"""The faults that can be planted still have a place in the checkout, and tests that look for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT
from studies.faults import find
from studies.faults.table import Fault, faults

FAULTS = faults()
PASSES = "import pathlib\ndef test_it():\n    assert pathlib.Path('code').read_text() == 'right\\n'\n"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.breaks)
def test_a_fault_has_its_place(fault: Fault) -> None:
    assert (CHECKOUT / fault.file).read_text(encoding="utf-8").count(fault.old) == 1
    assert fault.old != fault.new
    assert all((CHECKOUT / word).exists() for word in fault.tests if word.startswith("tests/"))


def test_no_fault_is_there_twice() -> None:
    assert len({fault.breaks for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [("right", "wrong", ""), ("\n", "\n", "NOT FOUND"), ("right", "right", "NOT FOUND")],
)
def test_a_fault_is_found_or_not(tmp_path: Path, old: str, new: str, said: str) -> None:
    (tmp_path / "code").write_text("right\n")
    (tmp_path / "test_code.py").write_text(PASSES)
    assert find.outcome(Fault("it", "code", old, new, ["test_code.py"]), tmp_path) == said
    assert (tmp_path / "code").read_text() == "right\n"


def test_tests_that_fail_without_the_fault_find_nothing(tmp_path: Path) -> None:
    (tmp_path / "code").write_text("other\n")
    (tmp_path / "test_code.py").write_text(PASSES)
    said = find.outcome(Fault("it", "code", "other", "right", ["test_code.py"]), tmp_path)
    assert said == "its tests do not pass without it (exit code 1)"

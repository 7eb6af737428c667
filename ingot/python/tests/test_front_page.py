"""The example of Ingot's page."""

from __future__ import annotations

import doctest
from pathlib import Path


def test_the_example_in_python() -> None:
    done = doctest.testfile(str(Path(__file__).parents[2] / "README.md"), module_relative=False)
    assert done.attempted > 3 and done.failed == 0

"""The examples of the page and of the package."""

from __future__ import annotations

import doctest
from pathlib import Path

import ingot


def test_the_examples_of_the_page() -> None:
    page = Path(__file__).parents[1] / "README.md"
    done = doctest.testfile(str(page), module_relative=False)
    assert done.attempted > 3 and done.failed == 0


def test_the_examples_of_the_package() -> None:
    done = doctest.testmod(ingot)
    assert done.attempted > 2 and done.failed == 0

"""Every language tells how its runtime was built, or how its compiler is called."""

from __future__ import annotations

import sys

import pytest

from assay.base.tools import find
from assay.languages.every import RECIPES
from assay.languages.shared.asking import line_of, words_of
from assay.languages.shared.recipe import Start

PROGRAMS = {"python": sys.executable}
BY_OTHERS = {"browser"}  # a page cannot tell how the browser was built


@pytest.mark.parametrize("language", sorted(RECIPES.keys() - BY_OTHERS))
def test_it_tells(language: str) -> None:
    recipe = RECIPES[language]
    if problem := next((found.problem for tool in recipe.tools if (found := find(tool)).problem), ""):
        pytest.skip(problem)
    build = recipe.runtime_build(Start([PROGRAMS.get(language, language)]))
    assert build is not None
    assert build.how
    assert build.line or build.released or build.built


@pytest.mark.parametrize(
    ("version", "line"), [("20.1.2", "2023-04"), ("20", "2023-04"), ("3.11.7", "2022-10"), ("99.1", None), ("", None)]
)
def test_a_version_belongs_to_the_line_that_it_begins_with(version: str, line: str | None) -> None:
    assert line_of({"20": "2023-04", "3.11": "2022-10", "3.1": "2021-12"}, version) == line


def test_a_program_that_is_not_there_says_nothing() -> None:
    assert words_of("/nowhere/java", "-version") == ""

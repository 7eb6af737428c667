"""The recipe of every language, by its name. A language is found by its folder: nothing else names it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from assay.base.errors import AssayError
from assay.base.tools import find
from assay.languages.shared.recipe import Recipe

HERE = Path(__file__).parent
SHARED = "shared"  # what the recipes share, and no language


def _find() -> dict[str, Recipe]:
    names = sorted(path.parent.name for path in HERE.glob("*/recipe.py") if path.parent.name != SHARED)
    return {name: import_module(f"assay.languages.{name}.recipe").RECIPE for name in names}


RECIPES = _find()


def part_of(language: str, name: str) -> ModuleType | None:
    """The file of this name in a language's room; None where it has none."""
    module = f"assay.languages.{language}.{name}"
    return import_module(module) if find_spec(module) else None


def use_runtimes(asked: Sequence[str]) -> None:
    """Have all that follows built and run by these runtimes, as in ``node=24``, which are installed where they lack.

    They come first on PATH, for this process and all that it starts.
    """
    for one in asked:
        language, _, version = one.partition("=")
        if language not in RECIPES or not version:
            raise AssayError(f"--runtime {one}: write a language and a version, as in node=24")
        programs = RECIPES[language].other_runtime(version)
        os.environ["PATH"] = f"{programs}{os.pathsep}{os.environ['PATH']}"
    find.cache_clear()

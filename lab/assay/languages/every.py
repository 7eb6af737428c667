"""The recipe of every language, by its name. A language is found by its folder: nothing else names it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from assay.languages.shared.recipe import Recipe

HERE = Path(__file__).parent
SHARED = "shared"  # what the recipes share, and no language


def _find() -> dict[str, Recipe]:
    names = sorted(path.parent.name for path in HERE.glob("*/recipe.py") if path.parent.name != SHARED)
    return {name: import_module(f"assay.languages.{name}.recipe").RECIPE for name in names}


RECIPES = _find()

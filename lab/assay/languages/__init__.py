"""All that the lab knows of languages: a room each, with its recipe and what it generates from a schema.

A room is found by its folder: a new language is one kit and one room, and nothing else names it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from assay.recipes.recipe import Recipe

HERE = Path(__file__).parent


def _find() -> dict[str, Recipe]:
    names = sorted(path.parent.name for path in HERE.glob("*/recipe.py"))
    return {name: import_module(f"assay.languages.{name}.recipe").RECIPE for name in names}


RECIPES = _find()

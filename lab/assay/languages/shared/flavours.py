"""Flavours of generated code: a package of each language, with a file for each, named as it is with `_` for `-`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any


def flavours_in(package: str) -> dict[str, Any]:
    """The modules of a package by their flavours' names, in order."""
    (folder,) = import_module(package).__path__
    names = sorted(path.stem for path in Path(folder).glob("*.py") if path.stem != "__init__")
    return {name.replace("_", "-"): import_module(f"{package}.{name}") for name in names}

"""Flavours of generated code: a module each in a language's room, found by its file, and frames of what they write."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from string import Template
from types import ModuleType


def flavours_in(package: str, folder: Path) -> dict[str, ModuleType]:
    """The modules of a package by the names of their flavours, which have `-` for `_`."""
    names = sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")
    return {name.replace("_", "-"): import_module(f"{package}.{name}") for name in names}


def fill(frame: Path, **words: str) -> str:
    """The text of a frame, a file with ``$words`` in it, with each of them in its place."""
    return Template(frame.read_text(encoding="utf-8")).substitute(words)

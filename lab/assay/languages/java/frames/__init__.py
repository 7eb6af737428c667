"""The static frames of generated files, each a file of its own with ``$words`` to be filled in."""

from __future__ import annotations

from pathlib import Path
from string import Template

HERE = Path(__file__).parent


def fill(frame: str, /, **words: str) -> str:
    """The text of a generated file. KeyError where the frame has a word that is not given."""
    return Template((HERE / f"{frame}.template").read_text(encoding="utf-8")).substitute(words)

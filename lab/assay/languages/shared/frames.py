"""The static frames of generated files: text with ``$words`` to be filled in, each a file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from string import Template


def fill(frame: Path, /, **words: str) -> str:
    """The text of a generated file. KeyError where the frame has a word that is not given."""
    return Template(frame.read_text(encoding="utf-8")).substitute(words)


def lines(texts: Iterable[str]) -> str:
    """The lines of a part of a frame, each with its end."""
    return "".join(f"{text}\n" for text in texts)

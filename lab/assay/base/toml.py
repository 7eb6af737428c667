"""TOML: manifests, lists and tables. Whatever is wrong with one is a ValueError."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def read(path: Path) -> dict[str, Any]:
    """What a file holds. OSError where it cannot be read, ValueError where it is not TOML in UTF-8."""
    return parsed(path.read_text(encoding="utf-8"))


def parsed(text: str) -> dict[str, Any]:
    """What a text holds. ValueError where it is not TOML, or nested too deeply for any reader."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply to be read") from None

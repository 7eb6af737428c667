"""What the figures of a page come from: results documents, and what others published, both named by the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from assay.analysis.figures import Analysis, analyse
from assay.base import toml
from assay.base.errors import AssayError, closest
from assay.results import store


@dataclass
class Sources:
    """``folder``: of the page, which its paths start from. ``names``: of documents, by the page's own short words."""

    folder: Path
    names: dict[str, str] = field(default_factory=dict)
    _read: dict[str, Analysis] = field(default_factory=dict)

    def path(self, name: str) -> Path:
        """Of the document with a short name, or at a path."""
        return self.folder / self.names.get(name, name)

    def analysis(self, name: str) -> Analysis:
        """Of the document with a short name, or at a path. AssayError where there is none."""
        place = self.names.get(name, name)
        if place not in self._read:
            if place == name and not place.endswith(".json"):
                raise AssayError(f'no document is named "{name}": {closest(name, self.names)}')
            self._read[place] = analyse(store.read(self.path(name)))
        return self._read[place]

    def published(self, file: str, keys: list[str]) -> float | str | None:
        """A figure of another benchmark, out of a TOML file, or its words for it; None where it published none."""
        found: Any = self._toml(file)
        for key in keys:
            if not isinstance(found, dict) or key not in found:
                return None
            found = found[key]
        if not isinstance(found, int | float | str):
            raise AssayError(f"{file}: {'.'.join(keys)} is not a figure")
        return found

    def _toml(self, file: str) -> dict[str, Any]:
        try:
            return toml.read(self.folder / file)
        except (OSError, ValueError) as error:
            raise AssayError(f"{file}: cannot read published figures: {error}") from None

"""What go.mod pins, and what Go's module proxy has."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from assay.languages.go.module import GO
from assay.languages.go.replacing import CHANGING
from assay.languages.shared.registry import Pin, Registry, Untold
from assay.languages.shared.versions import newest

REQUIRED = re.compile(r"^\s*(?:require\s+)?(\S+\.\S+/\S+)\s+(v\S+)[ \t]*$", re.MULTILINE)


class Modules(Registry):
    name = "Go's module proxy"
    tool = GO

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        found: dict[str, str | Untold] = {}
        for package in packages:
            said = json.loads(self.call(["go", "list", "-m", "-versions", "-json", package], place, CHANGING))
            if version := newest(said.get("Versions", [])):
                found[package] = version
        return found


REGISTRY = Modules()


def pins(folder: Path) -> Iterator[Pin]:
    """What the module itself requires, which go.mod tells from what is only needed by that ("// indirect")."""
    path = folder / "go.mod"
    if path.exists():
        for package, version in REQUIRED.findall(path.read_text(encoding="utf-8")):
            yield Pin(REGISTRY, package, version)

"""What lock files of Python pin, and what PyPI has."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from assay.base.tools import PYTHON
from assay.languages.shared.registry import Pin, Registry, Untold
from assay.languages.shared.versions import is_newer

LOCKS = "*.lock"
ENTRY = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
FOUND = re.compile(r"^\S+ \(([^)]+)\)$", re.MULTILINE)

NONE = "No matching distribution found"
LEFT_OUT = "pip finds no release besides pre-releases, and what this machine cannot install"


class PyPI(Registry):
    name = "PyPI"
    tool = PYTHON

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        pip = [sys.executable, "-m", "pip", "index", "versions", "--ignore-requires-python", "--retries", "1"]
        found: dict[str, str | Untold] = {}
        for package in packages:
            try:
                said = self.call([*pip, "--disable-pip-version-check", package], place)
            except Untold as error:
                raise Untold(LEFT_OUT) if NONE in str(error) else error from None
            first = FOUND.search(said)
            found[package] = first[1] if first else Untold(LEFT_OUT)
        return found


REGISTRY = PyPI()


def pins(folder: Path) -> Iterator[Pin]:
    """What its lock files name; where one has a package in several versions, by the interpreter, the newest."""
    for path in sorted(folder.glob(LOCKS)):
        newest: dict[str, str] = {}
        for package, version in ENTRY.findall(path.read_text(encoding="utf-8")):
            if package not in newest or is_newer(version, newest[package]):
                newest[package] = version
        yield from (Pin(REGISTRY, package, version) for package, version in newest.items())

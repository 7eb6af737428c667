"""The flavours of generated code: a file each, named as the flavour is, with `_` for `-`.

Each has ``MAKES``, what it makes in a few words, and ``make``, which lays sources into a build. AssayError where it
makes none of the schema, BuildFailed where a generator fails.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from assay.languages.java.making import Making

HERE = Path(__file__).parent


class Flavour(Protocol):
    MAKES: str

    def make(self, making: Making) -> None: ...


def _find() -> dict[str, Flavour]:
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__init__")
    return {name.replace("_", "-"): cast(Flavour, import_module(f"{__name__}.{name}")) for name in names}


FLAVOURS = _find()

"""Flavours of generated code: a file each in a language's folder `flavours`, named as the flavour is, `_` for `-`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from assay.data.schema import Schema, parse


@dataclass(frozen=True)
class Making:
    """What a flavour makes code of. ``folder``: where the code goes. Languages add what theirs need besides."""

    schema_text: str
    folder: Path
    log: Path

    @cached_property
    def schema(self) -> Schema:
        return parse(self.schema_text)

    def lay(self, name: str, text: str) -> Path:
        """Write a file of the folder, by its path in there."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path


class Flavour(Protocol):
    def make(self, making: Any) -> None:
        """Lay what the language's `Making` asks for.

        AssayError where the schema has no counterpart in the flavour, BuildFailed where a generator fails.
        """


def flavours_in(package: str) -> dict[str, Flavour]:
    """The modules of a package by their flavours' names, in order; none where there is no such package."""
    if find_spec(package) is None:
        return {}
    (folder,) = import_module(package).__path__
    names = sorted(path.stem for path in Path(folder).glob("*.py") if path.stem != "__init__")
    return {name.replace("_", "-"): import_module(f"{package}.{name}") for name in names}

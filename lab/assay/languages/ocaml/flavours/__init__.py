"""The flavours of generated code, a file each.

Each has ``module``, which gives the text of the module `Records`: `root` (the type of a record), `of_plain`, `to_plain`
and what else adapters of the flavour find there. CannotGenerate where the schema has no counterpart.
"""

from __future__ import annotations

from typing import Protocol

from assay.data.schema import Schema
from assay.languages.shared.flavours import flavours_in


class Flavour(Protocol):
    def module(self, schema: Schema) -> str: ...


FLAVOURS: dict[str, Flavour] = flavours_in(__name__)

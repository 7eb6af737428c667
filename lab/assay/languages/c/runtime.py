"""Which GCC compiled a contestant of C or C++, how, and how old it is."""

from __future__ import annotations

from collections.abc import Sequence

from assay.base.tools import find
from assay.languages.c.compiling import GXX
from assay.languages.shared.asking import line_of
from assay.results.document import RuntimeBuild

LINES = {"12": "2022-05", "13": "2023-04", "14": "2024-05", "15": "2025-04", "16": "2026-04"}


def build(flags: Sequence[str], *, optimized: bool) -> RuntimeBuild:
    version = find(GXX).version
    return RuntimeBuild(how=" ".join(flags), optimized=optimized, line=line_of(LINES, version))

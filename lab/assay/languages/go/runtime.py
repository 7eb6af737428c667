"""Which Go compiled a contestant, how, and how old it is."""

from __future__ import annotations

from assay.base.tools import find
from assay.languages.go.module import GO
from assay.languages.shared.asking import line_of
from assay.results.document import RuntimeBuild

LINES = {"1.24": "2025-02", "1.25": "2025-08", "1.26": "2026-02"}


def build() -> RuntimeBuild:
    version = find(GO).version
    return RuntimeBuild(
        how="its defaults, without a profile and C",
        optimized=True,
        line=line_of(LINES, version),
    )

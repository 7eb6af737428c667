"""Whose JDK it is, and how old."""

from __future__ import annotations

import re

from assay.languages.shared.asking import line_of, words_of
from assay.results.document import RuntimeBuild

LINES = {
    "17": "2021-09", "18": "2022-03", "19": "2022-09", "20": "2023-03", "21": "2023-09", "22": "2024-03",
    "23": "2024-09", "24": "2025-03", "25": "2025-09", "26": "2026-03",
}  # fmt: skip


def build(program: str) -> RuntimeBuild | None:
    """None where it does not run."""
    told = words_of(program, "-XshowSettings:properties", "-version")
    found = dict(re.findall(r"^ *(java\.[a-z.]+) = (.*?) *$", told, re.MULTILINE))
    if not found:
        return None
    machine = found.get("java.vm.name", "a virtual machine")
    debug = "debug" in found.get("java.vm.version", "")
    parts = [
        f"{machine} by {found.get('java.vendor', 'an unknown vendor')}",
        *(["built for debugging"] if debug else []),
    ]
    return RuntimeBuild(
        how=", ".join(parts),
        # Without a compiler it interprets.
        optimized=not debug and "Zero" not in machine,
        released=found.get("java.version.date"),
        line=line_of(LINES, found.get("java.version", "")),
    )

"""How Ruby was built, and how old it is."""

from __future__ import annotations

import json

from assay.languages.shared.asking import line_of, words_of
from assay.results.document import RuntimeBuild

LINES = {
    "3.1": "2021-12", "3.2": "2022-12", "3.3": "2023-12", "3.4": "2024-12", "4.0": "2025-12",
}  # fmt: skip
ASK = """
require "json"
require "rbconfig"
c = RbConfig::CONFIG
print JSON.generate(
  engine: RUBY_ENGINE, version: RUBY_VERSION, date: RUBY_RELEASE_DATE,
  compiler: c["CC_VERSION_MESSAGE"].to_s.lines.first, flags: c["CFLAGS"], yjit: c["YJIT_SUPPORT"].to_s
)
"""


def build(program: str) -> RuntimeBuild | None:
    """None where it does not run."""
    told = words_of(program, "-e", ASK)
    if not told:
        return None
    found = json.loads(told)
    level = next((word for word in reversed(found["flags"].split()) if word.startswith("-O")), "")
    compiler = (found["compiler"] or "").strip()
    parts = [
        *([f"built with {compiler}"] if compiler else []),
        *([level] if level else []),
        "its compiler YJIT off, which is its default" if found["yjit"] not in ("", "no") else "without YJIT",
    ]
    return RuntimeBuild(
        how=", ".join(parts),
        optimized=level not in ("", "-O0", "-O1"),
        released=found["date"],
        line=line_of(LINES, found["version"]),
    )

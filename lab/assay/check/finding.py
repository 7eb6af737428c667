"""What is said of a document that is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.base.tables import Line, Section, Table
from assay.base.words import many

COLUMNS = ["document", "kind", "rule", "place", "words"]


@dataclass(frozen=True)
class Finding:
    """``rule``: its name in docs/commands.md. ``place``: in the document. ``note``: worth knowing, and no obstacle."""

    rule: str
    place: str
    words: str
    note: bool = False

    def as_note(self, why: str) -> Finding:
        return replace(self, words=f"{self.words} ({why})", note=True)

    @property
    def line(self) -> str:
        return f"{self.kind}: {self.place}: {self.words} [{self.rule}]"

    @property
    def kind(self) -> str:
        return "note" if self.note else "finding"


def section(judged: Mapping[Path, Sequence[Finding]]) -> Section:
    """A line each, and after those of a document how many findings it has."""
    lines: list[str] = []
    for path, found in judged.items():
        findings = sum(not one.note for one in found)
        last = many(findings, "finding") if findings else "in order"
        lines += [f"{path}: {line}" for line in (*(one.line for one in found), last)]
    rows = [[str(path), one.kind, one.rule, one.place, one.words] for path, found in judged.items() for one in found]
    return Section("", Table(COLUMNS, [Line(row) for row in rows]), notes=lines, lead=True)

"""Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from assay.base.tables import Section, Table

NEEDS = "tables"
SUFFIX = ".md"
PRINTED = True


def sections(title: str, parts: Sequence[Section]) -> str:
    head = f"# {title}\n\n" if title else ""
    return head + "\n".join(line for section in parts for line in _section(section)).rstrip("\n") + "\n"


def table(of: Table) -> list[str]:
    """The lines of a Markdown table."""
    rule = "|" + "|".join("---:" if n in of.right else "---" for n in range(len(of.columns))) + "|"
    return [_row(of.columns), rule, *(_row(line.cells) for line in of.lines)]


def _section(section: Section) -> list[str]:
    parts = [f"## {section.title}", ""] if section.title else []
    if section.table and not section.lead:
        parts += [*table(section.table), ""]
    if section.failures:
        parts += ["| no number | status | reason |", "|---|---|---|"]
        parts += [_row([failure.name, failure.status, failure.reason]) for failure in section.failures]
        parts.append("")
    return [*parts, *sentences(section), ""]


def sentences(section: Section) -> list[str]:
    """What a section says beside its table, as the lines of a list."""
    return [f"- {_text(note)}" for note in section.notes]


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_text(cell) for cell in cells) + " |"


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")

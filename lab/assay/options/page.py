"""The options of a command as docs/commands.md shows them: a flag with what it takes, and what it means."""

from __future__ import annotations

from assay.base.errors import AssayError
from assay.options import table
from assay.options.option import Option

COLUMNS = ["option", "meaning"]


def rows(wanted: str) -> list[list[str]]:
    """The lines for "COMMAND", or for "COMMAND: PART" (selection, settings or command)."""
    command, _, part = wanted.partition(": ")
    found = [row for row in table.of_command(command) if part in ("", row.part)]
    if not found:
        raise AssayError(f'no command has options of "{wanted}"')
    return [[_flag(row), _meaning(row)] for row in found]


def _flag(row: Option) -> str:
    takes = f" {row.kind.metavar}" if row.kind is not None else ""
    return f"`{row.flag}{takes}`" + (f", `{row.off}`" if row.off else "")


def _meaning(row: Option) -> str:
    text = row.full or row.help.removesuffix(".")
    text = f"{text[0].upper()}{text[1:]}"
    if row.kind is None or row.default in (None, ""):
        return text
    return f"{text}. Default: `{row.kind.written(row.standard)}`"

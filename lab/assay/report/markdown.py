"""The report as Markdown."""

from __future__ import annotations

from assay.report import tables
from assay.report.analysis import Analysis
from assay.report.growth import growth
from assay.report.processes import processes
from assay.report.sizes import sizes
from assay.report.stores import comparison


def render(analysis: Analysis) -> str:
    document = analysis.document
    parts = [f"# {document.plan.suite or 'Run'}: {document.created[:10]}", ""]
    for part in analysis.comparisons:
        parts += _section(comparison(analysis, part))
    for table in [*processes(analysis), *sizes(analysis), *growth(analysis), *tables.overview(analysis)]:
        parts += _section(table)
    parts += ["## How these figures came about", ""]
    parts += [f"- {_text(line)}" for line in tables.about(analysis)]
    parts += ["", "## Contestants", "", "| contestant | library | lane | how it is used |", "|---|---|---|---|"]
    for contestant in document.contestants:
        lane = tables.lane(contestant.lane)
        parts.append(
            _row([contestant.name, f"{contestant.library} {contestant.version}", lane, contestant.description])
        )
    return "\n".join(parts) + "\n"


def _section(table: tables.Table) -> list[str]:
    parts = [f"## {table.title}", "", *_table(table), ""]
    if table.failures:
        parts += ["| no number | status | reason |", "|---|---|---|"]
        parts += [_row([name, status, reason]) for name, status, reason in table.failures]
        parts.append("")
    return [*parts, *(f"- {_text(note)}" for note in table.notes), ""]


def _table(table: tables.Table) -> list[str]:
    rule = "|" + "|".join("---:" if n in table.right else "---" for n in range(len(table.columns))) + "|"
    return [_row(table.columns), rule, *(_row(row) for row in table.rows)]


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(_text(cell) for cell in cells) + " |"


def _text(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")

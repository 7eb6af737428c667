"""For suites over many schemas: what share of the fastest each contestant reaches, schema by schema."""

from __future__ import annotations

from assay.report import words
from assay.report.analysis import Analysis, Comparison, Row
from assay.report.model import Line, Section, Table

STATUS = {"unsupported": "not supported", "unverified": "not proved"}


def sections(analysis: Analysis) -> list[Section]:
    """One for each operation and way, if the suite asks for this table; else none."""
    if analysis.document.plan.table != "share-of-fastest":
        return []
    names = list(dict.fromkeys(c.contestant for c in analysis.document.cells if not c.harness and not c.control))
    kinds: dict[tuple[str, str], list[Comparison]] = {}
    for part in analysis.comparisons:
        kinds.setdefault((part.operation, part.way.words), []).append(part)
    return [
        Section(
            f"{' '.join(filter(None, kind))}: % of the fastest",
            Table(
                ["schema", "fastest, records/s", *names],
                [_line(part, names) for part in parts],
                set(range(1, len(names) + 2)),
            ),
        )
        for kind, parts in kinds.items()
    ]


def _line(part: Comparison, names: list[str]) -> Line:
    shares = {row.contestant.name: _share(row) for row in part.rows if not row.cell.control}
    fastest = words.maybe(words.count, part.rows[0].records_per_second)  # rows are from fast to slow
    return Line([part.workload.name, fastest, *(shares.get(name, words.NONE) for name in names)])


def _share(row: Row) -> str:
    if row.share is not None:
        return f"{row.share * 100:.0f}"
    return STATUS.get(row.cell.status, row.cell.status)

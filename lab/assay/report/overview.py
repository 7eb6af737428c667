"""For suites over many schemas: what share of the fastest each contestant reaches, schema by schema.

Finished cells are measured by the fastest finished one, deferred ones by the fastest of theirs.
"""

from __future__ import annotations

from assay.analysis.figures import Analysis, Comparison, Row
from assay.base import words
from assay.base.tables import Line, Section, Table

STATUS = {"unsupported": "not supported", "unverified": "not proved"}


def sections(analysis: Analysis) -> list[Section]:
    """One for each operation and way, if the suite asks for this table; else none."""
    if analysis.document.plan.table != "share-of-fastest":
        return []
    names = list(dict.fromkeys(c.contestant for c in analysis.document.cells if not c.harness and not c.control))
    kinds: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in analysis.comparisons:
        kinds.setdefault((comparison.operation, comparison.way.words), []).append(comparison)
    return [
        Section(
            f"{' '.join(filter(None, kind))}: % of the fastest",
            Table(
                ["schema", "fastest, records/s", *names],
                [_line(comparison, names) for comparison in comparisons],
                set(range(1, len(names) + 2)),
            ),
        )
        for kind, comparisons in kinds.items()
    ]


def _line(comparison: Comparison, names: list[str]) -> Line:
    shares = {row.contestant.name: _share(row) for row in comparison.rows if not row.cell.control}
    # Rows are from fast to slow, those that are deferred after all others.
    fastest = words.maybe(words.count, comparison.rows[0].records_per_second)
    return Line([comparison.workload.name, fastest, *(shares.get(name, words.NONE) for name in names)])


def _share(row: Row) -> str:
    if row.share is not None:
        return f"{row.share * 100:.0f}{' (deferred)' if row.deferred else ''}"
    return STATUS.get(row.cell.status, row.cell.status)

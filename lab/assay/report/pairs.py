"""The interoperability matrix, who reads whose bytes and files: of `assay verify --matrix`, and of a document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from assay.analysis.figures import Analysis
from assay.base import words
from assay.base.tables import Failure, Line, Section, Table
from assay.results.document import Exchange

ALL = "all"


def of(analysis: Analysis) -> list[Section]:
    """Of a document, if it holds a matrix."""
    return sections(analysis.document.exchanges)


def sections(exchanges: Sequence[Exchange]) -> list[Section]:
    """A table for each kind of exchange, with the first difference of every pair that fails."""
    kinds = dict.fromkeys(exchange.kind for exchange in exchanges)
    return [_section(kind, [one for one in exchanges if one.kind == kind]) for kind in kinds]


def _section(kind: str, kept: Sequence[Exchange]) -> Section:
    writers = _names(pair.writer for one in kept for pair in one.pairs)
    readers = _names(pair.reader for one in kept for pair in one.pairs)
    shares = {writer: [_share(kept, writer, reader) for reader in readers] for writer in writers}
    lines = [Line([writer, *row], "" if set(row) <= {ALL, words.NONE} else "slower") for writer, row in shares.items()]
    failures = [
        Failure(f"{one.workload}: {pair.reader} reading {pair.writer}", "differs", pair.difference)
        for one in kept
        for pair in one.pairs
        if pair.difference
    ]
    failures += [
        Failure(f"{one.workload}: {it.contestant}", f"is not a {it.role}", it.reason)
        for one in kept
        for it in one.unable
    ]
    named = ", ".join(f"{number} {reader}" for number, reader in enumerate(readers, 1))
    table = Table(
        ["written by \\ read by", *(str(number) for number in range(1, len(readers) + 1))],
        lines,
        set(range(1, len(readers) + 1)),
    )
    title = f"{kind.capitalize()}: workloads in which the reader finds every record of the writer"
    return Section(title, table if lines else None, failures, [f"Readers: {named}."] if readers else [])


def _names(names: Iterable[str]) -> list[str]:
    return sorted(set(names))


def _share(kept: Sequence[Exchange], writer: str, reader: str) -> str:
    """All, or how many of how many."""
    tried = [pair for one in kept for pair in one.pairs if (pair.writer, pair.reader) == (writer, reader)]
    good = sum(not pair.difference for pair in tried)
    if not tried:
        return words.NONE
    return ALL if good == len(tried) else f"{good}/{len(tried)}"

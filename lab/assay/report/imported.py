"""What stands in the report of results that another harness measured, instead of what is said of our own runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from assay.analysis.figures import Row
from assay.base import words
from assay.report.machine import facts
from assay.results.document import Document, Imported, Machine
from assay.results.importing import NOT_TOLD as UNKNOWN

HEADINGS = {
    "several": ("#", "contestant", "time", "±", "operations/s", "ratio", "verdict"),
    "one": ("contestant", "time", "operations/s", "ratio"),
}
WHERE_KNOWN: dict[str, Callable[[Row], bool]] = {
    "alloc": lambda row: row.allocated_bytes is not None,
    "peak": lambda row: bool(row.peak_rss_bytes),
}


def headings(imported: Imported, rows: Sequence[Row]) -> list[str]:
    """Of a ranked table: without lanes and sizes, of which nothing is known; and what one process does not tell."""
    return [
        *HEADINGS[imported.processes],
        *(heading for heading, known in WHERE_KNOWN.items() if any(known(row) for row in rows)),
    ]


def notes(document: Document, imported: Imported) -> Iterator[str]:
    """What the source tells, and what it can not tell."""
    tool = f"{imported.tool} {imported.version}".rstrip()
    yield (
        f"Measured by {tool} and imported. What the benchmarks do was not proved, and nothing was measured twice "
        "to see the noise."
    )
    yield _processes(document, imported)
    yield VALUES[imported.values]
    yield "Ratio: of speeds; above 1 is faster than the baseline of the table, its first benchmark in the source."
    yield f"Machine: {_machine(document.machine)}."
    runtimes = sorted({one.runtime for one in document.contestants if one.runtime})
    if runtimes:
        yield f"Runtimes: {', '.join(runtimes)}."
    if imported.told:
        yield f"The source also says: {', '.join(f'{key} {value}' for key, value in imported.told.items())}."


def _processes(document: Document, imported: Imported) -> str:
    if imported.processes == "one":
        return (
            "Each benchmark was measured in one process, as far as the source tells. Nothing is known of how processes "
            "differ, so there are no intervals, ranks and verdicts: the values of one process do not stand for others."
        )
    counts = [len(cell.samples) for cell in document.cells if cell.samples]
    few, most = min(counts), max(counts)
    number = f"{few} to {most}" if few < most else str(most)
    once = " Those of one process have no interval." if few == 1 else ""
    return (
        f"{number} processes of each benchmark. Intervals: {words.percent(document.plan.settings.confidence)}, over "
        f"processes.{once} These did not take turns: what the machine did meanwhile is in times and ratios, and their "
        "intervals do not cover it."
    )


def _machine(machine: Machine) -> str:
    known = [*facts(machine), *(text for text in (machine.system, machine.kernel) if text != UNKNOWN)]
    return "; ".join(known) or UNKNOWN


VALUES = {
    "batches": "The time of a process is the median of its values.",
    "pooled": "The source does not say which values are of one process; they are taken as values of one.",
    "summary": "Of some benchmarks the source has a median or mean alone; else the time of a process is the median "
    "of its values.",
}

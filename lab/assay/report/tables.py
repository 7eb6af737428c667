"""The tables and notes of a report as plain strings, for whichever form they are shown in."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.report import words
from assay.report.analysis import PAUSES_WORTH_A_NOTE, Analysis, Comparison, Row
from assay.results.document import Document, LaneFacts


@dataclass(frozen=True)
class Table:
    """``right``: the columns that are flush right. ``failures``: rows that have a reason in place of numbers."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    right: set[int] = field(default_factory=set)
    failures: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


COLUMNS = ["contestant", "lane", "time/record", "±", "records/s", "MB/s", "bytes", "speed", "verdict", "alloc", "peak"]
RIGHT = {2, 3, 4, 5, 6, 9, 10}
UNKNOWN_FLOOR = 10.0  # a floor of 1,000% says nothing: too few blocks


def comparison(analysis: Analysis, part: Comparison) -> Table:
    """The ranked table of one workload and operation."""
    document = analysis.document
    return Table(
        title(part),
        COLUMNS,
        [_cells(document, row) for row in part.rows if row.time],
        RIGHT,
        [(row.name, row.cell.status, row.cell.reason) for row in part.rows if not row.time],
        notes(document, part),
    )


def title(part: Comparison) -> str:
    """What was done with which records."""
    way = f" {part.way}" if part.way else ""
    return f"{part.workload.base or part.workload.name} {part.operation}{way}, {part.workload.records:,} records"


def overview(analysis: Analysis) -> list[Table]:
    """For suites over many schemas: what share of the fastest each contestant reaches, schema by schema."""
    if analysis.document.plan.table != "share-of-fastest":
        return []
    names = list(dict.fromkeys(c.contestant for c in analysis.document.cells if not c.harness and not c.control))
    kinds = dict.fromkeys((part.operation, part.way) for part in analysis.comparisons)
    return [_overview(analysis, names, *kind) for kind in kinds]


def _overview(analysis: Analysis, names: list[str], operation: str, way: str | None) -> Table:
    rows = []
    for part in analysis.comparisons:
        if (part.operation, part.way) == (operation, way):
            shares = {row.contestant.name: _share(row) for row in part.rows if not row.cell.control}
            best = next((row for row in part.rows if row.records_per_second), None)
            fastest = words.count(best.records_per_second) if best and best.records_per_second else "–"
            rows.append([part.workload.name, fastest, *(shares.get(name, "–") for name in names)])
    title = f"{operation}{f' {way}' if way else ''}: % of the fastest"
    return Table(title, ["schema", "fastest, records/s", *names], rows, set(range(1, len(names) + 2)))


def _share(row: Row) -> str:
    if row.share is not None:
        return f"{row.share * 100:.0f}"
    return {"unsupported": "not supported", "unverified": "not proved"}.get(row.cell.status, row.cell.status)


def _cells(document: Document, row: Row) -> list[str]:
    time = row.time
    assert time is not None and row.records_per_second is not None
    return [
        row.name,
        lane(row.contestant.lane),
        words.nanoseconds(time.value),
        words.percent(time.high / time.value - 1) if time.low > 0 else "–",
        words.count(row.records_per_second),
        words.three(row.megabytes_per_second) if row.megabytes_per_second is not None else "–",
        words.three(row.encoded_bytes) if row.encoded_bytes is not None else "–",
        speed(document, row),
        row.verdict,
        words.size(row.allocated_bytes) if row.allocated_bytes is not None else "–",
        words.size(row.peak_rss_bytes) if row.peak_rss_bytes is not None else "–",
    ]


def speed(document: Document, row: Row) -> str:
    """How many times as fast as the baseline."""
    if row.contestant.name == document.plan.baseline and not row.cell.control:
        return "1 (baseline)"
    return "other lane" if row.ratio is None else words.ratio(row.ratio)


def lane(facts: LaneFacts) -> str:
    """typed, and what is out of the ordinary: reused scratch, borrowed strings, no checking, conversion inside."""
    parts = [facts.typing]
    if facts.buffer == "reused":
        parts.append("reused")
    if facts.strings == "borrowed":
        parts.append("borrowed")
    if not facts.input_checking:
        parts.append("unchecked")
    if facts.conversion:
        parts.append("converted")
    return ", ".join(parts)


def notes(document: Document, part: Comparison) -> list[str]:
    found = []
    if part.control is not None and part.floor is not None:
        floor = f'what lies under {words.percent(part.floor)} is shown as "no difference".'
        found.append(
            f"Noise: the baseline measured a second time is {words.ratio(part.control)} as fast as itself; "
            + (floor if part.floor < UNKNOWN_FLOOR else "how much of a difference is noise is not known.")
        )
    for row in part.rows:
        if row.time and row.mean_ns and row.mean_ns > row.time.value * (1 + PAUSES_WORTH_A_NOTE):
            found.append(
                f"{row.name}: the mean over all batches is {words.percent(row.mean_ns / row.time.value - 1)} above the "
                "typical batch: pauses (garbage collection, the machine) fall into few batches."
            )
        if row.cell.proof and row.cell.proof.notes:
            found += [f"{row.name}: {note}." for note in row.cell.proof.notes]
    return found


def about(analysis: Analysis) -> list[str]:
    """How the figures came about: blocks, machine, kits, bytes."""
    document = analysis.document
    machine = document.machine
    settings = document.plan.settings
    lines = [
        f"{_many(len(document.blocks), 'block')} of fresh processes in random order, "
        f"{words.three(document.measure_seconds)} s of measuring; {document.state}"
        + (f": {document.stopped_because}" if document.stopped_because else "")
        + ".",
        f"Intervals: {words.percent(settings.confidence)}, paired by block. Speed: above 1 is faster than the baseline "
        f"{document.plan.baseline}" + (", across lanes." if document.plan.across_lanes else "; within its lane only."),
    ]
    if document.plan.unoptimized:
        lines.insert(0, "Compilers were told not to optimize: these times say nothing.")
    if analysis.harness:
        parts = []
        for cost in analysis.harness:
            share = f", {words.percent(cost.share)} of the fastest" if cost.share is not None else ""
            parts.append(f"{cost.language} {cost.operation} {words.nanoseconds(cost.ns)}{share}")
        lines.append(f"What the kits themselves cost per operation, included above: {'; '.join(parts)}.")
    lines.append(_machine_line(document))
    for workload in document.workloads:
        first = "the first " if workload.cut else ""
        lines.append(
            f"{workload.name}: {first}{workload.records:,} records, seed {workload.seed}, "
            f"{words.size(workload.avro_bytes)} as Avro, {words.size(workload.json_bytes)} as JSON lines; "
            f"SHA-256 {workload.digest[:16]}…; reference bytes by {workload.reference}."
        )
    measured = {cell.contestant for cell in document.cells if not cell.harness}
    options: dict[str, list[str]] = {}
    for contestant in document.contestants:
        if contestant.options and contestant.name in measured:
            options.setdefault(contestant.options, []).append(contestant.name)
    for text, names in options.items():
        lines.append(f"{', '.join(names)}: started with {text}; a heap that is set counts in full in the peak.")
    runtimes = sorted({c.runtime for c in document.contestants if c.runtime})
    lines.append(f"Runtimes: {', '.join(runtimes)}; {machine.kernel}.")
    return lines


def _machine_line(document: Document) -> str:
    machine = document.machine
    steals = [block.steal for block in document.blocks if block.steal is not None]
    loads = [block.load_before for block in document.blocks if block.load_before is not None]
    parts = [
        f"{machine.cpu}, {_many(machine.cores, 'core')}, {words.size(machine.memory_bytes)}",
        machine.system,
        f"governor {machine.governor}" if machine.governor else "governor unknown",
    ]
    if machine.virtual:
        parts.append(f"virtual ({machine.virtual})")
    if steals:
        parts.append(f"steal up to {words.percent(max(steals))}")
    if loads:
        parts.append(f"load before blocks up to {max(loads)}")
    return f"Machine: {'; '.join(parts)}."


def _many(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"

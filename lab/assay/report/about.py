"""How the figures came about: blocks, machine, kits, bytes; and who took part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from assay.analysis.figures import Analysis
from assay.analysis.lanes import lane
from assay.base import words
from assay.base.progress import duration
from assay.base.tables import Line, Section, Table
from assay.report import imported
from assay.report.machine import facts
from assay.results.document import Block, ContestantFacts, Document, Machine, RuntimeBuild
from assay.stats.looks import LOOKS

VIRTUAL = "they hold for a virtual machine with the neighbours that it had {}; others may move ratios by more"
OLD = 2  # years since the first release of a runtime's line, from which on it is said

# Reports in text have it, by which one is told from a file of the user's.
TITLE = "How these figures came about"


def sections(analysis: Analysis) -> list[Section]:
    document = analysis.document
    if document.imported:
        return [Section(TITLE, notes=list(imported.notes(document, document.imported)))]
    rows = [
        Line([one.name, f"{one.library} {one.shown_version}", lane(one.lane), one.description])
        for one in document.contestants
    ]
    return [
        Section(TITLE, notes=list(_notes(analysis))),
        *_engines(document.contestants),
        Section("Contestants", Table(["contestant", "library", "lane", "how it is used"], rows), reference=True),
    ]


def _engines(contestants: Sequence[ContestantFacts]) -> Iterator[Section]:
    """What the libraries of stores bind: "SQLite 3.54.1 (THREADSAFE=1, …)". None where it was not asked yet."""
    bound = [(one.name, *one.engine.partition(" (")) for one in contestants if one.engine]
    if bound:
        rows = [Line([name, engine, options.removesuffix(")")]) for name, engine, _, options in bound]
        yield Section("Engines", Table(["store", "engine", "options of its build"], rows))


def _notes(analysis: Analysis) -> Iterator[str]:
    document = analysis.document
    if document.plan.unoptimized:
        yield "The compilers did not optimize: these times say nothing."
    if document.plan.request.disturbed:
        yield "Measured beside a load that the lab itself made: one core that copies memory again and again."
    if document.plan.request.settings.cpu == "native":
        yield "Rust, C and C++ are compiled for this machine's own processor (--cpu native), other languages as always."
    yield from _in_house(document)
    yield _course(document)
    yield _intervals(document)
    if analysis.kit_costs:
        yield _kits(analysis)
    yield from _machines(document)
    yield from _workloads(document)
    yield from _runtimes(document)


def _in_house(document: Document) -> Iterator[str]:
    """Whose libraries are not a stranger's: they are proved and measured as all others are."""
    names = ", ".join(one.name for one in document.contestants if one.in_house)
    if names:
        yield f"The house's own, from the checkout of the lab: {names}."


def _course(document: Document) -> str:
    because = f": {document.stopped_because}" if document.stopped_because else ""
    spread = f"spread over {duration(document.course_seconds)}, " if document.plan.settings.over_seconds else ""
    return (
        f"{words.many(len(document.blocks), 'block')} of fresh processes in random order, {spread}"
        f"{words.three(document.measure_seconds)} s of measuring; {document.state}{because}."
    )


def _intervals(document: Document) -> str:
    settings = document.plan.settings
    looks = (
        f" Looks were planned after {', '.join(map(str, LOOKS))} blocks, to end when all is decided: each interval is "
        "so much wider that those of all looks hold together in 95 of 100 runs."
        if settings.until == "decided"
        else ""
    )
    return (
        f"Intervals: {words.percent(settings.confidence)}, paired by block{_scope(document)}.{looks} "
        f"Speed: above 1 is faster than the baseline {document.plan.baseline}"
        + (", across lanes." if document.plan.across_lanes else "; within its lane only.")
    )


def _kits(analysis: Analysis) -> str:
    parts = []
    for cost in analysis.kit_costs:
        share = f", {words.percent(cost.share)} of the fastest" if cost.share is not None else ""
        parts.append(f"{cost.language} {cost.operation} {words.nanoseconds(cost.ns)}{share}")
    return f"What the kits themselves cost per operation, included above: {'; '.join(parts)}."


def _scope(document: Document) -> str:
    """For which machines the intervals hold: they do not see what was there all the time."""
    if document.cluster is None:
        meanwhile = "meanwhile"
        if document.plan.settings.over_seconds:
            meanwhile = f"in these {duration(document.course_seconds)}"
        return f"; {VIRTUAL.format(meanwhile)}" if document.machine.virtual else ""
    if len(document.measured_on) < 2:
        return ", on this machine"
    computers = {document.cluster.machines[number].computer for number in document.measured_on}
    if len(computers) < len(document.measured_on):
        return f", over nodes of {words.many(len(computers), 'computer')}; of machines of this kind they say nothing"
    return f", over {len(document.measured_on)} machines; they hold for machines of this kind"


def _machines(document: Document) -> Iterator[str]:
    if document.cluster is None:
        yield f"Machine: {_machine(document.machine, document.blocks)}."
        return
    yield f"Machines: {len(document.machines)} of the kind {document.cluster.kind}."
    for number, one in enumerate(document.cluster.machines):
        blocks = [block for block in document.blocks if block.machine == number]
        lost = "; lost during the run" if one.lost else ""
        measured = words.many(len(blocks), "block")
        yield f"Machine {number + 1}: {_machine(one.machine, blocks)}; {measured}{lost}."
    yield from (f"{event}." for event in document.cluster.events)


def _machine(machine: Machine, blocks: Sequence[Block]) -> str:
    steals = [block.steal for block in blocks if block.steal is not None]
    loads = [block.load_before for block in blocks if block.load_before is not None]
    parts = [
        ", ".join(facts(machine)),
        machine.system,
        f"governor {machine.governor}" if machine.governor else "governor unknown",
    ]
    if machine.virtual:
        parts.append(f"virtual ({machine.virtual})")
    if limited := machine.limited:
        parts.append(
            f"limited to {limited.processors:g} of {words.many(limited.machine_cores, 'core')} and "
            f"{words.size(machine.memory_bytes)} of {words.size(limited.machine_memory_bytes)}"
        )
    if steals:
        parts.append(f"steal up to {words.percent(max(steals))}")
    if loads:
        parts.append(f"load before blocks up to {max(loads)}")
    return "; ".join(parts)


def _workloads(document: Document) -> Iterator[str]:
    for workload in document.workloads:
        first = "the first " if workload.cut and workload.held is None else ""
        of = f" of {workload.held:,}, drawn evenly" if workload.cut and workload.held else ""
        yield (
            f"{workload.name}: {first}{words.many(workload.records, 'record')}{of}, seed {workload.seed}, "
            f"{words.size(workload.avro_bytes)} as Avro, {words.size(workload.json_bytes)} as JSON lines; "
            f"SHA-256 {workload.digest[:16]}…; reference bytes by {workload.reference}."
        )


def _runtimes(document: Document) -> Iterator[str]:
    measured = {cell.contestant for cell in document.cells if not cell.harness}
    options: dict[str, list[str]] = {}
    for contestant in document.contestants:
        if contestant.options and contestant.name in measured:
            options.setdefault(contestant.options, []).append(contestant.name)
    for text, names in options.items():
        yield f"{', '.join(names)}: started with {text}; a heap that is set counts in full in the peak."
    yield from (f"{c.other_version}." for c in document.contestants if c.other_version)
    builds = {(c.runtime, c.runtime_build) for c in document.contestants if c.runtime and c.runtime_build}
    yield from sorted(_runtime(name, build, document.created) for name, build in builds)
    others = ", ".join(sorted({c.runtime for c in document.contestants if c.runtime and not c.runtime_build}))
    yield f"{f'Runtimes: {others};' if others else 'Kernel:'} {document.machine.kernel}."


def _runtime(name: str, build: RuntimeBuild, day: str) -> str:
    """How a runtime or compiler was built, and how old it was on a day (ISO 8601), in one line."""
    amiss = " (not optimized: slower than builds that are)" if build.optimized is False else ""
    parts = [f"{name}: {build.how}{amiss}"]
    if build.released or build.built:
        parts.append(f"released {build.released}" if build.released else f"compiled {build.built}")
    if build.line:
        years = _years(build.line, day)
        age = f", {words.many(years, 'year')} before this run" if years >= OLD else ""
        parts.append(f"the first of its line {build.line}{age}")
    return f"{'; '.join(parts)}."


def _years(line: str, day: str) -> int:
    """Whole years from a month to a day."""
    months = (int(day[:4]) - int(line[:4])) * 12 + int(day[5:7]) - int(line[5:7])
    return months // 12

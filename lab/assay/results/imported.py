"""From what another harness measured to a results document."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime

from assay.results.document import (
    Batches,
    Block,
    Cell,
    ContestantFacts,
    Document,
    Imported,
    LaneFacts,
    Plan,
    Sample,
    WorkloadFacts,
)
from assay.results.importing import NOT_TOLD, Benchmark, Found, Process, Values
from assay.results.request import Request, Settings

PROFILE = "imported"
CONFIDENCE = 0.95


def document(found: Found, *, sources: Sequence[str], assay: str) -> Document:
    """The document of sources of those names. ``assay``: the version of the lab.

    Every process is a sample, numbered in the source's order: the first process of each benchmark is of block 0, the
    second of block 1. Processes of one number did not take turns; they are of one run where several were joined.
    """
    created = found.created or datetime.now(UTC)
    date = created.isoformat(timespec="seconds")
    cells = _cells(found.benchmarks)
    processes = max((len(cell.samples) for cell in cells), default=0)
    blocks = max((sample.block + 1 for cell in cells for sample in cell.samples), default=0)
    more = f" and {len(sources) - 1} more" if len(sources) > 1 else ""
    first = next((cell.contestant for cell in cells if cell.samples), cells[0].contestant)
    return Document(
        assay=assay,
        id=f"{created:%Y%m%d-%H%M%S}-{word(found)}",
        created=date,
        state="finished",
        stopped_because=f"measured by {found.tool}",
        command=["assay", "import", *sources],
        machine=found.machine,
        plan=Plan(
            request=Request(settings=_settings()),
            suite=f"{sources[0]}{more}, measured by {found.tool}",
            baseline=first,
            across_lanes=True,
        ),
        workloads=[_workload(name) for name in dict.fromkeys(cell.workload for cell in cells)],
        contestants=_contestants(found, cells),
        cells=cells,
        blocks=[
            Block(index=number, started=date, seconds=0.0, groups=[], load_before=None, steal=None)
            for number in range(blocks)
        ],
        imported=Imported(
            tool=found.tool,
            version=found.version,
            processes="several" if processes > 1 else "one",
            values=_values(found),
            told=found.told,
        ),
    )


def word(found: Found) -> str:
    """The tool's name as a part of file names."""
    return re.sub(r"[^a-z0-9]+", "-", found.tool.lower())


def _values(found: Found) -> Values:
    if any(one.summary for one in found.benchmarks):
        return "summary"
    return "pooled" if found.pooled else "batches"


def _cells(benchmarks: Sequence[Benchmark]) -> list[Cell]:
    """Of several benchmarks that have one name, the second is called name (2)."""
    cells: list[Cell] = []
    seen: dict[tuple[str, str, str], int] = {}
    for one in benchmarks:
        same = one.name, one.workload, one.operation
        seen[same] = number = seen.get(same, 0) + 1
        cells.append(
            Cell(
                contestant=one.name if number == 1 else f"{one.name} ({number})",
                workload=one.workload,
                operation=one.operation,
                status="failed" if one.reason else "measured",
                reason=one.reason,
                samples=[_sample(process, number) for number, process in enumerate(one.processes)],
            )
        )
    return cells


def _sample(process: Process, number: int) -> Sample:
    """Whether it ran at one level was not watched; only that it did not would be said of it."""
    return Sample(
        block=number if process.number is None else process.number,
        position=0,
        steady=True,
        warm_batches=process.warm_batches,
        warm_ns=process.warm_ns,
        setup_ns=0,
        timer_ns=0,
        batches=Batches.of(process.batches),
        peak_rss_bytes=process.peak_rss_bytes,
    )


def _contestants(found: Found, cells: Sequence[Cell]) -> list[ContestantFacts]:
    facts: dict[str, ContestantFacts] = {}
    for cell, one in zip(cells, found.benchmarks, strict=True):
        facts.setdefault(
            cell.contestant,
            ContestantFacts(
                name=cell.contestant,
                title=cell.contestant,
                language=found.language or NOT_TOLD,
                format=NOT_TOLD,
                library=NOT_TOLD,
                version="",
                description=one.description,
                lane=LaneFacts(typing=NOT_TOLD, buffer=NOT_TOLD, strings=NOT_TOLD, input_checking=True),
                runtime=one.runtime,
            ),
        )
    return list(facts.values())


def _workload(name: str) -> WorkloadFacts:
    """One record stands for one operation: what it works on is not told, so there is no digest and no size."""
    return WorkloadFacts(
        name=name,
        data=None,
        avro_schema="",
        records=1,
        seed=0,
        digest="",
        json_bytes=0,
        avro_bytes=0,
        container_bytes=0,
        reference=NOT_TOLD,
    )


def _settings() -> Settings:
    """Nothing was decided by the lab but how intervals are made."""
    return Settings(
        profile=PROFILE,
        min_batch_ns=0,
        warm_batch_ns=0,
        decoy_seconds=0.0,
        warm_chunk_seconds=0.0,
        warm_min_seconds=0.0,
        warm_max_seconds=0.0,
        measure_seconds=0.0,
        min_batches=0,
        samples=0,
        first_stage=0,
        max_blocks=0,
        blocks=None,
        precision=0.0,
        budget_seconds=0.0,
        confidence=CONFIDENCE,
        memory_limit_bytes=0,
        reply_seconds=0.0,
    )

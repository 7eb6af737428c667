"""The results document: everything that was planned, found and measured in one run. Reports read nothing else.

Times are ns, sizes bytes, unless a name says otherwise. Every figure of every report can be computed again from it.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from assay.results.request import Request, Settings
from assay.results.way import CodecWay, Way

SYSTEM = "system"  # for a version in a manifest: the one that the runtime brings, which the process reports

FORMAT = "assay-results"
VERSION = 4

CellStatus = Literal["planned", "measured", "failed", "unsupported", "unverified", "unstable", "missing", "left-out"]


class Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class Limited(Model):
    """Of a machine that allowed the run a part of itself only, as a container does."""

    processors: float = Field(description="cores that could compute at once, on average: a quota may cut one")
    machine_cores: int
    machine_memory_bytes: int


class Machine(Model):
    """Where the run took place."""

    cpu: str
    cores: int = Field(description="that the run could use")
    memory_bytes: int = Field(description="that the run could use")
    limited: Limited | None = Field(default=None, description="the whole machine, where the run could use a part only")
    system: str
    kernel: str
    governor: str | None = Field(description="CPU frequency governor; null where the system does not report it")
    virtual: str | None = Field(description="hypervisor, if the CPU reports one")
    python: str
    tools: dict[str, str] = Field(description="version of each toolchain found")


class ClusterMachine(Model):
    """One machine of a cluster."""

    machine: Machine
    identity: str = Field(description="by which a resumed run knows it again; says nothing to others")
    computer: int = Field(description="machines of one number are nodes of one computer, which cannot differ")
    lost: bool = Field(default=False, description="it was lost, and nothing more was measured on it")


class Cluster(Model):
    """The machines of a run that was spread over several of one kind."""

    kind: str = Field(description="as the nodes declare it")
    machines: list[ClusterMachine] = Field(description="blocks name them by their place, from 0")
    events: list[str] = Field(default=[], description="what happened to machines while the run went on")


class WorkloadFacts(Model):
    """The record set that was measured."""

    name: str
    base: str = Field(default="", description="name in the catalog, where a run has several sizes of it")
    data: str | None = Field(description="name of the user's own file; null for a workload of the catalog")
    avro_schema: str
    records: int
    cut: bool = Field(default=False, description="whether the user's own file holds further records")
    held: int | None = Field(
        default=None,
        description="records in the user's own file, of which those measured are a sample drawn evenly from all of it; "
        "null: no such file, or the first ones were taken",
    )
    seed: int
    digest: str = Field(description="SHA-256 over the canonical JSON lines of the set")
    json_bytes: int
    avro_bytes: int
    container_bytes: int
    reference: str = Field(description="the codecs that made the reference bytes")


class LaneFacts(Model):
    typing: str
    buffer: str
    strings: str
    input_checking: bool
    conversion: bool = False


class RuntimeBuild(Model):
    """What runs a contestant, or the compiler that made it: how it was built, or called, and how old it is.

    As it tells itself. Dates are ISO 8601.
    """

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    how: str = Field(default="", description="how it was built; of a compiler, how it was called; empty: not told")
    optimized: bool | None = Field(
        default=None, description="whether it was built as its makers do where speed counts; null: it is not told"
    )
    released: str | None = Field(default=None, description="date of this release, where the runtime tells")
    built: str | None = Field(default=None, description="date on which it was compiled, where it tells that only")
    line: str | None = Field(default=None, description="year and month of the first release of its line, such as 3.11")


class ContestantFacts(Model):
    """One contestant, as its manifest has it, and what its running process reported."""

    name: str
    title: str
    language: str
    format: str
    library: str
    version: str = Field(description="as the manifest has it")
    loaded: str = Field(default="", description="as the running process read it from the library; empty: it never ran")
    description: str
    lane: LaneFacts
    runtime: str = ""
    engine: str = Field(
        default="", description="of a store: what its library binds, with its version and the options of its build"
    )
    runtime_build: RuntimeBuild | None = Field(default=None, description="null: not recorded")
    options: str = Field(default="", description="options of the runtime that it was started with")
    in_house: bool = Field(default=False, description="its library lies in the same checkout as the contestant")
    status: Literal["ready", "missing", "failed", "left-out"] = "ready"
    reason: str = ""

    @property
    def shown_version(self) -> str:
        return self.loaded or self.version

    @property
    def other_version(self) -> str:
        """In words, that the machine has another version than the one that the adapter was written for; else empty."""
        if self.version in (self.shown_version, SYSTEM):
            return ""
        return f"{self.name}: {self.library} {self.loaded} of this machine; the adapter was written for {self.version}"


class Plan(Model):
    """What was asked for, and what the catalog made of it."""

    request: Request
    suite: str
    baseline: str = Field(description="name of the contestant that ratios refer to")
    across_lanes: bool
    table: Literal["ranking", "share-of-fastest"] = "ranking"
    unoptimized: bool = Field(default=False, description="compilers did not optimize: times say nothing")

    @property
    def settings(self) -> Settings:
        return self.request.settings

    @property
    def seed(self) -> int:
        return self.request.seed


class Sizes(Model):
    """Bytes of the encoded records; the compressed sizes are of the whole set, record after record, in one stream."""

    mean: float
    median: float
    largest: int
    zstd: int = Field(description="whole set by zstd, level 3")
    deflate: int = Field(description="whole set by deflate, level 6")


class Proof(Model):
    """What was proved of a cell before it was measured."""

    bytes: Literal["identical", "equivalent", "self-read", "none"] = Field(
        description="encode: the bytes are the reference's, or it decodes them to the same values, or the contestant "
        "itself does, in another process; decode: none"
    )
    encoded_bytes: int = Field(
        description="of the whole set, as this contestant encodes or writes it (decode and read: as it got it)"
    )
    sizes: Sizes | None = Field(default=None, description="encode and decode: sizes of the records' bytes")
    deferred: bool | None = Field(
        default=None,
        description="decode and read: whether more than a small share of the work is left to the first reading, so "
        "that the lane is deferred; null: not judged, as in older documents",
    )
    deferred_ns: float | None = Field(
        default=None, description="decode: work per record left to the first reading; null for encode"
    )
    first_pass: float | None = Field(
        default=None, description="how many times as long as over known records a pass over new ones took"
    )
    notes: list[str] = []


@dataclass(frozen=True, slots=True)
class Batch:
    """Whole passes under one reading of the clock. None: the runtime does not report it."""

    passes: int
    records: int
    wall_ns: int
    cpu_ns: int
    allocated_bytes: int | None = None
    gc_ns: int | None = None
    wait_ns: int | None = None


class Batches(Model):
    """The timed batches of a process in their order, a column for each figure: there are very many of them."""

    passes: list[int] = []
    records_per_pass: int = Field(
        default=0, description="the same in each pass of a process; 0 where it has no batches"
    )
    wall_ns: list[int] = []
    cpu_ns: list[int] = []
    allocated_bytes: list[int] | None = Field(default=None, description="null where the runtime does not report it")
    gc_ns: list[int] | None = Field(default=None, description="null where the runtime does not report it")
    wait_ns: list[int] | None = Field(
        default=None,
        description="how long threads of the process were ready to run and had no core, from the request for the batch "
        "to the reply to it; null where that was not watched",
    )

    @classmethod
    def of(cls, batches: Sequence[Batch]) -> Self:
        return cls(
            passes=[batch.passes for batch in batches],
            records_per_pass=_per_pass(batches),
            wall_ns=[batch.wall_ns for batch in batches],
            cpu_ns=[batch.cpu_ns for batch in batches],
            allocated_bytes=_column([batch.allocated_bytes for batch in batches]),
            gc_ns=_column([batch.gc_ns for batch in batches]),
            wait_ns=_column([batch.wait_ns for batch in batches]),
        )

    @property
    def records(self) -> list[int]:
        """How many records each batch handles."""
        return [passes * self.records_per_pass for passes in self.passes]

    @property
    def ns(self) -> list[float]:
        """Mean time per record of each batch, without the time in which others had the core.

        That is wall time where the process did not have to wait for one. Where it did, it is processor time, but no
        less than wall time without the waiting: so there is nothing to gain from work that others do, and the helper
        threads of a process count where they kept it waiting.
        """
        waits = self.wait_ns or [0] * len(self.wall_ns)
        spans = zip(self.wall_ns, self.cpu_ns, waits, self.records, strict=True)
        # No processor time at all is a clock too coarse for the batch, and says nothing.
        return [min(wall, max(cpu or wall, wall - wait)) / records for wall, cpu, wait, records in spans]

    @property
    def wall(self) -> list[float]:
        """Mean wall time per record of each batch, in ns."""
        return [wall / records for wall, records in zip(self.wall_ns, self.records, strict=True)]

    @property
    def cpu(self) -> list[float]:
        """Mean processor time per record of each batch, of all threads of the process, in ns."""
        return [cpu / records for cpu, records in zip(self.cpu_ns, self.records, strict=True)]


def _per_pass(batches: Sequence[Batch]) -> int:
    """How many records a pass handles. ValueError where that is not the same in all passes."""
    if not batches:
        return 0
    each = batches[0].records // batches[0].passes
    if any(batch.records != each * batch.passes for batch in batches):
        raise ValueError("passes of one process over different numbers of records")
    return each


def _column(figures: list[int | None]) -> list[int] | None:
    known = [figure for figure in figures if figure is not None]
    return known if known and len(known) == len(figures) else None


class Spent(Model):
    """Where the time of a process went, in seconds."""

    start: float = Field(description="from its start to its first reply")
    load: float = Field(description="schema, records, and whatever else goes before the first operation")
    warm: float
    measure: float = Field(description="its own timed batches, with what goes around them")


class Sample(Model):
    """One process of one cell in one block. ``parts_ns`` and ``disk_bytes`` are of stores."""

    block: int
    group: int | None = Field(
        default=None, description="the group of the block in which it took turns; null: measured alone"
    )
    position: int = Field(description="place in the group")
    steady: bool = Field(description="whether it ran at one level while it was measured")
    warm_batches: int
    warm_ns: int
    setup_ns: int
    timer_ns: int
    batches: Batches
    rounds: list[int] | None = Field(
        default=None, description="the round of each batch, of a cell too slow for a turn in every round; null: all"
    )
    parts_ns: dict[str, int] = Field(default={}, description="what the parts of the last step took: open, scan, …")
    disk_bytes: int | None = Field(default=None, description="size of the store's files after it was closed")
    peak_rss_bytes: int
    spent: Spent | None = None
    core: int | None = Field(default=None, description="the one core that it was kept on; null: it had all")
    idle_share: float | None = Field(
        default=None, description="processor time used while others had their turn, as a share of that time"
    )

    @property
    def value(self) -> float:
        """What one process says: the median over its batches of the mean time per record, in ns.

        With several threads it is the time between one record and the next of all threads together.
        """
        return statistics.median(self.batches.ns)


class WholeProcess(Model):
    """A process with one pass of the operation: started, loaded, ended. Times in seconds, one for each round."""

    cold: list[float] = Field(default=[], description="from the start of the process to its end, by hyperfine")
    warm: list[float] = Field(
        default=[],
        description="from request to reply, in a process that is warmed up; only where the runtime compiles as it runs",
    )
    reason: str = Field(default="", description="why there are no times")


class Cell(Model):
    """contestant × workload × operation × way. A control is the baseline's contestant again, for the A/A control."""

    contestant: str
    workload: str
    operation: str
    way: Way = CodecWay()
    control: bool = False
    harness: bool = Field(default=False, description="of a null contestant, which measures what its kit costs")
    status: CellStatus = "planned"
    reason: str = ""
    proof: Proof | None = None
    samples: list[Sample] = []
    whole: WholeProcess | None = None

    @property
    def subject(self) -> tuple[str, str, str]:
        """What is compared with each other: cells of one workload, operation, and way (in words) of it."""
        return self.workload, self.operation, self.way.words

    def reject(self, status: CellStatus, reason: str) -> None:
        """Show why instead of a number. Samples stay in the document."""
        self.status, self.reason = status, reason

    @property
    def key(self) -> str:
        way = f"/{self.way.words}" if self.way.words else ""
        suffix = "#control" if self.control else ""
        return f"{self.workload}/{self.operation}{way}/{self.contestant}{suffix}"


class GroupFacts(Model):
    """Cells that were measured together: alive at the same time, in turns; or a cell measured by itself."""

    cells: list[str] = Field(description="keys of the cells, in the order in which their processes were started")
    rounds: int = Field(default=0, description="how often each had its turn; 0: measured alone, batch after batch")
    alone: str = Field(default="", description="why a cell was measured alone")


class Block(Model):
    """One pass over all cells, in fresh processes."""

    index: int
    machine: int = Field(default=0, description="of a cluster: the place of the machine that measured it")
    started: str
    seconds: float
    groups: list[GroupFacts] = Field(description="in the order in which they were measured")
    load_before: float | None = Field(description="one-minute load average; null where the system does not report it")
    steal: float | None = Field(
        description="share of processor time that the hypervisor took; null where the system does not report it"
    )

    @property
    def cells(self) -> list[str]:
        """Keys of all cells, group after group; a baseline is in several groups of a large comparison."""
        return [key for group in self.groups for key in group.cells]


class Imported(Model):
    """That another harness measured, and what its results can not tell."""

    tool: str
    version: str = Field(default="", description="of the tool; empty where the source does not tell it")
    processes: Literal["several", "one"] = Field(
        description="one: no benchmark was measured in several processes, so nothing is known of how processes differ"
    )
    values: Literal["batches", "pooled", "summary"] = Field(
        description="batches: single values in their processes; pooled: single values, and the source does not say "
        "which are of one process; summary: of some benchmarks a median or mean alone"
    )
    told: dict[str, str] = Field(default={}, description="what else the source says of the whole of it")


class Exchanged(Model):
    """One contestant's bytes or files, read by another."""

    writer: str
    reader: str
    difference: str = Field(default="", description="empty: the reader found every record; else the first difference")


class NoPart(Model):
    """Who could not take part in an exchange, and why."""

    contestant: str
    role: Literal["writer", "reader"]
    reason: str


class Exchange(Model):
    """Who reads whose bytes, or files, of one workload."""

    workload: str
    kind: str = Field(description="bytes of which format, or files of which codec")
    pairs: list[Exchanged] = []
    unable: list[NoPart] = []


class Document(Model):
    format: Literal["assay-results"] = "assay-results"
    version: Literal[4] = 4
    migrated_from: int | None = Field(default=None, description="version of the document as it was written, if older")
    assay: str = Field(description="version of the lab")
    id: str
    created: str = Field(description="UTC, ISO 8601")
    state: Literal["running", "finished", "interrupted"]
    stopped_because: str = ""
    command: list[str]
    machine: Machine
    cluster: Cluster | None = Field(
        default=None, description="null: measured on one machine; else `machine` is the first of these"
    )
    plan: Plan
    workloads: list[WorkloadFacts]
    contestants: list[ContestantFacts]
    cells: list[Cell]
    blocks: list[Block] = []
    exchanges: list[Exchange] = Field(
        default=[], description="the interoperability matrix, if it was asked for (assay verify --matrix --into)"
    )
    imported: Imported | None = Field(default=None, description="null: measured by this lab")
    build_seconds: Annotated[float, Field(ge=0)] = 0.0
    measure_seconds: Annotated[float, Field(ge=0)] = 0.0
    pause_seconds: Annotated[float, Field(ge=0)] = Field(
        default=0.0, description="in which the machine was left alone between blocks, of a run that is spread over time"
    )

    @property
    def course_seconds(self) -> float:
        """From the beginning of the first block to the end of the last one, by the clock; 0 where there is none."""
        began = [datetime.fromisoformat(block.started).timestamp() for block in self.blocks]
        ended = [begin + block.seconds for begin, block in zip(began, self.blocks, strict=True)]
        return max(ended) - min(began) if self.blocks else 0.0

    @property
    def machines(self) -> list[Machine]:
        """All machines, in the order of the numbers by which blocks name them."""
        return [one.machine for one in self.cluster.machines] if self.cluster else [self.machine]

    @property
    def measured_on(self) -> list[int]:
        """The numbers of the machines that measured a block at least."""
        return sorted({block.machine for block in self.blocks})

    def contestant(self, name: str) -> ContestantFacts:
        return next(c for c in self.contestants if c.name == name)

    def workload(self, name: str) -> WorkloadFacts:
        return next(w for w in self.workloads if w.name == name)

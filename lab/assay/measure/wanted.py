"""What a user wants measured, from words of the command line to contestants and record sets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from assay.catalog.catalog import BROWSER, Catalog, Contestant, Suite, Workload
from assay.catalog.manifests import CONTAINER_OPERATIONS, OPERATIONS, STORE_OPERATIONS
from assay.data.containers import BLOCK_BYTES, LEVELS, ContainerSettings, containers
from assay.data.documents import documents
from assay.data.recordset import RecordSet
from assay.data.schema import parse
from assay.data.workload import own_record_set, record_set
from assay.errors import AssayError, closest
from assay.results.document import StorePlan
from assay.runner.task import Batching, StoreWay, Task

DEFAULT_SUITE = "avro-languages"
DEFAULT_SEED = 42


@dataclass(frozen=True)
class Wanted:
    """Filters and sizes; None where the user said nothing."""

    suite: str | None = None
    workloads: list[str] | None = None
    languages: list[str] | None = None
    browser: bool = False
    formats: list[str] | None = None
    contestants: list[str] | None = None
    operations: list[str] | None = None
    records: list[int] | None = None
    compressions: list[str] | None = None
    level: int | None = None
    block_bytes: int = BLOCK_BYTES
    seed: int = DEFAULT_SEED
    data: Path | None = None
    schema: Path | None = None
    baseline: str | None = None
    across_lanes: bool = False
    threads: tuple[int, ...] = (1,)
    stores: StorePlan = field(default_factory=StorePlan)


@dataclass(frozen=True)
class Selection:
    """What is to be measured. ``baseline`` is a wish: a contestant that cannot run is no baseline."""

    suite: Suite
    contestants: list[Contestant]
    operations: list[str]
    record_sets: list[RecordSet]
    container_settings: list[ContainerSettings]
    baseline: str
    across_lanes: bool
    threads: tuple[int, ...]
    stores: StorePlan
    seed: int

    def tasks(self, records: RecordSet) -> list[Task]:
        """What every contestant is asked to do with one record set."""
        tasks = []
        in_stores = set(self.operations) & set(STORE_OPERATIONS)
        made = documents(records, self.stores.key, self.seed) if in_stores else records
        for operation in self.operations:
            if operation in CONTAINER_OPERATIONS:
                tasks += [Task(records, operation, containers(records, s)) for s in self.container_settings]
            elif operation in STORE_OPERATIONS:
                tasks += [Task(made, operation, store=way) for way in ways(self.stores, operation)]
            else:
                tasks.append(Task(records, operation))
        return tasks


def select(catalog: Catalog, wanted: Wanted) -> Selection:
    """Resolve every word before anything slow begins. AssayError for words that name nothing."""
    suite = catalog.suite(wanted.suite or DEFAULT_SUITE)
    manifest = suite.manifest
    for operation in wanted.operations or ():
        if operation not in OPERATIONS:
            raise AssayError(f'unknown operation "{operation}": {closest(operation, OPERATIONS)}')
    operations = wanted.operations or list(manifest.operations)
    if wanted.threads != (1,) and set(operations) & set(STORE_OPERATIONS):
        raise AssayError("--threads is for codecs and containers: stores are asked by one thread")
    if wanted.browser and wanted.languages:
        raise AssayError("--browser is a language by itself: leave --language out")
    contestants = catalog.select(
        contestants=wanted.contestants or manifest.contestants,
        languages=[BROWSER]
        if wanted.browser
        else wanted.languages or (None if wanted.contestants else manifest.languages),
        formats=wanted.formats or (None if wanted.contestants else manifest.formats),
        operations=operations,
    )
    named = catalog.contestant(wanted.baseline).name if wanted.baseline else None
    if named and named not in [c.name for c in contestants]:
        raise AssayError(f'the baseline "{named}" is not among the contestants selected; add it or choose another')
    names = [c.name for c in contestants]
    wished = manifest.baseline
    if wanted.browser:  # the suite's baseline, on the other engine
        wished = f"{BROWSER}/{wished.partition('/')[2]}"
    baseline = named or (wished if wished in names else names[0])
    if wanted.schema is not None and wanted.data is None:
        raise AssayError("--schema says what is in a data file: add --data FILE.jsonl")
    if wanted.data is not None:
        if wanted.workloads:
            raise AssayError("--data brings its own workload: leave --workload out")
        if wanted.records and len(wanted.records) > 1:
            raise AssayError("--data takes one number of --records")
        count = wanted.records[0] if wanted.records else None
        record_sets = [own_record_set(wanted.data, wanted.schema, count, wanted.seed)]
        if set(operations) - set(STORE_OPERATIONS):
            parse(record_sets[0].schema_text, str(wanted.data))  # codecs need Avro's names; stores take any JSON keys
    else:
        chosen = [catalog.workload(name) for name in wanted.workloads or manifest.workloads]
        record_sets = [made for workload in chosen for made in sized_sets(workload, wanted.records, wanted.seed)]
    return Selection(
        suite,
        contestants,
        operations,
        record_sets,
        container_settings(wanted, operations),
        baseline,
        wanted.across_lanes or manifest.across_lanes,
        wanted.threads,
        wanted.stores,
        wanted.seed,
    )


def ways(plan: StorePlan, operation: str) -> list[StoreWay]:
    """What writes is asked in every class; what reads, in every mode, in memory (D0) and in the first other class.

    A file that was synced reads like one that was not, so further classes would only measure the same again.
    """
    writes = operation in ("put", "update", "delete")
    in_files = [one for one in plan.durability if one != "D0"]
    read_in = [one for one in plan.durability if one == "D0" or one in in_files[:1]]
    orders = plan.shuffles if operation == "batches" else plan.shuffles[:1]
    return [
        StoreWay(mode, durability, boundary, plan.key, plan.lookups, batching)
        for boundary in plan.boundaries
        for durability in (plan.durability if writes else read_in)
        for mode in (("new",) if writes else plan.modes)
        for batching in (Batching(plan.batch_size, shuffle, plan.shuffle_buffer, plan.epochs) for shuffle in orders)
    ]


def sized_sets(workload: Workload, counts: list[int] | None, seed: int) -> list[RecordSet]:
    """A workload's record sets, one for each count; of several, the count is part of their name in the run."""
    if not counts or len(counts) == 1:
        return [record_set(workload, counts[0] if counts else None, seed)]
    return [replace(record_set(workload, n, seed), workload=f"{workload.name}:{n}") for n in counts]


def container_settings(wanted: Wanted, operations: list[str]) -> list[ContainerSettings]:
    """The codecs to write and read containers with; none where no operation is about containers."""
    if not set(operations) & set(CONTAINER_OPERATIONS):
        if wanted.compressions:
            raise AssayError("--compression is for containers: add --operation write,read")
        return []
    settings = []
    for codec in wanted.compressions or ["null", "deflate"]:
        if codec not in LEVELS:
            raise AssayError(f'unknown compression "{codec}": {closest(codec, LEVELS)}')
        level = LEVELS[codec] if wanted.level is None or LEVELS[codec] is None else wanted.level
        settings.append(ContainerSettings(codec, level, wanted.block_bytes))
    return settings

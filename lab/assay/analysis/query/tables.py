"""The tables that `assay query` knows: what each column holds, and where it comes from. docs/query.md prints them.

What reports compute too (times, ratios, ranks, verdicts) is taken from their analysis, never computed in SQL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from assay.analysis.figures import Row
from assay.analysis.lanes import lane
from assay.analysis.query import items
from assay.analysis.query.items import (
    BatchItem,
    BlockItem,
    CellItem,
    ContestantItem,
    MachineItem,
    OptionItem,
    PartItem,
    SampleItem,
    WorkloadItem,
)
from assay.results.folder import Found

TEXT, WHOLE, NUMBER, TRUTH, TIME = "VARCHAR", "BIGINT", "DOUBLE", "BOOLEAN", "TIMESTAMP"


@dataclass(frozen=True)
class Column:
    """``kind``: its type in SQL. ``value``: of one item of the table; None where it is not known."""

    name: str
    kind: str
    words: str
    value: Callable[[Any], Any]


@dataclass(frozen=True)
class Table:
    """``items``: what becomes its rows."""

    name: str
    words: str
    items: Callable[[Sequence[Found]], Iterator[Any]]
    columns: tuple[Column, ...]


def _documents() -> Iterator[tuple[str, str, str, Callable[[Found], Any]]]:
    yield "document", TEXT, "id of the document, by which the other tables name it", lambda i: i.document.id
    yield "file", TEXT, "where it was read", lambda i: str(i.path)
    yield "created", TIME, "when the run began, UTC", lambda i: i.document.created
    yield "suite", TEXT, "the suite that was run", lambda i: i.document.plan.suite
    yield "state", TEXT, "finished, interrupted or running", lambda i: i.document.state
    yield "assay", TEXT, "version of the lab", lambda i: i.document.assay
    yield "command", TEXT, "the command line", lambda i: " ".join(i.document.command)
    yield "machines", WHOLE, "machines that measured a block; the next columns are of the first", _machines_used
    yield "cpu", TEXT, "model of the processor", lambda i: i.document.machine.cpu
    yield "cores", WHOLE, "its cores", lambda i: i.document.machine.cores
    yield "memory_bytes", WHOLE, "memory of the machine", lambda i: i.document.machine.memory_bytes
    yield "system", TEXT, "operating system", lambda i: i.document.machine.system
    yield "kernel", TEXT, "its kernel", lambda i: i.document.machine.kernel
    yield "governor", TEXT, "CPU frequency governor", lambda i: i.document.machine.governor
    yield "virtual", TEXT, "hypervisor, if the CPU reports one", lambda i: i.document.machine.virtual
    yield "seed", WHOLE, "decides records, orders and samples", lambda i: i.document.plan.seed
    yield "profile", TEXT, "quick or thorough", lambda i: i.document.plan.settings.profile
    yield "baseline", TEXT, "the contestant that ratios refer to", lambda i: i.document.plan.baseline
    yield "across_lanes", TRUTH, "whether ratios cross lanes", lambda i: i.document.plan.across_lanes
    yield "all_cores", TRUTH, "whether helper threads had all cores", lambda i: i.document.plan.settings.all_cores
    yield "disturbed", TRUTH, "whether beside a load made by the lab", lambda i: i.document.plan.request.disturbed
    yield "unoptimized", TRUTH, "whether compilers did not optimize", lambda i: i.document.plan.unoptimized
    yield "margin", NUMBER, "up to which speeds count as the same", lambda i: i.document.plan.settings.margin
    yield "blocks", WHOLE, "finished blocks", lambda i: len(i.document.blocks)
    yield "measure_seconds", NUMBER, "time of measuring", lambda i: i.document.measure_seconds
    yield "build_seconds", NUMBER, "time of building", lambda i: i.document.build_seconds
    yield (
        "migrated_from",
        WHOLE,
        "version of the document as it was written, if older",
        lambda i: i.document.migrated_from,
    )


def _options() -> Iterator[tuple[str, str, str, Callable[[OptionItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "option", TEXT, "the flag of `assay run`", lambda i: i.option.flag
    yield "words", TEXT, "words that ask for what the document records; empty for the default", lambda i: i.words
    yield "alike", TEXT, "runs that differ in it: yes, compare; told, compare, and it is said; no", _alike


def _alike(item: OptionItem) -> str:
    return item.option.alike


def _workloads() -> Iterator[tuple[str, str, str, Callable[[WorkloadItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "workload", TEXT, "its name in the run", lambda i: i.facts.name
    yield "base", TEXT, "its name in the catalog", lambda i: i.facts.base or i.facts.name
    yield "data", TEXT, "name of the user's own file; null for a workload of the catalog", lambda i: i.facts.data
    yield "records", WHOLE, "records in the set", lambda i: i.facts.records
    yield "seed", WHOLE, "decides the records", lambda i: i.facts.seed
    yield "digest", TEXT, "SHA-256 over the canonical JSON lines", lambda i: i.facts.digest
    yield "json_bytes", WHOLE, "the set as JSON lines", lambda i: i.facts.json_bytes
    yield "avro_bytes", WHOLE, "the set in Avro", lambda i: i.facts.avro_bytes


def _contestants() -> Iterator[tuple[str, str, str, Callable[[ContestantItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "contestant", TEXT, "language/name", lambda i: i.facts.name
    yield "title", TEXT, "as people call it", lambda i: i.facts.title
    yield "language", TEXT, "its language", lambda i: i.facts.language
    yield "format", TEXT, "its format", lambda i: i.facts.format
    yield "library", TEXT, "the library", lambda i: i.facts.library
    yield "version", TEXT, "as the running process read it; where it never ran, the manifest's", _version
    yield "runtime", TEXT, "the runtime and its version", lambda i: i.facts.runtime
    yield "lane", TEXT, "the way in which the library is used, in words", lambda i: lane(i.facts.lane)
    yield "status", TEXT, "ready, missing, failed or left-out", lambda i: i.facts.status
    yield "reason", TEXT, "why it is not ready", lambda i: i.facts.reason


def _version(item: ContestantItem) -> str:
    return item.facts.shown_version


def _cells() -> Iterator[tuple[str, str, str, Callable[[CellItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "cell", TEXT, "key of the cell: workload/operation[/way]/contestant[#control]", lambda i: i.cell.key
    yield "workload", TEXT, "name of the workload in the run", lambda i: i.cell.workload
    yield "records", WHOLE, "records in its set", lambda i: i.records
    yield "operation", TEXT, "the operation", lambda i: i.cell.operation
    yield "boundary", TEXT, "codec, container or store", lambda i: i.cell.way.kind
    yield "way", TEXT, "the way in a few words; empty where nothing was chosen", lambda i: i.cell.way.words
    yield "threads", WHOLE, "measuring threads", lambda i: i.cell.way.threads
    yield "contestant", TEXT, "language/name", lambda i: i.cell.contestant
    yield "language", TEXT, "its language", lambda i: i.row.contestant.language
    yield "format", TEXT, "its format", lambda i: i.row.contestant.format
    yield "library", TEXT, "its library", lambda i: i.row.contestant.library
    yield "version", TEXT, "of the library", lambda i: i.row.contestant.shown_version
    yield "lane", TEXT, "the way in which the library is used, in words", lambda i: lane(i.row.lane)
    yield "control", TRUTH, "whether it is a contestant again, for the A/A control", lambda i: i.cell.control
    yield "harness", TRUTH, "whether it is a kit's null contestant", lambda i: i.cell.harness
    yield "baseline", TRUTH, "whether ratios refer to it", lambda i: i.row.baseline
    yield "status", TEXT, "measured, failed, unverified, unsupported, unstable, missing, left-out, planned", _status
    yield "reason", TEXT, "why there is no number", lambda i: i.cell.reason
    yield "proof", TEXT, "what was proved of its bytes", lambda i: i.cell.proof.bytes if i.cell.proof else None
    yield "deferred", TRUTH, "whether decoding leaves work to the first reading (rule 1)", lambda i: i.row.deferred
    yield "finished_ns", NUMBER, "time per record with the first reading's share", lambda i: i.row.finished
    yield "ns", NUMBER, "time per record, typical over blocks", lambda i: i.row.time.value if i.row.time else None
    yield "ns_low", NUMBER, "lower end of its interval", lambda i: i.row.time.low if i.row.time else None
    yield "ns_high", NUMBER, "upper end of its interval", lambda i: i.row.time.high if i.row.time else None
    yield "rank", WHOLE, "in its comparison; those that are not told apart share one", lambda i: i.row.rank
    yield "ratio", NUMBER, "baseline's time by its own: above 1 is faster", lambda i: _ratio(i.row, "ratio")
    yield "ratio_low", NUMBER, "lower end of its interval", lambda i: _ratio(i.row, "low")
    yield "ratio_high", NUMBER, "upper end of its interval", lambda i: _ratio(i.row, "high")
    yield "verdict", TEXT, "faster, slower, same or undecided beside the baseline", lambda i: i.row.verdict
    yield "share", NUMBER, "its speed as a share of the fastest cell's", lambda i: i.row.share
    yield "floor", NUMBER, "noise floor of its comparison, a share", lambda i: i.floor
    yield "cpu_share", NUMBER, "processor time of all threads by time", lambda i: i.row.cpu_share
    yield "idle_share", NUMBER, "of processor time used in others' turns", lambda i: i.row.idle_share
    yield "encoded_bytes", NUMBER, "mean size of a record", lambda i: i.row.encoded_bytes
    yield "zstd_bytes", WHOLE, "the whole set's bytes by zstd", lambda i: _sizes(i, "zstd")
    yield "deflate_bytes", WHOLE, "the whole set's bytes by deflate", lambda i: _sizes(i, "deflate")
    yield "allocated_bytes", NUMBER, "allocated per record", lambda i: i.row.allocated_bytes
    yield "peak_rss_bytes", WHOLE, "the largest peak memory of its processes", lambda i: i.row.peak_rss_bytes
    yield "setup_ns", NUMBER, "time to make the adapter, the median", lambda i: i.row.setup_ns


def _status(item: CellItem) -> str:
    return item.cell.status


def _ratio(row: Row, end: str) -> float | None:
    return getattr(row.ratio, end) if row.ratio else None


def _sizes(item: CellItem, name: str) -> int | None:
    return getattr(item.cell.proof.sizes, name) if item.cell.proof and item.cell.proof.sizes else None


def _samples() -> Iterator[tuple[str, str, str, Callable[[SampleItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "cell", TEXT, "key of the cell", lambda i: i.cell.key
    yield "sample", WHOLE, "number of the process in its cell, from 0", lambda i: i.number
    yield "block", WHOLE, "the block in which it ran", lambda i: i.sample.block
    yield "group", WHOLE, "the group in which it took turns; null: alone", lambda i: i.sample.group
    yield "position", WHOLE, "its place in the group", lambda i: i.sample.position
    yield "ns", NUMBER, "the median over its batches of the time per record", lambda i: i.sample.value
    yield "steady", TRUTH, "whether it ran at one level", lambda i: i.sample.steady
    yield "core", WHOLE, "the core that it was kept on; null: it had all", lambda i: i.sample.core
    yield "idle_share", NUMBER, "processor time used in others' turns, as a share", lambda i: i.sample.idle_share
    yield "warm_batches", WHOLE, "batches of its warm-up", lambda i: i.sample.warm_batches
    yield "warm_ns", WHOLE, "time of its warm-up", lambda i: i.sample.warm_ns
    yield "setup_ns", WHOLE, "time to make the adapter", lambda i: i.sample.setup_ns
    yield "timer_ns", WHOLE, "cost of reading the clock", lambda i: i.sample.timer_ns
    yield "peak_rss_bytes", WHOLE, "its peak memory", lambda i: i.sample.peak_rss_bytes
    yield "disk_bytes", WHOLE, "size of the store's files", lambda i: i.sample.disk_bytes
    yield "start_seconds", NUMBER, "from its start to its first reply", lambda i: _spent(i, "start")
    yield "load_seconds", NUMBER, "loading, before the first operation", lambda i: _spent(i, "load")
    yield "warm_seconds", NUMBER, "warming up", lambda i: _spent(i, "warm")
    yield "measure_seconds", NUMBER, "its timed batches, with what goes around them", lambda i: _spent(i, "measure")


def _spent(item: SampleItem, name: str) -> float | None:
    return getattr(item.sample.spent, name) if item.sample.spent else None


def _batches() -> Iterator[tuple[str, str, str, Callable[[BatchItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "cell", TEXT, "key of the cell", lambda i: i.cell.key
    yield "sample", WHOLE, "number of the process in its cell", lambda i: i.number
    yield "batch", WHOLE, "number of the batch in its process, from 0", lambda i: i.index
    yield "round", WHOLE, "the round in which it was", lambda i: i.round
    yield "passes", WHOLE, "whole passes over the records", lambda i: i.batches.passes[i.index]
    yield "records", WHOLE, "records handled", lambda i: i.batches.passes[i.index] * i.batches.records_per_pass
    yield "wall_ns", WHOLE, "wall time", lambda i: i.batches.wall_ns[i.index]
    yield "cpu_ns", WHOLE, "processor time of all threads", lambda i: i.batches.cpu_ns[i.index]
    yield "wait_ns", WHOLE, "time without a core; null: not watched", lambda i: _of(i.batches.wait_ns, i)
    yield "gc_ns", WHOLE, "time of collectors; null: not reported", lambda i: _of(i.batches.gc_ns, i)
    yield "allocated_bytes", WHOLE, "null: not reported", lambda i: _of(i.batches.allocated_bytes, i)
    yield "ns", NUMBER, "time per record without that in which others had the core", lambda i: i.ns


def _of(column: list[int] | None, item: BatchItem) -> int | None:
    return column[item.index] if column is not None else None


def _parts() -> Iterator[tuple[str, str, str, Callable[[PartItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "cell", TEXT, "key of the cell", lambda i: i.cell.key
    yield "sample", WHOLE, "number of the process in its cell", lambda i: i.number
    yield "part", TEXT, "open, scan, write, flush and so on", lambda i: i.part
    yield "ns", WHOLE, "what it took", lambda i: i.ns


def _blocks() -> Iterator[tuple[str, str, str, Callable[[BlockItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "block", WHOLE, "its number, from 0", lambda i: i.block.index
    yield "machine", WHOLE, "number of the machine that measured it, from 0", lambda i: i.block.machine
    yield "started", TIME, "when it began, UTC", lambda i: i.block.started
    yield "seconds", NUMBER, "how long it took", lambda i: i.block.seconds
    yield "groups", WHOLE, "groups that were measured together", lambda i: len(i.block.groups)
    yield "cells", WHOLE, "processes that were measured", lambda i: len(i.block.cells)
    yield "load_before", NUMBER, "one-minute load average before it", lambda i: i.block.load_before
    yield "steal", NUMBER, "share of processor time that the hypervisor took", lambda i: i.block.steal


def _machines() -> Iterator[tuple[str, str, str, Callable[[MachineItem], Any]]]:
    yield "document", TEXT, "id of the document", lambda i: i.document.id
    yield "machine", WHOLE, "its number, from 0", lambda i: i.number
    yield "cpu", TEXT, "model of the processor", lambda i: i.machine.cpu
    yield "cores", WHOLE, "its cores", lambda i: i.machine.cores
    yield "memory_bytes", WHOLE, "its memory", lambda i: i.machine.memory_bytes
    yield "system", TEXT, "operating system", lambda i: i.machine.system
    yield "kernel", TEXT, "its kernel", lambda i: i.machine.kernel
    yield "lost", TRUTH, "whether it was lost while the run went on", lambda i: i.lost


def _machines_used(found: Found) -> int:
    return len(found.document.measured_on)


def _table(name: str, words: str, source: Any, columns: Any) -> Table:
    return Table(name, words, source, tuple(Column(*column) for column in columns))


TABLES = {
    table.name: table
    for table in (
        _table("documents", "One row a results document: what was run, where.", items.documents, _documents()),
        _table("options", "One row an option that a document records.", items.options, _options()),
        _table("workloads", "One row a record set of a document.", items.workloads, _workloads()),
        _table("contestants", "One row a contestant of a document.", items.contestants, _contestants()),
        _table("cells", "One row a cell: its figures as reports show them.", items.cells, _cells()),
        _table("samples", "One row a process of a cell.", items.samples, _samples()),
        _table("batches", "One row a timed batch of a process, as measured.", items.batches, _batches()),
        _table("parts", "One row a part of a store's last step in a process.", items.parts, _parts()),
        _table("blocks", "One row a block of a document.", items.blocks, _blocks()),
        _table("machines", "One row a machine: several of a run on a cluster, else one.", items.machines, _machines()),
    )
}


def described() -> str:
    """The tables and their columns, in Markdown, as docs/query.md has them."""
    parts = []
    for table in TABLES.values():
        parts += [f"### {table.name}", "", table.words, "", "| column | type | meaning |", "|---|---|---|"]
        parts += [f"| `{column.name}` | {column.kind.lower()} | {column.words} |" for column in table.columns]
        parts.append("")
    return "\n".join(parts)

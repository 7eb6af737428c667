"""Who reads whose bytes, and whose container files: every writer against every reader."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from assay.boundaries.codecs.task import ProvableTask, codec_task
from assay.boundaries.containers.task import ContainerTask
from assay.builder.builder import Built
from assay.data.formats import AVRO
from assay.data.formats.encoded import Encoded
from assay.data.recordset import Part, RecordSet
from assay.results.document import Exchange as DocumentExchange
from assay.results.document import Exchanged, NoPart
from assay.results.way import ContainerWay
from assay.runner import session
from assay.runner.broken import Broken, Refused
from assay.runner.process import Limits, Process
from assay.runner.rules import PROOF

Role = Literal["writer", "reader"]


@dataclass
class Pairs:
    """The outcome for one workload and one kind of exchange (bytes of a format, or files with their codec).

    ``outcome``: by (writer, reader), empty where the reader finds every record, else what went wrong. ``unable``: who
    cannot take part as a writer or as a reader, and why.
    """

    workload: str
    kind: str
    outcome: dict[tuple[str, str], str] = field(default_factory=dict)
    unable: dict[tuple[str, Role], str] = field(default_factory=dict)

    @property
    def facts(self) -> DocumentExchange:
        """The same as documents hold it."""
        return DocumentExchange(
            workload=self.workload,
            kind=self.kind,
            pairs=[Exchanged(writer=w, reader=r, difference=what) for (w, r), what in self.outcome.items()],
            unable=[NoPart(contestant=c, role=role, reason=why) for (c, role), why in self.unable.items()],
        )


@dataclass(frozen=True)
class Exchange:
    """What one side makes and the other takes, among contestants of a format: encode and decode, or write and read."""

    kind: str
    format: str
    make: str
    take: str
    key: str  # of `swap`, for the file that is taken
    way: ContainerWay | None = None


def exchanges(formats: Sequence[str], containers: Sequence[ContainerWay]) -> list[Exchange]:
    """Bytes of every format that at least two contestants have (Avro's always), and files of every codec."""
    several = [name for name in dict.fromkeys(formats) if formats.count(name) > 1 or name == AVRO]
    bytes_of = [
        Exchange("bytes" if name == AVRO else f"{name} bytes", name, "encode", "decode", "encoded") for name in several
    ]
    files = [Exchange(f"files ({way.compression})", AVRO, "write", "read", "container", way) for way in containers]
    return [*bytes_of, *(files if AVRO in several else [])]


def exchange(
    built: Sequence[Built],
    records: RecordSet,
    kind: Exchange,
    limits: Limits,
    folder: Path,
    report: Callable[[str], None],
) -> Pairs:
    """Let everybody make, then everybody take what everybody made. Makers of the same bytes are read once."""
    pairs = Pairs(records.workload, kind.kind)
    built = [one for one in built if one.start and one.contestant.manifest.format == kind.format]
    makers = [one for one in built if kind.make in one.contestant.manifest.operations]
    takers = [one for one in built if kind.take in one.contestant.manifest.operations]
    made: dict[str, Path] = {}
    for one in makers:
        name = one.contestant.name
        report(f"{records.workload}, {kind.kind}: {name} makes")
        path = folder / f"{name.replace('/', '-')}.made"
        try:
            _make(one, _task(records, kind, kind.make), limits, path)
            made[name] = path
        except Broken as broken:
            pairs.unable[name, "writer"] = broken.reason
    by_content: dict[str, list[str]] = {}
    for name, path in made.items():
        by_content.setdefault(_content(path, kind), []).append(name)
    for one in takers:
        name = one.contestant.name
        report(f"{records.workload}, {kind.kind}: {name} takes")
        task = _task(records, kind, kind.take)
        try:
            found = _take(one, task, kind, [made[names[0]] for names in by_content.values()], limits, folder)
        except Broken as broken:
            pairs.unable[name, "reader"] = broken.reason
            continue
        for names, outcome in zip(by_content.values(), found, strict=True):
            for writer in names:
                pairs.outcome[writer, name] = outcome
    return pairs


def _task(records: RecordSet, kind: Exchange, operation: str) -> ProvableTask[Any]:
    """Whose own bytes a contestant of another format than Avro is loaded with does not matter: others follow."""
    if kind.way is not None:
        return ContainerTask(records, operation, kind.way)
    return codec_task(records, operation, None if kind.format == AVRO else Encoded(kind.format, None))


def _make(built: Built, task: ProvableTask[Any], limits: Limits, path: Path) -> None:
    with session.start(built, path.with_suffix(".log"), limits) as process:
        session.greet(process, built)
        session.load(process, task, task.records.records)
        process.ask("prove", operation=task.operation, output=str(path))
        process.bye()


def _take(
    built: Built, task: ProvableTask[Any], kind: Exchange, paths: Sequence[Path], limits: Limits, folder: Path
) -> list[str]:
    """For each file empty where all records are found in it, else what is wrong. A process that breaks is replaced."""
    outcomes: list[str] = []
    log = folder / "take.log"
    while len(outcomes) < len(paths):
        with session.start(built, log, limits) as process:
            session.greet(process, built)
            session.load(process, task, task.records.records)
            for path in paths[len(outcomes) :]:
                try:
                    outcomes.append(_outcome(process, task, kind, path, folder / "taken"))
                except Broken as broken:
                    outcomes.append(str(broken))
                    break
    return outcomes


def _outcome(process: Process, task: ProvableTask[Any], kind: Exchange, path: Path, output: Path) -> str:
    part: Part = task.records.records
    try:
        process.ask("swap", **{**task.swap_keys(part), kind.key: str(path)})
        process.ask("prove", operation=task.operation, output=str(output))
        task.judge(part, output)
    except Refused as refused:
        return str(refused)
    except Broken as broken:
        if broken.rule is PROOF:
            return str(broken)
        raise
    return ""


def _content(path: Path, kind: Exchange) -> str:
    """Files of containers differ by their sync marker alone, so every one of them is read."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if kind.way is None else str(path)

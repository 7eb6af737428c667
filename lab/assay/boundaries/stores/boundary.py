"""The boundary of stores: proved class by class, each task with its subject or its reason, and a folder filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.boundaries.boundary import Bench, Boundary, Outcome, Outcomes, Place, Run, Subject
from assay.boundaries.stores import cold
from assay.boundaries.stores.measuring import StoreRun
from assay.boundaries.stores.proof import StoreProof, prove_store
from assay.boundaries.stores.store import Store
from assay.boundaries.stores.task import IN_MEMORY, StoreTask
from assay.builder.builder import Built
from assay.data.documents import documents
from assay.data.formats.codec import Inexpressible
from assay.data.formats.encoded import by_reference
from assay.data.recordset import RecordSet
from assay.operations import OPERATIONS
from assay.results.document import Proof
from assay.results.request import Request, StoreRequest
from assay.results.way import Batching, Mode, StoreWay
from assay.runner import session
from assay.runner.broken import Broken, Unsupported
from assay.runner.process import Limits, Process
from assay.runner.task import Task

JSON = "json"  # the text of a raw document
PAGE_COLD = "page-cold"
NEW: list[Mode] = ["new"]  # of what writes
OPENED_AGAIN = ("reopen", "cold", PAGE_COLD)


@dataclass(frozen=True)
class StoreSubject(Subject):
    """``filled``: a folder with all documents in it."""

    task: StoreTask
    filled: Path

    alone = "a store leaves files and caches behind, which others would find"

    def before_start(self) -> None:
        if self.task.way.mode == PAGE_COLD:
            cold.drop(self.filled)

    def run(self, process: Process, bench: Bench) -> Run:
        return StoreRun(process, self.task, self.filled, bench)


class Stores(Boundary):
    kind = "store"
    proves_beside = False  # a disk's caches and syncs are shared

    def tasks(
        self, request: Request, records: RecordSet, operations: Sequence[str], now: Callable[[str], None]
    ) -> list[Task[Any]]:
        made = documents(records, request.stores.key, request.seed, now)
        try:
            texts = by_reference(made, JSON)
        except Inexpressible as error:
            raise AssayError(f"{made.workload} cannot be documents of a store: {error}") from None
        return [StoreTask(made, o, way, texts) for o in operations for way in ways(request.stores, o)]

    def prove(self, built: Built, tasks: Sequence[Task[Any]], place: Place) -> Outcomes:
        proving = _Proving(built, [task for task in tasks if isinstance(task, StoreTask)], place)
        outcomes = [Outcome(task, proving.found(task)) for task in proving.tasks]
        return Outcomes(outcomes, proving.last.runtime, proving.last.version, proving.last.engine)


def ways(asked: StoreRequest, operation: str) -> list[StoreWay]:
    """Operations that write: every class. Those that read: every mode, in memory (D0) and in the first other class.

    A file that was synced reads like one that was not, so further classes would only measure the same again.
    """
    row = OPERATIONS[operation]
    in_files = [one for one in asked.durability if one != IN_MEMORY]
    read_in = [one for one in asked.durability if one == IN_MEMORY or one in in_files[:1]]
    orders: list[Batching | None] = [None]
    if operation == "batches":
        orders = [
            Batching(size=asked.batch_size, shuffle=shuffle, buffer=asked.shuffle_buffer, epochs=asked.epochs)
            for shuffle in asked.shuffles
        ]
    return [
        StoreWay(
            mode=mode, durability=durability, boundary=form, key=asked.key, lookups=asked.lookups, batching=batching
        )
        for form in asked.boundaries
        for durability in (asked.durability if row.writes else read_in)
        for mode in (NEW if row.writes else asked.modes)
        for batching in orders
    ]


class _Proving:
    """One store, proved once for each durability class and form of documents that its tasks have."""

    def __init__(self, built: Built, tasks: list[StoreTask], place: Place) -> None:
        self.built, self.tasks, self.place = built, tasks, place
        self.proofs: dict[tuple[str, str], tuple[StoreProof, Path]] = {}
        self.last = StoreProof()

    def found(self, task: StoreTask) -> Subject | Broken:
        way = task.way
        declared = self.built.contestant.manifest.store
        if declared is None or way.durability not in declared.durability or way.boundary not in declared.forms:
            had = f"{', '.join(declared.durability)}; {', '.join(declared.forms)}" if declared else "nothing"
            return Unsupported(f"the adapter has {had}; not {way.durability}, {way.boundary}")
        if way.mode in OPENED_AGAIN and task.in_memory:
            return Unsupported("what is in memory only cannot be opened again")
        proof, filled = self._proof(task)
        if task.operation in proof.broken:
            return proof.broken[task.operation]
        # What is put is what every other operation works on, so its cell carries what the others have no cell for.
        notes = [*proof.notes, *(self._without_cell(proof, way) if task.operation == "put" else [])]
        facts = Proof(bytes="none", encoded_bytes=task.encoded.size(task.records.records), notes=notes)
        return StoreSubject(self.built, task, facts, 0, filled)

    def _proof(self, task: StoreTask) -> tuple[StoreProof, Path]:
        way = task.way
        group = way.durability, way.boundary
        if group not in self.proofs:
            self.place.now(f"proving {self.built.contestant.name}, {way.durability}, {way.boundary}")
            size = f"{task.records.facts.count}-{task.records.folder.name}"  # a workload may be there in several sizes
            folder = self.place.folder / size / f"{way.durability}-{way.boundary}"
            operations = [t.operation for t in self.tasks]
            proof = prove_store(self.built, task, operations, self.place.limits, folder)
            self.proofs[group] = proof, folder / "filled"
            _fill(self.built, task, self.place.limits, proof, folder / "filled")
        self.last = self.proofs[group][0]
        return self.proofs[group]

    def _without_cell(self, proof: StoreProof, way: StoreWay) -> list[str]:
        """What is broken in a class and form in which it is proved, but not measured."""
        group = way.durability, way.boundary
        measured = {t.operation for t in self.tasks if (t.way.durability, t.way.boundary) == group}
        broken = ((o, why) for o, why in proof.broken.items() if o not in measured)
        return [f"{operation}, which is not measured here, is {why.status}: {why.reason}" for operation, why in broken]


def _fill(built: Built, task: StoreTask, limits: Limits, proof: StoreProof, filled: Path) -> None:
    """A store with all documents, for what reads; left out where the store cannot even put, or is in memory."""
    filled.mkdir()
    if "put" in proof.broken or task.in_memory:
        return
    try:
        with session.start(built, filled.with_name("filled.log"), limits) as process:
            session.greet(process, built)
            store = Store(process, task)
            store.load(task.records.records)
            store.open(filled, create=True)
            store.step("put")
            store.close()
            process.bye()
    except Broken as broken:
        proof.broken = dict.fromkeys(built.contestant.manifest.operations, broken)

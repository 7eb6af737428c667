"""Proof of a store: each document put is found again equal, in a new process, too; each claim of safety is tested.

A store is proved operation by operation, so that it can be measured on what it does right.
"""

from __future__ import annotations

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

from assay.boundaries.stores import syncs
from assay.boundaries.stores.documents import Documents, step_keys
from assay.boundaries.stores.store import Store, handed_over
from assay.boundaries.stores.task import StoreTask
from assay.builder.builder import Built
from assay.data.questions import ABSENT, questions, write_keys
from assay.data.recordset import Part
from assay.results.way import Batching, Shuffle
from assay.runner import session
from assay.runner.broken import Broken, Unsupported
from assay.runner.process import Limits, Process
from assay.runner.rules import DURABLE, PROOF

COMMIT = 1000  # maximum of documents in a commit of class D3


@dataclass
class StoreProof:
    """``broken``: by operation, what it did wrong; those that are not in it were proved. ``syncs``: during `put`."""

    broken: dict[str, Broken] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    runtime: str = ""
    version: str = ""
    engine: str = ""
    setup_ns: int = 0


def prove_store(built: Built, task: StoreTask, operations: Sequence[str], limits: Limits, folder: Path) -> StoreProof:
    """Prove each of the operations, in the class and form that the task has. ``folder`` takes the store's files."""
    return _Proving(built, task, operations, limits, folder).proof


class _Proving:
    def __init__(self, built: Built, task: StoreTask, operations: Sequence[str], limits: Limits, folder: Path) -> None:
        self.built, self.task, self.limits, self.folder = built, task, limits, folder
        self.way = task.way
        self.records = task.records.records
        known = questions(task.records, self.records, self.way.key)
        self.before = Documents(task, known)
        self.proof = StoreProof()
        if not known.field:
            reason = Unsupported("no field of the documents is a number in all of them")
            self.proof.broken |= {o: reason for o in ("filter", "project") if o in operations}
        folder.mkdir(parents=True, exist_ok=True)
        self.place = folder / "store"
        self.place.mkdir()
        # A store that cannot put holds nothing to ask for.
        if not self.attempt("put", self.put):
            for operation in operations:
                self.proof.broken.setdefault(operation, self.proof.broken["put"])
            return
        steps: dict[str, Callable[[], None]] = {
            "scan": lambda: self.checked(self.before, "scan"),
            "get": self.get,
            "filter": lambda: self.checked(self.before, "filter"),
            "project": lambda: self.checked(self.before, "project"),
            "batches": self.batches,
            "update": self.update,
            "delete": self.delete,
        }
        for operation, step in steps.items():
            if operation in operations and operation not in self.proof.broken:
                self.attempt(operation, step)
        if not self.task.in_memory:
            self.attempt("put", self.killed)
        if self.way.durability in ("D2", "D3"):
            self.attempt("put", self.synced)

    def attempt(self, operation: str, step: Callable[[], None]) -> bool:
        try:
            step()
        except Broken as broken:
            self.proof.broken.setdefault(operation, broken)
            return False
        return True

    # --- conversations ------------------------------------------------------------------------------------

    def start(self) -> Process:
        return session.start(self.built, self.folder / "store.log", self.limits)

    def loaded(self, process: Process, part: Part | None = None) -> Store:
        reply = session.greet(process, self.built)
        self.proof.runtime, self.proof.version = reply["runtime"], reply["version"]
        self.proof.engine = reply.get("engine", "")
        store = Store(process, self.task)
        self.proof.setup_ns = store.load(part or self.records)
        return store

    def read(self, store: Store, documents: Documents, operation: str, **keys: object) -> Iterator[str]:
        """Do a reading step whole; gives the lines handed over, which are on disk until the next such step.

        Broken at the end of them where the step has counted others.
        """
        output = self.folder / "handed.out"
        output.unlink(missing_ok=True)
        step = store.step(operation, seed=1, samples=None, output=str(output), **{**self.keys(operation), **keys})
        return self.lines(documents, operation, handed_over(output, self.way.boundary, operation), step.count)

    def lines(self, documents: Documents, operation: str, handed: Iterable[bytes], count: int) -> Iterator[str]:
        found = 0
        for data in handed:
            line = documents.line(operation, data)
            found += bool(line)
            yield line
        if operation != "get" and count != found:
            raise Broken(PROOF, f"{operation}: counts {count} documents, hands over {found}")

    def answers(self, store: Store, keys: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Look up all of these keys; gives each with the line that was handed over, empty where there was none."""
        asked = str(write_keys(self.folder / "asked.keys", keys))
        lines = self.read(store, self.before, "get", keys=asked)
        for number, key in enumerate(keys):
            line = next(lines, None)
            if line is None:
                raise Broken(PROOF, f"get: {number} answers for {len(keys)} keys")
            yield key, line
        if more := sum(1 for _ in lines):
            raise Broken(PROOF, f"get: {len(keys) + more} answers for {len(keys)} keys")

    def keys(self, operation: str) -> dict[str, object]:
        return step_keys(operation, self.before.known, self.task.batching)

    # --- operations ---------------------------------------------------------------------------------------

    def put(self) -> None:
        """Into an empty folder, and read back by the same process and by a new one."""
        with self.start() as process:
            store = self.loaded(process)
            store.open(self.place, create=True)
            step = store.step("put")
            if step.count != self.records.count:
                raise Broken(PROOF, f"put: {step.count} of {self.records.count} documents")
            self.all_there(store, self.before, "put")
            store.close()
            process.bye()
        if not self.task.in_memory:
            with self.start() as process:
                # Loaded with other documents: the answer is in the folder or nowhere.
                store = self.loaded(process, self.task.records.decoys)
                store.open(self.place, create=False)
                self.all_there(store, self.before, "put, reopened")
                store.close()
                process.bye()

    def all_there(self, store: Store, documents: Documents, when: str) -> None:
        """Every document, once, by scan where there is one, else by get."""
        operation = "scan" if "scan" in self.built.contestant.manifest.operations else "get"
        wanted = documents.known.places.keys()
        keys: dict[str, object] = {}
        if operation == "get":
            keys["keys"] = str(write_keys(self.folder / "all.keys", list(wanted)))
        lines = self.read(store, documents, operation, **keys)
        try:
            counts = Counter(documents.judge(operation, line) for line in lines if line)
        except Broken as broken:
            raise Broken(PROOF, f"{when}: {broken}") from None
        missing = wanted - counts.keys()
        if missing:
            one = json.dumps(min(missing))
            raise Broken(PROOF, f"{when}: {len(missing)} documents are missing, for example {one}")
        key, times = counts.most_common(1)[0]
        if times > 1:
            raise Broken(PROOF, f"{when}: the document {json.dumps(key)} was found {times} times")

    def checked(self, documents: Documents, operation: str) -> None:
        wanted = documents.known.filtered if operation == "filter" else documents.known.places.keys()

        def check(store: Store) -> None:
            found = [documents.judge(operation, line) for line in self.read(store, documents, operation)]
            if sorted(found) != sorted(wanted):
                raise Broken(PROOF, f"{operation}: {len(found)} documents, expected {len(wanted)}")

        self.in_new_process(check)

    def in_new_process(self, check: Callable[[Store], None], place: Path | None = None) -> None:
        """With the store of `put`, or another, opened by a process that was loaded with other documents."""
        with self.start() as process:
            if self.task.in_memory:
                store = self.loaded(process)
                store.open(_empty(self.folder / "memory"), create=True)
                store.step("put")
            else:
                store = self.loaded(process, self.task.records.decoys)
                store.open(place or self.place, create=False)
            check(store)
            store.close()
            process.bye()

    def get(self) -> None:
        """Keys in random order, and some that are not there in between."""
        wanted = [
            key
            for n, known in enumerate(self.before.known.lookups(min(2 * self.records.count, 2000), 7))
            for key in ([known, f"{ABSENT}{n}"] if n % 5 == 0 else [known])
        ]

        def check(store: Store) -> None:
            for key, line in self.answers(store, wanted):
                if line and key not in self.before.known.places:
                    raise Broken(PROOF, f"get: hands over a document for {key}, which was never put")
                self.before.judge("get", line, key)

        self.in_new_process(check)

    def batches(self) -> None:
        """Every document once an epoch, in another order where it is shuffled; in every order that can be asked for."""
        epochs = max(2, self.task.batching.epochs)

        def check(store: Store, batching: Batching) -> None:
            lines = self.read(store, self.before, "batches", **batching.model_dump())
            found = [self.before.judge("batches", line) for line in lines]
            count = self.records.count
            if len(found) != count * epochs:
                raise Broken(PROOF, f"batches: {len(found)} documents in {epochs} epochs of {count}")
            rounds = [found[n * count : (n + 1) * count] for n in range(epochs)]
            if any(sorted(one) != sorted(self.before.known.places) for one in rounds):
                raise Broken(PROOF, "batches: an epoch does not have every document exactly once")
            if batching.shuffle != "none" and count > 50 and rounds[0] == rounds[1]:
                raise Broken(PROOF, "batches: two shuffled epochs have the same order")

        def check_all(store: Store) -> None:
            for shuffle in get_args(Shuffle):
                check(store, self.task.batching.model_copy(update={"shuffle": shuffle, "epochs": epochs}))

        self.in_new_process(check_all)

    def update(self) -> None:
        decoys = self.task.records.decoys
        after = Documents(self.task, questions(self.task.records, decoys, self.way.key))
        place = self.filled("updated")
        files = self.task.swap_keys(decoys)

        def change(store: Store) -> None:
            step = store.step("update", records=files["records"], encoded=files["encoded"], count=decoys.count)
            if step.count != decoys.count:
                raise Broken(PROOF, f"update: {step.count} of {decoys.count} documents")
            self.all_there(store, after, "after update")

        self.in_new_process(change, place)
        if not self.task.in_memory:
            self.in_new_process(lambda store: self.all_there(store, after, "after update, reopened"), place)

    def delete(self) -> None:
        known = self.before.known
        gone = known.lookups(max(1, self.records.count // 3), 11)
        is_gone = set(gone)
        left = [key for key in known.places if key not in is_gone]
        place = self.filled("deleted")

        def check_left(store: Store) -> None:
            for key, line in self.answers(store, [*gone, *left]):
                if key not in is_gone:
                    self.before.judge("delete", line, key)
                elif line:
                    raise Broken(PROOF, f"delete: the document {json.dumps(key)} is still there")

        def change(store: Store) -> None:
            step = store.step("delete", keys=str(write_keys(self.folder / "gone.keys", gone)))
            if step.count != len(gone):
                raise Broken(PROOF, f"delete: {step.count} of {len(gone)} documents")
            check_left(store)

        self.in_new_process(change, place)
        if not self.task.in_memory:
            self.in_new_process(check_left, place)

    def filled(self, name: str) -> Path:
        """A store of its own with all documents, for steps that change it."""
        place = _empty(self.folder / name)
        if not self.task.in_memory:
            with self.start() as process:
                store = self.loaded(process)
                store.open(place, create=True)
                store.step("put")
                store.close()
                process.bye()
        return place

    # --- safety -------------------------------------------------------------------------------------------

    def killed(self) -> None:
        """Killed after `put` was acknowledged, without a close: every document must be there all the same."""
        place = _empty(self.folder / "killed")
        with self.start() as process:
            store = self.loaded(process)
            store.open(place, create=True)
            store.step("put")
            process.popen.send_signal(signal.SIGKILL)
        try:
            self.in_new_process(lambda store: self.all_there(store, self.before, "killed after put"), place)
        except Broken as broken:
            raise Broken(DURABLE, str(broken)) from None

    def synced(self) -> None:
        """A class that claims syncs makes them: at least one, and one with every commit."""
        if problem := syncs.problem():
            self.proof.notes.append(f"syncs were not looked at: {problem}")
            return
        place = _empty(self.folder / "synced")
        with self.start() as process:
            store = self.loaded(process)
            store.open(place, create=True)
            try:
                with syncs.Syncs(process.popen.pid, self.folder / "syncs.log") as seen:
                    store.step("put")
            except OSError as error:
                self.proof.notes.append(f"syncs were not looked at: {error}")
                return
            store.close()
            process.bye()
        minimum = -(-self.records.count // COMMIT) if self.way.durability == "D3" else 1
        if seen.count < minimum:
            raise Broken(
                DURABLE,
                f"{self.way.durability} claims at least {minimum} syncs before put is acknowledged, "
                f"and {seen.count} were seen",
            )
        self.proof.notes.append(f"{seen.count} {'sync' if seen.count == 1 else 'syncs'} seen during put")


def _empty(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder

"""Stores made ready for a run: proved class by class, each cell planned or with its reason, and a folder filled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from assay.builder.builder import Built
from assay.formats.encoded import Encoded, by_reference
from assay.measure.stores import StoreSubject
from assay.results.document import Cell, Proof, StoreFacts
from assay.runner import session
from assay.runner.process import Broken, Limits, Refused
from assay.runner.store import Store
from assay.runner.task import StoreWay, Task
from assay.verify.stores import StoreProof, prove_store

JSON = "json"  # the text of a raw document
Tell = Callable[[str], None]


def prepare_store(
    built: Built, tasks: list[Task], limits: Limits, folder: Path, tell: Tell
) -> tuple[list[tuple[Cell, StoreSubject | Broken | str]], StoreProof]:
    """For every task its cell, with what measuring it needs, or what the store broke, or why there is no store.

    Beside them the last proof, which knows what the process said of itself.
    """
    results: list[tuple[Cell, StoreSubject | Broken | str]] = []
    proofs: dict[tuple[str, str], tuple[StoreProof, Path]] = {}
    proof = StoreProof()
    declared = built.contestant.manifest.store
    for given in tasks:
        assert given.store is not None
        way = given.store
        task = replace(given, in_format=_texts(given))
        facts = StoreFacts(mode=way.mode, durability=way.durability, boundary=way.boundary, lookups=way.lookups)
        facts.batching = way.batching.words if task.operation == "batches" else ""
        cell = Cell(
            contestant=built.contestant.name, workload=task.records.workload, operation=task.operation, store=facts
        )
        if built.start is None:
            results.append((cell, built.reason))
            continue
        if declared is None or way.durability not in declared.durability or way.boundary not in declared.boundaries:
            had = f"{', '.join(declared.durability)}; {', '.join(declared.boundaries)}" if declared else "nothing"
            message = f"the adapter has {had}; not {way.durability}, {way.boundary}"
            results.append((cell, Refused("unsupported", message)))
            continue
        if way.mode in ("reopen", "cold", "page-cold") and way.durability == "D0":
            results.append((cell, Refused("unsupported", "what is in memory only cannot be opened again")))
            continue
        group = way.durability, way.boundary
        if group not in proofs:
            tell(f"proving {built.contestant.name}, {way.durability}, {way.boundary}")
            size = f"{task.records.facts.count}-{task.records.folder.name}"  # a workload may be there in several sizes
            place = folder / size / f"{way.durability}-{way.boundary}"
            operations = [t.operation for t in tasks]
            proofs[group] = prove_store(built, task, operations, limits, place), place / "filled"
            _fill(built, task, limits, proofs[group])
        proof, filled = proofs[group]
        if task.operation in proof.broken:
            results.append((cell, proof.broken[task.operation]))
            continue
        notes = [*proof.notes, *(_without_cell(proof, tasks, way) if task.operation == "put" else [])]
        cell.proof = Proof(bytes="none", encoded_bytes=task.encoded.size(task.records.records), notes=notes)
        results.append((cell, StoreSubject(built, task, filled)))
    return results, proof


def _without_cell(proof: StoreProof, tasks: list[Task], way: StoreWay) -> list[str]:
    """What is broken in a class and boundary in which it is proved, but not measured: the cell of `put` tells it."""
    group = way.durability, way.boundary
    measured = {t.operation for t in tasks if t.store and (t.store.durability, t.store.boundary) == group}
    broken = ((o, why) for o, why in proof.broken.items() if o not in measured)
    return [f"{operation}, which is not measured here, is {why.status}: {why.reason}" for operation, why in broken]


def _texts(task: Task) -> Encoded:
    encoded = by_reference(task.records, JSON)
    assert encoded is not None
    return encoded


def _fill(built: Built, task: Task, limits: Limits, proved: tuple[StoreProof, Path]) -> None:
    """A store with all documents, for what reads; left out where the store cannot even put, or is in memory."""
    proof, filled = proved
    filled.mkdir()
    if "put" in proof.broken or (task.store and task.store.durability == "D0"):
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

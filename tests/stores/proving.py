"""Proves a store on a few documents: what it broke, by operation, and the notes of the proof."""

from __future__ import annotations

from pathlib import Path

from assay.boundaries.stores.proof import StoreProof, prove_store
from assay.boundaries.stores.task import StoreTask
from assay.builder.builder import build_one
from assay.catalog.catalog import Catalog
from assay.data.documents import documents
from assay.data.formats.encoded import by_reference
from assay.data.workload import record_set
from assay.results.way import StoreWay
from assay.runner.process import Limits

KEY = "id"
RECORDS = 300
LIMITS = Limits(memory=4 << 30, reply=120)


def prove(known: Catalog, name: str, durability: str, form: str, folder: Path, records: int = RECORDS) -> StoreProof:
    """Every operation that the store's manifest declares, in one class and form of documents."""
    contestant = known.contestant(name)
    made = documents(record_set(known.workload("document"), records, seed=42), KEY, seed=42)
    built = build_one(contestant, made)
    assert built.start is not None, built.reason
    way = StoreWay.model_validate({"mode": "new", "durability": durability, "boundary": form, "key": KEY})
    task = StoreTask(made, "put", way, by_reference(made, "json"))
    return prove_store(built, task, contestant.manifest.operations, LIMITS, folder / f"{durability}-{form}")

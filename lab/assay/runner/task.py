"""What is asked of one contestant's process: an operation over a record set, for containers with their files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from assay.data.containers import Containers
from assay.data.recordset import Part, RecordSet
from assay.formats.encoded import Encoded, avro

SHUFFLES = ("none", "full", "buffer")


@dataclass(frozen=True)
class Batching:
    """How `batches` takes the documents: lists of ``size``, ``epochs`` times, in an order of ``shuffle``."""

    size: int = 32
    shuffle: str = "full"
    buffer: int = 1000
    epochs: int = 2

    @property
    def words(self) -> str:
        order = {"none": "in order", "full": "shuffled", "buffer": f"buffer of {self.buffer:,}"}[self.shuffle]
        return f"{order}, {self.epochs} epochs by {self.size}"


@dataclass(frozen=True)
class StoreWay:
    """How a store is asked: see docs/stores.md. ``mode``: new (for what writes), warm, reopen, cold or page-cold.

    ``lookups``: the number of keys of `get`.
    """

    mode: str
    durability: str
    boundary: str
    key: str
    lookups: int = 1000
    batching: Batching = Batching()

    @property
    def words(self) -> str:
        return f"{self.durability}-{self.boundary}-{self.mode}-{self.batching.shuffle}"


@dataclass(frozen=True)
class Task:
    """``in_format``: the records as bytes of the contestant's format; Avro's where none is given."""

    records: RecordSet
    operation: str
    containers: Containers | None = None
    in_format: Encoded | None = None
    store: StoreWay | None = None
    threads: int = 1

    @cached_property
    def encoded(self) -> Encoded:
        return self.in_format or avro(self.records)

    @property
    def label(self) -> str:
        """Words that tell this task from the others of a contestant, fit for the name of a file."""
        codec = f"-{self.containers.settings.compression}" if self.containers else ""
        way = f"-{self.store.words}" if self.store else ""
        return f"{self.operation}{codec}{way}"

    def load_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `load` that name the files of a part."""
        settings = self.containers.settings.keys() if self.containers else None
        return {
            "workload": self.records.workload,
            "schema": str(self.records.schema_path),
            "resolved": str(self.records.resolved_path),
            "settings": settings,
            **self.swap_keys(part),
        }

    def swap_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `swap` that name the files of a part."""
        encoded = self.encoded.path(part)
        container = str(self.containers.path(part)) if self.containers else None
        return {
            "records": str(part.records_path),
            "encoded": str(encoded) if encoded else None,
            "container": container,
            "count": part.count,
        }

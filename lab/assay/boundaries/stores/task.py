"""A task of a store: how it is to be opened, and what its steps are given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.data.recordset import Part
from assay.results.way import Batching, StoreWay
from assay.runner.task import Task

IN_MEMORY = "D0"  # the class that leaves nothing behind


@dataclass(frozen=True)
class StoreTask(Task[StoreWay]):
    """An operation of a store. Its record set is a set of documents (`assay.data.documents`)."""

    @property
    def batching(self) -> Batching:
        """How documents are taken in lists; the default where the operation does not."""
        return self.way.batching or Batching()

    @property
    def in_memory(self) -> bool:
        return self.way.durability == IN_MEMORY

    def load_keys(self, part: Part) -> dict[str, Any]:
        way = self.way
        keys = {"key": way.key, "durability": way.durability, "boundary": way.boundary}
        return {**super().load_keys(part), "store": keys}

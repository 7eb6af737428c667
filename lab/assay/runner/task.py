"""What is asked of one contestant's process: an operation over a record set, in one way."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Self, TypeVar

from assay.data.formats.encoded import Encoded, avro
from assay.data.recordset import Part, RecordSet
from assay.operations import Operation, operation
from assay.results.way import CodecWay, ContainerWay, StoreWay

W = TypeVar("W", bound=CodecWay | ContainerWay | StoreWay)


@dataclass(frozen=True)
class Task(Generic[W]):
    """``in_format``: the records as bytes of the contestant's format; Avro's where none is given."""

    records: RecordSet
    operation: str
    way: W
    in_format: Encoded | None = None

    @property
    def what(self) -> Operation:
        """The row of the operation."""
        return operation(self.operation)

    @cached_property
    def encoded(self) -> Encoded:
        return self.in_format or avro(self.records)

    @property
    def label(self) -> str:
        """Words that distinguish this task from the others of a contestant, fit for the name of a file."""
        return re.sub(r"[^A-Za-z0-9]+", "-", f"{self.operation} {self.way.words}").strip("-")

    def given(self, encoded: Encoded) -> Self:
        """The same with bytes of the contestant's format."""
        return replace(self, in_format=encoded)

    def load_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `load` that name the files of a part."""
        return {
            "workload": self.records.workload,
            "schema": str(self.records.schema_path),
            "resolved": str(self.records.resolved_path),
            **self.swap_keys(part),
        }

    def swap_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `swap` that name the files of a part."""
        encoded = self.encoded.path(part)
        return {
            "records": str(part.records_path),
            "encoded": str(encoded) if encoded else None,
            "count": part.count,
        }

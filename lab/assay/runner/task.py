"""What is asked of one contestant's process: an operation over a record set, for containers with their files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assay.data.containers import Containers
from assay.data.recordset import Part, RecordSet

CONTAINER_OPERATIONS = ("write", "read")


@dataclass(frozen=True)
class Task:
    records: RecordSet
    operation: str
    containers: Containers | None = None

    @property
    def label(self) -> str:
        """Words that tell this task from the others of a contestant, fit for the name of a file."""
        codec = f"-{self.containers.settings.compression}" if self.containers else ""
        return f"{self.operation}{codec}"

    def load_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `load` that name the files of a part."""
        settings = self.containers.settings.keys() if self.containers else None
        schema = str(self.records.schema_path)
        return {"workload": self.records.workload, "schema": schema, "settings": settings, **self.swap_keys(part)}

    def swap_keys(self, part: Part) -> dict[str, Any]:
        """The keys of `swap` that name the files of a part."""
        container = str(self.containers.path(part)) if self.containers else None
        return {
            "records": str(part.records_path),
            "encoded": str(part.encoded_path),
            "container": container,
            "count": part.count,
        }

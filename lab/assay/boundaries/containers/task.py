"""A task of a container: the files it reads, and who judges those that it writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from assay.boundaries.codecs.outputs import Outputs, Reread
from assay.boundaries.codecs.task import ProvableTask
from assay.boundaries.containers.judging import judge_container, judge_timed_container
from assay.data.containers import Containers, containers
from assay.data.recordset import Part
from assay.results.way import ContainerWay
from assay.runner.broken import Broken
from assay.runner.rules import TIMED_WORK


@dataclass(frozen=True)
class ContainerTask(ProvableTask[ContainerWay]):
    """An operation on a whole container file in memory."""

    @cached_property
    def files(self) -> Containers:
        """The reference's files of the record set."""
        return containers(self.records, self.way)

    @property
    def input_size(self) -> int:
        return self.files.size(self.records.records)

    def load_keys(self, part: Part) -> dict[str, Any]:
        way = self.way
        settings = {"compression": way.compression, "level": way.level, "block_bytes": way.block_bytes}
        return {**super().load_keys(part), "settings": settings}

    def swap_keys(self, part: Part) -> dict[str, Any]:
        return {**super().swap_keys(part), "container": str(self.files.path(part))}

    def judge(self, part: Part, path: Path, reader: Reread | None = None, known: Sequence[bytes] = ()) -> Outputs:
        if self.what.gives == "container":
            return judge_container(path, self.records, part, self.way)
        return super().judge(part, path, reader, known)

    def judge_whole(self, part: Part, path: Path) -> None:
        """A container out of the clock, whose bytes differ from file to file: so it is read, not digested."""
        if self.what.gives != "container":
            return
        try:
            judge_timed_container(path, self.records, part, self.way)
        except Broken as broken:
            raise Broken(TIMED_WORK, f"a container out of a timed batch: {broken}") from None
        path.unlink()

"""The boundary of containers: whole Avro object container files, proved and measured like codecs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from assay.boundaries.codecs.boundary import Codecs
from assay.boundaries.containers.task import ContainerTask
from assay.data.containers import LEVELS
from assay.data.recordset import RecordSet
from assay.results.request import Request
from assay.results.way import ContainerWay
from assay.runner.task import Task

DEFAULT_COMPRESSIONS = ("null", "deflate")


class Containers(Codecs):
    kind = "container"

    def tasks(
        self, request: Request, records: RecordSet, operations: Sequence[str], now: Callable[[str], None]
    ) -> list[Task[Any]]:
        return [
            ContainerTask(records, operation, way.model_copy(update={"threads": threads}))
            for operation in operations
            for way in ways(request)
            for threads in request.threads
        ]


def ways(request: Request) -> list[ContainerWay]:
    """How containers are to be written and read, for one thread."""
    asked = request.containers
    return [
        ContainerWay(compression=name, level=level(name, asked.level), block_bytes=asked.block_bytes)
        for name in asked.compressions or DEFAULT_COMPRESSIONS
    ]


def level(compression: str, asked: int | None) -> int | None:
    """The level of a compression: as asked where it has one, else its default."""
    own = LEVELS[compression]
    return own if own is None or asked is None else asked

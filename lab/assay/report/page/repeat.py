"""The command that measures the cells of a comparison again, but for the names of its contestants."""

from __future__ import annotations

import shlex
from typing import Any

from assay.analysis.figures import Comparison
from assay.options import table
from assay.results.document import Document
from assay.results.request import OwnFile, Request
from assay.results.way import ContainerWay, StoreWay, Way

# `--contestant` and `--baseline` go after the command; whole processes are not cells.
ELSEWHERE = ("contestants", "baseline", "process", "process_rounds")


def command(document: Document, comparison: Comparison) -> str:
    """For a shell. What is asked of contestants (`--contestant`, `--baseline`) goes after it."""
    request = document.plan.request
    suite = request.suite or (document.plan.suite if comparison.workload.data is None else "")
    words = table.written(_narrowed(request, comparison), without=ELSEWHERE)
    return shlex.join(["./assay", "run", *([suite] if suite else []), *words])


def _narrowed(request: Request, comparison: Comparison) -> Request:
    """The request of one comparison alone."""
    workload = comparison.workload
    return request.model_copy(
        update={
            "workloads": [workload.base or workload.name] if workload.data is None else None,
            "data": OwnFile(name=workload.data, sha256="") if workload.data is not None else None,
            "languages": None,  # as contestants are named
            "formats": None,
            "operations": [comparison.operation],
            "records": [workload.records],
            "threads": [comparison.way.threads],
            **_way(request, comparison.way),
        }
    )


def _way(request: Request, way: Way) -> dict[str, Any]:
    if isinstance(way, ContainerWay):
        update: dict[str, Any] = {"compressions": [way.compression], "level": way.level, "block_bytes": way.block_bytes}
        return {"containers": request.containers.model_copy(update=update)}
    if isinstance(way, StoreWay):
        update = {"durability": [way.durability], "boundaries": [way.boundary], "key": way.key, "lookups": way.lookups}
        if way.mode != "new":
            update["modes"] = [way.mode]
        if one := way.batching:
            update |= {"shuffles": [one.shuffle], "batch_size": one.size}
            update |= {"shuffle_buffer": one.buffer, "epochs": one.epochs}
        return {"stores": request.stores.model_copy(update=update)}
    return {}

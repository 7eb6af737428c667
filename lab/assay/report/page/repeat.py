"""The command that measures the cells of a comparison again, but for the names of its contestants."""

from __future__ import annotations

import shlex

from assay.analysis.figures import Comparison
from assay.results.document import Document
from assay.results.way import ContainerWay, StoreWay, Way


def command(document: Document, comparison: Comparison) -> str:
    """For a shell. What is asked of contestants (`--contestant`, `--baseline`) goes after it."""
    request, workload = document.plan.request, comparison.workload
    suite = request.suite or (document.plan.suite if workload.data is None else "")
    words = ["./assay", "run", *([suite] if suite else [])]
    if workload.data is not None:
        words += ["--data", workload.data]
        if request.data_schema is not None:
            words += ["--schema", request.data_schema.name]
        words += ["--at", request.data_at] if request.data_at else []
    else:
        words += ["--workload", workload.base or workload.name]
    words += ["--records", str(workload.records), "--operation", comparison.operation, *_way(comparison.way)]
    words += ["--seed", str(request.seed)]
    words += ["--browser"] if request.browser else []
    words += ["--across-lanes"] if request.across_lanes else []
    words += ["--disturbed"] if request.disturbed else []
    words += ["--all-cores"] if request.settings.all_cores and request.settings.rounds else []
    words += ["--cpu", request.settings.cpu] if request.settings.cpu != "baseline" else []
    return shlex.join(words)


def _way(way: Way) -> list[str]:
    words = ["--threads", str(way.threads)] if way.threads > 1 else []
    if isinstance(way, ContainerWay):
        words += ["--compression", way.compression, "--block-bytes", str(way.block_bytes)]
        words += ["--level", str(way.level)] if way.level is not None else []
    if isinstance(way, StoreWay):
        words += ["--mode", way.mode] if way.mode != "new" else []
        words += ["--durability", way.durability, "--boundary", way.boundary]
        words += ["--key", way.key, "--lookups", str(way.lookups)]
        if batching := way.batching:
            words += ["--shuffle", batching.shuffle, "--batch-size", str(batching.size)]
            words += ["--shuffle-buffer", str(batching.buffer), "--epochs", str(batching.epochs)]
    return words

"""Whether a document was measured as the rules say (docs/rules.md), and whether its control shows that it went well."""

from __future__ import annotations

from collections.abc import Iterator

from scipy.stats import binom

from assay.analysis.comparisons import compare
from assay.check.finding import Finding
from assay.operations import operation
from assay.results.document import Document

FEWEST_BLOCKS = 2  # with one there are no intervals
MOST_IDLE = 0.1  # of the time of others' turns
BY_CHANCE = 0.01  # how unlikely a run may be that was in order


def findings(document: Document) -> Iterator[Finding]:
    if document.state != "finished":
        yield Finding(
            "finished", "state", f"the run is {document.state}: finish it, by `assay run --resume` where it was made"
        )
    if document.plan.unoptimized:
        yield Finding(
            "unoptimized", "plan.unoptimized", "compilers did not optimize: unset ASSAY_UNOPTIMIZED, run again"
        )
    if len(document.blocks) < FEWEST_BLOCKS:
        yield Finding("blocks", "blocks", f"{len(document.blocks)}: nothing has an interval; measure at least 2")
    shared = [one.computer for one in document.cluster.machines] if document.cluster else []
    if len(set(shared)) < len(shared):
        words = "machines of the cluster are nodes of one computer: its intervals say nothing of machines of this kind"
        yield Finding("machines", "cluster.machines", words)
    if document.plan.request.disturbed:
        yield Finding("disturbed", "plan.request.disturbed", "measured beside a load that the lab made", note=True)
    if not any(cell.status == "measured" and not cell.harness for cell in document.cells):
        yield Finding("measured", "cells", "no cell has a number, so there is nothing to publish")
    for cell in document.cells:
        if cell.status == "planned":
            yield Finding("finished", cell.key, "it is planned, and was not measured")
        if cell.status != "measured" or cell.harness:
            continue
        if cell.proof is None:
            yield Finding("proof", cell.key, "it has a number and no proof: run it again with this lab")
        elif operation(cell.operation).gives == "encoded" and cell.proof.bytes == "none":
            yield Finding("proof", cell.key, "nothing was proved of its bytes: run it again with this lab")
        if not cell.samples:
            yield Finding("proof", cell.key, "it is called measured and has no samples")
        for sample in cell.samples:
            if sample.idle_share is not None and sample.idle_share > MOST_IDLE:
                words = (
                    f"computed in {sample.idle_share:.0%} of others' turns, which disturbs them (block {sample.block})"
                )
                yield Finding("idle", cell.key, words)


def of_control(document: Document) -> Iterator[Finding]:
    """Whether contestants that were measured twice are as fast as themselves, as often as intervals promise."""
    confidence = document.plan.settings.confidence
    try:
        compared = compare(document)
    except ValueError as error:
        yield Finding("figures", "cells", f"their ratios cannot be computed: {error}")
        return
    controls = [interval for one in compared.values() for interval in one.controls.values()]
    if not controls and compared:
        yield Finding("control", "cells", "no A/A control has a number: choose a --baseline that runs")
    off = sum(not interval.low <= 1 <= interval.high for interval in controls)
    if off and binom.sf(off - 1, len(controls), 1 - confidence) < BY_CHANCE:
        words = (
            f"{off} of {len(controls)} intervals of A/A controls do not hold 1: the machine was too noisy; run again"
        )
        yield Finding("control", "cells", words)

"""Whether the parts of a document name each other rightly; nothing else can be asked of one in which they do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from assay.check.finding import Finding
from assay.operations import OPERATIONS
from assay.results.document import Document

RULE = "structure"


def findings(document: Document) -> Iterator[Finding]:
    contestants = {one.name for one in document.contestants}
    workloads = {one.name for one in document.workloads}
    for what, names in (
        ("contestants", [one.name for one in document.contestants]),
        ("workloads", [one.name for one in document.workloads]),
        ("cells", [one.key for one in document.cells]),
    ):
        for name, count in Counter(names).items():
            if count > 1:
                yield Finding(RULE, what, f"{name} is there {count} times; each is there once")
    if document.cluster is not None and document.cluster.machines and document.machine != document.machines[0]:
        yield Finding(RULE, "machine", "it is not the first of the cluster's machines")
    if document.cluster is not None and not document.cluster.machines:
        yield Finding(RULE, "cluster.machines", "a cluster without a machine")
    keys = {cell.key for cell in document.cells}
    for cell in document.cells:
        if cell.contestant not in contestants:
            yield Finding(RULE, cell.key, f'there is no contestant "{cell.contestant}" in the document')
        if cell.workload not in workloads and not cell.harness:
            yield Finding(RULE, cell.key, f'there is no workload "{cell.workload}" in the document')
        if cell.operation not in OPERATIONS:
            yield Finding(RULE, cell.key, f'"{cell.operation}" is not an operation of this checkout')
        for sample in cell.samples:
            if not 0 <= sample.block < len(document.blocks):
                yield Finding(RULE, cell.key, f"a sample of block {sample.block}, which the document does not have")
    for number, block in enumerate(document.blocks):
        if block.index != number:
            yield Finding(RULE, f"blocks.{number}", f"its index is {block.index}")
        if not 0 <= block.machine < len(document.machines):
            yield Finding(RULE, f"blocks.{number}", f"names machine {block.machine}, which the document does not have")
        for key in block.cells:
            if key not in keys:
                yield Finding(RULE, f"blocks.{number}", f"names the cell {key}, which the document does not have")

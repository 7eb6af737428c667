"""Whether the parts of a document name each other rightly; nothing else can be asked of one in which they do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from assay.check.finding import Finding
from assay.operations import OPERATIONS
from assay.results.document import Document
from assay.results.references import broken

RULE = "structure"


def findings(document: Document) -> Iterator[Finding]:
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
    for place, what in broken(document):
        yield Finding(RULE, place, what)
    for cell in document.cells:
        if cell.operation not in OPERATIONS:
            yield Finding(RULE, cell.key, f'"{cell.operation}" is not an operation of this checkout')
    for number, block in enumerate(document.blocks):
        if block.index != number:
            yield Finding(RULE, f"blocks.{number}", f"its index is {block.index}")

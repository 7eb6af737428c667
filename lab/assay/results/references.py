"""Whether the parts of a document that name each other do so rightly, which its readers take for granted."""

from __future__ import annotations

from collections.abc import Iterator

from assay.results.document import Document


def broken(document: Document) -> Iterator[tuple[str, str]]:
    """What is named and not there: the place in the document, and what is wrong."""
    contestants = {one.name for one in document.contestants}
    workloads = {one.name for one in document.workloads}
    keys = {cell.key for cell in document.cells}
    for cell in document.cells:
        if cell.contestant not in contestants:
            yield cell.key, f'there is no contestant "{cell.contestant}" in the document'
        if cell.workload not in workloads and not cell.harness:
            yield cell.key, f'there is no workload "{cell.workload}" in the document'
        for sample in cell.samples:
            if not 0 <= sample.block < len(document.blocks):
                yield cell.key, f"a sample of block {sample.block}, which the document does not have"
    for number, block in enumerate(document.blocks):
        if not 0 <= block.machine < len(document.machines):
            yield f"blocks.{number}", f"names machine {block.machine}, which the document does not have"
        for key in block.cells:
            if key not in keys:
                yield f"blocks.{number}", f"names the cell {key}, which the document does not have"

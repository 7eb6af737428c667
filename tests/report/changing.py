"""Documents that differ in the speed of one contestant."""

from __future__ import annotations

from assay.results.document import Document


def slowed(document: Document, contestant: str, factor: float) -> Document:
    """The same run with a contestant whose batches all took so many times as long."""
    copy = document.model_copy(deep=True)
    for cell in copy.cells:
        if cell.contestant == contestant:
            for sample in cell.samples:
                sample.batches.wall_ns = [round(ns * factor) for ns in sample.batches.wall_ns]
                sample.batches.cpu_ns = [round(ns * factor) for ns in sample.batches.cpu_ns]
                if sample.batches.wait_ns:
                    sample.batches.wait_ns = [round(ns * factor) for ns in sample.batches.wait_ns]
    return copy

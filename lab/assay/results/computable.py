"""Whether the figures of a document can be computed with, which its readers take for granted."""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import datetime

from assay.results.document import Batches, Cell, Document, Sample

LARGEST = 2**63 - 1  # that tables and floats can hold


def faults(document: Document) -> Iterator[tuple[str, str]]:
    """What nothing can be computed with: the place in the document, and what is wrong."""
    settings = document.plan.settings
    if not 0 < settings.margin < math.inf:
        yield "plan.request.settings.margin", f"a margin is a positive number, not {settings.margin}"
    if not 0 < settings.confidence < 1:
        yield "plan.request.settings.confidence", f"it is {settings.confidence}, and not between 0 and 1"
    yield from _no_dates(document)
    for cell in document.cells:
        if cell.way.threads < 1:
            yield cell.key, f"{cell.way.threads} threads"
        for place, sample in samples(cell):
            if fault := of_sample(sample):
                yield place, fault


def samples(cell: Cell) -> Iterator[tuple[str, Sample]]:
    """The samples of a cell by their places."""
    return ((f"{cell.key} samples.{number}", sample) for number, sample in enumerate(cell.samples))


def dates(document: Document) -> Iterator[tuple[str, str]]:
    """By their places."""
    yield "created", document.created
    for number, block in enumerate(document.blocks):
        yield f"blocks.{number}", block.started


def of_sample(sample: Sample) -> str:
    """The first thing that is wrong with its batches; empty where there is none."""
    batches = sample.batches
    count = len(batches.wall_ns)
    if any(len(column) != count for column in columns(batches)):
        return "the columns of its batches are not equally long"
    if count == 0:
        return "it has no batches"
    if min(batches.wall_ns) <= 0 or batches.records_per_pass <= 0 or min(batches.passes) <= 0:
        return "a batch without time, records or passes"
    if min(min(column) for column in columns(batches)) < 0:
        return "a batch with a negative figure"
    if max(batches.records_per_pass, *(max(column) for column in columns(batches))) > LARGEST:
        return "a batch with a figure of more than 63 bits"
    if sample.rounds is not None and len(sample.rounds) != count:
        return f"{len(sample.rounds)} rounds for {count} batches"
    return ""


def columns(batches: Batches) -> list[list[int]]:
    """Those that the batches have."""
    optional = (batches.allocated_bytes, batches.gc_ns, batches.wait_ns)
    return [
        batches.wall_ns,
        batches.cpu_ns,
        batches.passes,
        *(column for column in optional if column is not None),
    ]


def _no_dates(document: Document) -> Iterator[tuple[str, str]]:
    for place, text in dates(document):
        try:
            datetime.fromisoformat(text)
        except ValueError:
            yield place, f'"{text}" is not a date by ISO 8601'

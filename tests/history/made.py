"""Dated documents of one machine, with what is planted in them."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from measure.replay import Replay
from report.measured import FAST, measured

from assay.results import writing
from assay.results.document import Document
from assay.results.request import Settings


def dated(settings: Settings, folder: Path, factors: Sequence[float]) -> list[Document]:
    """A document a day in that folder; by its factor the fast contestant takes longer, and by 1% (sd) of noise."""
    first = measured(settings, Replay())
    first.state = "finished"
    rng = np.random.default_rng(7)
    made = []
    for day, factor in enumerate(factors, 1):
        one = copy.deepcopy(first)
        one.id, one.created = f"day-{day}", f"2026-03-{day:02d}T12:00:00+00:00"
        slowed = factor * float(np.exp(0.01 * rng.standard_normal()))
        for cell in one.cells:
            for sample in cell.samples if cell.contestant == FAST else ():
                batches = sample.batches
                batches.wall_ns = [round(ns * slowed) for ns in batches.wall_ns]
                batches.cpu_ns = [round(ns * slowed) for ns in batches.cpu_ns]
        made.append(one)
        save(one, folder)
    return made


def save(document: Document, folder: Path) -> None:
    writing.write(document, folder / f"{document.id}.json")

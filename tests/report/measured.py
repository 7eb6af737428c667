"""A document of three contestants, one faster and one slower than the baseline, measured by a replay."""

from __future__ import annotations

from measure.replay import Clock, Replay, Saved, document

from assay.measure.blocks import run_blocks
from assay.results.document import Document
from assay.results.request import Settings

FAST, BASE, SLOW = "x/a", "x/b" + "b" * 99, "x/c" + "c" * 299  # Replay: a longer name takes longer


def measured(settings: Settings, replay: Replay | None = None, across: bool = True) -> Document:
    doc = document(settings.model_copy(update={"blocks": 6}), [BASE, FAST, SLOW])
    doc.plan.across_lanes = across
    run_blocks(doc, replay or Replay(), Saved().watch(), Clock())
    return doc

"""A process that is slow after the others had the core is timed at its own speed: a lead-in goes before every batch."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
from asking import BRIEF, asked

from assay.base.checkout import CHECKOUT
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.languages.every import RECIPES
from assay.measure import profiles
from assay.measure import run as runs
from assay.results.document import Document

pytestmark = pytest.mark.slow

FASTAVRO = CHECKOUT / "contestants" / "python" / "fastavro"
MANIFEST = """\
title = "{name}"
library = "fastavro"
version = "{version}"
format = "avro"
description = "Planted."
operations = ["encode"]

[lane]
typing = "generic"
buffer = "fresh"
strings = "owned"
input_checking = false
"""
HONEST = """
import sys, time
sys.path.append("{tests}")
from cheats.honest import Adapter as Honest

class Adapter(Honest):
    calls = 0
    last = 0.0

    def encode(self, record):
        self.before(time.perf_counter())
        data = super().encode(record)
        self.last = time.perf_counter()
        return data

    def before(self, now):
        pass

    def work_until(self, end):
        while time.perf_counter() < end:
            pass
"""
# A cell that had no turn for a while needs 20 ms to begin with; the other has the core for so long.
COLD = """
    def before(self, now):
        if now - self.last > 0.04:
            self.work_until(now + 0.02)
"""
LONG = """
    def before(self, now):
        self.calls += 1
        if self.calls % 100 == 0:
            self.work_until(now + 0.08)
"""


def planted(folder: Path) -> None:
    (manifest,) = (line for line in (FASTAVRO / "contestant.toml").read_text().splitlines() if "version" in line)
    version = manifest.split('"')[1]
    for name, change in (("warm", ""), ("cold", COLD), ("long", LONG)):
        made = folder / "contestants" / "python" / name
        made.mkdir(parents=True)
        (made / "contestant.toml").write_text(MANIFEST.format(name=name, version=version))
        (made / "adapter.py").write_text(HONEST.format(tests=CHECKOUT / "tests") + change)
        shutil.copy(FASTAVRO / "requirements.lock", made)


def beside_the_warm_one(document: Document) -> float:
    """How many times as long the cold one takes."""
    times = {cell.contestant: cell.samples[0].batches for cell in document.cells if cell.samples and not cell.control}
    warm, cold = (np.median(np.array(times[f"python/{name}"].ns)) for name in ("warm", "cold"))
    return float(cold / warm)


def test_what_a_process_needs_after_the_others_had_the_core_is_not_timed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted(tmp_path)
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    brief = profiles.settings(BRIEF, blocks=1, batches=9, memory_limit=1 << 30, reply_seconds=20)
    found = []
    for lead_in_ns in (0, brief.lead_in_ns):
        request = asked(
            brief.model_copy(update={"lead_in_ns": lead_in_ns}),
            contestants=["warm", "cold", "long"],
            operations=["encode"],
            records=[100],
            baseline="python/warm",
        )
        output = tmp_path / f"{lead_in_ns}.json"
        found.append(beside_the_warm_one(runs.run(catalog.load(), request, output, Progress(quiet=True))))
    without, with_one = found
    assert without > 5, "the plant does not show"
    assert with_one < 2


def test_go_has_longer_ones() -> None:
    """Its heap is about as large as the processor's caches (docs/benchmarks/noise.md)."""
    assert {language for language, recipe in RECIPES.items() if recipe.lead_ins > 1} == {"go"}

"""Where the time of a block went, in words, of a recorded run."""

from __future__ import annotations

import re

from assay.base.checkout import CHECKOUT
from assay.measure import spending
from assay.results import store

RUN = CHECKOUT / "results" / "2026-11-22-avro-languages.json"


def test_the_longest_processes_of_the_last_block_are_named() -> None:
    document = store.read(RUN)
    whole, *longest = spending.lines(document)
    last = document.blocks[-1]
    assert f"{last.seconds:.0f} s; in {len(last.cells)} processes together" in whole
    spent = {
        cell.key: sum(seconds for _, seconds in sample.spent)
        for cell in document.cells
        for sample in cell.samples
        if sample.block == last.index and sample.spent is not None and not cell.harness
    }
    assert longest[0].split(":")[0].strip() == max(spent, key=spent.__getitem__)
    totals = [sum(map(float, re.findall(r"([\d.]+) s", line.partition(":")[2]))) for line in longest]
    assert totals == sorted(totals, reverse=True)


def test_documents_of_older_versions_say_nothing() -> None:
    document = store.read(CHECKOUT / "tests" / "results" / "version_1" / "avro-languages.json")
    assert spending.lines(document) == []

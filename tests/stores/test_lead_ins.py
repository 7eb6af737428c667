"""A warm read is timed straight after others, as one in the middle of reads; no other read is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asking import asked

from assay.base.progress import Progress
from assay.boundaries.stores import measuring
from assay.boundaries.stores.documents import judge_samples
from assay.boundaries.stores.store import Step, Store
from assay.catalog.catalog import Catalog
from assay.measure import run as runs
from assay.results.request import Settings, StoreRequest
from assay.results.way import Mode

ONE_BLOCK = {"blocks": 1, "first_stage": 1, "max_blocks": 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mode", "lead_in_ns", "has_lead_ins"),
    [
        ("warm", 50_000_000, True),
        ("warm", 0, False),
        ("warm", 1, False),  # a read takes far longer
        ("reopen", 50_000_000, False),
        ("cold", 50_000_000, False),
    ],
)
def test_short_warm_reads_follow_others(
    known: Catalog,
    settings: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    mode: Mode,
    lead_in_ns: int,
    has_lead_ins: bool,
) -> None:
    reads: list[list[tuple[str, int]]] = [[]]  # what was asked for, and the time that it took, up to each judgement
    ask = Store.step

    def step(store: Store, name: str, **keys: Any) -> Step:
        done = ask(store, name, **keys)
        if name == "get":
            reads[-1].append((Path(keys["keys"]).read_text(), done.total_ns))
        return done

    def judged(*arguments: Any) -> None:
        judge_samples(*arguments)
        reads.append([])

    monkeypatch.setattr(Store, "step", step)
    monkeypatch.setattr(f"{measuring.__name__}.judge_samples", judged)
    request = asked(
        settings.model_copy(update={**ONE_BLOCK, "read_lead_in_ns": lead_in_ns}),
        suite="stores",
        contestants=["python/jsonl"],
        records=[200],
        operations=["get"],
        stores=StoreRequest(modes=[mode], durability=["D1"], lookups=50),
    )
    document = runs.run(known, request, tmp_path / "run.json", Progress(quiet=True))
    (cell,) = (cell for cell in document.cells if not cell.harness and not cell.control)
    assert cell.status == "measured", cell.reason
    (sample,) = cell.samples
    counted = [read for read in reads if read][-len(sample.batches.ns) :]
    assert [len(read) > 1 for read in counted] == [has_lead_ins] * len(counted)
    if mode == "warm":
        last = [read[-1][1] / 50 for read in counted]
        assert last == pytest.approx(list(sample.batches.ns), rel=1e-4), "what is timed is not the last"
    for *before, (last_keys, _) in counted:
        keys = {some for some, _ in before}
        assert last_keys not in keys, "the same keys are looked up again"
        assert not has_lead_ins or len(keys) == measuring.LED_IN_BY

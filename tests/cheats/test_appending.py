"""Planted cheats at encode-into: what is appended, and what lies in the caller's buffer, is proved and checked."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import BRIEF, asked

from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import profiles
from assay.measure import run as runs
from assay.results.document import Document

pytestmark = pytest.mark.slow

CHEATS = Path(__file__).parent / "catalog"

# What each cheat is caught at: the rule's number, and a word of the reason.
CAUGHT = {
    "python/appends-nothing": (3, "drawn at random"),
    "python/overwrites": (2, "record 0"),
    "python/shortens": (2, "gone"),
    "python/appends-remembered": (3, "swapped"),
    "python/appends-known": (3, "outputs are remembered"),
}
HONEST = "python/fastavro"


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """One run in which all of them take part, with an honest contestant among them."""
    settings = profiles.settings(BRIEF, blocks=2, precision=0.02, budget=None, memory_limit=400 << 20, reply_seconds=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(CHEATS))
        request = asked(
            settings,
            contestants=[*CAUGHT, HONEST],
            operations=["encode-into"],
            records=[500],
            baseline=HONEST,
        )
        output = tmp_path_factory.mktemp("appending") / "results.json"
        return runs.run(catalog.load(), request, output, Progress(quiet=True))


@pytest.mark.parametrize("cheat", CAUGHT)
def test_every_cheat_is_rejected_by_the_rule_it_broke(caught: Document, cheat: str) -> None:
    rule, word = CAUGHT[cheat]
    (cell,) = (c for c in caught.cells if c.contestant == cheat)
    assert cell.status in ("failed", "unverified")
    assert cell.reason.startswith(f"rule {rule} ("), cell.reason
    assert word in cell.reason


def test_the_honest_contestant_is_measured_all_the_same(caught: Document) -> None:
    cells = [c for c in caught.cells if c.contestant == HONEST]
    assert [c.control for c in cells] in ([False, True], [True, False])
    assert all(c.status in ("measured", "unstable") and len(c.samples) == 2 for c in cells)

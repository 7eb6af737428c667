"""Planted cheats of every kit's language: who remembers outputs by the object that holds the input is rejected."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import BRIEF, asked

from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import profiles
from assay.measure.prepare import prepare
from assay.measure.selection.select import select
from assay.results.document import Cell
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

CHEATS = Path(__file__).parent / "catalog"
LIMITS = Limits(4 << 30, 120)
RULE = "rule 3 (the work in the clock is the work that was proved)"
STALE = "were swapped for others"  # the same buffers, with other content
SLOW = "outputs are remembered"  # where objects cannot get other content, known ones come back

# Which of the two comes first depends on how much faster it is to remember.
REASONS = dict.fromkeys(("cpp", "go", "java", "node", "rust"), (STALE, SLOW)) | {"python": (SLOW,)}


@pytest.mark.parametrize("language", REASONS)
def test_who_remembers_by_the_input_is_rejected(language: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    cells = _proved(f"{language}/remembers-input", monkeypatch, tmp_path)
    assert cells["encode"].status == "planned", cells["encode"].reason
    assert cells["decode"].status == "unverified"
    assert cells["decode"].reason.startswith(RULE)
    assert any(words in cells["decode"].reason for words in REASONS[language])


def test_what_a_library_keeps_in_a_record_is_not_there_in_the_next_pass(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    cells = _proved("java/renews", monkeypatch, tmp_path)
    assert cells["encode"].status == "planned", cells["encode"].reason


def _proved(contestant: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> dict[str, Cell]:
    """The contestant's cells by operation; the test is skipped where it cannot be built."""
    monkeypatch.setenv("ASSAY_CATALOG", str(CHEATS))
    known = catalog.load()
    settings = profiles.settings(BRIEF, memory_limit=LIMITS.memory, reply_seconds=LIMITS.reply)
    request = asked(settings, contestants=[contestant], records=[500])
    prepared = prepare(known, select(known, request), LIMITS, folder, Progress(quiet=True), nulls=False)
    cells = {cell.operation: cell for cell in prepared.cells}
    if cells["decode"].status == "missing":
        pytest.skip(cells["decode"].reason)
    return cells

"""Planted cheats: each is rejected by a reason that names the rule it broke, and its neighbours are unharmed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from asking import BRIEF, asked
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import profiles
from assay.measure import run as runs
from assay.results.document import Document
from assay.results.request import Settings

pytestmark = pytest.mark.slow

CHEATS = Path(__file__).parent / "catalog"
ENCODE, DECODE = "encode", "decode"

# What each cheat is caught at: the operation, the rule's number, and a word of the reason.
CAUGHT = {
    "python/same-bytes": (ENCODE, 2, "value of record 0"),
    "python/drops-field": (ENCODE, 2, "email"),
    "python/lazy-dict": (DECODE, 2, "expected a record (dict), found LazyRecord"),
    "python/remembers-identity": (ENCODE, 3, "swapped"),
    "python/remembers-bytes": (DECODE, 3, "outputs are remembered"),
    "python/one-object": (DECODE, 1, "same object twice"),
    "python/remembers-content": (DECODE, 3, "outputs are remembered"),
    "python/neighbour": (DECODE, 2, "value of record"),
    "python/half-pass": (ENCODE, 3, "drawn at random"),
    "python/babbles": (ENCODE, 10, "encoding a record"),
    "python/hangs": (DECODE, 10, "no reply to"),
    "python/dies": (ENCODE, 10, "SIGKILL"),
    "python/eats-memory": (DECODE, 10, "of memory"),
}
# No cheats where that is told: what they leave to the first reading stands beside their times, in a lane of its own.
LAZY = ("python/lazy", "python/lazy-once")
HONEST = "python/fastavro"
WORKS_ON = "python/works-on"  # whose results are right, at the cost of all others


@pytest.fixture(scope="module")
def caught(tmp_path_factory: pytest.TempPathFactory) -> Document:
    """One run in which all cheats take part, with an honest contestant among them."""
    settings = _brief(reply_seconds=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(CHEATS))
        known = catalog.load()
        request = asked(settings, contestants=[*CAUGHT, *LAZY, WORKS_ON, HONEST], records=[500], baseline=HONEST)
        output = tmp_path_factory.mktemp("cheats") / "results.json"
        return runs.run(known, request, output, Progress(quiet=True))


def _brief(reply_seconds: float) -> Settings:
    return profiles.settings(
        BRIEF,
        blocks=2,
        precision=0.02,
        budget=None,
        memory_limit=400 << 20,
        reply_seconds=reply_seconds,
    )


@pytest.mark.parametrize("cheat", CAUGHT)
def test_every_cheat_is_rejected_by_the_rule_it_broke(caught: Document, cheat: str) -> None:
    operation, rule, word = CAUGHT[cheat]
    cell = next(c for c in caught.cells if c.contestant == cheat and c.operation == operation)
    assert cell.status in ("failed", "unverified")
    assert cell.reason.startswith(f"rule {rule} ("), cell.reason
    assert word in cell.reason


@pytest.mark.parametrize("lazy", LAZY)
def test_who_leaves_the_work_to_the_first_reading_is_ranked_apart(caught: Document, lazy: str) -> None:
    (comparison,) = (one for one in analyse(caught).comparisons if one.operation == DECODE)
    rows = {row.name: row for row in comparison.rows}
    assert rows[lazy].deferred and not rows[HONEST].deferred
    assert rows[lazy].ratio is None
    finished, time = rows[lazy].finished, rows[lazy].time
    assert finished and time and finished > 2 * time.value


def test_the_honest_contestant_is_measured_all_the_same(caught: Document) -> None:
    cells = [c for c in caught.cells if c.contestant == HONEST]
    assert {(c.operation, c.control) for c in cells} == {
        (ENCODE, False),
        (ENCODE, True),
        (DECODE, False),
        (DECODE, True),
    }
    assert all(len(c.samples) == 2 for c in cells)
    assert all(c.status in ("measured", "unstable") for c in cells)


def test_whoever_computes_while_others_have_their_turn_is_named(caught: Document) -> None:
    text = printed(analyse(caught))
    assert f"{WORKS_ON} computed while others had their turn" in text
    assert f"{HONEST} computed while others had their turn" not in text


def test_a_cheat_loses_only_the_operation_it_cheats_at(caught: Document) -> None:
    others = {
        "python/same-bytes": DECODE,
        "python/neighbour": ENCODE,
        "python/hangs": ENCODE,
        "python/half-pass": DECODE,
    }
    for cheat, operation in others.items():
        cell = next(c for c in caught.cells if c.contestant == cheat and c.operation == operation)
        assert cell.status in ("measured", "unstable"), cell.reason


def test_no_cheat_outlives_its_run(caught: Document) -> None:
    listing = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(CHEATS) not in listing

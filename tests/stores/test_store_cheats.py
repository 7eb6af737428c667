"""Planted cheats among stores: each is rejected by a reason that names the rule it broke; an honest store is proved."""

from __future__ import annotations

from pathlib import Path

import pytest
from stores.proving import prove

from assay.boundaries.stores import syncs
from assay.catalog import catalog
from assay.catalog.catalog import Catalog

pytestmark = pytest.mark.slow

CHEATS = Path(__file__).parent / "catalog"
HONEST = "python/honest"
MORE_THAN_A_COMMIT = 1500  # documents, so that class D3 has two syncs to make

# What each cheat is caught at: the class that it claims, the operation, the rule's number, and words of the reason.
CAUGHT = {
    "never-writes": ("D1", "put", 2, "put, reopened: 300 documents are missing"),
    "in-memory": ("D1", "put", 8, "FileNotFoundError"),
    "skips-sync": ("D2", "put", 8, "D2 claims at least 1 syncs before put is acknowledged, and 0 were seen"),
    "neighbour": ("D1", "get", 2, 'handed over "record_'),
}
NEEDS_SYNCS = pytest.mark.skipif(bool(syncs.problem()), reason=syncs.problem())


@pytest.fixture(scope="module")
def planted() -> Catalog:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(CHEATS))
        return catalog.load()


@pytest.mark.parametrize("form", ["raw", "parsed"])
@pytest.mark.parametrize(
    "cheat", [pytest.param(name, marks=NEEDS_SYNCS if name == "skips-sync" else ()) for name in CAUGHT]
)
def test_every_cheat_is_rejected_by_the_rule_it_broke(planted: Catalog, cheat: str, form: str, tmp_path: Path) -> None:
    durability, operation, rule, words = CAUGHT[cheat]
    broken = prove(planted, f"python/{cheat}", durability, form, tmp_path).broken[operation]
    assert broken.status in ("failed", "unverified")
    assert broken.reason.startswith(f"rule {rule} ("), broken.reason
    assert words in broken.reason


@pytest.mark.parametrize(
    ("cheat", "lost"),
    [
        ("in-memory", {"put"}),
        pytest.param("skips-sync", {"put"}, marks=NEEDS_SYNCS),
        ("neighbour", {"get", "delete"}),  # what is left after `delete` is looked up by `get`
    ],
)
def test_a_cheat_loses_only_what_it_cheats_at(planted: Catalog, cheat: str, lost: set[str], tmp_path: Path) -> None:
    proof = prove(planted, f"python/{cheat}", CAUGHT[cheat][0], "parsed", tmp_path)
    assert set(proof.broken) == lost


@pytest.mark.parametrize("form", ["raw", "parsed"])
@pytest.mark.parametrize("durability", ["D0", "D1", "D2", "D3"])
def test_an_honest_store_is_proved_in_every_class(planted: Catalog, durability: str, form: str, tmp_path: Path) -> None:
    proof = prove(planted, HONEST, durability, form, tmp_path, records=MORE_THAN_A_COMMIT)
    assert {operation: str(broken) for operation, broken in proof.broken.items()} == {}


@NEEDS_SYNCS
def test_class_d3_shows_a_sync_for_each_commit(planted: Catalog, tmp_path: Path) -> None:
    proof = prove(planted, HONEST, "D3", "raw", tmp_path, records=MORE_THAN_A_COMMIT)
    assert "2 syncs seen during put" in proof.notes

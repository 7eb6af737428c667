"""docs/fairness.md: every contestant of this checkout has its row there, and the row is its manifest's."""

from __future__ import annotations

from assay.base.checkout import CHECKOUT
from assay.catalog import catalog, fairness

PAGE = CHECKOUT / "docs" / "fairness.md"


def test_every_contestant_says_what_its_authors_advise() -> None:
    known = catalog.load()
    assert [
        one.name
        for one in known.contestants.values()
        if one.manifest.fairness is None and not one.manifest.harness and one.root == CHECKOUT
    ] == []


def test_the_page_has_the_rows_of_the_manifests() -> None:
    table = fairness.table(catalog.load())
    assert table.count("\n") > 80
    assert PAGE.read_text().endswith(f"\n{table}"), "run: ./assay list --fairness, and put it at the end of the page"

"""Every store is proved on a few documents in all that its manifest declares, but for a list of exceptions.

The list may only shrink: an operation that begins to work has to be struck from it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from buildable import here
from stores.proving import prove

from assay.catalog.catalog import Catalog

pytestmark = pytest.mark.slow

EXCEPTIONS = Path(__file__).parent / "exceptions.toml"
NIGHTLY = pytest.mark.nightly
STORES = {c.name: c.manifest.store for c in here() if c.manifest.store}
WAYS = [
    # Every class and every form of documents, and nightly each class in each form.
    pytest.param(name, d, f, marks=[] if len(classes) == 1 or (i - j) % len(store.forms) == 0 else NIGHTLY)
    for name, store in STORES.items()
    for classes in [store.durability]
    for i, d in enumerate(classes)
    for j, f in enumerate(store.forms)
]


def listed(contestant: str) -> dict[str, str]:
    """By operation, words of the reason why it fails."""
    entries = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["store"]
    return {o: one["reason"] for one in entries if one["contestant"] == contestant for o in one["operations"]}


@pytest.mark.parametrize(("name", "durability", "form"), WAYS)
def test_every_operation_works_or_is_a_known_exception(
    known: Catalog, name: str, durability: str, form: str, tmp_path: Path
) -> None:
    broken = prove(known, name, durability, form, tmp_path).broken
    found = {operation: f"{why.status}: {why.reason}" for operation, why in broken.items()}
    expected = listed(name)
    unexpected = {o: reason for o, reason in found.items() if expected.get(o, "\0") not in reason}
    assert not unexpected, "operations that fail and are not among the exceptions"
    assert not expected.keys() - found.keys(), "operations that work: strike them from the exceptions"


def test_every_exception_is_about_a_store_that_is_there(known: Catalog) -> None:
    entries = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8"))["store"]
    assert {one["contestant"] for one in entries} <= known.contestants.keys()

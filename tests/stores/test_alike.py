"""Stores of a kind are used alike: the classes of durability that they have, and their caches."""

from __future__ import annotations

import re

from assay.base.checkout import CHECKOUT
from assay.catalog.catalog import Catalog

CODE = {".py", ".js", ".go", ".rs", ".java"}


def code_of(name: str) -> str:
    paths = (CHECKOUT / "contestants" / name).rglob("*")
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(paths) if path.suffix in CODE)


def test_a_store_that_syncs_at_the_end_has_the_class_below(known: Catalog) -> None:
    """What survives the end of the machine survives that of the process; reads are of that class by default."""
    stores = {c.name: c.manifest.store for c in known.contestants.values() if c.manifest.store and c.root == CHECKOUT}
    assert [name for name, store in stores.items() if "D2" in store.durability and "D1" not in store.durability] == []


def test_block_caches_have_one_size(known: Catalog) -> None:
    texts = {c.name: c.manifest.description for c in known.contestants.values() if c.manifest.store}
    said = {name: size for name, text in texts.items() for size in re.findall(r"block cache of (\w+ \w+)", text)}
    assert {"node/classic-level", "python/plyvel", "python/rocksdict", "go/badger", "go/pebble"} <= said.keys()
    assert set(said.values()) == {"32 MB"}
    assert [name for name in said if "32 << 20" not in code_of(name)] == []

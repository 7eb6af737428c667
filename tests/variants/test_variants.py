"""Variants of contestants: each change finds its place, and what is made is a catalog."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.catalog import catalog
from assay.languages.rust.recipe import library_version
from assay.languages.shared.sources import library_folder
from studies.variants.make import Variant, main, make, variants


def test_every_variant_can_be_made_and_is_another_contestant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(tmp_path)
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    known = catalog.load()
    for variant in variants():
        made, ours = known.contestant(variant.name), known.contestant(variant.of)
        assert made.manifest.library == ours.manifest.library
        for file, _, new in variant.changes:
            assert new in (made.folder / file).read_text(encoding="utf-8")


def test_a_variant_of_a_library_of_this_checkout_finds_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main(tmp_path)
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    known = catalog.load()
    pairs = [(known.contestant(one.name), known.contestant(one.of)) for one in variants()]
    found = [(library_version(made), library_version(ours)) for made, ours in pairs if library_folder(made)]
    assert found and all(made == ours for made, ours in found)


def test_a_change_without_a_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"python/json/adapter\.py: 'no such' is there 0 times"):
        make(Variant("python/json-x", "python/json", "", [("adapter.py", "no such", "")]), tmp_path)

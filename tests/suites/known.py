"""The suites, with one of all types beside them, and the cells of theirs that are known to fail."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from buildable import here

from assay.catalog import catalog
from assay.catalog.catalog import Catalog

EXCEPTIONS = Path(__file__).parent / "exceptions.toml"
EVERYTHING = Path(__file__).parents[1] / "everything"  # a schema with all types, as a suite


def everything_known() -> Catalog:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASSAY_CATALOG", str(EVERYTHING))
        return catalog.load()


KNOWN = everything_known()

Key = tuple[str, str, str]  # workload, contestant, operation


def listed(suite: str, workload: str) -> dict[Key, str]:
    """Of the contestants that this machine can build: what fails, and words of the reason."""
    able = {c.name for c in here()}
    entries = tomllib.loads(EXCEPTIONS.read_text(encoding="utf-8")).get(suite, [])
    return {
        (one["workload"], one["contestant"], operation): one["reason"]
        for one in entries
        for operation in one["operations"]
        if one["workload"] == workload and one["contestant"] in able
    }

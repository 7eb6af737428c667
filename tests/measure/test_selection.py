"""Contestants that a suite leaves out take part where a request names them or their language, and not else."""

from __future__ import annotations

import dataclasses

import pytest
from asking import ORDINARY, asked

from assay.catalog.catalog import Catalog, Suite
from assay.measure.selection.select import select

LEFT_OUT = "python/fastavro"


@pytest.fixture
def some(known: Catalog) -> Catalog:
    """The catalog, with a suite that leaves a contestant out."""
    suite = known.suite("avro-languages")
    manifest = suite.manifest.model_copy(update={"without": [LEFT_OUT]})
    return dataclasses.replace(known, suites={"some": Suite("some", manifest)})


@pytest.mark.parametrize(
    ("words", "takes_part"),
    [
        ({}, False),
        ({"formats": ["avro"]}, False),
        ({"operations": ["write"]}, False),
        ({"languages": ["python"]}, True),
        ({"contestants": ["fastavro", "avro-c"]}, True),
    ],
)
def test_they_take_part_where_they_or_their_language_are_named(
    some: Catalog, words: dict[str, list[str]], takes_part: bool
) -> None:
    chosen = [one.name for one in select(some, asked(ORDINARY, suite="some", records=[10], **words)).contestants]
    assert (LEFT_OUT in chosen) == takes_part
    assert len(chosen) > 1

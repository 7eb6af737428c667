"""Contestants that a suite leaves out take part where a request names them or their language, and not else. Operations
that are asked for, and that no contestant has, are named.
"""

from __future__ import annotations

import dataclasses

import pytest
from asking import ORDINARY, asked

from assay.base.errors import AssayError
from assay.base.progress import Progress
from assay.catalog.catalog import Catalog, Suite
from assay.measure.run import announce
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


def test_operations_that_none_of_the_contestants_has_are_an_error_that_names_them(known: Catalog) -> None:
    request = asked(ORDINARY, contestants=["node/avsc"], operations=["encode-into", "put"], records=[10])
    with pytest.raises(AssayError) as caught:
        select(known, request)
    said = "none of these contestants has encode-into or put; they have encode, decode, access, write, read"
    assert str(caught.value) == said


def test_an_operation_that_none_of_the_contestants_has_is_left_out_aloud(
    known: Catalog, capsys: pytest.CaptureFixture[str]
) -> None:
    request = asked(ORDINARY, contestants=["node/avsc"], operations=["encode", "encode-into"], records=[10])
    selection = select(known, request)
    announce(selection, request.settings, Progress())
    first, second = capsys.readouterr().err.splitlines()
    assert ": 1 contestant, encode, on " in first
    assert second == "encode-into: left out, as none of these contestants has it"

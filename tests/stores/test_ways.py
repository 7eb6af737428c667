"""In which classes stores are asked for what."""

from __future__ import annotations

import pytest

from assay.boundaries.stores.boundary import ways
from assay.results.request import StoreRequest


@pytest.mark.parametrize(
    ("asked", "written", "read"),
    [
        (["D1"], ["D1"], ["D1"]),
        (["D2", "D3"], ["D2", "D3"], ["D2"]),
        (["D0", "D1", "D2", "D3"], ["D0", "D1", "D2", "D3"], ["D0", "D1"]),
        (["D0"], ["D0"], ["D0"]),
    ],
)
def test_what_reads_is_asked_in_memory_and_in_the_first_other_class(
    asked: list[str], written: list[str], read: list[str]
) -> None:
    plan = StoreRequest.model_validate({"durability": asked, "modes": ["warm", "cold"], "boundaries": ["parsed"]})
    assert [way.durability for way in ways(plan, "put")] == written
    for operation in ("scan", "get", "batches"):
        found = ways(plan, operation)
        assert list(dict.fromkeys(way.durability for way in found)) == read
        assert {way.mode for way in found} == {"warm", "cold"}

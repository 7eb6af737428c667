"""The same adapters in a real Chromium: proved by the lab's own proof, measured by the same requests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from assay.build.builder import Built, missing
from assay.catalog import catalog
from assay.data.recordset import RecordSet

# One with a format of text and no bytes of Node's, one whose library wants Node's.
NAMES = ("browser/json", "browser/avsc")
COARSEST_CLOCK_NS = 100_000


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    if reason := missing(catalog.load().contestant(request.param)):
        pytest.skip(reason)
    return str(request.param)


@pytest.fixture
def built(build: Callable[[str, RecordSet], Built], name: str, people: RecordSet) -> Built:
    return build(name, people)

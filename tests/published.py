"""The results documents of this repository; the large ones are for those who have more time."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from assay.base.checkout import CHECKOUT

RESULTS = CHECKOUT / "results"
LARGE = 250_000  # bytes


def each(paths: Iterable[Path] = tuple(RESULTS.glob("*.json"))) -> list[Any]:
    """Parameters for a test of every one of some documents."""
    return [
        pytest.param(path, id=path.stem, marks=pytest.mark.slow if path.stat().st_size > LARGE else [])
        for path in sorted(paths)
    ]

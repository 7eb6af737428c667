"""A build that fails says why in one line, without paths of the machine: the line goes into results documents."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from assay import cache
from assay.build.recipe import BuildFailed, run
from assay.house import HOUSE


def test_the_reason_names_no_path_of_the_machine() -> None:
    folder = cache.root() / "build" / "test-reasons"
    folder.mkdir(parents=True, exist_ok=True)
    complaint = f"error: {HOUSE}/kits and {Path.home()}/somewhere cannot be compiled"
    with pytest.raises(BuildFailed) as caught:
        run([sys.executable, "-c", f"raise SystemExit({complaint!r})"], folder / "build.log")
    reason = str(caught.value)
    assert "cannot be compiled (log: $ASSAY_CACHE/build/test-reasons/build.log)" in reason
    assert not [place for place in (cache.root(), HOUSE, Path.home()) if str(place) in reason]

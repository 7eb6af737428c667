"""Formats that no reference reads: what each of their libraries has written every other one reads."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from buildable import here
from suites.known import KNOWN

from assay.base.progress import Progress
from assay.measure.interop.matrices import exchange_all
from assay.measure.selection.select import select
from assay.runner.process import Limits

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", ["capnproto", "flatbuffers"])
def test_every_library_reads_every_others_bytes(name: str, tmp_path: Path) -> None:
    contestants = [c.name for c in here() if c.manifest.format == name]
    if len(contestants) < 2:
        pytest.skip(f"fewer than two libraries of {name} can be built here")
    wanted = asked(contestants=contestants, workloads=["everything"], records=[40], operations=["encode", "decode"])
    (pairs,) = exchange_all(select(KNOWN, wanted), Limits(4 << 30, 120), tmp_path, Progress(quiet=True))
    assert not pairs.unable
    assert pairs.outcome == {(writer, reader): "" for writer in contestants for reader in contestants}

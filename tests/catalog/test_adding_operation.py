"""A new operation is one row of the lab's table and a row of a kit's: everything else follows from what they say."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from report.printed import printed

from assay.analysis.figures import analyse
from assay.base.progress import Progress
from assay.catalog import catalog
from assay.measure import run as runs
from assay.operations import OPERATIONS, Operation
from assay.results.request import Settings

# Bytes in, the same bytes out, by way of a value: what a proxy does that checks what it passes on.
RECODE = Operation("recode", "codec", "encoded", "encoded", "each", "bytes to a record and back")

MANIFEST = """
title = "passing on"
library = "none"
version = "system"
format = "avro"
description = "Passes bytes on. {how}"
operations = ["recode"]
lane = {{ typing = "generic", buffer = "fresh", strings = "owned", input_checking = true }}
"""
ADAPTER = """
from assay_kit import loop
from assay_kit.operations import OPERATIONS, Operation

OPERATIONS["recode"] = Operation("encoded", "encoded", loop.record_passes)


class Adapter:
    library = "none"
    version = "1"

    def __init__(self, schema):
        pass

    def recode(self, data):
        return {body}
"""


def contestant(root: Path, name: str, body: str) -> None:
    folder = root / "contestants" / "python" / name
    folder.mkdir(parents=True)
    (folder / "contestant.toml").write_text(MANIFEST.format(how=name))
    (folder / "adapter.py").write_text(ADAPTER.format(body=body))


@pytest.mark.slow
def test_an_operation_is_a_row_and_kit_code(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    contestant(tmp_path, "passes-on", "bytes(bytearray(data))")
    contestant(tmp_path, "passes-on-less", "data[:-1]")
    monkeypatch.setenv("ASSAY_CATALOG", str(tmp_path))
    monkeypatch.setitem(OPERATIONS, "recode", RECODE)

    request = asked(
        settings, contestants=["passes-on", "passes-on-less"], operations=["recode"], records=[150], across_lanes=True
    )
    document = runs.run(catalog.load(), request, tmp_path / "run.json", Progress(quiet=True))

    cells = {c.contestant: c for c in document.cells if not c.control and not c.harness}
    honest, other = cells["python/passes-on"], cells["python/passes-on-less"]
    assert honest.status in ("measured", "unstable"), honest.reason
    assert honest.proof is not None and (honest.proof.bytes, honest.proof.sizes is None) == ("identical", False)
    assert other.status == "unverified" and "record 0" in other.reason
    text = printed(analyse(document))
    assert "## person recode, 150 records" in text

"""Everybody reads everybody's Avro, bytes and files: all pairs of contestants, all workloads, few records."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from buildable import here

from assay.base.progress import Progress
from assay.catalog import catalog
from assay.catalog.catalog import BROWSER
from assay.measure.interop.matrices import exchange_all
from assay.measure.interop.matrix import Pairs
from assay.measure.selection.select import select
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

# Typed contestants are compiled for each. Those that are like another have its schema.
KNOWN = catalog.load().workloads
WORKLOADS = sorted(name for name, w in KNOWN.items() if not w.manifest.harness and not w.manifest.like)
KINDS = ["bytes", "files (null)", "files (deflate)"]

# Pairs that fail: (kind, workload, writer, reader) -> a word of the reason; and who cannot take part at all:
# (kind, workload, contestant, role). "*" stands for all workloads. These lists may only shrink.
DEFLATE = "files (deflate)"
STRAY = "There's data left in the block"  # three bytes after the deflate stream, which most readers pass over
NO_CUSTOM_CODERS = "custom coders only where all unions are of null and one other type"
FAILING: dict[tuple[str, str, str, str], str] = {
    (DEFLATE, "*", "python/fastavro", "rust/serde_avro_fast"): STRAY,
    (DEFLATE, "*", "python/avro", "rust/serde_avro_fast"): STRAY,
}
UNABLE: dict[tuple[str, str, str, str], str] = {
    (DEFLATE, "*", "c/avro-c", "writer"): "deflate with level 9 only",
    **{
        (kind, "union", "java/avro-specific-custom-coders", role): NO_CUSTOM_CODERS
        for kind in KINDS
        for role in ("writer", "reader")
    },
}


@pytest.fixture(scope="module")
def matrix(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Pairs]:
    """The pairs of one workload, of all kinds."""
    wanted = asked(
        workloads=[request.param],
        records=[40],
        operations=["encode", "decode", "write", "read"],
        compressions=["null", "deflate"],
        block_bytes=500,
    )
    folder: Path = tmp_path_factory.mktemp("matrix")
    return exchange_all(select(catalog.load(), wanted), Limits(4 << 30, 120), folder, Progress(quiet=True))


def expected(table: dict[tuple[str, str, str, str], str], kind: str, workload: str, a: str, b: str) -> str | None:
    return table.get((kind, workload, a, b)) or table.get((kind, "*", a, b))


@pytest.mark.parametrize("matrix", WORKLOADS, indirect=True)
def test_every_reader_finds_every_writers_records(matrix: list[Pairs]) -> None:
    assert [pairs.kind for pairs in matrix] == KINDS
    assert not [complaint for pairs in matrix for complaint in complaints(pairs)]
    names = {name for pairs in matrix for pair in [*pairs.outcome, *pairs.unable] for name in pair}
    avro = [c for c in here() if c.manifest.format == "avro" and not c.manifest.harness]
    assert {c.name for c in avro if c.language != BROWSER} <= names  # a browser takes part only where it is asked for


def complaints(pairs: Pairs) -> list[str]:
    """What is not as the lists say."""
    kind, workload = pairs.kind, pairs.workload
    wrong = []
    for (writer, reader), reason in pairs.outcome.items():
        word = expected(FAILING, kind, workload, writer, reader)
        if word is None and reason:
            wrong.append(f"{kind}: {reader} reading {writer}: {reason}")
        elif word is not None and word not in reason:
            wrong.append(
                f"{kind}: {reader} reading {writer}: expected to fail by {word!r}, found {reason or 'that it works'!r}"
            )
    for (name, role), reason in pairs.unable.items():
        word = expected(UNABLE, kind, workload, name, role)
        if word is None or word not in reason:
            wrong.append(f"{kind}: {name} as a {role}: {reason}")
    return wrong

"""Everybody reads everybody's bytes and files: all pairs of contestants, few records."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import here

from assay.catalog import catalog
from assay.measure.prepare import exchange_all
from assay.measure.wanted import Wanted, select
from assay.progress import Progress
from assay.runner.process import Limits
from assay.verify.matrix import Pairs

# Workloads that have between them every type and nesting of the others; typed contestants are compiled for each.
WORKLOADS = ["coupon", "history-item", "media-content", "person", "union"]
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
def matrix(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Pairs]:
    wanted = Wanted(
        workloads=WORKLOADS,
        records=[40],
        operations=["encode", "decode", "write", "read"],
        compressions=["null", "deflate"],
        block_bytes=500,
    )
    folder: Path = tmp_path_factory.mktemp("matrix")
    results = exchange_all(select(catalog.load(), wanted), Limits(4 << 30, 120), folder, Progress(quiet=True))
    return {(result.kind, result.workload): result for result in results}


def expected(table: dict[tuple[str, str, str, str], str], kind: str, workload: str, a: str, b: str) -> str | None:
    return table.get((kind, workload, a, b)) or table.get((kind, "*", a, b))


@pytest.mark.parametrize("workload", WORKLOADS)
@pytest.mark.parametrize("kind", KINDS)
def test_every_reader_finds_every_writers_records(
    matrix: dict[tuple[str, str], Pairs], kind: str, workload: str
) -> None:
    pairs = matrix[kind, workload]
    wrong = []
    for (writer, reader), reason in pairs.outcome.items():
        word = expected(FAILING, kind, workload, writer, reader)
        if word is None and reason:
            wrong.append(f"{reader} reading {writer}: {reason}")
        elif word is not None and word not in reason:
            wrong.append(
                f"{reader} reading {writer}: expected to fail by {word!r}, found {reason or 'that it works'!r}"
            )
    for (name, role), reason in pairs.unable.items():
        word = expected(UNABLE, kind, workload, name, role)
        if word is None or word not in reason:
            wrong.append(f"{name} as a {role}: {reason}")
    assert not wrong


def test_every_contestant_that_is_here_takes_part(matrix: dict[tuple[str, str], Pairs]) -> None:
    names = {name for pairs in matrix.values() for pair in pairs.outcome for name in pair}
    assert {c.name for c in here() if not c.manifest.harness} <= names

"""Everybody reads everybody's Avro, bytes and files: all pairs of contestants, few records.

That each reads the reference's bytes of many schemas, and writes what it reads, the tests of the suites show.
What is left is that they read what others write in another way: blocks, orders of maps, headers of files. For that a
schema with all types will do, and one that everybody can take; nightly it is every workload.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import asked
from buildable import here
from suites.known import KNOWN, listed

from assay.base.progress import Progress
from assay.catalog.catalog import BROWSER
from assay.measure.interop.matrices import exchange_all
from assay.measure.interop.matrix import Pairs
from assay.measure.selection.select import select
from assay.runner.process import Limits

pytestmark = pytest.mark.slow

# Typed contestants are compiled for each. Those that are like another have its schema.
WORKLOADS = sorted(name for name, w in KNOWN.workloads.items() if not w.manifest.harness and not w.manifest.like)
EVERYTHING = "everything"
ALWAYS = (EVERYTHING, "person")
AVRO = {
    c.name for c in here() if c.manifest.format == "avro" and not c.manifest.harness and c.language != BROWSER
}  # a browser takes part only where it is asked for
KINDS = ["bytes", "files (null)", "files (deflate)"]

# Pairs that fail: (kind, workload, writer, reader) -> a word of the reason; and who cannot take part at all:
# (kind, workload, contestant, role). "*" stands for all workloads. These lists may only shrink.
DEFLATE = "files (deflate)"
STRAY = "There's data left in the block"  # three bytes after the deflate stream, which most readers pass over
NO_CUSTOM_CODERS = "custom coders only where all unions are of null and one other type"
BLOCKS = ("everything", "person")  # workloads in which cavro meets a block with its size
FAILING: dict[tuple[str, str, str, str], str] = {
    (DEFLATE, "*", "python/fastavro", "rust/serde_avro_fast"): STRAY,
    (DEFLATE, "*", "python/avro", "rust/serde_avro_fast"): STRAY,
    # hamba writes blocks with their sizes, as the specification allows.
    ("bytes", "everything", "go/hamba", "java/jackson-avro"): "Invalid Union index",
    **{("bytes", workload, "go/hamba", "python/cavro"): "Not enough input data" for workload in BLOCKS},
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
        contestants=sorted(taking_part(request.param)),
        workloads=[request.param],
        records=[40],
        operations=["encode", "decode", "write", "read"],
        compressions=["null", "deflate"],
        block_bytes=16_000 if request.param == EVERYTHING else 500,  # c/avro-c wants room for a record
    )
    folder: Path = tmp_path_factory.mktemp("matrix")
    return exchange_all(select(KNOWN, wanted), Limits(4 << 30, 120), folder, Progress(quiet=True))


def taking_part(workload: str) -> set[str]:
    """Who can take the schema: of that with all types, the suites' list of exceptions says who cannot."""
    return AVRO - {contestant for _, contestant, _ in listed(EVERYTHING, workload)}


def expected(table: dict[tuple[str, str, str, str], str], kind: str, workload: str, a: str, b: str) -> str | None:
    return table.get((kind, workload, a, b)) or table.get((kind, "*", a, b))


@pytest.mark.parametrize(
    ("matrix", "workload"),
    [pytest.param(name, name, marks=[] if name in ALWAYS else pytest.mark.nightly) for name in WORKLOADS],
    indirect=["matrix"],
)
def test_every_reader_finds_every_writers_records(matrix: list[Pairs], workload: str) -> None:
    assert [pairs.kind for pairs in matrix] == KINDS
    assert not [complaint for pairs in matrix for complaint in complaints(pairs)]
    names = {name for pairs in matrix for pair in [*pairs.outcome, *pairs.unable] for name in pair}
    assert taking_part(workload) <= names


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

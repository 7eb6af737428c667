"""The operations write and read of every contestant that has them: each codec, in the clock and out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from buildable import here
from keeping import Kept, keeping

from assay.boundaries.codecs.proof import prove, prove_outputs
from assay.boundaries.codecs.task import codec_task
from assay.boundaries.containers.judging import judge_timed_container
from assay.boundaries.containers.task import ContainerTask
from assay.builder.builder import Built
from assay.data.containers import LEVELS
from assay.data.recordset import RecordSet
from assay.results.way import ContainerWay
from assay.runner import session
from assay.runner.broken import Broken, Refused
from assay.runner.process import Limits
from assay_plain.digest import SplitMix64, combine, fnv1a, sample

pytestmark = pytest.mark.slow

CELLS = [(c.name, operation) for c in here() for operation in ("write", "read") if operation in c.manifest.operations]
NAMES = sorted({name for name, _ in CELLS})

# What a library cannot do. This list may only shrink.
NO_CODEC: dict[tuple[str, str], set[str]] = {
    ("go/goavro", "write"): {"zstandard"},
    ("go/goavro", "read"): {"zstandard"},
    ("c/avro-c", "write"): {"deflate", "zstandard"},  # it writes deflate of level 9 only
    ("c/avro-c", "read"): {"zstandard"},
    ("ocaml/ocaml-avro", "write"): {"snappy", "zstandard"},
    ("ocaml/ocaml-avro", "read"): {"snappy", "zstandard"},
}

# What the machine decides: Node.js has Zstandard from 22.15 on; the others load what else is installed, if it is.
DEPENDS = {
    "node/avro-js": {"zstandard"},
    "node/avsc": {"zstandard"},
    "node/ingot": {"zstandard"},
    "node/ingot-avsc": {"zstandard"},
    "ocaml/avro-simple": {"snappy", "zstandard"},
    "ruby/avro": {"snappy", "zstandard"},
}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with keeping(tmp_path_factory.mktemp("containers"), Limits(memory=2 << 30, reply=60)) as one:
        yield one


@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_the_cell_is_proved(
    name: str,
    operation: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    """As a run does it, with one codec: what rests on times does not depend on the codec."""
    task = ContainerTask(people, operation, way_of("null"))
    verdict = prove(build(name, people), task, limits, tmp_path)
    assert verdict.broken is None, verdict.broken.reason
    assert verdict.proved is not None


@pytest.mark.parametrize("codec", LEVELS)
@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_outputs_are_right_or_the_codec_unsupported(
    name: str,
    operation: str,
    codec: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    kept: Kept,
    tmp_path: Path,
) -> None:
    task = ContainerTask(people, operation, way_of(codec))
    broken: Broken | None = None
    try:
        process = kept.process(build(name, people))
        session.load(process, task, people.records)
        prove_outputs(process, task, tmp_path, None)
    except Broken as error:
        broken = error
        kept.end()
    if codec in DEPENDS.get(name, set()) and broken:
        assert broken.status == "unsupported", broken.reason
    elif codec in NO_CODEC.get((name, operation), set()):
        assert broken is not None, "this works now: strike it from NO_CODEC"
        assert broken.status == "unsupported", broken.reason
    else:
        assert broken is None, broken.reason


def way_of(codec: str) -> ContainerWay:
    return ContainerWay(compression=codec, level=LEVELS[codec], block_bytes=4000)


@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_timed_batches_hold_what_was_proved(
    name: str,
    operation: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    way = way_of("null")
    task = ContainerTask(people, operation, way)
    output = tmp_path / "made.avro"
    settings: dict[str, Any] = {"operation": operation, "min_batch_ns": 1000, "threads": 1, "seed": 77, "samples": 9}
    if operation == "write":
        settings["output"] = str(output)
    with session.start(build(name, people), tmp_path / "log", limits) as process:
        session.load(process, task, people.decoys)
        process.ask("warm", seconds=0.001, **settings)
        session.swap(process, task, people.records)
        reply = process.ask("measure", batches=3, **settings)
        process.bye()
    generator = SplitMix64(77)
    each = [fnv1a(line.encode()) for line in people.records.lines]
    assert len(reply["batches"]) == 3
    for batch in reply["batches"]:
        assert batch["records"] == batch["passes"] * len(each)
        if operation == "read":
            drawn = sample(generator, batch["passes"], len(each), 9)
            assert batch["digest"] == combine(each[index] for _, index in drawn)
        else:
            assert batch["digest"] is None
    if operation == "write":
        judge_timed_container(output, people, people.records, way)


@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_without_settings_there_are_no_containers(
    name: str,
    operation: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    with session.start(build(name, people), tmp_path / "log", limits) as process:
        session.load(process, codec_task(people, "encode"), people.records)
        with pytest.raises(Refused) as caught:
            process.ask("prove", operation=operation, output=str(tmp_path / "out"))
        assert caught.value.kind == "unsupported"

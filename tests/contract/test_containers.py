"""The operations write and read of every contestant that has them: each codec, in the clock and out of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from buildable import here

from assay.boundaries.codecs.proof import prove
from assay.boundaries.codecs.task import codec_task
from assay.boundaries.containers.judging import judge_timed_container
from assay.boundaries.containers.task import ContainerTask
from assay.build.builder import Built
from assay.data.containers import LEVELS
from assay.data.recordset import RecordSet
from assay.results.way import ContainerWay
from assay.runner import session
from assay.runner.broken import Refused
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
    "ocaml/avro-simple": {"snappy", "zstandard"},
    "ruby/avro": {"snappy", "zstandard"},
}


@pytest.mark.parametrize("codec", LEVELS)
@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_the_cell_is_proved_or_its_codec_unsupported(
    name: str,
    operation: str,
    codec: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    way = ContainerWay(compression=codec, level=LEVELS[codec], block_bytes=4000)
    task = ContainerTask(people, operation, way)
    verdict = prove(build(name, people), task, limits, tmp_path)
    if codec in DEPENDS.get(name, set()) and verdict.broken:
        assert verdict.broken.status == "unsupported", verdict.broken.reason
    elif codec in NO_CODEC.get((name, operation), set()):
        assert verdict.broken is not None, "this works now: strike it from NO_CODEC"
        assert verdict.broken.status == "unsupported", verdict.broken.reason
    else:
        assert verdict.broken is None, verdict.broken.reason
        assert verdict.proved is not None


@pytest.mark.parametrize(("name", "operation"), CELLS)
def test_timed_batches_hold_what_was_proved(
    name: str,
    operation: str,
    people: RecordSet,
    build: Callable[[str, RecordSet], Built],
    limits: Limits,
    tmp_path: Path,
) -> None:
    way = ContainerWay(compression="null", level=None, block_bytes=4000)
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

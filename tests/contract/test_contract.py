"""One test of the contract for every contestant of every language: each request, malformed requests, end of input.

Tests of one contestant follow each other and share its process, unless they ask for a fresh one: each loads again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from buildable import here
from keeping import Kept, keeping

from assay.boundaries.codecs import proof
from assay.boundaries.codecs.self_read import in_format
from assay.boundaries.codecs.task import CodecTask, codec_task
from assay.builder.builder import Built
from assay.catalog.catalog import BROWSER, Catalog
from assay.data.formats.encoded import Encoded
from assay.data.recordset import Part, RecordSet
from assay.data.workload import record_set
from assay.operations import OPERATIONS, named
from assay.runner import session
from assay.runner.broken import Refused
from assay.runner.process import Limits, Process
from assay_plain.digest import SplitMix64, combine, fnv1a, sample

pytestmark = pytest.mark.slow

LIMITS = Limits(memory=2 << 30, reply=60)

CODECS = sorted((c for c in here() if c.manifest.store is None), key=lambda c: c.name)
# What is the kit's own doing is tried with one contestant of a language.
OF_KITS = list({c.language: c for c in reversed(CODECS) if not c.manifest.harness}.values())
# In a browser the adapters are Node's; one shows that the kit is right there, too.
CONTESTANTS = [c for c in CODECS if c.language != BROWSER or c in OF_KITS]
WORKLOADS = ("person", "single-key")  # the second for formats that know flat rows or single values only
AVRO = "avro"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Every test for every contestant, or for every kit; and for its operations where it has some."""
    chosen = OF_KITS if metafunc.definition.get_closest_marker("kit") else CONTESTANTS
    if "operation" in metafunc.fixturenames:
        pairs = [(c.name, o) for c in chosen for o in named("codec") if o in c.manifest.operations]
        metafunc.parametrize(("name", "operation"), pairs)
    elif "name" in metafunc.fixturenames:
        metafunc.parametrize("name", [c.name for c in chosen])


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    with keeping(tmp_path_factory.mktemp("contract"), LIMITS) as one:
        yield one


_chosen: dict[str, str] = {}


@pytest.fixture
def records(known: Catalog, name: str, build: Callable[[str, RecordSet], Built], kept: Kept) -> RecordSet:
    """What the contestant is tried on: nothing for the kits' own null contestants, else the first that it can load."""
    if name not in _chosen:
        candidates = ["null"] if known.contestant(name).manifest.harness else _candidates(known, name)
        _chosen[name] = next(w for w in candidates if _loads(build(name, _set(known, w)), _set(known, w), kept))
    return _set(known, _chosen[name])


def _candidates(known: Catalog, name: str) -> list[str]:
    """Workloads for which other tests build it, too, before those that every format has."""
    own = known.contestant(name).manifest.format
    suites = [suite.manifest for suite in known.suites.values() if own in (suite.manifest.formats or ())]
    found = [workload for suite in suites for workload in reversed(suite.workloads)]
    return [*([] if own == AVRO else found), *WORKLOADS]


def _set(known: Catalog, workload: str) -> RecordSet:
    return record_set(known.workload(workload), 300, 42)


def _loads(built: Built, records: RecordSet, kept: Kept) -> bool:
    task = codec_task(records, "encode", Encoded(built.contestant.manifest.format, None))
    try:
        session.load(kept.process(built), task, records.records)
    except Refused as refused:
        assert refused.kind == "unsupported"
        return False
    return True


@pytest.fixture
def built(build: Callable[[str, RecordSet], Built], name: str, records: RecordSet) -> Built:
    return build(name, records)


_encoded: dict[str, Encoded] = {}


@pytest.fixture
def task(built: Built, name: str, records: RecordSet, tmp_path_factory: pytest.TempPathFactory) -> CodecTask:
    """The operation in it is ignored: the tests name their own."""
    if name not in _encoded:
        _encoded[name] = in_format(built, records, LIMITS, tmp_path_factory.mktemp("encoded"))
    return codec_task(records, "encode", _encoded[name])


@pytest.fixture
def process(built: Built, tmp_path: Path) -> Iterator[Process]:
    """A fresh one, without any request yet."""
    with session.start(built, tmp_path / "log", LIMITS) as started:
        yield started


@pytest.fixture
def asked(kept: Kept, built: Built, request: pytest.FixtureRequest) -> Iterator[Process]:
    """One that may have been asked by other tests; a test that fails leaves it in no state for others."""
    before = request.session.testsfailed
    yield kept.process(built)
    if request.session.testsfailed > before:
        kept.end()


@pytest.fixture
def loaded(asked: Process, task: CodecTask) -> Process:
    session.load(asked, task, task.records.records)
    return asked


def outputs(process: Process, task: CodecTask, operation: str, path: Path, part: Part | None = None) -> Sequence[bytes]:
    """What `prove` hands over for each record, judged."""
    return proof.outputs(process, replace(task, operation=operation), part or task.records.records, path, None).of_each


def refused(process: Process, line: bytes) -> Refused:
    with pytest.raises(Refused) as caught:
        process.ask_line(line)
    assert "\n" not in str(caught.value)
    return caught.value


def request_line(**keys: Any) -> bytes:
    return json.dumps(keys).encode() + b"\n"


def test_hello_tells_what_is_loaded(asked: Process, built: Built) -> None:
    reply = session.greet(asked, built)
    manifest = built.contestant.manifest
    assert reply["protocol"] == 1
    assert reply["contestant"] == built.contestant.name
    assert reply["library"] == manifest.library
    assert reply["version"] == manifest.version or (manifest.from_machine and reply["version"])
    assert reply["runtime"]
    assert set(reply["operations"]) >= set(manifest.operations)


@pytest.mark.kit
def test_another_protocol_is_refused(process: Process) -> None:
    assert refused(process, request_line(request="hello", protocol=999)).kind == "bad_input"


def test_load_tells_the_time_of_setting_up(asked: Process, task: CodecTask) -> None:
    assert session.load(asked, task, task.records.records) >= 0


def test_every_output_is_right_before_and_after_a_swap(
    loaded: Process, task: CodecTask, operation: str, tmp_path: Path
) -> None:
    outputs(loaded, task, operation, tmp_path / "out")
    for part in (task.records.decoys, task.records.records):
        session.swap(loaded, task, part)
        outputs(loaded, task, operation, tmp_path / part.name, part)


def test_without_reference_bytes_a_contestant_decodes_its_own(
    asked: Process, built: Built, task: CodecTask, tmp_path: Path
) -> None:
    if {"encode", "decode"} <= set(built.contestant.manifest.operations):
        asked.ask("load", **(task.load_keys(task.records.records) | {"encoded": None}))
        outputs(asked, task, "decode", tmp_path / "out")


def test_inspect_finds_owned_and_finished_values(loaded: Process, operation: str) -> None:
    reply = loaded.ask("inspect", operation=operation, rounds=2)
    assert reply["shared"] is False
    if operation == "decode":
        names = ("operation_ns", "first_read_ns", "second_read_ns", "loaded_read_ns")
        assert all(reply[name] >= 0 for name in names)


@pytest.mark.parametrize("request_name", ["warm", "measure"])
def test_batches_are_whole_passes_with_the_digest_of_their_samples(
    loaded: Process, task: CodecTask, operation: str, request_name: str, tmp_path: Path
) -> None:
    length = {"seconds": 0.01} if request_name == "warm" else {"batches": 4}
    reply = loaded.ask(
        request_name, operation=operation, min_batch_ns=1000, threads=1, seed=2**53 - 1, samples=16, **length
    )
    assert reply["timer_ns"] >= 1
    batches = reply["batches"]
    assert len(batches) == 4 if request_name == "measure" else batches
    each = [fnv1a(data) for data in outputs(loaded, task, operation, tmp_path / "out")]
    generator = SplitMix64(2**53 - 1)
    for batch in batches:
        assert batch["records"] == batch["passes"] * len(each)
        assert batch["wall_ns"] > 0 and batch["cpu_ns"] >= 0
        drawn = sample(generator, batch["passes"], len(each), 16)
        assert batch["digest"] == combine(each[index] for _, index in drawn)
        for optional in ("allocated_bytes", "gc_ns"):
            assert batch[optional] is None or batch[optional] >= 0


def test_once_is_one_pass(loaded: Process, task: CodecTask, operation: str, tmp_path: Path) -> None:
    batch = loaded.ask("once", operation=operation, seed=11, samples=16)["batch"]
    check_once(batch, outputs(loaded, task, operation, tmp_path / "out"))


@pytest.mark.kit
def test_once_is_one_pass_with_nothing_before_it(
    process: Process, task: CodecTask, operation: str, tmp_path: Path
) -> None:
    session.load(process, task, task.records.records)
    batch = process.ask("once", operation=operation, seed=11, samples=16)["batch"]
    check_once(batch, outputs(process, task, operation, tmp_path / "out"))


def check_once(batch: dict[str, Any], expected: Sequence[bytes]) -> None:
    each = [fnv1a(data) for data in expected]
    assert (batch["passes"], batch["records"]) == (1, len(each))
    assert batch["wall_ns"] > 0
    assert batch["digest"] == combine(each[index] for _, index in sample(SplitMix64(11), 1, len(each), 16))


def test_several_threads_do_the_same_or_are_refused(
    loaded: Process, task: CodecTask, operation: str, tmp_path: Path
) -> None:
    try:
        reply = loaded.ask("measure", operation=operation, batches=1, min_batch_ns=1000, threads=2, seed=5, samples=8)
    except Refused as error:
        assert error.kind == "unsupported"
        return
    (batch,) = reply["batches"]
    each = [fnv1a(data) for data in outputs(loaded, task, operation, tmp_path / "out")]
    assert batch["records"] == 2 * batch["passes"] * len(each)
    drawn = sample(SplitMix64(5), batch["passes"], len(each), 8)
    assert batch["digest"] == combine(each[index] for _, index in drawn)


MALFORMED = {
    "not JSON": b"{\n",
    "not UTF-8": b'{"request": "\xff"}\n',
    "an empty line": b"\n",
    "a list": b"[1, 2]\n",
    "a number": b"17\n",
    "no request": b'{"records": 1}\n',
    "a request that is not a string": b'{"request": 3}\n',
    "an unknown request": b'{"request": "dance"}\n',
    "a missing key": b'{"request": "hello"}\n',
    "a key of the wrong type": b'{"request": "hello", "protocol": "one"}\n',
    "a load without its keys": b'{"request": "load", "workload": "person"}\n',
}


@pytest.mark.kit
@pytest.mark.parametrize("line", MALFORMED.values(), ids=MALFORMED)
def test_malformed_requests_are_refused_and_survived(asked: Process, built: Built, line: bytes) -> None:
    assert refused(asked, line).kind == "bad_input"
    session.greet(asked, built)


BATCH_KEYS = {"min_batch_ns": 1000, "threads": 1, "seed": 1, "samples": 1}
NEED_RECORDS: dict[str, dict[str, Any]] = {
    "prove": {"operation": "encode", "output": "unused"},
    "inspect": {"operation": "encode", "rounds": 1},
    "warm": {"operation": "encode", "seconds": 0.001, **BATCH_KEYS},
    "measure": {"operation": "encode", "batches": 1, **BATCH_KEYS},
    "once": {"operation": "encode", "seed": 1, "samples": 1},
    "swap": {"records": "unused", "encoded": None, "count": 1},
}


@pytest.mark.kit
def test_nothing_is_done_before_records_are_loaded(process: Process) -> None:
    for name, keys in NEED_RECORDS.items():
        assert refused(process, request_line(request=name, **keys)).kind == "bad_input", name


@pytest.mark.kit
def test_bad_files_are_refused_and_survived(asked: Process, task: CodecTask, tmp_path: Path) -> None:
    records = task.records
    good = {"request": "load", **task.load_keys(records.records)}
    short = tmp_path / "short.jsonl"
    short.write_text(records.records.lines[0] + "\n", encoding="utf-8")
    cut = tmp_path / "cut.bin"
    cut.write_bytes(b"\x09\x00")
    schema = tmp_path / "bad.avsc"
    schema.write_text('{"type": "recor', encoding="utf-8")
    for change in (
        {"records": str(tmp_path / "nowhere")},
        {"encoded": str(tmp_path / "nowhere")},
        {"schema": str(tmp_path / "nowhere")},
        {"schema": str(schema)},
        {"records": str(short)},
        {"encoded": str(cut)},
        {"count": records.facts.count + 1},
    ):
        assert refused(asked, request_line(**(good | change))).kind == "bad_input", change
    session.load(asked, task, records.records)


@pytest.mark.kit
@pytest.mark.parametrize("request_name", [name for name, keys in NEED_RECORDS.items() if "operation" in keys])
def test_an_operation_that_it_lacks_is_unsupported_and_survived(
    loaded: Process, built: Built, task: CodecTask, request_name: str, tmp_path: Path
) -> None:
    """Whether no kit has it, or this kit or library lack it: it is never taken for another."""
    keys = NEED_RECORDS[request_name] | {"output": str(tmp_path / "made")}
    for lacking in ("juggle", "", "Encode", *(OPERATIONS.keys() - session.greet(loaded, built)["operations"])):
        line = request_line(request=request_name, **(keys | {"operation": lacking}))
        assert refused(loaded, line).kind == "unsupported", lacking
    assert not (tmp_path / "made").exists()
    outputs(loaded, task, "decode", tmp_path / "out")


@pytest.mark.kit
@pytest.mark.parametrize("value", [None, 3, ["encode"]], ids=str)
def test_an_operation_that_is_no_text_is_bad_input(loaded: Process, value: object) -> None:
    line = request_line(request="inspect", operation=value, rounds=1)
    assert refused(loaded, line).kind == "bad_input"


@pytest.mark.kit
def test_an_empty_record_set_cannot_be_measured(
    asked: Process, records: RecordSet, operation: str, tmp_path: Path
) -> None:
    empty = tmp_path / "empty"
    empty.touch()
    keys: dict[str, Any] = {"schema": str(records.schema_path), "resolved": str(records.resolved_path)}
    asked.ask("load", workload="x", **keys, records=str(empty), encoded=str(empty), count=0)
    line = request_line(request="measure", operation=operation, batches=1, **BATCH_KEYS)
    assert refused(asked, line).kind == "bad_input"


@pytest.mark.kit
def test_a_swap_of_another_number_of_records_is_refused(
    loaded: Process, task: CodecTask, operation: str, tmp_path: Path
) -> None:
    records = task.records
    one = tmp_path / "one.jsonl"
    one.write_text(records.records.lines[0] + "\n", encoding="utf-8")
    assert refused(loaded, request_line(request="swap", records=str(one), encoded=None, count=1)).kind == "bad_input"
    outputs(loaded, task, operation, tmp_path / "out")


@pytest.mark.kit
def test_bye_ends_the_process(process: Process) -> None:
    process.bye()
    assert process.popen.returncode == 0


@pytest.mark.kit
def test_the_end_of_input_ends_the_process(process: Process, built: Built) -> None:
    session.greet(process, built)
    assert process.popen.stdin is not None
    process.popen.stdin.close()
    process.end(patience=20)
    assert process.popen.returncode == 0

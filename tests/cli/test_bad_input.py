"""Bad input of every kind: one line that says what, where and what to do; exit code 2; no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import fastavro
import pytest

from assay.base.checkout import CHECKOUT
from assay.base.tools import find
from assay.cli.main import main

SCHEMA = {
    "type": "record",
    "name": "Reading",
    "fields": [
        {"name": "sensor", "type": "string"},
        {"name": "value", "type": "double"},
        {"name": "unit", "type": ["null", "string"], "default": None},
    ],
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a good schema and good data in it, as the working folder."""
    (tmp_path / "s.avsc").write_text(json.dumps(SCHEMA))
    (tmp_path / "listed.jsonl").write_text('{"sensor": "a"}\n[1]\n')
    (tmp_path / "good.jsonl").write_text('{"sensor": "a", "value": 1}\n{"sensor": "b", "value": 2.5, "unit": "m"}\n')
    with (tmp_path / "good.avro").open("wb") as file:
        fastavro.writer(file, SCHEMA, [{"sensor": str(i), "value": i / 3, "unit": None} for i in range(500)])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that a command with bad input prints."""
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = [line for line in captured.err.splitlines() if line.startswith("assay: ")]
    assert len(lines) == 1 and captured.err.splitlines()[-1] == lines[0], captured.err
    assert "Traceback" not in captured.err
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rum"], ['unknown command "rum"', 'did you mean "run"?']),
        (["run", "avro-langauges"], ['unknown suite "avro-langauges"', 'did you mean "avro-languages"?']),
        (["run", "--contestant", "fastavor"], ['unknown contestant "fastavor"', 'did you mean "fastavro"?']),
        (["run", "--contestant", "null"], ["several contestants", "python/null"]),
        (["run", "--workload", "persn"], ['unknown workload "persn"', 'did you mean "person"?']),
        (["run", "--cluster", "nowhere"], ['"nowhere" is not an address', "HOST:PORT"]),
        (["run", "--cluster", "ray://head:10001"], ["Ray's client is not supported", "HOST:PORT"]),
        (["run", "--cluster", "127.0.0.1:1"], ["no answer (", "docs/cluster.md"]),
        (["run", "--kind", "big"], ["add --cluster ADDRESS"]),
        (["run", "--until", "decided", "--blocks", "3"], ["plans its own blocks", "leave out --blocks"]),
        (["run", "--until", "decided", "--cluster", "a:1"], ["on one machine", "leave out --cluster"]),
        (["run", "--until", "dawn"], ["--until", "dawn", "decided"]),
        (["run", "--language", "pyton"], ['unknown language "pyton"', 'did you mean "python"?']),
        (["run", "--format", "avor"], ['unknown format "avor"', 'did you mean "avro"?']),
        (["run", "--operation", "encod"], ['unknown operation "encod"', 'did you mean "encode"?']),
        (["run", "--baseline", "java/nothing"], ['unknown contestant "java/nothing"']),
        (["run", "--language", "python", "--baseline", "avsc"], ["not among the contestants selected"]),
        (["run", "js-formats", "--browser", "--contestant", "node/avsc"], ["node/avsc is not one", "say browser/avsc"]),
        (["run", "--records", "0"], ["--records", "at least 1"]),
        (["run", "--records", "many"], ["--records", "many"]),
        (["run", "--precision", "0"], ["--precision"]),
        (["run", "--cpu", "turbo"], ["--cpu", "turbo", "native"]),
        (["run", "--budget", "soon"], ["--budget", "90s"]),
        (["run", "--operation", "encode,,decode"], ["empty word"]),
        (["run", "--no-such-option"], ["--no-such-option", "--help"]),
        (["run", "--schema", "s.avsc"], ["--data"]),
        (["run", "--data", "nowhere.avro"], ["nowhere.avro", "no such file"]),
        (["run", "--data", "listed.jsonl"], ["listed.jsonl:2", "an object", "--schema"]),
        (["run", "--data", "good.avro", "--schema", "s.avsc"], ["carries its schema"]),
        (["run", "--data", "good.avro", "--workload", "person"], ["--workload"]),
        (["run", "--data", "good.jsonl", "--schema", "nowhere.avsc"], ["nowhere.avsc", "no such file"]),
        (["run", "--resume", "nowhere.json"], ["nowhere.json", "no such results document"]),
        (["try", "nowhere.jsonl"], ["nowhere.jsonl", "no such file"]),
        (["try", "listed.jsonl"], ["listed.jsonl:2", "an object"]),
        (["try", "good.jsonl", "--schema", "nowhere.avsc"], ["nowhere.avsc", "no such file"]),
        (["try", "good.jsonl", "--for", "pyton"], ['unknown language "pyton"', 'did you mean "python"?']),
        (["try", "good.jsonl", "--contestant", "fastavor"], ['did you mean "fastavro"?']),
        (["try", "good.jsonl", "--care", "speed"], ["--care", "speed", "write"]),
        (["try", "good.jsonl", "--budget", "soon"], ["--budget", "90s"]),
        (["report", "good.jsonl"], ["good.jsonl", "not a results document"]),
        (["report", "--refresh", "nowhere.md"], ["nowhere.md: cannot renew the page: No such file or directory"]),
        (["report", "s.avsc"], ["s.avsc", "not a results document"]),
        (["query", "selec 1"], ["query fails", "syntax error"]),
        (["query", "select nothing from cells", "good.jsonl"], ["good.jsonl", "not a results document"]),
        (["query", "select 1", "nowhere"], ["nowhere", "no such results document"]),
        (["query", "select 1", "."], [".: there is no results document"]),
        (["check"], ["FILE"]),
        (["check", "nowhere.json"], ["nowhere.json", "no such results document"]),
        (["check", "good.jsonl"], ["good.jsonl", "not a results document"]),
        (["check", "."], ["not a results document"]),
        (["history", "results", "person/encode"], ["results: there is no such file or folder"]),
        (["history", "."], [".: there is no results document"]),
        (["history", "good.jsonl", "person"], ["good.jsonl", "not a results document"]),
        (["history", "no-such-cell"], ["neither a file or folder nor part of a cell"]),
        (
            ["history", "person/encode/node/avsc", "--baseline", "node/nothing"],
            ['no document has a contestant "node/no'],
        ),
        (["history", "person/encode/node/avsc", "--to", "html", "--output", "nowhere/h.html"], ["cannot write"]),
        (["report", "."], ["--to html", "folder"]),
        (["report", ".", "--to", "html"], ["no results document", "assay run"]),
        (["report", "good.jsonl", "--to", "html", "--output", "o"], ["--output", "folder"]),
        (["run", "--data", "good.jsonl", "--at", ".a"], ["good.jsonl", "--at is for one JSON document"]),
        (["run", "--at", ".a"], ["--at", "add --data"]),
        (["run", "--compression", "zstandard"], ["--compression is for containers: add --operation write,read"]),
        (["run", "--key", "name"], ["--key is for stores: add --operation put,scan, or choose a suite of stores"]),
        (["run", "stores", "--block-bytes", "100"], ["--block-bytes is for containers"]),
        (["verify", "nothing"], ['unknown suite "nothing"']),
        (["list", "planets"], ["planets"]),
    ],
)
def test_words_that_name_nothing(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    line = fails(capsys, *arguments)
    for word in words:
        assert word in line


@pytest.mark.parametrize("arguments", [["run", "--data"], ["try"]])
def test_a_pipe_is_not_waited_for(place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    os.mkfifo(place / "pipe.jsonl")
    assert "pipe.jsonl: not a regular file" in fails(capsys, *arguments, "pipe.jsonl")
    assert "a folder; name a file in it" in fails(capsys, *arguments, str(place))
    assert "pipe.jsonl: not a regular file" in fails(capsys, *arguments, "good.jsonl", "--schema", "pipe.jsonl")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty.jsonl", b"", ["no records"]),
        ("blank.jsonl", b"\n\n", ["no records"]),
        ("cut.jsonl", b'{"sensor": "a", "value": 1}\n{"sensor": "b", "va', ["cut.jsonl:2", "not JSON"]),
        ("binary.jsonl", b"\xff\xfd\x00", ["binary.jsonl: a binary file", "JSON lines, JSON, CSV"]),
        ("list.jsonl", b"[1]\n[2]\n", ["list.jsonl:1", "expected a record", "list"]),
        ("type.jsonl", b'{"sensor": 5, "value": 1}\n', ["type.jsonl:1", "sensor", "expected a string", "int 5"]),
        ("missing.jsonl", b'{"sensor": "a"}\n', ["missing.jsonl:1", "value", "missing"]),
        ("extra.jsonl", b'{"sensor": "a", "valeu": 1}\n', ["extra.jsonl:1", "valeu", 'did you mean "value"?']),
        ("branch.jsonl", b'{"sensor": "a", "value": 1, "unit": 7}\n', ["branch.jsonl:1", "unit"]),
    ],
)
def test_json_lines_that_do_not_fit(
    place: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes, words: list[str]
) -> None:
    (place / name).write_bytes(content)
    line = fails(capsys, "run", "--data", name, "--schema", "s.avsc")
    for word in words:
        assert word in line


def test_containers_that_are_none(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = (place / "good.avro").read_bytes()
    (place / "empty.avro").write_bytes(b"")
    (place / "text.avro").write_text("sensor,value\n")
    (place / "head.avro").write_bytes(whole[:40])
    (place / "cut.avro").write_bytes(whole[: len(whole) // 2])
    (place / "folder.avro").mkdir()
    for name in ("empty.avro", "text.avro", "head.avro", "folder.avro"):
        assert name in fails(capsys, "run", "--data", name)
    assert "cut off" in fails(capsys, "run", "--data", "cut.avro")


def test_a_container_without_records(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with (place / "none.avro").open("wb") as file:
        fastavro.writer(file, SCHEMA, [])
    assert "no records" in fails(capsys, "run", "--data", "none.avro")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", ["s.avsc:1", "not JSON"]),
        ('{"type": "recrod", "name": "R", "fields": []}', ["recrod", 'did you mean "record"?']),
        ('{"type": "record", "fields": []}', ['needs "name"']),
        ('{"type": "record", "name": "R"}', ['needs "fields"']),
        ('{"type": "record", "name": "R", "fields": [{"name": "a", "type": "strng"}]}', ["R.a", '"string"?']),
        ('{"type": "record", "name": "R", "fields": [{"name": "a"}]}', ["R.a", 'no "type"']),
        ('{"type": "enum", "name": "E", "symbols": ["A", "A"]}', ["twice"]),
        ('{"type": "record", "name": "1R", "fields": []}', ["not an Avro name"]),
        ('["null", "null"]', ["twice"]),
        (
            '{"type": "record", "name": "R", "fields": [{"name": "a", "type": "long", "default": null}]}',
            ["s.avsc: R.a: its default", "expected long"],
        ),
        ("17", ["17"]),
    ],
)
def test_schemas_with_errors(place: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]) -> None:
    (place / "s.avsc").write_text(text)
    line = fails(capsys, "run", "--data", "good.jsonl", "--schema", "s.avsc")
    for word in ["s.avsc", *words]:
        assert word in line


def test_output_that_cannot_be_written(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "file").touch()
    assert "cannot write" in fails(capsys, "run", "--output", "file/results.json")
    assert "cannot write" in fails(capsys, "run", "--output", ".")


def test_a_cache_that_cannot_be_written(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "file").touch()
    monkeypatch.setenv("ASSAY_CACHE", str(place / "file" / "cache"))
    assert "ASSAY_CACHE" in fails(capsys, "run", "--records", "5")


def test_a_damaged_results_document(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "r.json").write_text('{"format": "assay-results", "version": 1}')
    assert "not a valid results document" in fails(capsys, "report", "r.json")
    (place / "r.json").write_text('{"format": "assay-results", "version": 99}')
    assert "version 99" in fails(capsys, "report", "r.json")


def test_a_site_that_cannot_be_made(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = (CHECKOUT / "tests" / "results" / "version_1" / "stores-scale.json").read_text()
    (place / "r.json").write_text(document)
    (place / "file").touch()
    assert "cannot write the site" in fails(capsys, "report", ".", "--to", "html", "--output", "file/site")
    (place / "index.json").write_text(document.replace('"id":"', '"id":"another-', 1))
    assert "index.html" in fails(capsys, "report", ".", "--to", "html")
    (place / "index.json").write_text(document[:1000])
    assert "index.json" in fails(capsys, "report", ".", "--to", "html")


@pytest.mark.slow
def test_no_toolchain_at_all(place: Path, tmp_path: Path) -> None:
    """By the launcher itself, with nothing on PATH but what a shell needs."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for program in ("sh", "dirname", "readlink", "cmp"):
        found = next(p for d in os.environ["PATH"].split(":") if (p := Path(d) / program).exists())
        (tools / program).symlink_to(found)
    environment = {**os.environ, "PATH": str(tools)}
    for language, hint in (("rust", "rustup"), ("node", "Node.js"), ("java", "JDK")):
        done = subprocess.run(
            [CHECKOUT / "assay", "run", "--language", language, "--records", "5"],
            capture_output=True,
            text=True,
            cwd=place,
            env=environment,
            check=False,
        )
        assert done.returncode == 2, done.stderr
        assert hint in done.stderr.splitlines()[-1]
        assert "Traceback" not in done.stderr


GATE = ["gate", "--contestant", "fastavro", "--old", "==1.12.1"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gate", "--contestant", "fastavor", "--old", ".", "--new", "."], ['did you mean "fastavro"?']),
        ([*GATE, "--new", "nowhere"], ['"nowhere" is not a folder', "a release"]),
        ([*GATE, "--new", "good.jsonl"], ["good.jsonl: not an archive"]),
        ([*GATE, "--new", ".", "--threshold", "0"], ["not a share"]),
        ([*GATE, "--new", "==1.12.0", "--summary", "/proc/summary"], ["/proc/summary: cannot write"]),
        ([*GATE, "--new", "==1.12.0", "--counter", "instructions"], ["compiles or interprets"]),
        ([*GATE], ["Missing option", "--new"]),
    ],
)
def test_a_gate_that_cannot_be_held(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    line = fails(capsys, *arguments)
    assert all(word in line for word in words), line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["profile"], ["Missing argument", "CONTESTANT"]),
        (["profile", "fastavor"], ['unknown contestant "fastavor"', 'did you mean "fastavro"?']),
        (["profile", "null"], ["several contestants"]),
        (["profile", "python/json", "--operation", "encod"], ['unknown operation "encod"', '"encode"']),
        (["profile", "python/json", "--operation", "write"], ['python/json has no operation "write"']),
        (["profile", "python/json", "--against", "python/jsom"], ['unknown contestant "python/jsom"']),
        (["profile", "python/fastavro", "--operation", "write", "--against", "python/json"], ["python/json has no"]),
        (["profile", "python/sqlite3"], ["stores are not profiled"]),
        (["profile", "python/json", "--workload", "persn"], ['unknown workload "persn"', '"person"']),
        (["profile", "python/json", "--seconds", "0"], ["--seconds"]),
        (["profile", "python/json", "--records", "0"], ["--records"]),
        (["profile", "browser/json"], ["there is no profiler for the language browser"]),
        (["profile", "python/json", "--output", "/proc/p.html"], ["/proc/p.html: cannot write"]),
    ],
)
def test_what_cannot_be_profiled(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    line = fails(capsys, *arguments)
    assert all(word in line for word in words), line


def test_a_profiler_that_is_missing_is_a_hint(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    find.cache_clear()
    monkeypatch.setenv("PATH", str(place))
    try:
        line = fails(capsys, "profile", "c/avro-c")
    finally:
        find.cache_clear()
    assert "perf is not installed" in line and "assay setup" in line


def test_a_cluster_without_ray(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "./assay setup --cluster" in fails(capsys, "run", "--cluster", "127.0.0.1:1")


@pytest.mark.parametrize(
    "words",
    [
        ["report", "FILE"], ["report", "."], ["report", ".", "--to", "html"], ["check", "FILE"],
        ["compare", "FILE", "FILE"],
        ["history", "FILE"], ["history", "."], ["query", "select 1", "FILE"], ["import", "FILE"],
        ["verify", "--data", "FILE"], ["verify", "--data", "good.jsonl", "--schema", "FILE"],
        ["run", "--resume", "FILE"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_json_that_is_nested_too_deeply_is_named(
    place: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "deep.json").write_text('{"format": "assay-results", "a": ' + "[" * 100_000 + "]" * 100_000 + "}")
    said = fails(capsys, *(word.replace("FILE", "deep.json") for word in words))
    assert "deep.json" in said or words[:2] == ["report", "."]
    assert "nested" in said or words == ["report", "."]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["schema", "--help", "list suites"])
def test_output_that_cannot_be_written_is_one_line(command: str) -> None:
    done = in_shell(f"{command} >/dev/full")
    assert (done.returncode, done.stderr) == (2, "assay: cannot write the output: No space left on device\n")


@pytest.mark.parametrize(("redirected", "code"), [("list suites >&-", 0), ("list nothing 2>&-", 2)])
def test_a_closed_stream_is_not_missed(redirected: str, code: int) -> None:
    done = in_shell(redirected)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")


def in_shell(arguments: str) -> subprocess.CompletedProcess[str]:
    command = f"{sys.executable} -m assay {arguments}"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(["sh", "-c", command], env=environment, capture_output=True, text=True, check=False)

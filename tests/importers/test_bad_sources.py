"""Sources that are none, or are not right: one line that says what, where and what to do; exit code 2."""

from __future__ import annotations

import json
import math
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.base.errors import AssayError
from assay.cli.main import main
from assay.results import imported, importers

MADE = Path(__file__).parent / "made"


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def fails(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line that is printed; no document is left."""
    assert main(["import", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.startswith("assay: ") and captured.err.count("\n") == 1, captured.err
    assert not Path("assay-results").exists() or not list(Path("assay-results").iterdir())
    return captured.err


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", ["no known tool writes such results"]),
        (
            b"sensor,value\n1,2\n",
            ["no known tool writes such results", "jmh (its JSON, -rf json)", "criterion", "go"],
        ),
        (b'{"a": 1}', ["no known tool writes such results"]),
        (b"[]", ["no known tool writes such results"]),
        (b"[1, 2]", ["no known tool writes such results"]),
        (b"null", ["no known tool writes such results"]),
        (b'{"benchmarks": []}', ["no known tool writes such results"]),
        (b'{"format": "assay-results"}', ["already is a results document"]),
        (b'{"benchmarks": [{"na', ["not whole JSON"]),
        (b"\x89PNG\xff\xfe\x00", ["neither JSON nor text"]),
        (b"[" * 100_000, ["nested too deeply"]),
    ],
)
def test_what_no_tool_wrote(place: Path, capsys: pytest.CaptureFixture[str], content: bytes, words: list[str]) -> None:
    (place / "it.json").write_bytes(content)
    line = fails(capsys, "it.json")
    for word in ["it.json", *words]:
        assert word in line


def changed(name: str, change: Any) -> bytes:
    data = json.loads((MADE / name).read_text())
    change(data)
    return json.dumps(data).encode()


def set_at(*path: Any, to: Any) -> Any:
    def change(data: Any) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = to

    return change


JMH, GOOGLE, PYPERF = "jmh/no-forks.json", "google-benchmark/plain.json", "pyperf/one.json"
HYPERFINE, PYTEST, MITATA = "hyperfine/named.json", "pytest-benchmark/data.json", "mitata/summary.json"


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        (JMH, set_at(0, "primaryMetric", "scoreUnit", to="us/fortnight"), ['"us/fortnight"']),
        (JMH, set_at(0, "primaryMetric", "scoreUnit", to="parsec/op"), ['"parsec" is not a unit of time', "ns"]),
        (JMH, set_at(0, "primaryMetric", "rawData", to=[[0.0]]), ["a time of 0 ns: times must be above 0"]),
        (JMH, set_at(0, "primaryMetric", "rawData", to=[["NaN"]]), ["a time of nan ns: times must be above 0"]),
        (JMH, set_at(0, "primaryMetric", "score", to="fast"), ["0.primaryMetric.score"]),
        (JMH, set_at(0, "benchmark", to=7), ["0.benchmark"]),
        (GOOGLE, set_at("benchmarks", 0, "time_unit", to="jiffy"), ['"jiffy" is not a unit of time']),
        (GOOGLE, set_at("benchmarks", 0, "real_time", to=-1.0), ["a time of -1 ns: times must be above 0"]),
        (GOOGLE, set_at("benchmarks", to=[]), ["measured no benchmark"]),
        (PYPERF, set_at("metadata", "unit", to="byte"), ['measures a "byte", and not time']),
        (PYPERF, set_at("benchmarks", 0, "runs", 0, "values", to=[0.0]), ["a time of 0 ns: times must be above 0"]),
        (PYPERF, set_at("benchmarks", to=[]), ["measured no benchmark"]),
        (HYPERFINE, set_at("results", 0, "times", 0, to=-0.5), ["a time of -5e+08 ns: times must be above 0"]),
        (HYPERFINE, set_at("results", 0, "times", to="1, 2"), ["results.0.times"]),
        (HYPERFINE, set_at("results", to=[]), ["measured no benchmark"]),
        (PYTEST, set_at("benchmarks", 0, "stats", "data", 0, to=0), ["a time of 0 ns: times must be above 0"]),
        (PYTEST, set_at("benchmarks", to=[]), ["measured no benchmark"]),
        (MITATA, set_at("benchmarks", 0, "runs", 0, "stats", "p50", to=0), ["a time of 0 ns: times must be above 0"]),
        ("benchmark-js/suite.json", set_at(0, "stats", "sample", 0, to=0), ["a time of 0 ns: times must be above 0"]),
    ],
)
def test_what_a_tool_would_not_write(
    place: Path, capsys: pytest.CaptureFixture[str], name: str, change: Any, words: list[str]
) -> None:
    (place / "it.json").write_bytes(changed(name, change))
    line = fails(capsys, "it.json")
    for word in ["it.json", *words]:
        assert word in line


def places(data: Any) -> list[tuple[Any, ...]]:
    """The paths to everything in it."""
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else []
    return [path for key, value in pairs for path in [(key,), *((key, *rest) for rest in places(value))]]


FOREIGN: list[Any] = [None, -1, 0, 1e308, 10**30, math.nan, math.inf, "", "x", "12", True, [], {}, [[]], [1], {"x": 1}]


@pytest.mark.parametrize("name", [JMH, GOOGLE, PYPERF, HYPERFINE, PYTEST, MITATA, "benchmark-js/suite.json"])
@given(random=st.randoms(use_true_random=False))
@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
def test_whatever_stands_in_one_place_is_read_or_is_one_line(place: Path, name: str, random: Random) -> None:
    data = json.loads((MADE / name).read_text())
    set_at(*random.choice(places(data)), to=random.choice(FOREIGN))(data)
    (place / "it.json").write_text(json.dumps(data))
    try:
        found = importers.read(place / "it.json", name.split("/", maxsplit=1)[0])
    except AssayError as error:
        assert "it.json" in str(error) and "\n" not in str(error)
    else:
        assert imported.document(found, sources=["it.json"], assay="0").cells


@pytest.mark.parametrize("tool", importers.names())
def test_a_file_of_another_tool_and_half_a_file(place: Path, capsys: pytest.CaptureFixture[str], tool: str) -> None:
    other = MADE / (PYPERF if tool != "pyperf" else HYPERFINE)
    assert "not what" in fails(capsys, str(other), "--from", tool)
    (place / "half.json").write_bytes(other.read_bytes()[:200])
    assert "not JSON" in fails(capsys, "half.json", "--from", tool)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("PASS\nok  \tbenches\t0.1s\n", ["no known tool writes such results"]),
        ("BenchmarkTen-2 2000 0 ns/op\n", ["a time of 0 ns: times must be above 0"]),
        ("BenchmarkTen-2 2000 -3 ns/op\n", ["a time of -3 ns: times must be above 0"]),
        ("BenchmarkTen-2 2000 fast ns/op\n", ['"fast" is not a number']),
        ("BenchmarkTen-2 2000 7 apples/op\n", ["has no time an operation"]),
        ("BenchmarkTen-2 0 7 ns/op\n", ["a batch of 0 operations"]),
    ],
)
def test_lines_of_go(place: Path, capsys: pytest.CaptureFixture[str], text: str, words: list[str]) -> None:
    (place / "it.txt").write_text(text)
    line = fails(capsys, "it.txt")
    for word in ["it.txt", *words]:
        assert word in line


def test_lines_of_go_without_a_header_are_pooled(place: Path) -> None:
    (place / "it.txt").write_text("BenchmarkTen-2 2000 7 ns/op\n" * 3)
    found = importers.read(place / "it.txt")
    assert found.pooled and len(found.benchmarks[0].processes) == 1


def test_folders(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (place / "empty").mkdir()
    assert "no known tool writes such results" in fails(capsys, "empty")
    assert "not what Criterion writes" in fails(capsys, "empty", "--from", "criterion")
    shutil.copytree(MADE / "criterion", place / "criterion")
    whole = place / "criterion" / "ten" / "new"
    (whole / "sample.json").write_text(json.dumps({"sampling_mode": "Flat", "iters": [1, 2], "times": [3]}))
    assert "ten/new/sample.json: 2 iters and 1 times" in fails(capsys, "criterion")
    (whole / "sample.json").unlink()
    (whole / "estimates.json").unlink()
    assert "ten/new: neither sample.json nor estimates.json" in fails(capsys, "criterion")
    (whole / "estimates.json").write_text('{"mean"')
    assert "estimates.json: not whole JSON" in fails(capsys, "criterion")


def test_words_and_places(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(MADE / HYPERFINE)
    assert "there is no such file or folder" in fails(capsys, "nowhere.json")
    assert 'unknown tool "hyperfin": did you mean "hyperfine"?' in fails(capsys, source, "--from", "hyperfin")
    (place / "file").write_text("")
    assert "cannot write the results here" in fails(capsys, source, "--output", "file/it.json")
    assert "the sources come from several tools" in fails(capsys, source, str(MADE / PYPERF))
    assert "a source was given twice" in fails(capsys, source, source)
    assert main(["import"]) == 2


def test_a_document_is_made_and_its_path_printed(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["import", str(MADE / HYPERFINE), "--output", "it.json"]) == 0
    assert capsys.readouterr().out == "it.json\n"
    assert main(["import", str(MADE / "criterion")]) == 0
    made = Path(capsys.readouterr().out.strip())
    assert made.parent == Path("assay-results") and made.name.endswith("-criterion.json")
    assert main(["report", str(made)]) == 0
    assert "Measured by Criterion and imported" in capsys.readouterr().out
    assert str(MADE) not in made.read_text()  # a document is made to be shared

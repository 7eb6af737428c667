"""Importers: what they read of files that the tools themselves made (make.py), beside figures computed from these."""

from __future__ import annotations

import json
import math
import re
import statistics
from pathlib import Path
from typing import Any

import pytest
from importers.coverage import coverage
from report.printed import printed

from assay.analysis.figures import analyse
from assay.results import imported, importers, store, writing
from assay.results.document import Cell, Document, Imported
from assay.results.importing import Benchmark, Found, Process, batch, joined, load, machine

MADE = Path(__file__).parent / "made"
DIGITS = 2e-6  # relative: batches keep six digits

# Of each file: the tool, whether its benchmarks are of several processes, and what its values are.
FILES = {
    "benchmark-js/suite.json": ("Benchmark.js", "one", "batches"),
    "criterion": ("Criterion", "one", "batches"),
    "go/cores.txt": ("go test -bench", "one", "batches"),
    "go/count.txt": ("go test -bench", "one", "batches"),
    "go/processes.txt": ("go test -bench", "several", "batches"),
    "google-benchmark/aggregates.json": ("Google Benchmark", "one", "summary"),
    "google-benchmark/plain.json": ("Google Benchmark", "one", "batches"),
    "google-benchmark/repetitions.json": ("Google Benchmark", "one", "batches"),
    "hyperfine/named.json": ("hyperfine", "several", "batches"),
    "hyperfine/swept.json": ("hyperfine", "several", "batches"),
    "jmh/modes.json": ("JMH", "several", "batches"),
    "jmh/no-forks.json": ("JMH", "one", "batches"),
    "mitata/samples.json": ("mitata", "one", "batches"),
    "mitata/summary.json": ("mitata", "one", "summary"),
    "pyperf/one.json": ("pyperf", "one", "batches"),
    "pyperf/suite.json": ("pyperf", "several", "batches"),
    "pytest-benchmark/data.json": ("pytest-benchmark", "one", "batches"),
    "pytest-benchmark/saved.json": ("pytest-benchmark", "one", "summary"),
}
# What pyperf and benchstat print of two of them.
PRINTED = {"pyperf/shown.txt", "go/benchstat.csv"}


def read(name: str) -> Document:
    return imported.document(importers.read(MADE / name), sources=[Path(name).name], assay="0")


def raw(name: str) -> Any:
    return json.loads((MADE / name).read_text())


def cell(document: Document, contestant: str, workload: str = "plain", operation: str = "call") -> Cell:
    (found,) = (
        one
        for one in document.cells
        if (one.contestant, one.workload, one.operation) == (contestant, workload, operation)
    )
    return found


def says(name: str, contestant: str, workload: str = "plain", operation: str = "call") -> float | None:
    """The tool's own figure, in ns."""
    benchmarks = importers.read(MADE / name).benchmarks
    (found,) = (
        one for one in benchmarks if (one.name, one.workload, one.operation) == (contestant, workload, operation)
    )
    return found.says_ns


def times(of: Cell) -> list[list[float]]:
    """ns of an operation in every batch of every process."""
    return [sample.batches.ns for sample in of.samples]


def about(value: float) -> Any:
    return pytest.approx(value, rel=DIGITS)


def facts(document: Document) -> Imported:
    assert document.imported is not None
    return document.imported


def test_every_importer_has_files_and_every_file_is_found_by_its_content() -> None:
    titles = {importers.importer(name).TITLE for name in importers.names()}
    assert {tool for tool, _, _ in FILES.values()} == titles
    made = {str(path.relative_to(MADE)) for path in MADE.rglob("*.*") if path.parts[-2] != "made"}
    made -= PRINTED
    assert {name for name in made if not name.startswith("criterion/")} == {name for name in FILES if "." in name}
    for name in FILES:
        recognizing = [tool for tool in importers.names() if importers.importer(tool).recognizes(load(MADE / name))]
        assert len(recognizing) == 1, (name, recognizing)


@pytest.mark.parametrize(("name", "expected"), FILES.items())
def test_a_document_says_what_its_source_cannot_tell(name: str, expected: tuple[str, str, str], tmp_path: Path) -> None:
    document = read(name)
    found = facts(document)
    assert (found.tool, found.processes, found.values) == expected
    assert all(one.proof is None for one in document.cells)
    writing.write(document, tmp_path / "imported.json")
    assert store.read(tmp_path / "imported.json") == document


@pytest.mark.parametrize("name", FILES)
def test_a_report_claims_no_more_than_the_source_tells(name: str) -> None:
    document = read(name)
    text = printed(analyse(document))
    printed(analyse(document), "csv")
    assert facts(document).tool in text
    assert "records" not in text and "lane" not in text and "A/A" not in text and "kits" not in text
    assert "not proved" in text and text.count("proved") == 1
    if facts(document).processes == "one":
        assert "there are no intervals, ranks and verdicts" in text
        assert not re.search(r"×? \([\d.]+–[\d.]+\)|faster \||slower \||same \||undecided", text)
        for comparison in analyse(document).comparisons:
            assert all(row.time is None or (row.time.low, row.time.high) == (0, math.inf) for row in comparison.rows)
    else:
        assert "over processes" in text


def test_an_importer_is_there_by_being_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "stop_watch.py").write_text(
        "from assay.results.importing import Benchmark, Found, Process, batch, machine\n"
        "TITLE, FORM = 'Stop watch', 'seconds'\n"
        "def recognizes(source): return source.text.endswith(' seconds by the watch')\n"
        "def read(source):\n"
        "    ns = float(source.text.split()[0]) * 1e9\n"
        "    return Found(TITLE, '', [Benchmark('it', processes=[Process([batch(ns)])])], machine())\n"
    )
    monkeypatch.setattr(importers, "__path__", [*importers.__path__, str(tmp_path)])
    (tmp_path / "it.txt").write_text("2 seconds by the watch")
    assert "stop-watch" in importers.names()
    (benchmark,) = importers.read(tmp_path / "it.txt").benchmarks
    assert benchmark.processes[0].batches[0].wall_ns == 2_000_000_000


def test_jmh_forks_are_processes_and_iterations_their_batches() -> None:
    document = read("jmh/modes.json")
    entries = {(one["benchmark"], one["mode"], one["params"]["count"]): one for one in raw("jmh/modes.json")}
    metric = entries["benches.Text.joined", "avgt", "100"]["primaryMetric"]
    joined = cell(document, "benches.Text.joined", "count=100")
    assert metric["scoreUnit"] == "us/op"
    assert times(joined) == [[about(score * 1e3) for score in fork] for fork in metric["rawData"]]
    assert says("jmh/modes.json", "benches.Text.joined", "count=100") == about(metric["score"] * 1e3)
    assert statistics.fmean(ns for process in times(joined) for ns in process) == about(metric["score"] * 1e3)
    allocated = entries["benches.Text.joined", "avgt", "100"]["secondaryMetrics"]
    norm = next(allocated[key] for key in allocated if "alloc.rate.norm" in key)
    batches = joined.samples[0].batches
    assert batches.allocated_bytes is not None
    assert batches.allocated_bytes[0] / batches.records[0] == pytest.approx(norm["rawData"][0][0], rel=1e-3)


def test_jmh_says_its_interval_in_time() -> None:
    metric = raw("jmh/no-forks.json")[0]["primaryMetric"]
    (found,) = importers.read(MADE / "jmh/no-forks.json").benchmarks
    assert found.interval_ns == tuple(about(float(end) * 1e3) for end in metric["scoreConfidence"])
    modes = {one.operation: one for one in importers.read(MADE / "jmh/modes.json").benchmarks}
    assert modes["single shot"].says_ns is not None
    rate = modes["call by throughput"]
    assert rate.says_ns is not None and rate.interval_ns[0] <= rate.says_ns <= rate.interval_ns[1]


def test_jmh_throughput_is_turned_into_time() -> None:
    metric = next(one for one in raw("jmh/modes.json") if one["mode"] == "thrpt")["primaryMetric"]
    built = cell(read("jmh/modes.json"), "benches.Text.built", "count=10", "call by throughput")
    assert metric["scoreUnit"] == "ops/ms"
    assert times(built) == [[about(1e6 / score) for score in fork] for fork in metric["rawData"]]


def test_jmh_samples_have_the_mean_that_jmh_prints() -> None:
    metric = next(one for one in raw("jmh/modes.json") if one["mode"] == "sample")["primaryMetric"]
    built = cell(read("jmh/modes.json"), "benches.Text.built", "count=10", "sampled call")
    assert metric["scoreUnit"] == "ms/op" and len(built.samples) == 2
    counts = [[sum(count for _, count in one) for one in fork] for fork in metric["rawDataHistogram"]]
    whole = sum(
        ns * n for process, of in zip(times(built), counts, strict=True) for ns, n in zip(process, of, strict=True)
    )
    assert whole / sum(map(sum, counts)) == pytest.approx(metric["score"] * 1e6, rel=1e-4)


def test_criterion_keeps_its_samples_and_says_the_slope_that_it_prints() -> None:
    document = read("criterion")
    sample = raw("criterion/text/joined/100/new/sample.json")
    assert times(cell(document, "joined", "text/100")) == [
        [about(time / iters) for iters, time in zip(sample["iters"], sample["times"], strict=True)]
    ]
    # The slope of a line through the origin, by least squares, is what it prints of samples of growing length.
    slope = sum(i * t for i, t in zip(sample["iters"], sample["times"], strict=True)) / sum(
        i * i for i in sample["iters"]
    )
    assert says("criterion", "joined", "text/100") == pytest.approx(slope, rel=1e-9)
    flat = raw("criterion/text/flat/new/sample.json")
    each = [time / iters for iters, time in zip(flat["iters"], flat["times"], strict=True)]
    assert says("criterion", "flat", "text") == pytest.approx(statistics.fmean(each), rel=1e-9)
    assert cell(document, "ten").workload == "plain"


def test_google_benchmark_repetitions_are_batches_with_the_median_that_it_prints() -> None:
    name = "google-benchmark/repetitions.json"
    (rows,) = times(cell(read(name), "BM_joined", "100"))
    printed = next(one["real_time"] for one in raw(name)["benchmarks"] if one["name"] == "BM_joined/100_median")
    assert len(rows) == 4
    assert statistics.median(rows) == about(printed * 1e3)  # its unit is µs
    assert says(name, "BM_joined", "100") == about(printed * 1e3)
    (once,) = times(cell(read("google-benchmark/aggregates.json"), "BM_joined", "100"))
    assert len(once) == 1


def test_a_benchmark_that_failed_keeps_its_reason() -> None:
    refused = cell(read("google-benchmark/plain.json"), "BM_refused")
    assert (refused.status, refused.reason, refused.samples) == ("failed", "it cannot be done here", [])
    assert cell(read("mitata/summary.json"), "fails").reason == "it cannot be done here"
    assert "it cannot be done here" in printed(analyse(read("mitata/summary.json")))


def test_pyperf_processes_have_values_and_warm_ups() -> None:
    suite = raw("pyperf/suite.json")["benchmarks"]
    entry = next(one for one in suite if one["metadata"]["name"] == "joined 10")
    runs = [run for run in entry["runs"] if "values" in run]
    joined = cell(read("pyperf/suite.json"), "joined 10")
    assert len(joined.samples) == len(runs) == 3
    assert times(joined) == [[about(value * 1e9) for value in run["values"]] for run in runs]
    assert joined.samples[0].warm_batches == len(runs[0]["warmups"]) == 1
    assert joined.samples[0].warm_ns == pytest.approx(math.prod(runs[0]["warmups"][0]) * 1e9, abs=1)
    assert joined.samples[0].peak_rss_bytes == runs[0]["metadata"]["mem_max_rss"]
    everything = [value for run in runs for value in run["values"]]
    assert says("pyperf/suite.json", "joined 10") == about(statistics.fmean(everything) * 1e9)
    printed = dict(
        re.findall(r"^(.*): Mean \+- std dev: ([\d.]+) us", (MADE / "pyperf/shown.txt").read_text(), re.MULTILINE)
    )
    assert len(printed) == 2
    for name, figure in printed.items():
        assert says("pyperf/suite.json", name) == pytest.approx(float(figure) * 1e3, rel=0.006)  # it has three digits


def test_hyperfine_runs_are_processes_with_the_mean_that_it_prints() -> None:
    results = raw("hyperfine/named.json")["results"]
    document = read("hyperfine/named.json")
    for result in results:
        found = cell(document, result["command"], operation="whole process")
        assert times(found) == [[about(seconds * 1e9)] for seconds in result["times"]]
        assert statistics.fmean(sample.value for sample in found.samples) == about(result["mean"] * 1e9)
    assert [one.workload for one in read("hyperfine/swept.json").cells] == ["count=1000", "count=100000"]


def test_go_lines_are_batches_of_the_process_whose_header_they_stand_under() -> None:
    lines = [line.split() for line in (MADE / "go/processes.txt").read_text().splitlines() if "count=100-" in line]
    found = cell(read("go/processes.txt"), "benches.Joined", "count=100")
    batches = found.samples[0].batches
    assert [ns for process in times(found) for ns in process] == [about(float(line[2])) for line in lines]
    assert [len(process) for process in times(found)] == [2, 2, 2]
    assert batches.allocated_bytes is not None
    assert batches.allocated_bytes[0] / batches.records[0] == int(lines[0][lines[0].index("B/op") - 1])
    assert read("go/count.txt").machine.kernel == "linux amd64"
    assert {one.workload for one in read("go/cores.txt").cells} == {"cores=1", "cores=2"}


def test_go_lines_have_the_median_that_benchstat_prints() -> None:
    rows = [line.split(",") for line in (MADE / "go/benchstat.csv").read_text().splitlines()]
    first = rows.index(["", "sec/op", "CI"]) + 1
    printed = {row[0]: float(row[1]) * 1e9 for row in rows[first : first + 3]}
    document = read("go/count.txt")
    assert cell(document, "benches.Ten").samples[0].value == about(printed["Ten-2"])
    for count in ("10", "100"):
        joined_one = cell(document, "benches.Joined", f"count={count}").samples[0]
        assert joined_one.value == about(printed[f"Joined/count={count}-2"])


def test_configuration_lines_of_go_that_vary_stand_beside_the_name(tmp_path: Path) -> None:
    header = "pkg: a/b\nnote: quiet\ncommit: {}\n"
    lines = "BenchmarkTen/size=5/sorted-8 100 {} ns/op\n"
    text = "".join(header.format(commit) + lines.format(ns) for commit, ns in (("old", 10), ("new", 20)))
    (tmp_path / "it.txt").write_text(text + "--- SKIP: BenchmarkNone\n")
    found = importers.read(tmp_path / "it.txt")
    assert [(one.name, one.workload, one.says_ns) for one in found.benchmarks if one.processes] == [
        ("a/b.Ten/sorted (commit old)", "size=5", 10),
        ("a/b.Ten/sorted (commit new)", "size=5", 20),
    ]
    assert found.told == {"note": "quiet"}
    assert found.benchmarks[-1].reason == "it was skipped"


def test_pytest_benchmark_rounds_are_batches_with_the_statistics_that_it_prints() -> None:
    for test in raw("pytest-benchmark/data.json")["benchmarks"]:
        params = test["params"]
        workload = f"text, count={params['count']}" if params else "plain"
        found = cell(read("pytest-benchmark/data.json"), test["fullname"].partition("[")[0], workload)
        (rounds,) = times(found)
        assert len(rounds) == test["stats"]["rounds"]
        assert statistics.median(rounds) == about(test["stats"]["median"] * 1e9)
        assert statistics.fmean(rounds) == about(test["stats"]["mean"] * 1e9)
        saved = next(one for one in raw("pytest-benchmark/saved.json")["benchmarks"] if one["name"] == test["name"])
        (median,) = times(cell(read("pytest-benchmark/saved.json"), found.contestant, workload))
        assert median == [about(saved["stats"]["median"] * 1e9)]


def test_mitata_samples_and_summaries() -> None:
    runs = {
        run["name"]: run["stats"]
        for one in raw("mitata/samples.json")["benchmarks"]
        for run in one["runs"]
        if "stats" in run
    }
    (samples,) = times(cell(read("mitata/samples.json"), "joined", "text, count=10"))
    assert samples == [about(ns) for ns in runs["joined 10"]["samples"]]
    assert says("mitata/samples.json", "joined", "text, count=10") == about(runs["joined 10"]["avg"])
    stats = raw("mitata/summary.json")["benchmarks"][0]["runs"][0]["stats"]
    assert times(cell(read("mitata/summary.json"), "ten")) == [[about(stats["p50"])]]


def test_benchmark_js_samples_have_the_mean_and_the_rate_that_it_prints() -> None:
    for one in raw("benchmark-js/suite.json"):
        (samples,) = times(cell(read("benchmark-js/suite.json"), one["name"]))
        assert statistics.fmean(samples) == about(one["stats"]["mean"] * 1e9)
        assert 1e9 / statistics.fmean(samples) == about(one["hz"])


def several(*contestants: tuple[str, list[float]]) -> Document:
    """Of several processes of one batch each."""
    benchmarks = [Benchmark(name, processes=[Process([batch(ns)]) for ns in values]) for name, values in contestants]
    return imported.document(Found("a tool", "", benchmarks, machine()), sources=["it.json"], assay="0")


def test_ratios_have_intervals_over_processes_and_a_time_of_its_own_for_each() -> None:
    document = several(("a", [100.0, 102.0, 98.0, 101.0]), ("b", [50.0, 51.0, 49.0, 50.5]), ("c", [101.0]))
    (comparison,) = analyse(document).comparisons
    rows = {row.name: row for row in comparison.rows}
    a, b, c = rows["a"], rows["b"], rows["c"]
    assert a.time and b.ratio and c.time and c.ratio
    assert a.time.value == pytest.approx(statistics.geometric_mean([100.0, 102.0, 98.0, 101.0]))
    assert a.time.low < a.time.value < a.time.high < 110
    assert (b.ratio.blocks, b.verdict, b.more_seconds) == (4, "faster", None)
    assert c.time.high == math.inf and c.verdict == "undecided"
    assert "1 to 4 processes of each benchmark" in printed(analyse(document))


def test_several_files_are_several_runs_of_the_same_benchmarks() -> None:
    runs = [importers.read(MADE / "google-benchmark" / name) for name in ("plain.json", "repetitions.json")]
    document = imported.document(joined(runs), sources=["a.json", "b.json"], assay="0")
    found = cell(document, "BM_joined", "100")
    assert [sample.block for sample in found.samples] == [0, 1]
    assert [len(process) for process in times(found)] == [1, 4]
    assert facts(document).processes == "several" and len(document.blocks) == 2
    assert document.plan.suite == "a.json and 1 more, measured by Google Benchmark"
    assert cell(document, "BM_refused").reason == "it cannot be done here"


def test_processes_of_one_run_keep_one_number() -> None:
    def run(**ns: float) -> Found:
        benchmarks = [Benchmark(name, processes=[Process([batch(value)])]) for name, value in ns.items()]
        return Found("a tool", "", benchmarks, machine())

    document = imported.document(joined([run(a=1, b=2), run(b=4), run(a=3, b=6)]), sources=["s"], assay="0")
    assert [sample.block for sample in cell(document, "a").samples] == [0, 2]
    assert [sample.block for sample in cell(document, "b").samples] == [0, 1, 2]
    (comparison,) = analyse(document).comparisons
    (ratio,) = [row.ratio for row in comparison.rows if row.ratio]
    assert ratio.ratio == pytest.approx(0.5) and ratio.blocks == 2


def test_the_first_benchmark_of_each_table_is_its_baseline() -> None:
    first: dict[str, str] = {}
    for one in read("criterion").cells:
        first.setdefault(one.workload, one.contestant)
    for comparison in analyse(read("criterion")).comparisons:
        assert [row.name for row in comparison.rows if row.baseline] == [first[comparison.workload.name]]
        assert all(row.ratio or row.baseline for row in comparison.rows)


@pytest.mark.parametrize(("spreads", "processes"), [((0.03, 0.03), 5), ((0.01, 0.05, 0.01), 4)])
def test_intervals_of_processes_without_turns_hold_the_truth(spreads: tuple[float, ...], processes: int) -> None:
    ratios, times = coverage(spreads, processes, 250, seed=1)
    assert 0.92 < ratios < 0.995 and 0.92 < times < 0.98


def test_two_benchmarks_of_one_name_stay_two() -> None:
    document = several(("a", [1.0]), ("a", [2.0]))
    assert [one.contestant for one in document.cells] == ["a", "a (2)"]

"""Make the files that the importers are tested against, with the tools themselves.

`PYTHONPATH=lab python tests/importers/make.py [TOOL…]`. It needs Rust, Go, Node.js, a JDK with Maven, g++ with
libbenchmark-dev, and hyperfine; libraries come from their ordinary registries, in the versions below. Nothing of the
machine that would name it stays in the files: host names, users, paths and times since its start are replaced.
"""

from __future__ import annotations

import getpass
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
BENCHES = HERE / "benches"
MADE = HERE / "made"

PYPERF, PYTEST, PYTEST_BENCHMARK = "2.10.0", "9.2.0", "5.3.1"
BENCHSTAT = "v0.0.0-20260908200009-22c9c6c9d4da"
MITATA, BENCHMARK_JS = "1.0.34", "2.1.4"
PROGRAM = 'python3 -S -c "sum(range({count}))"'

# What tells one machine from others of its kind, or when it was started; and a list that is long.
PRIVATE: dict[str, str | float | None] = {
    "hostname": "host",
    "host_name": "host",
    "node": "host",
    "python_executable": "python",
    "executable": "benchmark",
    "jvm": "java",
    "stack": "",
    "boot_time": "2026-01-01 00:00:00",
    "flags": None,
    "python_config_args": "not kept",
    "project": "project",
    "uptime": 1.0,
    "load_avg_1min": 1.0,
}


def pyperf(room: Path) -> str:
    """Three processes of two values each, and one benchmark of one process."""
    python = _python(room, f"pyperf=={PYPERF}")
    script = str(BENCHES / "pyperf_text.py")
    brief = ("-q", "--min-time", "0.01", "--values", "2", "--warmups", "1")
    _run([python, script, *brief, "--processes", "3", "-o", str(room / "suite.json")])
    statement = ("sum(range(100))", "--name", "sum")
    one = ("--processes", "1", "--loops", "64")
    _run([python, "-m", "pyperf", "timeit", *brief, *one, *statement, "-o", str(room / "one.json")])
    (room / "shown.txt").write_text(_run([python, "-m", "pyperf", "show", "-q", str(room / "suite.json")]))
    _keep(room, "pyperf", "suite.json", "one.json", "shown.txt")
    return f"pyperf {PYPERF}: `python pyperf_text.py {' '.join(brief)} --processes 3`; `timeit … {' '.join(one)}`"


def pytest_benchmark(room: Path) -> str:
    """With the data, and as it saves results: without."""
    python = _python(room, f"pytest-benchmark=={PYTEST_BENCHMARK}", f"pytest=={PYTEST}")
    script = room / "test_text.py"
    shutil.copyfile(BENCHES / "pytest_text.py", script)
    brief = ("--benchmark-max-time=0.05", "--benchmark-min-rounds=5", "--benchmark-min-time=0.001")
    saved = ("--benchmark-save=saved", f"--benchmark-storage=file://{room / 'store'}")
    out = f"--benchmark-json={room / 'data.json'}"
    _run([python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *brief, *saved, out, str(script)], room)
    (plain,) = (room / "store").rglob("*saved.json")
    shutil.copyfile(plain, room / "saved.json")
    _keep(room, "pytest-benchmark", "data.json", "saved.json")
    return f"pytest-benchmark {PYTEST_BENCHMARK}: `pytest {' '.join(brief)} --benchmark-json=… --benchmark-save=…`"


def mitata(room: Path) -> str:
    """Its JSON format without samples, as it is by default, and with them."""
    _npm(room, f"mitata@{MITATA}")
    script = _copied("mitata_text.mjs", room)
    (room / "summary.json").write_text(_run(["node", "--expose-gc", script], room))
    (room / "samples.json").write_text(_run(["node", "--expose-gc", script, "samples"], room))
    _keep(room, "mitata", "summary.json", "samples.json", change=_without_noop)
    return f"mitata {MITATA}: `node --expose-gc mitata_text.mjs [samples]`; samples of the empty function taken out"


def benchmark_js(room: Path) -> str:
    """What JSON makes of its benchmarks."""
    _npm(room, f"benchmark@{BENCHMARK_JS}")
    (room / "suite.json").write_text(_run(["node", _copied("benchmarkjs_text.cjs", room)], room))
    _keep(room, "benchmark-js", "suite.json")
    return f"Benchmark.js {BENCHMARK_JS}: `node benchmarkjs_text.cjs`"


def criterion(room: Path) -> str:
    """Its folder: of every benchmark the three files that an importer may read."""
    package = room / "package"
    shutil.copytree(BENCHES / "criterion", package)
    target = Path(os.environ.get("CARGO_TARGET_DIR", package / "target"))
    command = ["cargo", "bench", "--locked", "--jobs", "1", "--bench", "text", "--", "--noplot"]
    _run(command, package, CARGO_TARGET_DIR=str(target), CRITERION_HOME=str(room / "found"))
    into = MADE / "criterion"
    shutil.rmtree(into, ignore_errors=True)
    for path in sorted((room / "found").rglob("new/*.json")):
        if path.stem in ("benchmark", "sample", "estimates"):
            place = into / path.relative_to(room / "found")
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(_scrubbed(path.read_text(), room))
    version = re.search(r'criterion = \{ version = "=([\d.]+)"', (package / "Cargo.toml").read_text())
    assert version is not None
    return f"Criterion {version[1]}: `cargo bench --bench text -- --noplot`; what the importer does not read taken out"


def google_benchmark(room: Path) -> str:
    """Without repetitions, with them, and their aggregates alone."""
    program = str(room / "benchmark")
    _run(["g++", "-std=c++17", "-O2", str(BENCHES / "google_benchmark" / "text.cpp"), "-lbenchmark", "-o", program])
    for name, options in {
        "plain": [],
        "repetitions": ["--benchmark_repetitions=4"],
        "aggregates": ["--benchmark_repetitions=4", "--benchmark_report_aggregates_only=true"],
    }.items():
        out = [f"--benchmark_out={room / name}.json", "--benchmark_out_format=json", "--benchmark_min_time=0.02"]
        # A benchmark that says that it cannot be done is not a failure of the program.
        _run([program, *out, *options])
    _keep(room, "google-benchmark", "plain.json", "repetitions.json", "aggregates.json")
    version = _run(["dpkg-query", "-W", "-f", "${Version}", "libbenchmark-dev"])
    return f"Google Benchmark {version} (Debian): `--benchmark_out=…`, with four repetitions, their aggregates"


def jmh(room: Path) -> str:
    """All modes, two forks; by the jars that the Java kit pins."""
    from assay.languages.java.maven import KIT_POM, libraries

    found = libraries(KIT_POM, room / "maven.log")
    jars = [str(jar) for kind in ("lib", "tools") for jar in sorted((found / kind).glob("*.jar"))]
    path = os.pathsep.join(jars)
    source = BENCHES / "jmh" / "src" / "main" / "java" / "benches" / "Text.java"
    _run(["javac", "-cp", path, "-processorpath", path, "-d", str(room / "classes"), str(source)])
    brief = ("-wi", "1", "-w", "100ms", "-i", "3", "-r", "20ms")
    run = ["java", "-cp", os.pathsep.join([str(room / "classes"), path]), "org.openjdk.jmh.Main", *brief]
    _run([*run, "-f", "2", "-prof", "gc", "-rf", "json", "-rff", str(room / "modes.json")], room)
    one = ("-f", "0", "-bm", "avgt", "-p", "count=10", "joined")
    _run([*run, *one, "-rf", "json", "-rff", str(room / "no-forks.json")], room)
    _keep(room, "jmh", "modes.json", "no-forks.json")
    version = json.loads((MADE / "jmh" / "modes.json").read_text())[0]["jmhVersion"]
    return f"JMH {version}: `java -jar … {' '.join(brief)} -f 2 -prof gc -rf json`; `-f 0 -bm avgt -p count=10 joined`"


def hyperfine(room: Path) -> str:
    """Named commands, and commands with a parameter."""
    named = ["-n", "nothing", "true", "-n", "little", "python3 -S -c 1"]
    _run(["hyperfine", "-N", "--runs", "6", "--warmup", "1", *named, "--export-json", str(room / "named.json")])
    swept = ["-L", "count", "1000,100000", PROGRAM]
    _run(["hyperfine", "--runs", "5", *swept, "--export-json", str(room / "swept.json")])
    _keep(room, "hyperfine", "named.json", "swept.json")
    return f"{_run(['hyperfine', '--version']).strip()}: `-N --runs 6 --warmup 1 …`; `--runs 5 -L count 1000,100000 …`"


def go(room: Path) -> str:
    """One process with -count, two processes in one file, and two numbers of cores."""
    package = room / "package"
    shutil.copytree(BENCHES / "go", package)
    _run(["go", "test", "-c", "-o", str(room / "benches.test")], package)
    test = ["go", "test", "-run", "^$", "-bench", ".", "-benchtime", "2000x"]
    one = _run([*test, "-count", "4"], package)
    (room / "count.txt").write_text(one)
    (room / "processes.txt").write_text("".join(_run([*test, "-count", "2"], package) for _ in range(3)))
    (room / "cores.txt").write_text(_run([*test, "-cpu", "1,2", "-bench", "Ten"], package))
    benchstat = ["go", "run", f"golang.org/x/perf/cmd/benchstat@{BENCHSTAT}", "-format", "csv"]
    (room / "benchstat.csv").write_text(_run([*benchstat, "count.txt"], room))
    _keep(room, "go", "count.txt", "processes.txt", "cores.txt", "benchstat.csv")
    version = _run(["go", "version"]).split()[2]
    return (
        f"go test of {version}: `go test -run ^$ -bench . -benchtime 2000x -count 4`; three of `-count 2`; `-cpu 1,2`"
    )


TOOLS: dict[str, Callable[[Path], str]] = {
    "pyperf": pyperf,
    "pytest-benchmark": pytest_benchmark,
    "mitata": mitata,
    "benchmark-js": benchmark_js,
    "google-benchmark": google_benchmark,
    "jmh": jmh,
    "hyperfine": hyperfine,
    "go": go,
    "criterion": criterion,
}


def main(names: Sequence[str]) -> None:
    for name in names or TOOLS:
        print(name, flush=True)
        with tempfile.TemporaryDirectory(prefix="assay-") as text:
            _list(name, TOOLS[name](Path(text)))


def _list(name: str, said: str) -> None:
    listing = MADE / "README.md"
    known = dict(re.findall(r"^- `([\w-]+)`: (.*)$", listing.read_text(), re.MULTILINE)) if listing.exists() else {}
    known[name] = said
    lines = [f"- `{tool}`: {known[tool]}" for tool in TOOLS if tool in known]
    head = (
        "# Made by the tools themselves\n\nBy `PYTHONPATH=lab python tests/importers/make.py`, from `../benches`:\n\n"
    )
    listing.write_text(head + "\n".join(lines) + "\n")


def _run(command: Sequence[str], folder: Path | None = None, **variables: str) -> str:
    done = subprocess.run(command, cwd=folder, env={**os.environ, **variables}, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def _python(room: Path, *packages: str) -> str:
    _run([sys.executable, "-m", "venv", str(room / "python")])
    python = str(room / "python" / "bin" / "python")
    _run([python, "-m", "pip", "install", "--quiet", *packages])
    return python


def _npm(room: Path, package: str) -> None:
    (room / "package.json").write_text("{}")
    _run(["npm", "install", "--no-audit", "--no-fund", package], room)


def _copied(name: str, room: Path) -> str:
    """A module finds its packages beside itself."""
    return str(shutil.copyfile(BENCHES / name, room / name))


def _keep(room: Path, tool: str, *names: str, change: Callable[[Any], Any] = lambda data: data) -> None:
    folder = MADE / tool
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in names:
        text = (room / name).read_text()
        if name.endswith(".json"):
            text = json.dumps(change(_without_private(json.loads(text))), indent=1) + "\n"
            text = re.sub(r"\[\s+[-+.eE\d,\s]+\]", lambda numbers: re.sub(r"\s+", "", numbers[0]), text)
        (folder / name).write_text(_scrubbed(text, room))


def _scrubbed(text: str, room: Path) -> str:
    for private in (str(room), room.name, str(HERE.parent.parent), str(Path.home()), sys.prefix, sys.base_prefix):
        text = text.replace(private, "PLACE")
    for private in (socket.gethostname(), getpass.getuser()):
        text = re.sub(rf"\b{re.escape(private)}\b", "NAME", text)
    return text


def _without_private(data: Any) -> Any:
    if isinstance(data, dict):
        return {
            key: PRIVATE[key] if key in PRIVATE and not isinstance(value, dict) else _without_private(value)
            for key, value in data.items()
        }
    return [_without_private(one) for one in data] if isinstance(data, list) else data


def _without_noop(data: Any) -> Any:
    for stats in data["context"]["noop"].values():
        stats["samples"] = None
    return data


if __name__ == "__main__":
    main(sys.argv[1:])

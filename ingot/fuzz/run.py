"""Run fuzz targets in turns, for so many minutes of processor time each: `python3 run.py [--minutes N] [TARGET ...]`.
`python3 run.py --counts` says what has been run.

It needs a nightly toolchain and a C++ compiler, and nothing else: the flags are those that `cargo fuzz` sets. What has
been run is added to `log.jsonl` slice by slice; an input with which a target failed stays in `artifacts/TARGET`.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import re
import resource
import subprocess
import sys
from pathlib import Path

import seeds

HERE = Path(__file__).parent
TARGETS = ("schema", "datum", "container", "resolution", "json", "documents", "log", "index")
TRIPLE = f"{platform.machine()}-unknown-linux-gnu"
COVERAGE = (
    "-sanitizer-coverage-level=4",
    "-sanitizer-coverage-inline-8bit-counters",
    "-sanitizer-coverage-pc-table",
    "-sanitizer-coverage-trace-compares",
)
FLAGS = [
    "--cfg=fuzzing",
    "-Zsanitizer=address",
    "-Cpasses=sancov-module",
    *(f"-Cllvm-args={flag}" for flag in COVERAGE),
]
# No allocation may be larger than 64 MiB; the sanitizer's own needs are in the limit of the whole. Targets hold each
# input to a second of processor time; by the clock that may be much more, where other programs run.
LIMITS = ["-timeout=60", "-malloc_limit_mb=64", "-rss_limit_mb=1024", f"-max_len={seeds.MOST}"]
SLICE = 300  # seconds by the clock, after which the log has a line more


def build() -> Path:
    """The folder with the targets' programs."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", HERE / "target"))
    environment = {**os.environ, "RUSTFLAGS": " ".join(FLAGS)}
    command = ["cargo", "+nightly", "build", "--release", "--locked", "--target", TRIPLE]
    subprocess.run(command, cwd=HERE, env=environment, check=True)
    return target / TRIPLE / "release"


def children() -> float:
    """The processor time of all processes that have ended, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def one_slice(program: Path) -> tuple[dict[str, object], bool]:
    """What is said of one slice in the log, and whether the target went through it."""
    name = program.name
    corpus, artifacts = HERE / "corpus" / name, HERE / "artifacts" / name
    for folder in (corpus, artifacts):
        folder.mkdir(parents=True, exist_ok=True)
    command = [program, corpus, HERE / "seeds" / name, *LIMITS, f"-max_total_time={SLICE}", "-print_final_stats=1"]
    environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=16:detect_odr_violation=0"}
    before = children()
    done = subprocess.run(
        [*command, f"-artifact_prefix={artifacts}/"],
        env=environment,
        stderr=subprocess.PIPE,
        errors="replace",
        text=True,
    )
    seconds = children() - before
    executions = re.search(r"stat::number_of_executed_units:\s*(\d+)", done.stderr)
    covered = re.findall(r"cov: (\d+)", done.stderr)
    if done.returncode:
        (artifacts / "last.log").write_text(done.stderr, encoding="utf-8")
    line = {
        "target": name,
        "date": f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M}",
        "executions": int(executions[1]) if executions else 0,
        "processor_seconds": round(seconds, 1),
        "covered": int(covered[-1]) if covered else 0,
        "exit": done.returncode,
    }
    return line, done.returncode == 0


def counts() -> str:
    """What the log says, as a table."""
    lines = [json.loads(line) for line in (HERE / "log.jsonl").read_text(encoding="utf-8").splitlines()]
    table = ["| target | executions | processor time | places covered |", "|---|---:|---:|---:|"]
    for name in TARGETS:
        mine = [line for line in lines if line["target"] == name]
        executions, seconds = (sum(line[key] for line in mine) for key in ("executions", "processor_seconds"))
        covered = max((line["covered"] for line in mine), default=0)
        table.append(f"| `{name}` | {executions:,} | {seconds / 60:.1f} min | {covered:,} |")
    return "\n".join(table)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--minutes", type=float, default=20, help="of processor time for each (default: 20)")
    parser.add_argument("--counts", action="store_true", help="say what has been run, and run nothing")
    wanted = parser.parse_args()
    if wanted.counts:
        print(counts())
        return 0
    if unknown := set(wanted.targets) - set(TARGETS):
        parser.error(f"no target is called {', '.join(sorted(unknown))}")
    seeds.write()
    programs = build()
    left = dict.fromkeys(wanted.targets or TARGETS, wanted.minutes * 60)
    failed = False
    # In turns, so that each has begun soon.
    while left:
        for name in list(left):
            line, fine = one_slice(programs / name)
            with (HERE / "log.jsonl").open("a", encoding="utf-8") as log:
                log.write(json.dumps(line) + "\n")
            print(json.dumps(line), flush=True)
            left[name] -= float(str(line["processor_seconds"]))
            if not fine:
                print(f"{name}: see artifacts/{name}/last.log", file=sys.stderr)
                failed = True
            if not fine or left[name] <= 0:
                del left[name]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

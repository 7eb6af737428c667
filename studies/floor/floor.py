"""What a kit itself costs per operation, in turns with the smallest loop that its language has.

    PYTHONPATH=.:lab:kits/python .venv/bin/python studies/floor/floor.py go ocaml python

The `null` contestant does a batch, the hand-written loop does one, and so on: neither is alone with a busy neighbour.
Each line has the medians over all turns, and that of the differences within a turn.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from assay.boundaries.codecs.task import codec_task
from assay.builder.builder import build_one
from assay.catalog import catalog
from assay.data.workload import record_set
from assay.runner import session
from assay.runner.process import Limits

HERE = Path(__file__).parent
COUNT = 10_000
TURNS = 101
TURN_NS = 10_000_000
LIMITS = Limits(1 << 30, 60)


def hand_written(language: str, folder: Path) -> list[str]:
    """The command of the loop, compiled as the lab compiles contestants."""
    program = folder / "floor"
    if language == "go":
        subprocess.run(["go", "build", "-pgo=off", "-o", program, "."], cwd=HERE / "go", check=True)
    elif language == "ocaml":
        source = folder / "floor.ml"
        source.write_text((HERE / "floor.ml").read_text())
        command = ["ocamlfind", "ocamlopt", "-O3", "-package", "unix", "-linkpkg", str(source), "-o", str(program)]
        subprocess.run(command, cwd=folder, check=True)
    else:
        return [sys.executable, str(HERE / "loop.py"), str(COUNT)]
    return [str(program), str(COUNT)]


def compare(language: str, folder: Path) -> str:
    known = catalog.load()
    records = record_set(known.workload("null"), COUNT, 0)
    built = build_one(known.contestant(f"{language}/null"), records)
    task = codec_task(records, "encode")
    keys: dict[str, Any] = {
        "operation": "encode",
        "batches": 1,
        "min_batch_ns": TURN_NS,
        "threads": 1,
        "seed": 1,
        "samples": 16,
    }
    keys["output"] = str(folder / "measure.out")
    kit, floor = [], []
    with (
        session.start(built, folder / "log", LIMITS) as process,
        subprocess.Popen(
            hand_written(language, folder), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as loop,
    ):
        assert loop.stdin and loop.stdout
        session.greet(process, built)
        session.load(process, task, records.records)
        for _ in range(TURNS):
            batch = process.ask("measure", **keys)["batches"][0]
            kit.append(batch["wall_ns"] / batch["records"])
            print(batch["passes"], file=loop.stdin, flush=True)
            floor.append(int(loop.stdout.readline()) / batch["records"])
        loop.stdin.close()
    more = statistics.median(k - f for k, f in zip(kit, floor, strict=True))
    return (
        f"{language}: kit {statistics.median(kit):.2f} ns, smallest loop {statistics.median(floor):.2f} ns, "
        f"{more:+.2f} ns within a turn"
    )


if __name__ == "__main__":
    for language in sys.argv[1:]:
        with tempfile.TemporaryDirectory() as folder:
            print(compare(language, Path(folder)), flush=True)

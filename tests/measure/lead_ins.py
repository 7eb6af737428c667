"""How long a process works after a turn of the others until it is as fast as before: what a lead-in must last.

    PYTHONPATH=lab:kits/python python tests/measure/lead_ins.py go/hamba,ocaml/ocaml-avro,rust/serde_avro_fast

All contestants named, each encoding and decoding, are alive at the same time and share one core, as in a block.
In random order each is asked for a timed batch of 10 ms after a lead-in of every length, 24 times. Prints a table: the
time of a record in ns after the longest lead-in, and how many times as long it takes after the others, by their length
in ms (the median over rounds, with twice its standard error).
"""

from __future__ import annotations

import itertools
import math
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from assay.boundaries.codecs.task import CodecTask, codec_task
from assay.builder.builder import Built, build_one
from assay.catalog import catalog
from assay.data.formats.encoded import by_reference
from assay.data.recordset import RecordSet
from assay.data.workload import record_set
from assay.runner import cores, session
from assay.runner.process import Limits, Process

LEAD_INS = (0, 5, 10, 20, 40, 80)  # ms
ROUNDS = 24
BATCH_NS = 10_000_000
WARM_SECONDS = 2.5
LIMITS = Limits(4 << 30, 120)


class Taking(NamedTuple):
    """Who takes turns: a process, and what it does."""

    label: str
    operation: str
    process: Process

    def ask(self, request: str, **keys: Any) -> dict[str, Any]:
        return self.process.ask(request, operation=self.operation, threads=1, seed=1, samples=16, **keys)

    def batch_ns(self, lead_in: int) -> float:
        """The time of a record in a batch after a lead-in of so many ms, which is done in short batches."""
        if lead_in:
            self.ask("warm", seconds=lead_in / 1000, min_batch_ns=1_000_000)
        (batch,) = self.ask("measure", batches=1, min_batch_ns=BATCH_NS)["batches"]
        return float(min(batch["wall_ns"], batch["cpu_ns"] or batch["wall_ns"])) / float(batch["records"])


def wanted(names: list[str], records: RecordSet) -> Iterator[tuple[Built, CodecTask]]:
    known = catalog.load()
    for name in names:
        built = build_one(known.contestant(name), records)
        if built.start is None:
            print(f"{name}: {built.reason}", file=sys.stderr)
            continue
        for operation in ("encode", "decode"):
            yield built, codec_task(records, operation, by_reference(records, built.contestant.manifest.format))


def begun(built: Built, task: CodecTask, folder: Path) -> Taking:
    label = f"{built.contestant.name} {task.operation}"
    process = session.start(built, folder / f"{label.replace('/', '-')}.log", LIMITS, padding=Random(label))
    session.greet(process, built)
    session.load(process, task, task.records.records)
    one = Taking(label, task.operation, process)
    one.ask("warm", seconds=WARM_SECONDS, min_batch_ns=5_000_000)
    return one


def measure(takers: list[Taking]) -> dict[tuple[str, int], list[float]]:
    """Log times of a record, by who and after which lead-in."""
    found: dict[tuple[str, int], list[float]] = {(one.label, ms): [] for one in takers for ms in LEAD_INS}
    core = cores.quietest()
    rng = Random(7)
    with cores.staying_on(core):
        for one in takers:
            if core is not None:
                cores.confine(one.process.popen.pid, core)
        for _ in range(ROUNDS):
            turns = list(itertools.product(takers, LEAD_INS))
            for one, lead_in in rng.sample(turns, len(turns)):
                found[one.label, lead_in].append(math.log(one.batch_ns(lead_in)))
    return found


def row(label: str, found: dict[tuple[str, int], list[float]]) -> str:
    longest = np.array(found[label, LEAD_INS[-1]])
    cells = []
    for lead_in in LEAD_INS[:-1]:
        ratios = np.array(found[label, lead_in]) - longest
        spread = 1.4826 * np.median(np.abs(ratios - np.median(ratios)))
        error = 2 * 1.2533 * spread / math.sqrt(len(ratios))
        cells.append(f"{math.exp(np.median(ratios)):.2f} ± {error:.2f}")
    return f"| {label} | {math.exp(np.median(longest)):.0f} | {' | '.join(cells)} |"


def main() -> None:
    """Print the table of the contestants named, over the records of `person`."""
    records = record_set(catalog.load().workload("person"), None, seed=42)
    jobs = list(wanted(sys.argv[1].split(","), records))
    with tempfile.TemporaryDirectory() as text, ExitStack() as ending, ThreadPoolExecutor(2) as pool:
        takers = list(pool.map(lambda job: begun(job[0], job[1], Path(text)), jobs))
        for one in takers:
            ending.callback(one.process.end)
        found = measure(takers)
        print(f"| | ns, after {LEAD_INS[-1]} | {' | '.join(f'after {ms}' for ms in LEAD_INS[:-1])} |")
        print(f"|---|---:|{'---:|' * (len(LEAD_INS) - 1)}")
        for one in takers:
            print(row(one.label, found))


if __name__ == "__main__":
    main()

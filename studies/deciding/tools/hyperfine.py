"""hyperfine: whole processes, each of which loads the records and does a fixed number of passes."""

from __future__ import annotations

import json
import math
import re
import shlex
from pathlib import Path
from typing import Any

from assay.base.errors import AssayError
from assay.base.tools import find
from assay.builder.builder import Built
from assay.measure import profiles
from assay.measure.harnesses.peer import run
from assay.results.deciding import Verdict
from assay.runner import session
from assay.runner.hyperfine import HYPERFINE
from studies.deciding.tools.tool import REFERENCE, Answer, Pair, Tool

RESULT = re.compile(r"^\s*'?(\w+)'? ran\n\s*([\d.]+) ± ([\d.]+) times faster than", re.MULTILINE)


class Hyperfine(Tool):
    name = "hyperfine"
    languages = ("rust", "java", "node", "python")
    options = ("--warmup", "3")
    seconds = 1.0  # of passes in each process, beside which its start is small
    rule = (
        "`--warmup 3` and its default of at least ten runs, of whole processes that load the records and do about a "
        "second of passes, as many in both. Different where the ± of the relative speed, a standard deviation, "
        "leaves out 1: it prints no other judgement."
    )

    def problem(self) -> str:
        return find(HYPERFINE).problem

    def version(self) -> str:
        return find(HYPERFINE).version

    def prepare(self, pair: Pair) -> None:
        _passes(pair, self.seconds)

    def decide(self, pair: Pair, folder: Path) -> Answer:
        requests = folder / "requests"
        lines = _requests(pair, _passes(pair, self.seconds), folder)
        requests.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
        commands = [_command(built, requests, folder) for built in pair.both.values()]
        names = [word for name in pair.both for word in ("--command-name", name)]
        return answer(run(["hyperfine", "--style", "basic", *self.options, *names, *commands], {}, folder))


def answer(text: str) -> Answer:
    """What hyperfine printed of a `reference` and a `variant`. AssayError where it compared nothing."""
    found = RESULT.search(text)
    if found is None:
        raise AssayError("hyperfine compared nothing")
    first, ratio, deviation = found[1], float(found[2]), float(found[3])
    verdict: Verdict = "same"
    if ratio - deviation > 1:
        verdict = "slower" if first == REFERENCE else "faster"
    return Answer(verdict, f"{first} ran {found[2]} ± {found[3]} times faster")


def _command(built: Built, requests: Path, folder: Path) -> str:
    assert built.start is not None
    environment = {**built.start.environment, "ASSAY_CONTESTANT": built.contestant.name}
    words = ["env", *(f"{key}={value}" for key, value in environment.items()), *built.start.whole_command]
    return f"exec {shlex.join(words)} < {requests} > {folder / 'replies'} 2> {folder / 'whole.log'}"


def _requests(pair: Pair, passes: int, folder: Path) -> list[dict[str, object]]:
    once = {
        **{"request": "once", "operation": pair.task.operation, "seed": pair.seed},
        **{"samples": 1, "output": str(folder / "once.out")},
    }
    load = {"request": "load", **pair.task.load_keys(pair.task.records.records)}
    return [load, *([once] * passes), {"request": "bye"}]


def _passes(pair: Pair, seconds: float) -> int:
    """How many passes take the reference so long, found out once; the same number serves all that it is paired with."""
    path = pair.room / f"passes-{pair.reference.contestant.folder.name}"
    if not path.exists():
        asked: dict[str, Any] = {
            "operation": pair.task.operation,
            "min_batch_ns": 10_000_000,
            "threads": 1,
            "seed": 1,
            "samples": 1,
            "output": None,
        }
        limits = profiles.limits_of(profiles.settings(profiles.QUICK))
        with session.start(pair.reference, pair.room / "passes.log", limits) as process:
            session.load(process, pair.task, pair.task.records.records)
            process.ask("warm", seconds=seconds, **asked)
            (batch,) = process.ask("measure", batches=1, **asked)["batches"]
        path.write_text(str(math.ceil(seconds * 1e9 * batch["passes"] / batch["wall_ns"])))
    return int(path.read_text())

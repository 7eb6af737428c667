"""Row after row to one contestant, in a process that has a second and some memory for each; who breaks is replaced.

The limits bind a row, and rows share a process, since starting one takes longer than most rows. So whatever a row does
to a process that was asked others before is only believed when it does it to a fresh one, too.
"""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from types import TracebackType
from typing import Any

from assay.base import words
from assay.builder.builder import Built
from assay.data import container_format
from assay.data.containers import LEVELS
from assay.data.resolved import resolved
from assay.data.schema import parse
from assay.measure.conform import judging
from assay.measure.conform.questions import USUAL, Question, Unasked, questions
from assay.measure.conform.rows import Row
from assay.results.conformance import Finding
from assay.results.request import BLOCK_BYTES
from assay.runner import session
from assay.runner.broken import Broken, Died, Greedy, Hung, Refused
from assay.runner.process import Limits, Process
from assay.runner.rules import CONTRACT
from assay.runner.usage import forget_peak, peak, processor_seconds, resident

SECONDS = 1.0
MORE = 64 << 20
LOOK = 0.01  # seconds between looks at a process that computes: what takes memory takes it fast
# A machine that is busy otherwise makes everybody slow: who has had less than half a second of the processor by then is
# waited for.
LEAST_PROCESSOR = 0.5
PATIENCE = 4.0
START = Limits(memory=2 << 30, reply=60.0)


class NotAsked(Exception):
    """The contestant cannot be asked anything: its kit does not know the request, or it does not start."""


class Asker:
    """Asks one contestant. Use as a context manager: leaving it ends the process."""

    def __init__(self, built: Built, folder: Path) -> None:
        self.built = built
        self.log = folder / f"{built.contestant.name.replace('/', '-')}.log"
        self.version = self.runtime = ""
        self._process: Process | None = None
        self._memory = 0  # at its start
        self._fresh = False
        self._has: set[str] = set()  # of what no library has to have, as rows have shown
        self._lacking: dict[str, str] = {}  # what is asked of it in vain, whatever the schema, and what it says to that

    def __enter__(self) -> Asker:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._end()

    def finding(self, row: Row) -> Finding:
        """What it says to a row. NotAsked where no process of it can be asked."""
        try:
            asked = questions(row)
        except Unasked as why:
            return Finding(row=row.id, outcome="lacks", how=f"the contract cannot ask it: {why}")
        for _ in range(2):
            process = self._running()
            fresh, self._fresh = self._fresh, False
            try:
                return self._answered(process, row, asked)
            except Broken as broken:
                self._end()
                if fresh:
                    return _of_broken(row, broken, self._memory)
        raise AssertionError("the second process is a fresh one")

    def _answered(self, process: Process, row: Row, asked: list[Question]) -> Finding:
        found = Finding(row=row.id, outcome="agrees")
        for question in asked:
            found = self._one(process, row, question)
            if found.outcome != "agrees":
                break
        return found

    def _one(self, process: Process, row: Row, question: Question) -> Finding:
        """Broken for whatever ends the process."""
        if why := self._lacking.get(question.ask):
            return Finding(row=row.id, outcome="lacks", how=judging.shown(why))
        try:
            reply = _patiently(process, question)
        except Refused as refused:
            self._check_memory(process)
            lacking = bool(question.optional) and question.optional not in self._has
            return judging.of_refusal(row, refused, lacking=lacking)
        self._check_memory(process)
        self._has.add(question.optional)
        return judging.of_reply(row, question, reply)

    def _check_memory(self, process: Process) -> None:
        """What it took and gave back before anybody looked counts, too."""
        took = peak(process.popen.pid)
        if took > self._memory + MORE:
            raise Greedy(CONTRACT, f"took {took} bytes")

    def _running(self) -> Process:
        if self._process is None:
            try:
                self._process = self._started()
            except Broken as broken:
                self._end()
                raise NotAsked(str(broken)) from None
        return self._process

    def _started(self) -> Process:
        """A process that has answered questions that any library can, so that its own start is behind it."""
        process = self._process = session.start(self.built, self.log, START)
        greeting = session.greet(process, self.built)
        self.version, self.runtime = str(greeting["version"]), str(greeting["runtime"])
        for question in (*WARMING, *WARMING):
            try:
                process.ask("conform", ask=question.ask, **question.keys)
            except Refused as refused:
                if refused.kind == "bad_input":
                    raise NotAsked(f"its kit cannot be asked: {refused}") from None
                if refused.kind == "unsupported":
                    self._lacking[question.ask] = str(refused)
        self._memory = resident(process.popen.pid)
        forget_peak(process.popen.pid)
        process.limits = Limits(self._memory + MORE, SECONDS, LOOK)
        self._fresh = True
        return process

    def _end(self) -> None:
        if self._process is not None:
            with contextlib.suppress(Broken):
                self._process.end()
            self._process = None


def _patiently(process: Process, question: Question) -> dict[str, Any]:
    before = processor_seconds(process.popen.pid)
    try:
        return process.ask("conform", ask=question.ask, **question.keys)
    except Hung:
        if processor_seconds(process.popen.pid) - before >= LEAST_PROCESSOR:
            raise
        return process.wait("conform", PATIENCE)


def _of_broken(row: Row, broken: Broken, start: int) -> Finding:
    match broken:
        case Hung():
            return Finding(row=row.id, outcome="hangs", how=f"no answer within {SECONDS:g} s")
        case Greedy():
            how = f"more than {words.size(MORE)} above the {words.size(start)} of its start"
            return Finding(row=row.id, outcome="takes", how=how)
        case Died():
            return Finding(row=row.id, outcome="dies", how=judging.shown(str(broken).replace(" during conform", "")))
        case _:
            return Finding(row=row.id, outcome="dies", how=judging.shown(f"breaks the contract: {broken}"))


def _warming() -> list[Question]:
    """What every library does that has it at all: a datum decoded, a container read."""
    header = container_format.write_header(container_format.Header("null", USUAL, bytes(container_format.SYNC_SIZE)))
    settings = {"compression": "null", "level": LEVELS["null"], "block_bytes": BLOCK_BYTES}
    keys = {"schema": USUAL, "resolved": json.dumps(resolved(parse(USUAL))), "texts": 1}
    return [
        Question("decode", {**keys, "input": "0e047879"}),
        Question("encode", {**keys, "input": '{"a":7,"b":"xy"}'}),
        Question("read", {**keys, "input": header.hex(), "settings": settings}),
        Question("resolve", {**keys, "input": "0e047879", "writer": USUAL}),
        Question("from-json", {**keys, "input": '{"a":7,"b":"xy"}'}),
        Question("to-json", {**keys, "input": '{"a":7,"b":"xy"}'}),
        Question("single-object", {**keys, "input": "c301"}),
        Question("registry", {**keys, "input": "0000000001", "registry_id": 1}),
    ]


WARMING = _warming()

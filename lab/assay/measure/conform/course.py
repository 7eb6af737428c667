"""All rows to all contestants, some of these side by side, and a document that always says how far they have come."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path

from assay import __version__
from assay.base import capacity
from assay.base.errors import AssayError
from assay.base.progress import Progress, duration
from assay.builder.builder import Built, rest
from assay.builder.parallel import Job, build_all
from assay.catalog.catalog import Catalog, Contestant
from assay.data.formats import AVRO
from assay.data.workload import record_set
from assay.measure import machine
from assay.measure.conform.asking import MORE, SECONDS, Asker, NotAsked
from assay.measure.conform.rows import Rows
from assay.results import writing
from assay.results.conformance import AGAINST, Document, Limits, RowFacts, Subject

ANY_SCHEMA = "none"  # the types of a contestant that needs no code for a schema
BUILT_FOR = "null"  # the workload for which such a contestant is built, whatever it is asked then
WRITE_EVERY = 10.0  # seconds


def candidates(
    catalog: Catalog, contestants: Sequence[str] | None, languages: Sequence[str] | None
) -> tuple[list[Contestant], list[str]]:
    """Those that take any schema when they run; and the names of those whose code is generated for one.

    AssayError where none is left.
    """
    chosen = catalog.select(contestants=contestants, languages=languages, formats=[AVRO])
    takers = [one for one in chosen if one.manifest.types == ANY_SCHEMA]
    generated = [one.name for one in chosen if one.manifest.types != ANY_SCHEMA]
    if not takers:
        raise AssayError(f"no contestant that takes any schema is among these: {', '.join(generated)}")
    return takers, generated


def ask_all(
    contestants: Sequence[Contestant], catalog: Catalog, rows: Rows, output: Path, progress: Progress
) -> Document:
    """Build the contestants and ask them every row; the document at ``output`` is written again and again meanwhile.

    Ctrl-C leaves what has been asked so far.
    """
    document = Document(
        assay=__version__,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        machine=machine.describe(),
        limits=Limits(seconds=SECONDS, more_bytes=MORE),
        digest=rows.digest,
        rows=[RowFacts(id=row.id, shows=str(row.fields.get("shows", ""))) for row in rows.rows],
        subjects=[Subject(name=c.name, library=c.manifest.library, version=c.manifest.version) for c in contestants],
    )
    writing.write(document, output)
    built = _built(contestants, catalog, progress)
    for subject, one in zip(document.subjects, built, strict=True):
        if one.start is None:
            subject.status = "failed" if one.status == "ready" else one.status
            subject.reason = one.reason
            progress.say(f"  {subject.name}: {one.status}: {one.reason}")
    _Course(document, built, rows, output, progress).run()
    return document


def _built(contestants: Sequence[Contestant], catalog: Catalog, progress: Progress) -> list[Built]:
    records = record_set(catalog.workload(BUILT_FOR), 1, 0)
    progress.now("building")
    built = list(
        build_all(
            [Job(one, records) for one in contestants],
            lambda state: progress.now(f"building, {state.done} of {state.total} done: {', '.join(state.running)}"),
        )
    )
    rest()
    return built


class _Course:
    def __init__(
        self, document: Document, built: Sequence[Built], rows: Rows, output: Path, progress: Progress
    ) -> None:
        self.document = document
        self.built = built
        self.rows = rows
        self.output = output
        self.progress = progress
        self.lock = threading.Lock()
        self.stopped = threading.Event()
        self.begin = time.monotonic()

    def run(self) -> None:
        pairs = [(s, b) for s, b in zip(self.document.subjects, self.built, strict=True) if b.start]
        with tempfile.TemporaryDirectory(prefix="assay-") as folder, ThreadPoolExecutor(capacity.cores()) as pool:
            try:
                self._wait([pool.submit(self._ask, subject, built, Path(folder)) for subject, built in pairs])
            finally:
                self.stopped.set()
                pool.shutdown(cancel_futures=True)
                self._write()

    def _wait(self, running: Sequence[Future[None]]) -> None:
        left = set(running)
        written = time.monotonic()
        while left:
            done, left = wait(left, timeout=0.5)
            for one in done:
                one.result()
            self.progress.now(self._standing())
            if done or time.monotonic() - written > WRITE_EVERY:
                self._write()
                written = time.monotonic()

    def _ask(self, subject: Subject, built: Built, folder: Path) -> None:
        """Every row to one contestant, until the course is stopped."""
        designs = built.contestant.manifest.conformance
        try:
            with Asker(built, folder) as asker:
                for row in self.rows.rows:
                    if self.stopped.is_set():
                        return
                    finding = asker.finding(row)
                    if finding.outcome in AGAINST:
                        reasons = (why for pattern, why in designs.items() if fnmatchcase(row.id, pattern))
                        finding.design = next(reasons, "")
                    with self.lock:
                        subject.asked += 1
                        subject.version, subject.runtime = asker.version or subject.version, asker.runtime
                        if finding.outcome != "agrees" or finding.reading:
                            subject.findings.append(finding)
        except NotAsked as why:
            with self.lock:
                subject.status, subject.reason = "failed", str(why)
            self.progress.say(f"  {subject.name}: not asked: {why}")
            return
        against = sum(one.counts for one in subject.findings)
        took = duration(time.monotonic() - self.begin)
        self.progress.say(f"  {subject.name}: {subject.asked} rows, {against} against it (after {took})")

    def _standing(self) -> str:
        subjects = [one for one in self.document.subjects if one.status == "asked"]
        asked, total = sum(one.asked for one in subjects), len(subjects) * len(self.rows.rows)
        running = [one.name for one in subjects if 0 < one.asked < len(self.rows.rows)]
        seconds = time.monotonic() - self.begin
        left = f", about {duration(seconds / asked * (total - asked))} left" if asked and seconds > 3 else ""
        return f"{asked} of {total} rows asked{left}: {', '.join(running)}"

    def _write(self) -> None:
        with self.lock:
            writing.write(self.document, self.output)

"""javac, and programs that generate Java, in one process for all builds of a lab process: `programs/resident/`.

It is started when it is first needed and ends when its standard input does, so with this process, however that ends.
"""

from __future__ import annotations

import atexit
import itertools
import json
import subprocess
import tempfile
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from typing import IO, Any

from assay.base.checkout import LAB
from assay.languages.java.maven import KIT_POM, libraries
from assay.languages.shared.recipe import BuildFailed, error_line, portable

PROGRAM = LAB / "languages" / "java" / "programs" / "resident" / "Resident.java"
# Builds are many and short: the JVM's second compiler would not pay.
OPTIONS = ("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:+DisplayVMOutputToStderr")
# The unshared table: what one compilation remembers of names must not stay for the next.
FLAGS = ("-g", "--release", "17", "-encoding", "UTF-8", "-XDuseUnsharedTable=true")


def compile_java(
    sources: Sequence[Path],
    classes: Path,
    path: Sequence[Path],
    log: Path,
    *,
    processors: Sequence[Path] = (),
    options: Sequence[str] = (),
) -> None:
    """Compile the sources in these folders. ``path``: jars and folders that they use. ``options``: those of the
    annotation processors in these jars. BuildFailed as javac says.
    """
    made = classes.with_name("processed")  # sources that processors make
    processing = (
        ["-processorpath", _joined(processors), "-s", str(made), *(f"-A{one}" for one in options)]
        if processors
        else ["-proc:none"]
    )
    files = [str(file) for folder in sources for file in sorted(folder.rglob("*.java"))]
    for folder in (classes, made) if processors else (classes,):
        folder.mkdir(parents=True, exist_ok=True)
    _do("javac", {"javac": [*FLAGS, *processing, "-d", str(classes), "-cp", _joined(path), *files]}, log)


def run_java(main: str, path: Sequence[Path], arguments: Sequence[str], log: Path) -> None:
    """Run a class's `main`. ``path``: the jars and folders that it is in. BuildFailed where it throws."""
    _do(main, {"run": main, "path": [str(part) for part in path], "arguments": list(arguments)}, log)


class Resident:
    """A running process. It may be asked by several threads at once."""

    def __init__(self, library: Path) -> None:
        self.words = tempfile.TemporaryFile()  # noqa: SIM115 - what it says besides replies, as long as it runs
        self.popen = subprocess.Popen(
            ["java", *OPTIONS, "-cp", f"{library}/*", str(PROGRAM)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.words,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C ends the lab, and then this
        )
        assert self.popen.stdin is not None and self.popen.stdout is not None
        self.requests = self.popen.stdin
        self.numbers = itertools.count(1)
        self.waiting: dict[int, Future[dict[str, Any]]] = {}
        self.guard = Lock()
        self.ended = False
        self.reader = Thread(target=self._read, args=(self.popen.stdout,), daemon=True)
        self.reader.start()

    def ask(self, keys: dict[str, Any]) -> dict[str, Any]:
        """The reply to a request. BuildFailed where the process ends before it."""
        future: Future[dict[str, Any]] = Future()
        with self.guard:
            if self.ended:
                raise self._lost()
            number = next(self.numbers)
            self.waiting[number] = future
            with suppress(OSError):  # it has ended then, which the reader finds, too
                self.requests.write(json.dumps({"number": number, **keys}) + "\n")
                self.requests.flush()
        return future.result()

    def end(self) -> None:
        with self.guard, suppress(OSError):
            self.ended = True
            self.requests.close()
        self.reader.join()

    def _read(self, replies: IO[str]) -> None:
        for line in replies:
            reply = json.loads(line)
            with self.guard:
                self.waiting.pop(reply["number"]).set_result(reply)
        self.popen.wait()
        with self.guard:
            self.ended = True
            with suppress(OSError):
                self.requests.close()
            for future in self.waiting.values():
                future.set_exception(self._lost())

    def _lost(self) -> BuildFailed:
        self.words.seek(0)
        words = self.words.read().decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
        return BuildFailed(portable(f"the process that compiles Java ended unexpectedly: {words[0][:300]}"))


class _Kept:
    """The process of this lab, where there is one now."""

    def __init__(self) -> None:
        self.guard = Lock()
        self.process: Resident | None = None

    def get(self, log: Path) -> Resident:
        library = libraries(KIT_POM, log) / "lib"
        with self.guard:
            if self.process is None or self.process.ended:
                try:
                    self.process = Resident(library)
                except OSError as error:
                    raise BuildFailed(f"java does not start: {error}") from None
            return self.process

    def end(self) -> None:
        with self.guard:
            if self.process is not None:
                self.process.end()
            self.process = None


_kept = _Kept()
atexit.register(_kept.end)


def end() -> None:
    """End the process, if there is one; the next build starts another."""
    _kept.end()


def _do(program: str, keys: dict[str, Any], log: Path) -> None:
    reply = _kept.get(log).ask(keys)
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {program} {json.dumps(keys)}\n{reply['output']}")
    if not reply["ok"]:
        raise BuildFailed(portable(f"{program} failed: {error_line(log)} (log: {log})"))


def _joined(paths: Sequence[Path]) -> str:
    return ":".join(map(str, paths))

"""What every language's recipe gives: how to build a contestant, and how to start it."""

from __future__ import annotations

import hashlib
import math
import os
import re
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import psutil
from click import unstyle

from assay.base import cache
from assay.base.checkout import CHECKOUT
from assay.base.errors import AssayError
from assay.base.tools import Tool
from assay.catalog.catalog import Contestant
from assay.languages.shared.flavours import Flavour, Making, flavours_in
from assay.results.document import RuntimeBuild
from assay.results.request import Cpu

UNOPTIMIZED = "ASSAY_UNOPTIMIZED"  # set to 1 by the project's tests, which build hundreds of programs and time none

# What names an error in a log; the crate thiserror is none, nor is a file like error.hpp.
ERROR = re.compile(r"(?<![\w/])(?i:error|fatal)(?![\w-]*[./]\w)|Error\b(?!\.\w)")

# A build script of Rust's that panics: the next line says why, and cargo's error only that it did.
PANIC = re.compile(r"thread '.*' .*panicked at .*:$")

# Ends of lines in a log that announce an error, or raise it; the last is pip's.
HEADING = (":", "(", "subprocess-exited-with-error")

ENDING = 2.0  # seconds that processes may take to be gone after they were killed

PASSED_OVER = {"target", "node_modules", "__pycache__", ".git"}

# By these users set the allocator of the C library for all their programs.
ALLOCATOR = ("MALLOC_", "GLIBC_TUNABLES")


@dataclass(frozen=True)
class Start:
    """How a built contestant is started: the command line, and what its environment has besides the lab's.

    ``without``: beginnings of the names of variables that it does not get of the lab's.
    ``options``: those of the command line that a reader of the figures must know. ``whole``: the command line where the
    whole process is what is timed, without what only serves measuring inside it; None where it is the same.
    ``temporary``: the option that gives a runtime its folder for temporary files, up to the path; empty for one that
    reads TMPDIR.
    """

    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    options: str = ""
    whole: list[str] | None = None
    temporary: str = ""
    without: tuple[str, ...] = ()

    @property
    def surroundings(self) -> dict[str, str]:
        """The whole environment of its process."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(self.without)}
        return {**kept, **self.environment}

    def command_in(self, temporary: Path) -> list[str]:
        """The command line for a process that has its temporary files in this folder."""
        program, *rest = self.command
        return [program, *([f"{self.temporary}{temporary}"] if self.temporary else []), *rest]

    @property
    def whole_command(self) -> list[str]:
        return self.whole or self.command


@dataclass(frozen=True)
class Inputs:
    """What a build reads: the contestant, for typed ones the schema, and the processor that code is made for.

    ``for_profiler``: with what tells a profiler which code it meets (debug information, hooks); never for measuring.
    """

    contestant: Contestant
    schema_text: str | None
    cpu: Cpu = "baseline"
    for_profiler: bool = False


@dataclass(frozen=True)
class Library:
    """A version of a library instead of the one that a contestant pins; exactly one of three.

    ``folder``: of its sources. ``archive``: a file as registries carry them. ``release``: the number of a version that
    the language's registry has. ``label``: what the user called it.
    """

    label: str
    folder: Path | None = None
    archive: Path | None = None
    release: str | None = None


class BuildFailed(Exception):
    """A build that went wrong: one line why; the log has the rest."""


class TooLate(BuildFailed):
    """A build that was ended, or not begun, since it took too long."""


# When the steps of a build in this thread are ended, by `time.monotonic`.
_until: ContextVar[float] = ContextVar("until", default=math.inf)
_steps: set[subprocess.Popen[bytes]] = set()  # that are running, of all builds


@contextmanager
def ending_at(until: float) -> Iterator[None]:
    """Steps that `run` does inside, in this thread, end then with TooLate."""
    token = _until.set(until)
    try:
        yield
    finally:
        _until.reset(token)


class Recipe(ABC):
    """A language; it knows no contestant. ``rooms``: the other languages whose rooms it builds with.

    ``warms_up``: the runtime compiles while it runs, so that a process is faster when it has run for a while.
    ``lead_ins``: how many lead-ins a turn begins with; more than one where the runtime goes round in a heap that just
    fits into the processor's caches, so that it takes long to be fast again after others had the core.
    ``machine_code``: what it builds is a program of the machine's own instructions, which tools can count.
    ``by_processor``: its compilers take the processor as an option; others find it out when they run, or do not ask.
    ``built_for_profiler``: a build that is profiled differs from one that is measured.
    ``kits``: the folders that are built with every contestant.
    ``settings``: variables by which users set the runtime up for all their programs (options, heaps, collectors), by
    how their names begin. Contestants do not get them: no document would say what was measured.
    """

    language: str
    warms_up: bool = False
    lead_ins: int = 1
    machine_code: bool = False
    by_processor: bool = False
    built_for_profiler: bool = False
    tools: tuple[Tool, ...]
    rooms: tuple[str, ...] = ()
    kits: tuple[Path, ...] = ()
    settings: tuple[str, ...] = ()

    @cached_property
    def flavours(self) -> Mapping[str, Flavour]:
        """Of generated code, by the names that `types` in a manifest may have."""
        return flavours_in(f"assay.languages.{self.language}.flavours")

    def generate(self, contestant: Contestant, making: Making) -> None:
        """Lay the code that a contestant's flavour makes of a schema; BuildFailed where it makes none."""
        try:
            self.flavours[contestant.manifest.types].make(making)
        except AssayError as error:
            raise BuildFailed(str(error)) from None

    def sources(self, contestant: Contestant) -> list[Path]:
        """The folders and files whose content decides what is built, so that a change in them builds again."""
        return [contestant.folder, *self.kits]

    @abstractmethod
    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        """Build into an empty folder; BuildFailed when it cannot be done."""

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        """How to start what `build` made in this folder, for a record set of so many bytes of JSON."""
        return Start([str(folder / "contestant")])

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        """What runs what was built, or the compiler that made it; None where that is nothing of the language's own."""
        return None

    def other_runtime(self, version: str) -> Path:
        """The folder of the runtime's programs of another version. AssayError where no registry carries them."""
        raise AssayError(
            f"--runtime {self.language}={version}: no registry carries other versions of this runtime; "
            "put the one that you want first on PATH"
        )

    def runtime_key(self) -> str:
        """What distinguishes the runtime that builds are made with from others of its version; empty where nothing."""
        return ""

    def lay_with(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> Path | None:
        """Lay a copy of a contestant, with another version of its library, into ``folder``, which is not there yet.

        Gives the folder that the library is built from, as the manifest's source names one; None where the copy pins
        what it needs. BuildFailed where this cannot be done with such a library.
        """
        if contestant.manifest.source is None and contestant.manifest.local is None:
            self.lay_pinned(contestant, library, folder, log)
            return None
        if library.folder is None:
            raise BuildFailed(f"{contestant.name} takes its library from a folder, which {library.label} is not")
        shutil.copytree(contestant.folder, folder, ignore=shutil.ignore_patterns(*PASSED_OVER))
        return library.folder

    def lay_pinned(self, contestant: Contestant, library: Library, folder: Path, log: Path) -> None:
        """The same for a contestant whose library comes from a registry."""
        raise BuildFailed(f"{contestant.name}: versions of {self.language} libraries cannot be exchanged")

    def rest(self) -> None:  # noqa: B027 - most languages have nothing to end
        """End what serves several builds and runs beside the lab: it must not run while something is measured."""

    def tools_for(self, contestant: Contestant) -> tuple[Tool, ...]:
        """The tools that this contestant is built and run with: those of its language, or newer ones."""
        return self.tools


def optimized() -> bool:
    """Whether compilers are to optimize, as everything that is measured wants it."""
    return os.environ.get(UNOPTIMIZED) != "1"


def hash_sources(folders: list[Path]) -> str:
    """SHA-256 over the names and contents of all files in the folders; one of them may be a file itself."""
    digest = hashlib.sha256()
    for folder in folders:
        for path in sorted(p for p in (folder, *folder.rglob("*")) if p.is_file()):
            relative = path.relative_to(folder)
            if PASSED_OVER.isdisjoint(relative.parts):
                digest.update(f"{relative}\0".encode())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def hash_files(paths: list[Path]) -> str:
    """SHA-256 over the contents of files."""
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in paths)).hexdigest()


def run(command: list[str], log: Path, *, cwd: Path | None = None, environment: dict[str, str] | None = None) -> str:
    """Run a step of a build with its output in the log; gives its standard output. BuildFailed if it fails.

    TooLate where it is not done when the time of the build is up: it is ended then, with all that it started.
    """
    with log.open("a", encoding="utf-8") as file:
        file.write(f"$ {' '.join(command)}\n")
        file.flush()
        try:
            process = subprocess.Popen(
                command,
                cwd=cwd,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=file,
            )
        except OSError as error:
            raise BuildFailed(f"{command[0]} does not start: {error}") from None
        _steps.add(process)
        try:
            with process:
                output = _output(process)
        finally:
            _steps.discard(process)
        file.write(output)
    if process.returncode != 0:
        killed = process.returncode < 0
        why = f"it was killed by {signal.Signals(-process.returncode).name}" if killed else error_line(log)
        raise BuildFailed(portable(f"{Path(command[0]).name} failed: {why} (log: {log})"))
    return output


def end_steps() -> None:
    """End the steps that are running, with all that they started: to `run` they failed."""
    for process in list(_steps):
        _end(process)


def _output(process: subprocess.Popen[bytes]) -> str:
    """The standard output of a step, when it has ended; TooLate where that is not in time."""
    left = _until.get() - time.monotonic()
    try:
        output, _ = process.communicate(timeout=None if math.isinf(left) else max(0.0, left))
    except BaseException as error:
        _end(process)
        if isinstance(error, subprocess.TimeoutExpired):
            raise TooLate("it took too long") from None
        raise
    return output.decode(errors="replace")


def _end(process: subprocess.Popen[bytes]) -> None:
    """A compiler's driver that is killed leaves the compilers that it started, so these go first."""
    children: list[psutil.Process] = []
    with suppress(psutil.Error):
        children = psutil.Process(process.pid).children(recursive=True)
    for child in children:
        with suppress(psutil.Error):
            child.kill()
    process.kill()
    psutil.wait_procs(children, timeout=ENDING)


def portable(text: str) -> str:
    """A reason without paths of this machine: it goes into documents that others read."""
    for folder, word in ((cache.root(), "$ASSAY_CACHE"), (CHECKOUT, "."), (Path.home(), "~")):
        text = text.replace(str(folder), word)
    return text


def error_line(log: Path) -> str:
    """The first line of a log that names an error and is not a heading over others, else the last; without colours.

    A panic comes before both.
    """
    text = unstyle(log.read_text(encoding="utf-8", errors="replace"))
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not line.startswith("$ ")]
    errors = [line for line in lines if ERROR.search(line) and not line.endswith(HEADING)]
    panics = [why for line, why in pairwise(lines) if PANIC.match(line)]
    return ([*panics[:1], *errors[:1], *lines[-1:], "no output"])[0][:300]

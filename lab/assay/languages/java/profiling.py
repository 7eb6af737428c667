"""The JVM under async-profiler, whose library Maven brings; it is loaded into the process that waits to measure."""

from __future__ import annotations

import platform
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from assay.base import cache
from assay.base.tools import JAVAC, MAVEN, find
from assay.catalog.catalog import Contestant
from assay.languages.java.kit import jars_in
from assay.languages.java.maven import libraries
from assay.languages.sampling import collapsed
from assay.languages.sampling.sampler import Profiling, Sampled, Sampler, SamplerFailed
from assay.languages.sampling.stacks import OTHER_THREADS, Frame, Kind, Stacks
from assay.languages.shared.recipe import BuildFailed, Start, hash_files

POM = Path(__file__).parent / "profiler" / "async-profiler" / "pom.xml"
MACHINES = {"x86_64": "x64", "aarch64": "arm64"}
# Without it the JVM knows where compiled code is at safepoints only, and inlined frames get lost.
EXACT = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints")
RUNTIME = ("java/", "javax/", "jdk/", "sun/", "com/sun/")
# Of a frame's name: how it ran, as async-profiler notes it.
NOTES = ("_[0]", "_[1]", "_[i]", "_[j]", "_[k]")
LAMBDA = re.compile(r"\$\$Lambda[$./+]?(?:\d+)?(?:[./+]0x[0-9a-f]+)?")


class AsyncProfiler(Sampler):
    words = "async-profiler (cpu, a sample each 2 ms)"
    asked = "event=cpu,interval=2ms,cstack=vm,threads"
    output_as = "collapsed,threads,ann"

    def __init__(self, sampled: Sampled) -> None:
        super().__init__(sampled)
        self.output = self.folder / "async-profiler.txt"
        self.pid = 0

    def starting(self, start: Start) -> Start:
        return replace(start, command=[start.command[0], *EXACT, *start.command[1:]])

    def begin(self, pid: int) -> None:
        self.pid = pid
        self._tell(f"start,{self.asked}")

    def end(self) -> None:
        self._tell(f"stop,{self.output_as},file={self.output}")
        if not self.output.exists():
            raise SamplerFailed("async-profiler left no samples")

    def _tell(self, words: str) -> None:
        # Standard output is the protocol's.
        words = f'"{words},log={self.folder / "async-profiler.log"}"'
        command = ["jcmd", str(self.pid), "JVMTI.agent_load", str(library()), words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0 or "return code: 0" not in done.stdout:
            said = " ".join((done.stderr or done.stdout).split())[-200:]
            raise SamplerFailed(f"async-profiler is not loaded into the JVM: {said}")

    def stacks(self) -> Stacks:
        text = self.output.read_text(encoding="utf-8")
        return Stacks.of((self._frames(words), weight) for words, weight in collapsed.lines(text))

    def _frames(self, words: list[str]) -> Iterator[Frame]:
        thread, *rest = words
        if not thread.startswith("[main "):
            yield OTHER_THREADS
        for word in rest:
            yield frame(self.contestant, word)


class AsyncAllocations(AsyncProfiler):
    words = "async-profiler (alloc, a sample each 64 KiB)"
    asked = "event=alloc,alloc=64k,threads"
    output_as = "collapsed,threads,ann,total"

    def _frames(self, words: list[str]) -> Iterator[Frame]:
        *frames, kind = super()._frames(words)
        yield from frames
        yield Frame(f"new {kind.name.replace('/', '.')}", "runtime")


def frame(contestant: Contestant, word: str) -> Frame:
    """A frame as async-profiler writes it: package/Class.method, or the name of a native function."""
    note = next((note for note in NOTES if word.endswith(note)), "")
    name = word.removesuffix(note)
    settings = contestant.manifest.java
    adapter = settings.adapter.replace(".", "/") if settings else ""
    shared = tuple(f"assay/kit/{name}/" for name in settings.kit) if settings else ()
    kind: Kind = "library"
    if note == "_[k]":
        kind = "system"
    elif name.startswith(shared) or (adapter and name.startswith((f"{adapter}.", f"{adapter}$"))):
        kind = "adapter"  # also the part of it that several contestants share
    elif name.startswith("assay/kit/"):
        kind = "kit"
    elif name.startswith(RUNTIME) or "/" not in name:
        kind = "runtime"
    return Frame(_short(name), kind)


def _short(name: str) -> str:
    """Without the package, and without the number that a lambda has in this process."""
    name = LAMBDA.sub("$$Lambda", name)
    return name.rpartition("/")[2] if "/" in name.partition(".")[0] else name


def library() -> Path:
    """The profiler's native library, from its jar."""
    try:
        jars = [
            jar
            for jar in jars_in(libraries(POM, cache.root() / "async-profiler.log") / "lib")
            if "async-profiler" in jar.name
        ]
    except BuildFailed as error:
        raise SamplerFailed(f"async-profiler could not be fetched with Maven: {error}") from None
    system = f"{sys.platform}-{MACHINES.get(platform.machine(), platform.machine())}"

    def fill(folder: Path) -> None:
        with zipfile.ZipFile(jars[0]) as jar:
            name = next((n for n in jar.namelist() if n.endswith(f"{system}/libasyncProfiler.so")), None)
            if name is None:
                raise SamplerFailed(f"async-profiler has no library for {system}")
            (folder / "libasyncProfiler.so").write_bytes(jar.read(name))

    return cache.make_folder("async-profiler", hash_files(jars)[:20], fill) / "libasyncProfiler.so"


def problem() -> str:
    return find(JAVAC).problem or find(MAVEN).problem


PROFILING = Profiling(AsyncProfiler, problem, AsyncAllocations)

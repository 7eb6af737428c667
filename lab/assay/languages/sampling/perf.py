"""Programs of machine code under perf: samples of the software clock, with the stack of each."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.base.tools import Tool, find
from assay.languages.sampling.addresses import Line, Lines
from assay.languages.sampling.sampler import Sampled, Sampler, SamplerFailed, last_line
from assay.languages.sampling.stacks import OTHER_THREADS, Frame, Kind, Stacks

PERF = Tool("perf", ("--version",), (6,), "install perf: `assay setup` does where Debian has it", ("linux-perf",))
ADDR2LINE = Tool("addr2line", ("--version",), (2,), "install binutils (Debian: binutils)", ("binutils",))
DEBIAN = (*PERF.debian, *ADDR2LINE.debian)
FREQUENCY = 499  # samples a second: no divisor of what else happens every so often
LONGEST_ARGUMENTS = 32  # letters of the arguments of a template
STACK_BYTES = 16384  # of the stack, kept with each sample to be unwound later
PARANOID = Path("/proc/sys/kernel/perf_event_paranoid")

# A function and the file that it stands in, which may be empty, to the kind of the frame.
Mark = Callable[[str, str], Kind]

HEAD = re.compile(r"^\S.*?\s(\d+)/(\d+)\s*$")
FRAME = re.compile(r"^\s+([0-9a-f]+) (.*) \(([^()]*(?:\([^()]*\))?[^()]*)\)$")
HASH = re.compile(r"::h[0-9a-f]{16}$")


def problem() -> str:
    return find(PERF).problem or find(ADDR2LINE).problem


@dataclass(frozen=True)
class Raw:
    """A frame as perf prints it; ``file``: of the code, ``offset``: in that file, but of the kernel an address."""

    offset: int
    symbol: str
    file: str


@dataclass(frozen=True)
class Sample:
    """``frames``: innermost first."""

    main: bool
    frames: list[Raw]


class Perf(Sampler):
    words = f"perf (software clock, {FREQUENCY} samples a second)"

    def __init__(self, sampled: Sampled, mark: Mark, name: Callable[[str], str] | None = None) -> None:
        """``name``: a symbol as its language writes it."""
        super().__init__(sampled)
        self.mark = mark
        self.name = name or plain
        self.data = self.folder / "perf.data"
        self.log = self.folder / "perf.log"
        self.running: subprocess.Popen[bytes] | None = None
        self.program = ""

    def begin(self, pid: int) -> None:
        self.program = str(Path(f"/proc/{pid}/exe").readlink())
        told, tell = os.pipe()
        heard, answer = os.pipe()
        self.tell, self.heard = tell, heard
        command = [
            *("perf", "record", "--quiet", "-e", event(), "-F", str(FREQUENCY)),
            *("--call-graph", f"dwarf,{STACK_BYTES}", "-p", str(pid), "-o", str(self.data)),
            # It samples from the moment of the request, and says that it does.
            *("-D", "-1", f"--control=fd:{told},{answer}"),
        ]
        with self.log.open("wb") as log:
            self.running = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=log, pass_fds=(told, answer))
        os.close(told)
        os.close(answer)
        self._say("enable")

    def end(self) -> None:
        self._say("disable")
        self.stop()
        if not self.data.exists():
            raise SamplerFailed(f"perf left no samples: {last_line(self.log)}")

    def stop(self) -> None:
        if self.running is not None:
            self.running.terminate()
            self.running.wait()
            os.close(self.tell)
            os.close(self.heard)
            self.running = None

    def _say(self, word: str) -> None:
        try:
            os.write(self.tell, f"{word}\n".encode())
            heard = os.read(self.heard, 100)
        except OSError:
            heard = b""
        if not heard:
            raise SamplerFailed(f"perf does not sample: {last_line(self.log)}")

    def stacks(self) -> Stacks:
        script = [
            *("perf", "script", "-i", str(self.data), "--no-inline"),
            *("-F", "comm,pid,tid,ip,sym,dso"),
        ]
        done = subprocess.run(script, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise SamplerFailed(f"perf cannot read its samples: {done.stderr.strip().splitlines()[-1:]}")
        samples = parse(done.stdout)
        own = {raw.offset for sample in samples for raw in sample.frames if raw.file == self.program}
        lines = Lines(Path(self.program), own)
        return Stacks.of((self._frames(sample, lines), 1.0) for sample in samples)

    def _frames(self, sample: Sample, lines: Lines) -> Iterator[Frame]:
        if not sample.main:
            yield OTHER_THREADS
        for raw in reversed(sample.frames):
            if raw.file.startswith("[") and raw.file != "[vdso]":
                yield Frame(raw.symbol, "system")
                continue
            if raw.file != self.program:
                yield Frame(named(raw), shared(raw.file))
                continue
            for line in lines.at(raw.offset) or [Line(named(raw), "")]:
                name = self.name(line.function)
                yield Frame(name, self.mark(name, line.file))


def event() -> str:
    """The software clock: with the kernel's part where the user may see that."""
    try:
        hidden = os.geteuid() != 0 and int(PARANOID.read_text()) > 1
    except (OSError, ValueError):
        hidden = False
    return "cpu-clock:u" if hidden else "cpu-clock"


def shared(path: str) -> Kind:
    """Of code in a shared library: the C library's is the runtime's."""
    name = Path(path).name
    return "runtime" if re.match(r"(ld-linux|lib(c|m|pthread|stdc\+\+|gcc_s|dl)[.-])|\[vdso\]", name) else "library"


def named(raw: Raw) -> str:
    """The symbol, or the file where it has none for this place."""
    return plain(raw.symbol) if raw.symbol != "[unknown]" else f"[{Path(raw.file).name}]"


def parse(text: str) -> list[Sample]:
    """The samples that `perf script` prints: a line with process and thread, the frames, an empty line."""
    samples: list[Sample] = []
    for line in text.splitlines():
        if samples and (found := FRAME.match(line)):
            samples[-1].frames.append(Raw(int(found[1], 16), found[2].strip(), found[3]))
        elif found := HEAD.match(line):
            samples.append(Sample(found[1] == found[2], []))
    return samples


def plain(name: str) -> str:
    """A demangled name without its parameters, a hash, and long arguments of templates."""
    name = HASH.sub("", name).replace("(anonymous namespace)", "{anonymous}").replace("[abi:cxx11]", "")
    depth = 0
    for place, character in enumerate(name):
        before = name[:place]
        if character == "<" and not before.endswith(("operator", "operator<")):
            depth += 1
        elif character == ">" and not before.endswith(("-", "operator", "operator>", "=")):
            depth -= 1
        elif character == "(" and depth == 0 and place and not before.endswith("operator"):
            return _short(_without_type(before))
    return _short(name)


def _short(name: str) -> str:
    """Arguments of templates that are long are left out; what stands at the beginning is the type of a method."""
    found, depth, start = "", 0, 0
    for place, character in enumerate(name):
        if character == "<" and place and not name[:place].endswith(("operator", "operator<")):
            depth += 1
            start = place if depth == 1 else start
        elif character == ">" and depth:
            depth -= 1
            if depth == 0:
                inside = name[start : place + 1]
                found += inside if len(inside) <= LONGEST_ARGUMENTS else "<…>"
                continue
        if depth == 0:
            found += character
    return found + (name[start:] if depth else "")


def _without_type(name: str) -> str:
    """Templates are demangled with the type that they return before them."""
    depth = 0
    for place in range(len(name) - 1, -1, -1):
        depth += (name[place] == ">") - (name[place] == "<")
        if name[place] == " " and depth == 0 and "operator" not in name[:place]:
            return name[place + 1 :]
    return name

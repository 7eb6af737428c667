"""Python under py-spy, with the frames of native code."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.sampling import collapsed
from assay.languages.sampling.marks import by_folder
from assay.languages.sampling.perf import plain
from assay.languages.sampling.sampler import Profiling, Sampled, Sampler, SamplerFailed
from assay.languages.sampling.stacks import Frame, Kind, Stacks

RATE = 250  # samples a second; the process stands still while one is taken
FRAME = re.compile(r"^(.*) \(([^()]*)\)$")
RUNTIME = re.compile(
    r"/lib/python3[^/]*/(?!(site|dist)-packages/)|(^|/)lib(c|m|pthread)[.-]|(^|/)(lib)?python3[^/]*$|^<frozen"
)
# The interpreter's own loop stands between all frames of Python.
INTERPRETER = re.compile(r"^_?Py[A-Z_]|^_?PyEval_|^pymain|^Py_|^_start|^__libc_start")


class PySpy(Sampler):
    words = f"py-spy (native frames, {RATE} samples a second)"

    def __init__(self, sampled: Sampled) -> None:
        super().__init__(sampled)
        self.output = self.folder / "py-spy.txt"
        self.log = self.folder / "py-spy.log"
        self.running: subprocess.Popen[str] | None = None

    def begin(self, pid: int) -> None:
        command = [
            *(program(), "record", "--pid", str(pid), "--native", "--function", "--full-filenames"),
            *("--rate", str(RATE), "--duration", "unlimited", "--format", "raw", "--output", str(self.output)),
        ]
        self.running = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.running.stdout is not None
        said = ""
        for line in self.running.stdout:
            said = line.strip() or said
            if "Sampling process" in line:
                return
        raise SamplerFailed(f"py-spy does not sample: {said[:200]}")

    def end(self) -> None:
        assert self.running is not None
        self.running.send_signal(signal.SIGINT)
        said, _ = self.running.communicate()
        if not self.output.exists():
            raise SamplerFailed(f"py-spy left no samples: {' '.join(said.split())[-200:]}")

    def stop(self) -> None:
        if self.running is not None and self.running.poll() is None:
            self.running.kill()
            self.running.communicate()

    def stacks(self) -> Stacks:
        text = self.output.read_text(encoding="utf-8")
        return Stacks.of(
            ([frame(self.contestant, word) for word in words], weight) for words, weight in collapsed.lines(text)
        )


def frame(contestant: Contestant, text: str) -> Frame:
    """A frame as py-spy writes it: a function, and its file in brackets."""
    found = FRAME.match(text)
    name, file = (found[1], found[2]) if found else (text, "")
    return Frame(_named(plain(name), file), _kind(contestant, name, file))


def _named(name: str, file: str) -> str:
    """With the module, which tells apart the many functions of one name."""
    if not file:
        return name
    module = Path(file.partition(":")[0])
    return f"{module.stem if module.suffix == '.py' else module.name.partition('.')[0]}: {name}"


def _kind(contestant: Contestant, name: str, file: str) -> Kind:
    runtime: Kind | None = "runtime" if RUNTIME.search(file) or not file or INTERPRETER.search(name) else None
    return by_folder(contestant, file) or runtime or "library"


def program() -> str:
    """py-spy comes with the lab's own packages."""
    beside = Path(sys.executable).parent / "py-spy"
    return str(beside) if beside.exists() else shutil.which("py-spy") or ""


def problem() -> str:
    return (
        ""
        if program()
        else "py-spy is not installed: it is among the lab's packages; call ./assay, which installs them"
    )


PROFILING = Profiling(PySpy, problem, "py-spy samples time, and Python does not say where garbage was allocated")

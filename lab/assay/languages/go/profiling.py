"""Go under runtime/pprof, which the kit switches on; a build for the profiler has that hook."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator

from assay.base.tools import find
from assay.catalog.catalog import Contestant
from assay.languages.go.module import GO
from assay.languages.sampling.sampler import InKit, Profiling, SamplerFailed
from assay.languages.sampling.stacks import OTHER_THREADS, Frame, Kind, Stacks

SAMPLE = re.compile(r"^\s*((?:\d+\s+)*\d+): ((?:\d+ ?)+)$")
LOCATION = re.compile(r"^\s*(\d+): 0x[0-9a-f]+ (?:M=\d+ )?(.*)$")
LINE = re.compile(r"^\s*(\S.*?) (\S+?):(\d+)(?::\d+)?(?: s=\d+)?$")
MAIN = "runtime.main"  # what else is at the beginning of a stack collects, or schedules
TYPES = re.compile(r"\[.*\]")  # of a generic function
WEIGHT = 1  # the column of nanoseconds, or of bytes allocated; before it is that of how many


class GoTime(InKit):
    words = "Go's CPU profile (a sample each 10 ms of processor time)"

    @property
    def base(self) -> tuple[str, ...]:
        """Words that name what is to be subtracted."""
        return ()

    def stacks(self) -> Stacks:
        done = subprocess.run(
            ["go", "tool", "pprof", "-raw", *self.base, str(self.output)], capture_output=True, text=True, check=False
        )
        if done.returncode != 0:
            raise SamplerFailed(f"go tool pprof cannot read the profile: {done.stderr.strip()[-200:]}")
        return Stacks.of(parse(self.contestant, done.stdout, places=self.what == "allocations"))


class GoAllocations(GoTime):
    words = "Go's allocation profile (a sample each 64 KiB)"
    what = "allocations"

    @property
    def base(self) -> tuple[str, ...]:
        return "-base", f"{self.output}.base"


def parse(contestant: Contestant, text: str, *, places: bool) -> Iterator[tuple[list[Frame], float]]:
    """What `go tool pprof -raw` prints; ``places``: frames carry file and line."""
    body, _, rest = text.partition("\nLocations\n")
    located: dict[str, list[Frame]] = {}
    current: list[Frame] = []
    for line in rest.partition("\nMappings\n")[0].splitlines():
        words = line
        if found := LOCATION.match(line):
            current = located.setdefault(found[1], [])
            words = found[2]
        if found := LINE.match(words):
            place = f"{found[2].rpartition('/')[2]}:{found[3]}" if places else ""
            current.append(
                Frame(TYPES.sub("[…]", found[1]).rpartition("/")[2], _kind(contestant, found[1], found[2]), place)
            )
    for line in body.splitlines():
        if found := SAMPLE.match(line):
            # Innermost first, and so are the functions that were inlined at a place.
            frames = [frame for number in found[2].split() for frame in located.get(number, [])]
            others = [OTHER_THREADS] if frames and frames[-1].name != MAIN else []
            yield [*others, *frames[::-1]], float(found[1].split()[WEIGHT])


def _kind(contestant: Contestant, name: str, file: str) -> Kind:
    if name.startswith("assay/kit"):
        return "kit"
    if name.startswith(("main.", "assay/")):
        return "adapter" if name.startswith("main.") and not file.endswith("_gen.go") else "library"
    return "library" if "." in name.partition("/")[0] and "/" in name else "runtime"


def problem() -> str:
    return find(GO).problem


PROFILING = Profiling(GoTime, problem, GoAllocations)

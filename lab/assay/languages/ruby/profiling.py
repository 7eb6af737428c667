"""Ruby under StackProf, which the kit switches on."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache

from assay.base.tools import find
from assay.catalog.catalog import Contestant
from assay.languages.ruby.recipe import RUBY
from assay.languages.sampling.marks import by_folder
from assay.languages.sampling.sampler import InKit, Profiling
from assay.languages.sampling.stacks import Frame, Kind, Stacks

RUNTIME = re.compile(r"^<|^/usr/lib/ruby/\d|/lib/ruby/\d[^/]*/(?!gems/)")


class RubyTime(InKit):
    words = "StackProf (wall clock, a sample each ms)"
    each = 1.0

    def stacks(self) -> Stacks:
        profile = json.loads(self.output.read_text(encoding="utf-8"))
        frames = {number: self._frame(known) for number, known in profile["frames"].items()}
        raw = profile.get("raw", [])
        found: list[tuple[list[Frame], float]] = []
        place = 0
        while place < len(raw):  # the number of frames, these from the outermost one, and how many samples
            end = place + 1 + raw[place]
            found.append(([frames[str(number)] for number in raw[place + 1 : end]], raw[end] * self.each))
            place = end + 1
        return Stacks.of(found)

    def _frame(self, known: dict[str, object]) -> Frame:
        return Frame(str(known["name"]), kind(self.contestant, str(known.get("file") or "")))


class RubyAllocations(RubyTime):
    words = "StackProf (every 100th object)"
    unit = "objects"
    each = 100.0
    what = "allocations"


def kind(contestant: Contestant, file: str) -> Kind:
    return by_folder(contestant, file) or ("runtime" if not file or RUNTIME.search(file) else "library")


@cache
def problem() -> str:
    if lacking := find(RUBY).problem:
        return lacking
    done = subprocess.run(["ruby", "-e", 'require "stackprof"'], capture_output=True, check=False)
    return "" if done.returncode == 0 else "Ruby's stackprof is not installed: `assay setup` does where Debian has it"


PROFILING = Profiling(RubyTime, problem, RubyAllocations, debian=("ruby-stackprof",))

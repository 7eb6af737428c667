"""OCaml under perf. The compiler writes debug information and what unwinding needs in any case."""

from __future__ import annotations

import re

from assay.languages.c.profiling import NOT_TOLD
from assay.languages.sampling import perf
from assay.languages.sampling.sampler import Profiling, Sampled
from assay.languages.sampling.stacks import Kind

RUNTIME = re.compile(r"^(caml_|Stdlib|Camlinternal|_start|main$|__libc)")
# Folders of the workspace that the recipe lays, in the paths of debug information.
FOLDER = re.compile(r"/(?:workspace_root|_build/default)/(kit|contestant|library)/(.*)$")
KINDS: dict[str, Kind] = {"kit": "kit", "contestant": "adapter", "library": "library"}
GENERATED = "records.ml"
SYMBOL = re.compile(r"^caml([A-Z]\w*)__([a-z]\w*?)(?:_\d+)?$")


def kind(name: str, file: str) -> Kind:
    if found := FOLDER.search(file):
        return "library" if found[2] == GENERATED else KINDS[found[1]]
    return "runtime" if RUNTIME.search(name) else "library"


def named(symbol: str) -> str:
    """A symbol as it is written in OCaml: camlAssay_kit__Loops__run_12 as Assay_kit.Loops.run."""
    found = SYMBOL.match(symbol)
    return f"{found[1].replace('__', '.').removeprefix('Dune.exe.')}.{found[2]}" if found else symbol


def _time(sampled: Sampled) -> perf.Perf:
    return perf.Perf(sampled, kind, named)


PROFILING = Profiling(_time, perf.problem, NOT_TOLD, perf.DEBIAN)

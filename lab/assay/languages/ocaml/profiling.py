"""OCaml under perf. The compiler writes debug information and what unwinding needs in any case."""

from __future__ import annotations

import re

from assay.languages.c.profiling import NOT_TOLD
from assay.sampling import perf
from assay.sampling.sampler import Profiling, Sampled
from assay.sampling.stacks import Kind

RUNTIME = re.compile(r"^(caml_|camlStdlib|_start|main$|__libc|caml[A-Z]\w*__code_)")
# Folders of the workspace that the recipe lays, in the paths that dune gives the compiler.
FOLDERS: tuple[tuple[str, Kind], ...] = (("kit", "kit"), ("contestant", "adapter"), ("library", "library"))
GENERATED = "contestant/records.ml"


def kind(name: str, file: str) -> Kind:
    path = file.removeprefix("/workspace_root/")
    if path.endswith(GENERATED):
        return "library"
    for folder, found in FOLDERS:
        if path.startswith(f"{folder}/"):
            return found
    return "runtime" if RUNTIME.search(name) else "library"


def _time(sampled: Sampled) -> perf.Perf:
    return perf.Perf(sampled, kind)


PROFILING = Profiling(_time, perf.problem, NOT_TOLD, perf.DEBIAN)

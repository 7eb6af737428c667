"""C and C++ under perf; a build for the profiler has debug information, and the same code."""

from __future__ import annotations

import re
from functools import partial

from assay.catalog.catalog import Contestant
from assay.languages.sampling import perf
from assay.languages.sampling.marks import by_folder
from assay.languages.sampling.sampler import Profiling, Sampled
from assay.languages.sampling.stacks import Kind

RUNTIME = re.compile(r"^(std::|__gnu_cxx::|operator (new|delete)|__cxa_|_start$|__libc)")
NOT_TOLD = "perf samples time; a C, C++, Rust or OCaml program is not asked where it allocates"


def kind(contestant: Contestant, name: str, file: str) -> Kind:
    """Templates of the standard library carry its names, wherever they are made."""
    return by_folder(contestant, file) or ("runtime" if RUNTIME.search(name) else "library")


def _time(sampled: Sampled) -> perf.Perf:
    return perf.Perf(sampled, partial(kind, sampled.contestant))


PROFILING = Profiling(_time, perf.problem, NOT_TOLD, perf.DEBIAN)

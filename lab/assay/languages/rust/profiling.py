"""Rust under perf; a build for the profiler has debug information, and the same code."""

from __future__ import annotations

import re
from functools import partial

from assay.catalog.catalog import Contestant
from assay.languages.c.profiling import NOT_TOLD
from assay.languages.sampling import perf
from assay.languages.sampling.marks import by_folder
from assay.languages.sampling.sampler import Profiling, Sampled
from assay.languages.sampling.stacks import Kind

RUNTIME = re.compile(r"^/rustc/|^/rust/deps/|/lib/rustlib/src/")
NAMED = re.compile(r"^(_start|main|__libc_|__rust_|std::|core::|alloc::|<(core|alloc|std)::)")
KIT = re.compile(r"^<?assay_kit\b")


def kind(contestant: Contestant, name: str, file: str) -> Kind:
    if RUNTIME.search(file) or (not file and NAMED.search(name)):
        return "runtime"
    return by_folder(contestant, file) or ("kit" if KIT.search(name) else "library")


def _time(sampled: Sampled) -> perf.Perf:
    return perf.Perf(sampled, partial(kind, sampled.contestant))


PROFILING = Profiling(_time, perf.problem, NOT_TOLD, perf.DEBIAN)

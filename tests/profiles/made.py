"""Profiles that tests make by hand."""

from __future__ import annotations

from assay.languages.sampling.stacks import OTHER_THREADS, Frame, Stacks
from assay.profile.sample import Allocations, Profile

LOOP = Frame("loop", "kit")
ENCODE = Frame("Adapter.encode", "adapter")
WRITE = Frame("lib::<T as Write>::write", "library")
COPY = Frame("memmove", "runtime")
COLLECT = Frame("collect", "runtime")


def profile(name: str = "rust/one", **times: float) -> Profile:
    """``times``: of write, copy, loop and collect, in ns a record."""
    stacks = Stacks.of(
        [
            ((LOOP, ENCODE, WRITE), times.get("write", 60.0)),
            ((LOOP, ENCODE, WRITE, COPY), times.get("copy", 30.0)),
            ((LOOP,), times.get("loop", 10.0)),
            ((OTHER_THREADS, COLLECT), times.get("collect", 5.0)),
        ]
    )
    told = Allocations(Stacks.of([((LOOP, ENCODE, COPY), 48.0)]), "a heap profiler")
    return Profile(name, "1.2.3", "person", "encode", "a profiler", 10.0, 300, stacks, told)

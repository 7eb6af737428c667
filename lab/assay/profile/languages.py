"""How each language is profiled: what its room says of that."""

from __future__ import annotations

from assay.base.errors import AssayError
from assay.catalog.catalog import Contestant
from assay.languages.every import RECIPES, part_of
from assay.languages.sampling.sampler import Profiling


def profiling_in(language: str) -> Profiling | None:
    """None where the room says nothing."""
    room = part_of(language, "profiling")
    return room.PROFILING if room else None


def profiling_of(contestant: Contestant) -> Profiling:
    """AssayError where the language is not profiled, or not on this machine."""
    found = profiling_in(contestant.language)
    if found is None:
        raise AssayError(f"{contestant.name}: there is no profiler for the language {contestant.language}")
    if problem := found.problem():
        raise AssayError(f"{contestant.name} cannot be profiled here: {problem}")
    return found


def debian() -> list[str]:
    """The Debian packages that hold profilers."""
    return sorted({package for language in RECIPES if (found := profiling_in(language)) for package in found.debian})

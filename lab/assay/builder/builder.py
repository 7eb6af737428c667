"""Building a contestant: cached by content, a failure costing this one alone."""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from assay.base import cache
from assay.base.checkout import LAB
from assay.base.errors import AssayError, closest
from assay.base.tools import find, has_package, package_version
from assay.catalog.catalog import Contestant
from assay.data.recordset import RecordSet
from assay.languages.every import RECIPES
from assay.languages.shared.processor import processor
from assay.languages.shared.protoc import PROTOC
from assay.languages.shared.recipe import (
    ALLOCATOR,
    BuildFailed,
    Inputs,
    Recipe,
    Start,
    TooLate,
    ending_at,
    hash_sources,
    optimized,
)
from assay.languages.shared.sources import library_folders, missing_library
from assay.results.request import Cpu

# Of a language's room: what decides nothing of what is built.
PASSIVE = {"profiling.py", "profiler", "runtime.py"}
NO_TIME = "no time was left to build it"


@dataclass(frozen=True)
class Built:
    """A contestant that can be started, or the reason why not (``status`` is then missing, failed or left-out)."""

    contestant: Contestant
    start: Start | None
    status: Literal["ready", "missing", "failed", "left-out"] = "ready"
    reason: str = ""
    fresh: bool = False


def recipe_for(contestant: Contestant) -> Recipe:
    if contestant.language not in RECIPES:
        raise AssayError(
            f"{contestant.folder}: there is no kit for the language {contestant.language}: "
            + closest(contestant.language, RECIPES)
        )
    recipe = RECIPES[contestant.language]
    types = contestant.manifest.types
    if types != "none" and types not in recipe.flavours:
        hint = closest(types, ["none", *recipe.flavours])
        raise AssayError(f'{contestant.folder / "contestant.toml"}: types: "{types}" is not valid: {hint}')
    return recipe


def missing(contestant: Contestant) -> str:
    """What a contestant lacks on this machine, and how to get it; empty when nothing."""
    for tool in recipe_for(contestant).tools_for(contestant):
        if problem := find(tool).problem:
            return problem
    for package in contestant.manifest.debian:
        if not has_package(package):
            return f"needs the Debian package {package}: `assay setup` installs it"
    return missing_library(contestant)


def build_one(
    contestant: Contestant,
    records: RecordSet,
    cpu: Cpu = "baseline",
    until: float = math.inf,
    *,
    for_profiler: bool = False,
) -> Built:
    """Build one contestant, if what the cache holds of it will not do.

    ``until``: by `time.monotonic`, when a build has to be done; what the cache holds is there all the same.
    ``for_profiler``: not for a clock.
    """
    recipe = recipe_for(contestant)
    if problem := missing(contestant):
        return Built(contestant, None, "missing", problem)
    inputs = _inputs(recipe, contestant, records, cpu, for_profiler=for_profiler)
    name = folder_name(recipe, inputs)
    fresh = not cache.is_made("build", name)
    if fresh and time.monotonic() > until:
        return Built(contestant, None, "left-out", NO_TIME)
    try:
        with ending_at(until):
            folder = cache.make_folder("build", name, lambda path: recipe.build(inputs, path, path / "build.log"))
        start = recipe.start(contestant, folder, records.facts.json_bytes)
        return Built(contestant, replace(start, without=(*ALLOCATOR, *recipe.settings)), fresh=fresh)
    except TooLate:
        return Built(contestant, None, "left-out", NO_TIME)
    except BuildFailed as error:
        return Built(contestant, None, "failed", f"build: {error}", fresh)


def is_built(contestant: Contestant, records: RecordSet, cpu: Cpu = "baseline") -> bool:
    """Whether the cache holds what building it would make."""
    recipe = recipe_for(contestant)
    return cache.is_made("build", folder_name(recipe, _inputs(recipe, contestant, records, cpu)))


def _inputs(
    recipe: Recipe, contestant: Contestant, records: RecordSet, cpu: Cpu, *, for_profiler: bool = False
) -> Inputs:
    return Inputs(
        contestant,
        records.schema_text if contestant.manifest.types != "none" else None,
        cpu if recipe.by_processor else "baseline",
        for_profiler and recipe.built_for_profiler,
    )


def rest() -> None:
    """End what serves builds, before something is measured. The next build starts it again."""
    for recipe in RECIPES.values():
        recipe.rest()


def recipe_code(recipe: Recipe, inputs: Inputs) -> list[Path]:
    """The rooms whose code decides how a contestant is built, so that a change in another language's builds nothing."""
    languages = [LAB / "languages" / name for name in (recipe.language, *recipe.rooms)]
    rooms = [
        LAB / "languages" / "shared",
        *(path for room in languages for path in sorted(room.iterdir()) if path.name not in PASSIVE),
    ]
    if inputs.contestant.manifest.format == "protobuf":
        rooms.append(LAB / "data" / "formats" / "protobuf")
    return rooms


def folder_name(recipe: Recipe, inputs: Inputs) -> str:
    """A key of everything that decides what a build makes: sources, schema, toolchains, and the recipes themselves."""
    contestant = inputs.contestant
    tools = [*recipe.tools, *([PROTOC] if contestant.manifest.format == "protobuf" else [])]
    parts = [
        hash_sources(recipe.sources(contestant)),
        hash_sources(library) if (library := library_folders(contestant)) else "",
        hash_sources(recipe_code(recipe, inputs)),
        inputs.schema_text or "",
        *(f"{tool.program} {find(tool).version}" for tool in tools),
        recipe.runtime_key(),
        *(f"{package} {package_version(package)}" for package in contestant.manifest.debian),
        *([] if optimized() else ["unoptimized"]),
        *([] if inputs.cpu == "baseline" else [inputs.cpu, processor()]),
        *(["for profiler"] if inputs.for_profiler else []),
    ]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
    return f"{recipe.language}-{contestant.folder.name}-{key}"

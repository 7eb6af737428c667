"""What the recipes of C and C++ share: one set of flags, the kit's objects, and linking.

Both languages have one core, kits/cpp; the C kit is a bridge to it. The kit is compiled once for all contestants.
"""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from assay import cache
from assay.catalog.catalog import Contestant
from assay.house import KITS
from assay.recipes.recipe import BuildFailed, Inputs, Recipe, Start, hash_sources, optimized, run
from assay.recipes.sources import library_folder
from assay.recipes.tools import Tool, find

GCC = Tool("gcc", ("--version",), (12,), "install GCC 12 or newer (Debian: gcc)", ("gcc", "libc6-dev"))
GXX = Tool("g++", ("--version",), (12,), "install G++ 12 or newer (Debian: g++)", ("g++",))
PKG_CONFIG = Tool("pkg-config", ("--version",), (0, 29), "install pkg-config (Debian: pkg-config)", ("pkg-config",))

# One set for all contestants, so that none can tune its own; no flags for the machine's own CPU.
FLAGS = ("-O2", "-DNDEBUG", "-flto=auto", "-pthread")
UNOPTIMIZED = ("-O0", "-DNDEBUG", "-pthread")
CPP = ("g++", "-std=c++20")
LANGUAGES = {".c": ("gcc", "-std=c17", "-D_GNU_SOURCE"), ".cpp": CPP, ".cc": CPP}

# Packages that a distribution has no file of, as libraries to be linked statically.
PACKAGES = KITS / "cpp" / "pkgconfig"


def flags() -> tuple[str, ...]:
    return FLAGS if optimized() else UNOPTIMIZED


class Native(Recipe):
    """A contestant is a folder of sources, all of them compiled and linked with the kit and its libraries."""

    tools = (GCC, GXX, PKG_CONFIG)
    kits: tuple[Path, ...]

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, *self.kits]

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        self.build_program(inputs, folder, log, "contestant")

    def build_program(
        self,
        inputs: Inputs,
        folder: Path,
        log: Path,
        name: str,
        options: tuple[str, ...] = (),
        further: tuple[str, ...] = (),
    ) -> None:
        """Compile and link the contestant's sources. ``further``: packages besides those that its manifest names."""
        contestant = inputs.contestant
        own = sources_in(contestant.folder)
        if not own:
            raise BuildFailed("the folder holds no source: an adapter is adapter.c or adapter.cpp")
        compiling = [*self.prepare(inputs, folder, log), *(f"-I{kit}" for kit in self.kits), *options]
        if library := library_folder(contestant):
            compiling += [f"-I{library}", f'-DASSAY_LIBRARY_VERSION="{version_of(library)}"']
        linking: list[str] = []
        native = contestant.manifest.native
        if packages := [*(native.pkg_config if native else []), *further]:
            compiling += pkg_config("--cflags", packages, log)
            linking = pkg_config("--libs", packages, log)
        if native and native.pkg_config:
            version = pkg_config("--modversion", native.pkg_config[:1], log)[0]
            compiling.append(f'-DASSAY_LIBRARY_VERSION="{version}"')
        objects = [compile_source(source, folder, compiling, log) for source in [*own, *sources_in(folder)]]
        kit = sorted(self.kit_folder().glob("*.o"))
        run(["g++", *flags(), *map(str, [*objects, *kit]), *linking, "-o", str(folder / name)], log)

    def prepare(self, inputs: Inputs, folder: Path, log: Path) -> list[str]:
        """Generate code into the folder, where the contestant wants some; gives the options that it takes."""
        return []

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start([str(folder / "contestant")])

    def kit_folder(self) -> Path:
        """The cached folder with the kit's objects."""
        parts = [hash_sources(list(self.kits)), *flags(), *(find(tool).version for tool in (GCC, GXX))]
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
        return cache.make_folder("native-kit", f"{self.language}-{key}", self.compile_kit)

    def compile_kit(self, folder: Path) -> None:
        options = [f"-I{kit}" for kit in self.kits]
        for kit in self.kits:
            for source in sources_in(kit):
                compile_source(source, folder, options, folder / "build.log")


def pkg_config(what: str, packages: list[str], log: Path) -> list[str]:
    """The words that pkg-config answers about packages, of the system's and of ours."""
    path = os.pathsep.join(filter(None, [str(PACKAGES), os.environ.get("PKG_CONFIG_PATH")]))
    environment = {**os.environ, "PKG_CONFIG_PATH": path}
    return run(["pkg-config", what, *packages], log, environment=environment).split()


def version_of(library: Path) -> str:
    """The version that the folder of a local library tells of itself in its CMakeLists.txt; empty where it does not."""
    path = library / "CMakeLists.txt"
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    match = re.search(r"^\s*project\([^)]*?VERSION\s+([0-9.]+)", text, re.MULTILINE)
    return match[1] if match else ""


def sources_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in LANGUAGES)


def compile_source(source: Path, folder: Path, options: list[str], log: Path) -> Path:
    """Compile one source into the folder; the object's name tells the source's folder, too."""
    made = folder / f"{source.parent.name}-{source.name}.o"
    run([*LANGUAGES[source.suffix], *flags(), *options, "-c", str(source), "-o", str(made)], log)
    return made

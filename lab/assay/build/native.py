"""What the recipes of C and C++ share: one set of flags, the kit's objects, and linking.

Both languages have one core, kits/cpp; the C kit is a bridge to it. The kit is compiled once for all contestants.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from assay import cache
from assay.build.recipe import BuildFailed, Inputs, Recipe, Start, hash_sources, run
from assay.build.tools import Tool, find
from assay.catalog.catalog import Contestant

GCC = Tool("gcc", ("--version",), (12,), "install GCC 12 or newer (Debian: gcc)", ("gcc", "libc6-dev"))
GXX = Tool("g++", ("--version",), (12,), "install G++ 12 or newer (Debian: g++)", ("g++",))
PKG_CONFIG = Tool("pkg-config", ("--version",), (0, 29), "install pkg-config (Debian: pkg-config)", ("pkg-config",))

# One set for all contestants, so that none can tune its own; no flags for the machine's own CPU.
FLAGS = ("-O2", "-DNDEBUG", "-flto=auto", "-pthread")
LANGUAGES = {".c": ("gcc", "-std=c17", "-D_GNU_SOURCE"), ".cpp": ("g++", "-std=c++20")}


class Native(Recipe):
    """A contestant is a folder of sources, all of them compiled and linked with the kit and its libraries."""

    tools = (GCC, GXX, PKG_CONFIG)
    kits: tuple[Path, ...]

    def sources(self, contestant: Contestant) -> list[Path]:
        return [contestant.folder, *self.kits]

    def build(self, inputs: Inputs, folder: Path, log: Path) -> None:
        contestant = inputs.contestant
        options = [*self.prepare(inputs, folder), *(f"-I{kit}" for kit in self.kits)]
        libraries: list[str] = []
        if packages := contestant.manifest.native and contestant.manifest.native.pkg_config:
            options += run(["pkg-config", "--cflags", *packages], log).split()
            libraries = run(["pkg-config", "--libs", *packages], log).split()
            version = run(["pkg-config", "--modversion", packages[0]], log).strip()
            options.append(f'-DASSAY_LIBRARY_VERSION="{version}"')
        sources = sources_in(contestant.folder)
        if not sources:
            raise BuildFailed("the folder holds no source: an adapter is adapter.c or adapter.cpp")
        objects = [compile_source(source, folder, options, log) for source in sources]
        kit = sorted(self.kit_folder().glob("*.o"))
        run(["g++", *FLAGS, *map(str, [*objects, *kit]), *libraries, "-o", str(folder / "contestant")], log)

    def prepare(self, inputs: Inputs, folder: Path) -> list[str]:
        """Generates code into the folder, where the contestant wants some; gives the options that it takes."""
        return []

    def start(self, contestant: Contestant, folder: Path, json_bytes: int) -> Start:
        return Start([str(folder / "contestant")])

    def kit_folder(self) -> Path:
        """The cached folder with the kit's objects."""
        parts = [hash_sources(list(self.kits)), *FLAGS, *(find(tool).version for tool in (GCC, GXX))]
        key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]
        return cache.make_folder("native-kit", f"{self.language}-{key}", self.compile_kit)

    def compile_kit(self, folder: Path) -> None:
        options = [f"-I{kit}" for kit in self.kits]
        for kit in self.kits:
            for source in sources_in(kit):
                compile_source(source, folder, options, folder / "build.log")


def sources_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in LANGUAGES)


def compile_source(source: Path, folder: Path, options: list[str], log: Path) -> Path:
    """Compile one source into the folder; the object's name tells the source's folder, too."""
    made = folder / f"{source.parent.name}-{source.name}.o"
    run([*LANGUAGES[source.suffix], *FLAGS, *options, "-c", str(source), "-o", str(made)], log)
    return made

"""What C and C++ share: one set of flags, objects that are compiled once, and linking.

Both languages have one core, kits/cpp; the C kit is a bridge to it. What no schema changes (the kits, a library that is
built from its folder, a contestant's sources that include nothing generated) is compiled once for all builds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from assay.base import cache
from assay.base.tools import CARGO, Tool
from assay.catalog.catalog import Contestant
from assay.languages.c import packages as fetched
from assay.languages.c import runtime
from assay.languages.c.compiling import (
    DEBUG,
    GCC,
    GXX,
    NATIVE,
    compile_all,
    compile_source,
    compilers,
    flags,
    includes_generated,
    sources_in,
)
from assay.languages.shared.flavours import Making
from assay.languages.shared.processor import processor
from assay.languages.shared.recipe import BuildFailed, Inputs, Recipe, Start, hash_sources, optimized, run
from assay.languages.shared.sources import library_folder
from assay.results.document import RuntimeBuild

PKG_CONFIG = Tool("pkg-config", ("--version",), (0, 29), "install pkg-config (Debian: pkg-config)", ("pkg-config",))


def further_flags(inputs: Inputs) -> list[str]:
    """What tells the compilers the processor, and a profiler where each instruction comes from."""
    return [*([NATIVE] if inputs.cpu == "native" else []), *([DEBUG] if inputs.for_profiler else [])]


class Native(Recipe):
    """A contestant is a folder of sources, all of them compiled and linked with the kit and its libraries.

    Of ``kits`` each includes only those before it.
    """

    machine_code = True
    tools = (GCC, GXX, PKG_CONFIG)
    by_processor = True
    built_for_profiler = True

    def tools_for(self, contestant: Contestant) -> tuple[Tool, ...]:
        native = contestant.manifest.native
        crates = native is not None and any(fetched.is_crate(name) for name in native.packages)
        return (*self.tools, CARGO) if crates else self.tools

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
        native = contestant.manifest.native
        packages = [*(native.pkg_config if native else []), *further]
        native_code = further_flags(inputs)
        compiling = [*(f"-I{kit}" for kit in self.kits), *options, *native_code]
        library = library_folder(contestant)
        if library:
            compiling.append(f"-I{library}")
        if packages:
            compiling += pkg_config("--cflags", packages, log)
        own_packages = native.packages if native else []
        for package in own_packages:
            compiling += fetched.include_options(package, log)
        if own_packages:
            compiling.append(f'-DASSAY_LIBRARY_VERSION="{fetched.describe(own_packages[0]).version}"')
        elif library or (native and native.pkg_config):
            version = version_of(library) if library else pkg_config("--modversion", packages[:1], log)[0]
            compiling.append(f'-DASSAY_LIBRARY_VERSION="{version}"')

        objects = [
            made for number in range(len(self.kits)) for made in kit_objects(self.kits[: number + 1], native_code)
        ]
        if library and contestant.manifest.source:
            objects += compiled_once(
                f"library-{library.name}", sources_in(library), library, [library], [f"-I{library}", *native_code]
            )
        if inputs.schema_text is not None:
            including = [contestant.folder, *self.kits, *([library] if library else [])]
            alone = [source for source in own if not includes_generated(source, compiling, log)]
            objects += compiled_once(contestant.name.replace("/", "-"), alone, contestant.folder, including, compiling)
            own = [source for source in own if source not in alone]
            self.generate(contestant, Making(inputs.schema_text, folder, log))
            compiling.append(f"-I{folder}")
            objects += [compile_source(source, folder, folder, compiling, log) for source in sources_in(folder)]
        own_objects = folder / f"{name}-objects"
        own_objects.mkdir()
        objects += [compile_source(source, contestant.folder, own_objects, compiling, log) for source in own]
        linking = [str(made) for package in own_packages for made in fetched.archives(package, native_code, log)]
        linking += pkg_config("--libs", packages, log) if packages else []
        run(["g++", *flags(), *native_code, *map(str, objects), *linking, "-o", str(folder / name)], log)

    def runtime_build(self, start: Start) -> RuntimeBuild | None:
        return runtime.build(flags(), optimized=optimized())


def kit_objects(kits: Sequence[Path], options: Sequence[str]) -> list[Path]:
    """The objects of the last of some kits, which may include the others."""
    kit = kits[-1]
    return compiled_once(f"kit-{kit.name}", sources_in(kit), kit, kits, [*(f"-I{each}" for each in kits), *options])


def compiled_once(
    name: str, sources: Sequence[Path], root: Path, including: Sequence[Path], options: Sequence[str]
) -> list[Path]:
    """The objects of sources that lie in one folder, compiled at the first call.

    ``including``: all folders whose files decide what is made, by their content; so the options that name folders do
    not count. BuildFailed where a source does not compile.
    """
    if not sources:
        return []
    names = [str(source.relative_to(root)) for source in sources]
    others = [option for option in options if not option.startswith("-I")]
    parts = [hash_sources(list(including)), *names, *flags(), *others, *compilers()]
    if NATIVE in others:
        parts.append(processor())
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def fill(made: Path) -> None:
        compile_all(sources, root, made, options)

    return sorted(cache.make_folder("native", f"{name}-{key}", fill).rglob("*.o"))


def pkg_config(what: str, packages: list[str], log: Path) -> list[str]:
    """The words that pkg-config answers about packages of the system."""
    return run(["pkg-config", what, *packages], log).split()


def version_of(library: Path) -> str:
    """The version that the folder of a library gives in its CMakeLists.txt; empty where it does not."""
    path = library / "CMakeLists.txt"
    text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
    match = re.search(r"^\s*project\([^)]*?VERSION\s+([0-9.]+)", text, re.MULTILINE)
    return match[1] if match else ""

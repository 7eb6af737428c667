"""The compilers of C and C++: one set of flags, and sources compiled side by side."""

from __future__ import annotations

import contextvars
import shutil
from collections.abc import Sequence
from pathlib import Path

from assay.base import capacity
from assay.base.threads import pool
from assay.base.tools import Tool, find
from assay.languages.shared.recipe import optimized, run

GCC = Tool("gcc", ("--version",), (12,), "install GCC 12 or newer (Debian: gcc)", ("gcc", "libc6-dev"))
GXX = Tool("g++", ("--version",), (12,), "install G++ 12 or newer (Debian: g++)", ("g++",))

# One set for all contestants, so that none can tune its own; the level that cargo and CMake release with.
FLAGS = ("-O3", "-DNDEBUG", "-flto=auto", "-pthread")
UNOPTIMIZED = ("-O0", "-DNDEBUG", "-pthread")
CPP = ("g++", "-std=c++20")
LANGUAGES = {".c": ("gcc", "-std=c17", "-D_GNU_SOURCE"), ".cpp": CPP, ".cc": CPP}

NATIVE = "-march=native"
DEBUG = "-g"  # the code is the same


def flags() -> tuple[str, ...]:
    return FLAGS if optimized() else UNOPTIMIZED


def library_flags() -> tuple[str, ...]:
    """Those of large libraries that are linked as they are, as a distribution's would be: not compiled at each link."""
    return tuple(flag for flag in flags() if not flag.startswith("-flto"))


def compilers() -> list[str]:
    """Their versions, which decide what is made as the flags do."""
    return [find(tool).version for tool in (GCC, GXX)]


def sources_in(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.suffix in LANGUAGES)


def includes_generated(source: Path, options: Sequence[str], log: Path) -> bool:
    """Whether a source includes, itself or through others, files that are not there yet."""
    # A rule for make: the object, a colon, and the files, which have no path where they were not found.
    rule = run([*LANGUAGES[source.suffix], *options, "-MM", "-MG", str(source)], log)
    files = rule.partition(": ")[2].replace("\\\n", " ").split()
    return any("/" not in file for file in files)


def compile_source(
    source: Path, root: Path, made: Path, options: Sequence[str], log: Path, with_flags: Sequence[str] | None = None
) -> Path:
    """Compile a source of the folder ``root`` into the folder ``made``, with ``with_flags`` instead of `flags`."""
    compiled = made / f"{str(source.relative_to(root)).replace('/', '-')}.o"
    chosen = flags() if with_flags is None else with_flags
    run([*LANGUAGES[source.suffix], *chosen, *options, "-c", str(source), "-o", str(compiled)], log)
    return compiled


def precompile(header: Path, made: Path, options: Sequence[str], log: Path, with_flags: Sequence[str]) -> list[str]:
    """Read a header of C++ once, into ``made``; gives the options of sources for which it is read first of all."""
    copy = made / header.name
    shutil.copyfile(header, copy)
    run([*CPP, *with_flags, *options, "-x", "c++-header", str(copy), "-o", f"{copy}.gch"], log)
    return ["-include", str(copy)]


def compile_all(
    sources: Sequence[Path],
    root: Path,
    made: Path,
    options: Sequence[str],
    with_flags: Sequence[str] | None = None,
    only_cpp: Sequence[str] = (),
) -> list[Path]:
    """Compile sources of the folder ``root`` into ``made``, as many at a time as there are cores; each has its log.

    ``only_cpp``: further options of those in C++.
    """

    def one(source: Path) -> Path:
        log = made / f"{str(source.relative_to(root)).replace('/', '-')}.log"
        further = only_cpp if LANGUAGES[source.suffix] == CPP else ()
        return compile_source(source, root, made, [*options, *further], log, with_flags)

    with pool(capacity.cores()) as threads:
        # In the context of the caller, which knows when the time of the build is up.
        begun = [threads.submit(contextvars.copy_context().run, one, source) for source in sources]
        return [future.result() for future in begun]

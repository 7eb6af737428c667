"""C and C++ libraries whose sources a package of Python's registry carries: fetched, compiled once, linked statically.

A folder of kits/cpp/packages describes each: what package.toml says, the sources that it is made of (sources.txt), and
two lock files: of the package whose source archive is fetched, and of what that takes and the library's own programs.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assay.base import cache
from assay.base.checkout import KITS
from assay.languages.c.compiling import NATIVE, compile_all, compilers, library_flags
from assay.languages.python.environment import environment, interpreter
from assay.languages.shared.processor import processor
from assay.languages.shared.recipe import BuildFailed, hash_files, run

PACKAGES = KITS / "cpp" / "packages"
ARCHIVE = "archive.lock"
PROGRAMS = "requirements.lock"


class Description(BaseModel):
    """package.toml. ``archive``: how the source archive's file name begins; ``include``: folders inside of it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: str
    archive: str
    include: list[str]


def describe(name: str) -> Description:
    """BuildFailed for a name that no folder has."""
    path = PACKAGES / name / "package.toml"
    if not path.exists():
        raise BuildFailed(f"no package {name}: kits/cpp/packages has no such folder")
    return Description.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def include_options(name: str, log: Path) -> list[str]:
    """What tells the compiler where the headers are. They are not ours to be warned about."""
    sources = _sources(name, log)
    return [word for folder in describe(name).include for word in ("-isystem", str(sources / folder))]


def archive(name: str, native_code: Sequence[str], log: Path) -> Path:
    """The library, compiled at the first call for these options and compilers."""
    sources = _sources(name, log)
    options = [*include_options(name, log), *native_code]
    words = [*library_flags(), *native_code, *compilers(), *([processor()] if NATIVE in native_code else [])]
    key = _key([_described(name), *words])

    def fill(made: Path) -> None:
        listed = (PACKAGES / name / "sources.txt").read_text(encoding="utf-8").split()
        objects = compile_all([sources / path for path in listed], sources, made, options, library_flags())
        run(["ar", "rcs", str(made / "library.a"), *map(str, objects)], made / "library.log")
        for compiled in objects:
            compiled.unlink()

    return cache.make_folder("native", f"package-{name}-{key}", fill) / "library.a"


def program(name: str, word: str) -> str:
    """One of the library's own programs, such as its code generator."""
    return str(_environment(name) / "bin" / word)


def _sources(name: str, log: Path) -> Path:
    """The folder of the unpacked source archive."""

    def fill(folder: Path) -> None:
        fetched = folder / "fetched"
        # The archive's own build backend must say what it is before pip hands it over: that of the environment.
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-build-isolation", "--require-hashes"]
        only = ["--no-binary", describe(name).archive.replace("_", "-"), "-d", str(fetched)]
        pip = [sys.executable, "-m", "pip", "--python", interpreter(_environment(name)), "download"]
        run([*pip, *options, *only, "-r", str(PACKAGES / name / ARCHIVE)], log)
        (found,) = fetched.glob(f"{describe(name).archive}-*.tar.gz")
        shutil.unpack_archive(found, folder)

    made = cache.make_folder("sources", f"{name}-{_key([_described(name)])}", fill)
    (unpacked,) = made.glob(f"{describe(name).archive}-*")
    return unpacked


def _environment(name: str) -> Path:
    return environment(PACKAGES / name / PROGRAMS)


def _described(name: str) -> str:
    return hash_files([PACKAGES / name / file for file in ("package.toml", "sources.txt", ARCHIVE, PROGRAMS)])


def _key(parts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

"""C and C++ libraries whose sources a package of PyPI or a crate carries: fetched, compiled once, linked statically.

A folder of kits/cpp/packages describes each: what package.toml says, and a lock file of the package that is fetched.
For a source archive there is another lock, of what fetching it takes and of the library's own programs, and the list of
the sources that the library is made of (sources.txt). A wheel has headers, and perhaps the library's own programs. A
crate is the one dependency of a package of cargo's, whose lock holds the hash; it has the list of sources, too. What
most of many sources include may stand in a header (common.hpp), which is then read once and not by each.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from assay.base import cache
from assay.base.checkout import KITS
from assay.languages.c.compiling import NATIVE, compile_all, compilers, library_flags, precompile
from assay.languages.python.environment import environment, interpreter
from assay.languages.shared.processor import processor
from assay.languages.shared.recipe import BuildFailed, hash_files, run

PACKAGES = KITS / "cpp" / "packages"
ARCHIVE = "archive.lock"
CRATE = "Cargo.lock"
PROGRAMS = "requirements.lock"
SOURCES = "sources.txt"
COMMON = "common.hpp"


class Description(BaseModel):
    """package.toml. ``archive``: how the name of its file begins, or a crate's name; ``include``: folders inside of it.

    ``wheel``: the file is a wheel, which holds headers. ``programs``: a folder of it with the library's own programs;
    without one these are installed by their lock.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    version: str
    archive: str
    include: list[str]
    wheel: bool = False
    programs: str = ""


def describe(name: str) -> Description:
    """BuildFailed for a name that no folder has."""
    path = PACKAGES / name / "package.toml"
    if not path.exists():
        raise BuildFailed(f"no package {name}: kits/cpp/packages has no such folder")
    return Description.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


def is_crate(name: str) -> bool:
    """Whether cargo fetches it."""
    return (PACKAGES / name / CRATE).exists()


def include_options(name: str, log: Path) -> list[str]:
    """What tells the compiler where the headers are. They are not ours to be warned about."""
    sources = _sources(name, log)
    return [word for folder in describe(name).include for word in ("-isystem", str(sources / folder))]


def archives(name: str, native_code: Sequence[str], log: Path) -> list[Path]:
    """The library, compiled at the first call for these options and compilers; none where it is headers only."""
    if not (PACKAGES / name / SOURCES).exists():
        return []
    sources = _sources(name, log)
    options = [*include_options(name, log), *native_code]
    words = [*library_flags(), *native_code, *compilers(), *([processor()] if NATIVE in native_code else [])]
    key = _key([_described(name), *words])

    def fill(made: Path) -> None:
        listed = [sources / path for path in (PACKAGES / name / SOURCES).read_text(encoding="utf-8").split()]
        with tempfile.TemporaryDirectory(dir=made) as temporary:
            common, log = PACKAGES / name / COMMON, made / "library.log"
            first = precompile(common, Path(temporary), options, log, library_flags()) if common.exists() else []
            objects = compile_all(listed, sources, made, options, library_flags(), first)
        run(["ar", "rcs", str(made / "library.a"), *map(str, objects)], log)
        for compiled in objects:
            compiled.unlink()

    return [cache.make_folder("native", f"package-{name}-{key}", fill) / "library.a"]


def program(name: str, word: str, log: Path) -> str:
    """One of the library's own programs, such as its code generator."""
    if inside := describe(name).programs:
        return str(_sources(name, log) / inside / word)
    return str(_environment(name) / "bin" / word)


def _sources(name: str, log: Path) -> Path:
    """The folder of the unpacked package."""
    described = describe(name)
    if is_crate(name):
        return _crate(name, log) / described.archive

    def fill(folder: Path) -> None:
        fetched = folder / "fetched"
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--require-hashes", "-d", str(fetched)]
        pip = [sys.executable, "-m", "pip"]
        if described.wheel:
            only, kind = ["--only-binary", ":all:"], "zip"
        else:
            # The archive's own build backend must say what it is before pip hands it over: that of the environment.
            pip += ["--python", interpreter(_environment(name))]
            only, kind = ["--no-build-isolation", "--no-binary", described.archive.replace("_", "-")], "gztar"
        run([*pip, "download", *options, *only, "-r", str(PACKAGES / name / ARCHIVE)], log)
        (found,) = fetched.glob(f"{described.archive}-*")
        shutil.unpack_archive(found, folder, kind)
        if described.programs:
            for path in (folder / described.programs).iterdir():
                path.chmod(0o755)  # which unpacking a wheel forgets

    made = cache.make_folder("sources", f"{name}-{_key([_described(name)])}", fill)
    if described.wheel:
        return made
    (inside,) = made.glob(f"{described.archive}-*")
    return inside


def _crate(name: str, log: Path) -> Path:
    """The folder with the crate, and with what building it in Rust would take."""
    manifest = str(PACKAGES / name / "Cargo.toml")

    def fill(folder: Path) -> None:
        run(["cargo", "vendor", "--quiet", "--locked", "--manifest-path", manifest, str(folder / "crates")], log)

    return cache.make_folder("sources", f"{name}-{_key([_described(name)])}", fill) / "crates"


def _environment(name: str) -> Path:
    return environment(PACKAGES / name / PROGRAMS)


def _described(name: str) -> str:
    files = [PACKAGES / name / file for file in ("package.toml", SOURCES, COMMON, ARCHIVE, PROGRAMS, CRATE)]
    return hash_files([file for file in files if file.exists()])


def _key(parts: Sequence[str]) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

"""The kit's classes, compiled once for all contestants: its core, and each folder that several contestants share."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from assay.base import cache
from assay.base.checkout import KITS
from assay.base.errors import closest
from assay.base.tools import JAVAC, find
from assay.languages.java.maven import KIT_POM, libraries
from assay.languages.java.resident import FLAGS, compile_java
from assay.languages.shared.recipe import BuildFailed, hash_sources

KIT = KITS / "java"
ROOM = "java-kit"
CORE = "core"


def core(log: Path) -> Path:
    """The folder of the kit's own classes, with those that JMH makes for its benchmarks."""
    jars = libraries(KIT_POM, log)
    return classes_of(KIT / CORE, jars_in(jars / "lib"), processors=processors(log))


def classes(names: Sequence[str], jars: list[Path], log: Path) -> list[Path]:
    """The folders of the classes of the core, and of shared folders, each of which may use those before it.

    They are compiled against a contestant's jars.
    """
    folders = [path.name for path in KIT.iterdir() if path.is_dir() and path.name not in (CORE, "jmh")]
    found = [core(log)]
    for name in names:
        if name not in folders:
            raise BuildFailed(f'contestant.toml: [java] kit: "{name}" is not valid: {closest(name, folders)}')
        found.append(classes_of(KIT / name, [*found, *jars]))
    return found


def processors(log: Path) -> list[Path]:
    """Where JMH's annotation processor is."""
    jars = libraries(KIT_POM, log)
    return [*jars_in(jars / "tools"), *jars_in(jars / "lib")]


def classes_of(sources: Path, path: list[Path], processors: list[Path] | None = None) -> Path:
    """The cached folder with what javac makes of a folder of sources against these jars and folders."""
    parts = [
        hash_sources([sources]),
        *(f"{part.parent.name}/{part.name}" for part in path),
        find(JAVAC).version,
        *FLAGS,
    ]
    key = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:20]

    def fill(folder: Path) -> None:
        compile_java([sources], folder / "classes", path, folder / "build.log", processors=processors or ())

    return cache.make_folder(ROOM, f"{sources.name}-{key}", fill) / "classes"


def jars_in(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.jar"))

"""Another version of a Python library, as a wheel that the copy's lock file names with its hash."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from packaging.utils import canonicalize_name

from assay.catalog.catalog import Contestant
from assay.languages.python import interpreters
from assay.languages.shared.recipe import BuildFailed, Library, hash_files, run
from assay.languages.shared.replacing import copy_contestant, kept, scratch, the_only

ENTRY = re.compile(r"^([A-Za-z0-9._-]+).*(?:\\\n.*)*\n?", re.MULTILINE)


def lay(contestant: Contestant, library: Library, requirements: str, folder: Path, log: Path) -> None:
    """A copy of the contestant whose lock file has this version; what the version needs, the lock must pin."""
    copy_contestant(contestant, folder)
    lock = folder / requirements
    name = contestant.manifest.library
    if not lock.exists() or name not in _names(lock.read_text(encoding="utf-8")):
        raise BuildFailed(f"{contestant.name}: {name} does not come from a registry, so it cannot be exchanged")
    made = _wheel(name, library, log)
    if not made.name.lower().startswith(canonicalize_name(name).replace("-", "_")):
        raise BuildFailed(f"{library.label} is {made.name.partition('-')[0]}, not {name}")
    others = ENTRY.sub(lambda entry: "" if _same(entry[1], name) else entry[0], lock.read_text(encoding="utf-8"))
    lock.write_text(f"{others}{name} @ {made.as_uri()} --hash=sha256:{hash_files([made])}\n", encoding="utf-8")


def _wheel(name: str, library: Library, log: Path) -> Path:
    """The wheel in the cache: built from sources, or as the registry has it."""
    if library.archive and library.archive.suffix == ".whl":
        return kept(library.archive)
    wanted = f"{name}=={library.release}" if library.release else str(library.folder or library.archive)
    with scratch() as place:
        pip = [sys.executable, "-m", "pip", "--python", interpreters.chosen().path, "wheel"]
        run([*pip, "--quiet", "--no-deps", "--wheel-dir", place, wanted], log)
        return kept(the_only(Path(place), "*.whl", "pip"))


def _names(lock: str) -> set[str]:
    return {entry[1] for entry in ENTRY.finditer(lock)}


def _same(one: str, other: str) -> bool:
    return canonicalize_name(one) == canonicalize_name(other)

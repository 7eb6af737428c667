"""Another version of a package of npm, as a tarball that the copy's package.json names."""

from __future__ import annotations

import json
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.node.packages import LOCK, NPM_QUIET
from assay.languages.shared.recipe import BuildFailed, Library, run
from assay.languages.shared.replacing import copy_contestant, kept, scratch, the_only


def lay(contestant: Contestant, library: Library, folder: Path, log: Path) -> None:
    """A copy of the contestant that depends on the tarball; npm resolves what that needs, and locks it."""
    copy_contestant(contestant, folder)
    name = contestant.manifest.library
    path = folder / LOCK[0]
    package = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if name not in package.get("dependencies", {}):
        raise BuildFailed(f"{contestant.name}: {name} does not come from a registry, so it cannot be exchanged")
    package["dependencies"][name] = f"file:{_tarball(name, library, log)}"
    path.write_text(json.dumps(package, indent=2), encoding="utf-8")
    run(["npm", "install", "--package-lock-only", *NPM_QUIET], log, cwd=folder)


def _tarball(name: str, library: Library, log: Path) -> Path:
    """The tarball in the cache: packed from a folder that holds what would be published, or as the registry has it."""
    if library.archive:
        return kept(library.archive)
    wanted = f"{name}@{library.release}" if library.release else str(library.folder)
    with scratch() as place:
        run(["npm", "pack", "--ignore-scripts", "--pack-destination", place, wanted], log)
        return kept(the_only(Path(place), "*.tgz", "npm pack"))

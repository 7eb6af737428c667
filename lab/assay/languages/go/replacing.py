"""Another version of a Go module, which the copy's go.mod requires or replaces by a folder."""

from __future__ import annotations

import os
import re
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.go.module import SETTINGS
from assay.languages.shared.recipe import BuildFailed, Library, run
from assay.languages.shared.replacing import copy_contestant

LOCAL = re.compile(r"(=>\s*)(\.\.?/\S*)")
# go.mod changes here, as it must not when something is built.
CHANGING = {**SETTINGS, "GOFLAGS": "-mod=mod -buildvcs=false"}


def lay(contestant: Contestant, library: Library, folder: Path, log: Path) -> Path | None:
    """A copy of the contestant with this version, and what that needs, in go.mod and go.sum."""
    name = contestant.manifest.library
    if library.archive:
        raise BuildFailed(f"{library.label}: a Go library is named by a folder, a Git revision or a release")
    copy_contestant(contestant, folder)
    path = folder / "go.mod"
    text = path.read_text(encoding="utf-8")
    if not re.search(rf"^\s*(?:require\s+)?{re.escape(name)}\s+v", text, re.MULTILINE):
        raise BuildFailed(f"{contestant.name}: go.mod requires no {name}, so it cannot be exchanged")
    text = LOCAL.sub(lambda local: f"{local[1]}{(contestant.folder / local[2]).resolve()}", text)
    path.write_text(text, encoding="utf-8")
    version = (library.release or "").removeprefix("v")
    change = f"-require={name}@v{version}" if library.release else f"-replace={name}={library.folder}"
    environment = {**os.environ, **CHANGING}
    run(["go", "mod", "edit", change], log, cwd=folder, environment=environment)
    run(["go", "mod", "tidy"], log, cwd=folder, environment=environment)
    return library.folder

"""Another version of a Java library, which the copy's pom names."""

from __future__ import annotations

import re
from pathlib import Path

from assay.catalog.catalog import Contestant
from assay.languages.shared.recipe import BuildFailed, Library
from assay.languages.shared.replacing import copy_contestant


def lay(contestant: Contestant, library: Library, hashes: str, folder: Path) -> None:
    """A copy of the contestant with this release in its pom. The list of hashes is of other jars, so it goes."""
    if library.release is None:
        raise BuildFailed(f"{library.label}: a Java library is named by a release, as in ==1.2.3")
    copy_contestant(contestant, folder)
    (folder / hashes).unlink(missing_ok=True)
    pom = folder / "pom.xml"
    text = pom.read_text(encoding="utf-8")
    name = re.escape(contestant.manifest.library)
    found = re.search(rf"<artifactId>{name}</artifactId>\s*<version>([^<]*)</version>", text)
    if found is None:
        raise BuildFailed(f"{contestant.name}: its pom.xml has no {contestant.manifest.library} with a version")
    start, end = found.span(1)
    if variable := re.fullmatch(r"\$\{(.*)\}", found[1]):
        key = re.escape(variable[1])
        value = re.search(rf"<{key}>([^<]*)</{key}>", text)
        if value is None:
            raise BuildFailed(f"{contestant.name}: its pom.xml does not set {variable[1]}")
        start, end = value.span(1)
    pom.write_text(text[:start] + library.release + text[end:], encoding="utf-8")

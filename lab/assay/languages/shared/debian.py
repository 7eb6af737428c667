"""Debian's archive, as far as this machine's apt knows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from assay.base.tools import Tool
from assay.catalog.manifests import ContestantManifest
from assay.languages.shared.registry import Pin, Registry, Untold

APT = Tool("apt-cache", ("--version",), (1,), "only Debian and its like have it")
CANDIDATE = re.compile(r"^(\S+):\n  Installed: .*\n  Candidate: (\S+)", re.MULTILINE)
UPSTREAM = re.compile(r"(?:\d+:)?(\d[^-+~]*)")


class Debian(Registry):
    name = "Debian"
    tool = APT
    together = 100

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        # Its words are read, which are translated elsewhere.
        said = self.call(["apt-cache", "policy", *packages], place, {"LC_ALL": "C"})
        found: dict[str, str | Untold] = dict.fromkeys(
            packages, Untold("apt knows no such package; perhaps after `apt-get update`")
        )
        for package, version in CANDIDATE.findall(said):
            if upstream := UPSTREAM.match(version):
                found[package] = upstream[1]
        return found


DEBIAN = Debian()


def pins(manifest: ContestantManifest) -> Iterator[Pin]:
    """The library that a manifest takes from the machine: the first of its Debian packages is the one that holds it."""
    if manifest.from_machine:
        if manifest.debian:
            yield Pin(DEBIAN, manifest.debian[0], manifest.version)
        else:
            yield Pin(None, manifest.library, manifest.version, "the runtime brings it, in no package of its own")

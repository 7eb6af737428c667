"""What package.json pins, and what the registry of npm has."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from assay.base.tools import NPM
from assay.languages.node.packages import LOCK
from assay.languages.shared.registry import Pin, Registry, Untold
from assay.languages.shared.versions import is_before_release


class Npm(Registry):
    name = "npm"
    tool = NPM

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        # With a cache of its own: from the user's npm answers where it has no connection.
        options = ["--json", "--fetch-retries", "1", "--cache", str(place / "cache")]
        found: dict[str, str | Untold] = {}
        for package in packages:
            version = json.loads(self.call(["npm", "view", package, "version", *options], place))
            before = Untold(f"what npm calls its latest, {version}, is a pre-release")
            found[package] = before if is_before_release(version) else version
        return found


REGISTRY = Npm()


def pins(folder: Path) -> Iterator[Pin]:
    """What the package itself depends on, from the registry. What these need in turn follows from them."""
    path = folder / LOCK[0]
    wanted = json.loads(path.read_text(encoding="utf-8")).get("dependencies", {}) if path.exists() else {}
    for package, version in wanted.items():
        if not version.startswith("file:"):
            yield Pin(REGISTRY, package, version)

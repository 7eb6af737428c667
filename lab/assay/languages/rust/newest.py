"""What Cargo.toml pins, and what crates.io has."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from assay.base.tools import CARGO
from assay.languages.rust.packages import locked_version
from assay.languages.rust.probe import lay_probe
from assay.languages.shared.registry import Pin, Registry, Untold

SECTIONS = ("dependencies", "build-dependencies")


class Crates(Registry):
    name = "crates.io"
    tool = CARGO

    def ask(self, packages: Sequence[str], place: Path) -> dict[str, str | Untold]:
        # `cargo info` would show a pre-release; what a package that takes any version is locked to is none.
        found: dict[str, str | Untold] = {}
        for package in packages:
            lay_probe(place, package, "*")
            self.call(["cargo", "generate-lockfile"], place, {"CARGO_NET_RETRY": "1"})
            found[package] = locked_version(place, package)
        return found


REGISTRY = Crates()


def pins(folder: Path) -> Iterator[Pin]:
    """What the package names at one exact version. What these need in turn follows from them."""
    path = folder / "Cargo.toml"
    described = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for section in SECTIONS:
        for name, wanted in described.get(section, {}).items():
            version = _version(wanted)
            if version.startswith("="):
                package = wanted.get("package", name) if isinstance(wanted, dict) else name
                yield Pin(REGISTRY, package, version.removeprefix("=").strip())


def _version(wanted: str | dict[str, Any]) -> str:
    return str(wanted.get("version", "")) if isinstance(wanted, dict) else wanted

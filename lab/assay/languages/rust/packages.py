"""Cargo packages that a contestant is built of: those that lie in folders, and what Cargo.lock pins."""

from __future__ import annotations

import json
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Package:
    """``manifests``: its Cargo.toml, and that of the workspace that it may inherit from."""

    name: str
    version: str
    folder: Path
    manifests: tuple[Path, ...]


def path_packages(folder: Path) -> list[Package]:
    """The packages that a package depends on by their paths, and that these do, in order of their folders.

    A manifest that cargo cannot read is passed over: the build will say what is wrong with it.
    """
    found: dict[Path, Package] = {}
    pending = _paths(_described(folder))
    while pending:
        path = pending.pop()
        if path not in found and (package := _described(path)):
            manifests = {path / "Cargo.toml", Path(package["workspace_root"]) / "Cargo.toml"}
            found[path] = Package(package["name"], package["version"], path, tuple(sorted(manifests)))
            pending += _paths(package)
    return [found[path] for path in sorted(found)]


def locked_version(folder: Path, library: str) -> str:
    """The version of a library that Cargo.lock pins: a Rust program cannot ask a crate for it when it runs."""
    lock = folder / "Cargo.lock"
    if not lock.exists():
        return ""
    packages = tomllib.loads(lock.read_text(encoding="utf-8")).get("package", [])
    return next((p["version"] for p in packages if p["name"] == library), "")


def _described(folder: Path) -> dict[str, Any]:
    """What cargo says of the package in a folder, and its ``workspace_root``; nothing where it cannot."""
    manifest = folder / "Cargo.toml"
    command = ["cargo", "metadata", "--no-deps", "--offline", "--format-version", "1", "--manifest-path", str(manifest)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return {}
    metadata = json.loads(done.stdout)
    for package in metadata["packages"]:
        if Path(package["manifest_path"]) == manifest:
            return {**package, "workspace_root": metadata["workspace_root"]}
    return {}


def _paths(package: dict[str, Any]) -> list[Path]:
    """The folders of what a package depends on by paths, tests aside."""
    dependencies = package.get("dependencies", [])
    return [Path(d["path"]) for d in dependencies if d.get("path") and d["kind"] != "dev"]

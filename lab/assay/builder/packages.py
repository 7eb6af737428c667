"""Debian packages that contestants are built from, and how they get installed: only when `assay setup` is called."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable

from assay.base.errors import AssayError
from assay.base.tools import Tool, find, has_package
from assay.catalog.catalog import Catalog
from assay.languages.every import RECIPES


def wanted(catalog: Catalog, further: Iterable[Tool] = (), packages: Iterable[str] = ()) -> list[str]:
    """Which packages are not there: those of tools that are missing or too old, of contestants, and further ones."""
    tools = [*(tool for recipe in RECIPES.values() for tool in recipe.tools), *further]
    needed = [*packages, *(package for tool in tools if find(tool).problem for package in tool.debian)]
    needed += [package for contestant in catalog.contestants.values() for package in contestant.manifest.debian]
    return sorted({package for package in needed if not has_package(package)})


def install(packages: list[str]) -> None:
    """Install packages by apt-get, showing its words. AssayError where that cannot be, or fails."""
    if shutil.which("apt-get") is None:
        raise AssayError(f"there is no apt-get here; install what holds these in Debian: {' '.join(packages)}")
    prefix = [] if os.geteuid() == 0 else ["sudo"]
    if prefix and shutil.which("sudo") is None:
        raise AssayError(f"needs root: run as root `apt-get install {' '.join(packages)}`")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update"], ["apt-get", "install", "-y", "--no-install-recommends", *packages]):
        if subprocess.run([*prefix, *command], env=environment, check=False).returncode != 0:
            raise AssayError(f"`{' '.join(command)}` failed; what it printed is above")

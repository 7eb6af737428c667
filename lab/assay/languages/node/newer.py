"""Another Node.js than the machine's, from npm: its packages for a processor hold the program and its headers."""

from __future__ import annotations

import platform
import re
from pathlib import Path

from assay.base import cache
from assay.base.errors import AssayError
from assay.languages.node.packages import NPM_QUIET
from assay.languages.shared.recipe import BuildFailed, run

PROCESSORS = {"x86_64": "x64", "aarch64": "arm64"}
VERSION = re.compile(r"\d+(\.\d+){0,2}")


def programs(version: str) -> Path:
    """The folder of a program `node` of this version, or the newest one that begins so; installed where it lacks."""
    processor = PROCESSORS.get(platform.machine())
    if platform.system() != "Linux" or processor is None:
        raise AssayError(f"--runtime node={version}: npm has Node.js for Linux on {', '.join(PROCESSORS)} only")
    if not VERSION.fullmatch(version):
        raise AssayError(f'--runtime node={version}: "{version}" is not a version, as 24 or 24.9.0 are')
    package = f"node-linux-{processor}"

    def install(folder: Path) -> None:
        (folder / "package.json").write_text('{"private": true}\n', encoding="utf-8")
        run(["npm", "install", "--no-save", *NPM_QUIET, f"{package}@{version}"], folder / "install.log", cwd=folder)

    try:
        folder = cache.make_folder("tools", f"{package}-{version}", install)
    except BuildFailed as error:
        shown = f"`npm view {package} versions` lists what there is"
        raise AssayError(f"--runtime node={version}: npm does not have it ({shown}): {error}") from None
    return folder / "node_modules" / package / "bin"

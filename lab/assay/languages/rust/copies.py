"""Copies of a contestant's package elsewhere, with something changed in them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from assay.languages.shared.recipe import PASSED_OVER

RELATIVE_PATH = re.compile(r'(\bpath\s*=\s*")(\.[^"]*)(")')


def copy_package(package: Path, folder: Path) -> None:
    """Copy a package into a new folder; what its manifest names by paths from its own place is named in full."""
    shutil.copytree(package, folder, ignore=shutil.ignore_patterns(*PASSED_OVER))
    manifest = folder / "Cargo.toml"
    text = manifest.read_text(encoding="utf-8")
    absolute = RELATIVE_PATH.sub(lambda match: f"{match[1]}{(package / match[2]).resolve()}{match[3]}", text)
    manifest.write_text(absolute, encoding="utf-8")

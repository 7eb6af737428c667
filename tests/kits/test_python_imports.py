"""What the Python kit and its contestants import: nothing of the lab, so that they can be read and run without it."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT, KITS
from assay.catalog import catalog
from assay.languages.python.recipe import RECIPE, REQUIREMENTS
from studies.rooms.imports import imported

KIT = KITS / "python"
CONTESTANTS = CHECKOUT / "contestants" / "python"
STANDARD = set(sys.stdlib_module_names)
# Packages whose modules have another name than they.
MODULES = {"protobuf": "google", "pycapnp": "capnp", "zippy-data": "zippy"}
GENERATED = "records"


def packages(path: Path) -> set[str]:
    """The packages that a file imports, anywhere in it."""
    return {name.partition(".")[0] for name in imported(path)}


@cache
def required(folder: Path) -> set[str]:
    """The modules that a contestant's requirements bring, and the library that is built from this checkout."""
    manifest = catalog.load().contestants[f"python/{folder.name}"].manifest
    own = {manifest.library} if manifest.source else set()
    lock = folder / REQUIREMENTS
    text = lock.read_text(encoding="utf-8") if lock.exists() else ""
    names = re.findall(r"^([A-Za-z0-9_.-]+)==", text, re.MULTILINE)
    return own | {MODULES.get(name, name.replace("-", "_")) for name in names}


def relative(path: Path) -> str:
    return str(path.relative_to(CHECKOUT))


@pytest.mark.parametrize("path", sorted((KIT / "assay_plain").rglob("*.py")), ids=relative)
def test_what_lab_and_kit_share_needs_nothing_else(path: Path) -> None:
    assert packages(path) <= STANDARD | {"assay_plain"}


@pytest.mark.parametrize("path", sorted(KIT.rglob("*.py")), ids=relative)
def test_the_kit_imports_nothing_of_the_lab(path: Path) -> None:
    assert "assay" not in packages(path)


@pytest.mark.parametrize("path", sorted(CONTESTANTS.rglob("*.py")), ids=relative)
def test_contestants_import_the_kit_and_their_own_requirements(path: Path) -> None:
    contestant = CONTESTANTS / path.relative_to(CONTESTANTS).parts[0]
    assert packages(path) <= STANDARD | {"assay_kit", GENERATED} | required(contestant)


def test_a_started_process_finds_the_kit_and_nothing_of_the_lab(tmp_path: Path) -> None:
    contestants = [c for c in catalog.load().contestants.values() if c.language == RECIPE.language]
    for contestant in contestants:
        path = RECIPE.start(contestant, tmp_path, 0).environment["PYTHONPATH"].split(os.pathsep)
        generated = [] if contestant.manifest.types == "none" else [str(tmp_path / "types")]
        assert path == [str(KIT), *generated]

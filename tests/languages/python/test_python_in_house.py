"""A package of the checkout is built by the backend that the lock pins, and built again when it changes."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest
from languages.in_house import expect_changes_are_built, lay_checkout, write
from languages.python.engine import ENGINE, FILES, NAME, PROJECT

from assay.base.errors import AssayError
from assay.builder.builder import Built, build_one
from assay.catalog import catalog
from assay.data.recordset import RecordSet
from assay.runner.process import Limits

pytestmark = pytest.mark.slow


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return lay_checkout(tmp_path, monkeypatch, FILES)


def build(people: RecordSet) -> Built:
    return build_one(catalog.load().contestant(NAME), people)


def test_a_change_of_the_package_is_built(checkout: Path, people: RecordSet, limits: Limits) -> None:
    expect_changes_are_built(NAME, checkout, f"{ENGINE}/engine/__init__.py", people, limits)


def test_a_build_leaves_nothing_beside_the_sources(
    checkout: Path, people: RecordSet, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASSAY_CACHE", str(tmp_path_factory.mktemp("empty")))
    before = sorted(checkout.rglob("*"))
    built = build(people)
    assert built.fresh and built.start is not None, built.reason
    assert sorted(checkout.rglob("*")) == before


def test_a_backend_that_the_lock_does_not_pin_is_not_fetched(checkout: Path, people: RecordSet) -> None:
    write(checkout, {f"contestants/{NAME}/requirements.lock": ""})
    built = build(people)
    assert built.status == "failed" and "flit_core" in built.reason


def test_a_package_that_does_not_build_says_why(checkout: Path, people: RecordSet) -> None:
    write(checkout, {f"{ENGINE}/pyproject.toml": PROJECT.replace('version = "0.1.0"\n', "")})
    built = build(people)
    assert built.status == "failed" and "ConfigError" in built.reason and "version" in built.reason


# Puts a file beside the package into it.
BACKEND = """
import shutil
from flit_core.buildapi import *
from flit_core import buildapi


def build_wheel(*arguments, **keys):
    shutil.copy("../core/word.py", "engine/__init__.py")
    return buildapi.build_wheel(*arguments, **keys)
"""


def beside_core(checkout: Path) -> dict[str, str]:
    """The manifest with a folder beside the package."""
    name = f"contestants/{NAME}/contestant.toml"
    path = f'path = "{ENGINE}"'
    return {name: (checkout / name).read_text(encoding="utf-8").replace(path, f'{path}\nbeside = ["engine/core"]')}


def test_a_folder_beside_the_package_is_built_with_it(checkout: Path, people: RecordSet, limits: Limits) -> None:
    project = PROJECT.replace('build-backend = "flit_core.buildapi"', 'build-backend = "backend"\nbackend-path = ["."]')
    word = (checkout / f"{ENGINE}/engine/__init__.py").read_text(encoding="utf-8")
    package = {f"{ENGINE}/pyproject.toml": project, f"{ENGINE}/backend.py": BACKEND, f"{ENGINE}/engine/__init__.py": ""}
    write(checkout, {**beside_core(checkout), **package, "engine/core/word.py": word})
    expect_changes_are_built(NAME, checkout, "engine/core/word.py", people, limits)


# Writes what a variable says into the package.
BY_VARIABLE = """
import os
from flit_core.buildapi import *
from flit_core import buildapi


def build_wheel(*arguments, **keys):
    with open("engine/__init__.py", "a") as module:
        module.write(os.environ["ENGINE_PART"])
    return buildapi.build_wheel(*arguments, **keys)
"""


def test_the_package_is_built_with_the_variables_of_the_manifest(checkout: Path, people: RecordSet) -> None:
    project = PROJECT.replace('build-backend = "flit_core.buildapi"', 'build-backend = "backend"\nbackend-path = ["."]')
    manifest = f"contestants/{NAME}/contestant.toml"
    text = (checkout / manifest).read_text(encoding="utf-8")
    write(checkout, {f"{ENGINE}/pyproject.toml": project, f"{ENGINE}/backend.py": BY_VARIABLE})
    for part in ("\n", "\nraise ImportError('a part is missing')\n"):
        write(checkout, {manifest: f"{text}\n[python]\nbuild = {{ ENGINE_PART = {json.dumps(part)} }}\n"})
        built = build(people)
        assert built.start is not None, built.reason
        told = subprocess.run(
            [built.start.command[0], "-c", "import engine"], capture_output=True, text=True, check=False
        )
        assert ("a part is missing" in told.stderr) == ("raise" in part)


def test_a_folder_beside_that_is_not_there_is_told(checkout: Path) -> None:
    write(checkout, beside_core(checkout))
    with pytest.raises(AssayError, match="no folder engine/core"):
        catalog.load()

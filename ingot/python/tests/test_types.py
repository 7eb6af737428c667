"""The stubs, by examples and two type checkers, where these are installed."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ingot

HERE = Path(__file__).parent
PACKAGE = Path(ingot.__file__).parent


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_examples_by_mypy(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not there")
    # By no settings of a project around.
    alone = ("--config-file", "", "--cache-dir", str(tmp_path))
    run(sys.executable, "-m", "mypy", "--strict", *alone, "typed_examples.py")


def test_the_examples_by_pyright(tmp_path: Path) -> None:
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not there")
    settings = tmp_path / "pyrightconfig.json"
    options = {
        "include": [str(HERE / "typed_examples.py")],
        "extraPaths": [str(PACKAGE.parent)],
        "typeCheckingMode": "strict",
        # What is marked as wrong has to be found.
        "enableTypeIgnoreComments": False,
        "reportUnnecessaryTypeIgnoreComment": True,
    }
    settings.write_text(json.dumps(options))
    run(pyright, "--project", str(settings))

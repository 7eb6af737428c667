"""The stubs, by two type checkers where they are there: examples, and whether the module has what they say."""

from __future__ import annotations

import importlib.util
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


def mypy(*arguments: str, module: str = "mypy") -> list[str]:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not there")
    return [sys.executable, "-m", module, *arguments]


def test_the_examples_by_mypy(tmp_path: Path) -> None:
    # Of its own settings, and of none of a project around.
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nmypy_path = {PACKAGE.parent}\n")
    run(*mypy("--strict", "--config-file", str(settings), "--cache-dir", str(tmp_path), "typed_examples.py"))


def test_the_examples_by_pyright(tmp_path: Path) -> None:
    pyright = shutil.which("pyright")
    if pyright is None:
        pytest.skip("pyright is not there")
    settings = tmp_path / "pyrightconfig.json"
    examples = str(HERE / "typed_examples.py")
    settings.write_text(
        f'{{"include": ["{examples}"], "extraPaths": ["{PACKAGE.parent}"], "typeCheckingMode": "strict"}}'
    )
    run(pyright, "--project", str(settings))


def test_the_stubs_say_what_the_module_has(tmp_path: Path) -> None:
    settings = tmp_path / "mypy.ini"
    settings.write_text(f"[mypy]\nmypy_path = {PACKAGE.parent}\n")
    run(*mypy("ingot", "--mypy-config-file", str(settings), "--ignore-missing-stub", module="mypy.stubtest"))

"""The command ``ingot``, which comes with the package."""

from __future__ import annotations

import importlib.metadata
import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import ingot
from ingot import _command, _ingot

SCRIPT = Path(sysconfig.get_path("scripts")) / ("ingot.exe" if sys.platform == "win32" else "ingot")
built_in = pytest.mark.skipif(not hasattr(_ingot, "command"), reason="this build has no command")


def run(*words: str, given: str = "") -> tuple[int, str, str]:
    """The exit code, and what was written to both standard streams."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from ingot._command import main; sys.exit(main())", *words],
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_package_names_it() -> None:
    (found,) = importlib.metadata.distribution("ingot").entry_points
    assert (found.group, found.name) == ("console_scripts", "ingot") and found.load() is _command.main


@built_in
@pytest.mark.skipif(not SCRIPT.exists(), reason="scripts are elsewhere")
def test_it_is_installed() -> None:
    done = subprocess.run([SCRIPT, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == f"ingot {ingot.__version__}\n"


@built_in
def test_a_store_of_the_command_is_one_of_the_package(tmp_path: Path) -> None:
    shop = str(tmp_path / "shop")
    assert run("store", "put", shop, "teas", "-", given='{"id":"oolong","grams":250}\n') == (0, "", "")
    with ingot.Store(shop) as store:
        assert dict(store["teas"]) == {"oolong": {"id": "oolong", "grams": 250}}
    code, output, _ = run("store", "get", shop, "teas", "oolong")
    assert code == 0 and json.loads(output)["grams"] == 250
    assert run("store", "get", shop, "teas", "none")[0] == 1


@built_in
def test_what_is_written_without_a_line_break_comes_out(tmp_path: Path) -> None:
    file = tmp_path / "teas.avro"
    ingot.write(
        file, {"type": "record", "name": "Tea", "fields": [{"name": "name", "type": "string"}]}, [{"name": "é"}]
    )
    code, output, errors = run("avro", "schema", str(file))
    assert code == 0 and json.loads(output)["name"] == "Tea" and not errors


@built_in
def test_what_is_wrong_is_one_line_and_an_exit_code() -> None:
    code, output, errors = run("shop")
    assert (code, output, errors.count("\n")) == (2, "", 1) and errors.startswith("ingot: ")


@pytest.mark.skipif(hasattr(_ingot, "command"), reason="this build has the command")
def test_a_build_without_it_says_so() -> None:
    code, output, errors = run("--version")
    assert (code, output) == (2, "") and "INGOT_FEATURES" in errors

"""Ingot's own tests in Python, over the package as pip builds it, and its stubs beside what they describe."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from assay.base.checkout import CHECKOUT
from assay.languages.python.environment import environment, interpreter

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not shutil.which("cargo"), reason="needs Rust")]
INGOT = CHECKOUT / "ingot"


@pytest.fixture(scope="module")
def packages() -> Path:
    """Where the package is installed: the environment that its contestant has."""
    made = environment(
        CHECKOUT / "contestants" / "python" / "ingot" / "requirements.lock", [INGOT / "python", INGOT / "rust"]
    )
    command = [interpreter(made), "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"]
    return Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def run(packages: Path, *words: str, path: Sequence[str] = ()) -> None:
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join([*path, str(packages)])}
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=INGOT / "python", env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_package(packages: Path) -> None:
    run(packages, "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", ".", "tests")


@pytest.mark.nightly
def test_documents_of_every_kind_by_many_examples(packages: Path) -> None:
    words = ["pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", ".", "--hypothesis-profile", "long"]
    run(packages, *words, "tests/test_store_values.py")


@pytest.mark.nightly
def test_fastavros_own_tests_over_the_drop_in(packages: Path) -> None:
    checkout = os.environ.get("INGOT_FASTAVRO")
    if not checkout:
        pytest.skip("INGOT_FASTAVRO names no source distribution of fastavro")
    for needed in ("numpy", "pandas", "zlib_ng", "lz4.block"):
        pytest.importorskip(needed)
    lists = str(INGOT / "python" / "tests")
    words = ["pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-p", "fastavro_suite", "--rootdir", checkout]
    run(packages, *words, str(Path(checkout) / "tests"), path=[lists])


def runs(name: str) -> bool:
    """Whether there is such an interpreter here, and not only a name that a version manager keeps for it."""
    found = shutil.which(name)
    return bool(found) and subprocess.run([str(found), "-c", "import venv"], capture_output=True).returncode == 0


@pytest.mark.nightly
def test_all_interpreters_at_hand() -> None:
    own = "python{}.{}".format(*sys.version_info)
    names = [f"python3.{minor}{kind}" for minor in range(11, 15) for kind in ("", "-dbg")] + ["python3.14t"]
    others = [name for name in names if name != own and runs(name)]
    if not others:
        pytest.skip("no other Python of 3.11 to 3.14 is here")
    done = subprocess.run(["./interpreters.sh", *others], cwd=INGOT / "python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.nightly
def test_all_versions_compile() -> None:
    """Also those that are not here: what is behind a gate of a version is compiled nowhere else."""
    done = subprocess.run(["./versions.sh"], cwd=INGOT / "python", capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.nightly
def test_the_wheel_with_the_stable_interface_passes_all_tests(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "python"], check=True)
    environ = {
        **os.environ,
        "PYTHON": str(tmp_path / "python/bin/python"),
        "CARGO_TARGET_DIR": str(tmp_path / "target"),
    }
    script = ["./wheels.sh", str(tmp_path / "dist")]
    done = subprocess.run(script, cwd=INGOT / "python", env=environ, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    own = "cp{}{}".format(*sys.version_info)
    wheels = {"-".join(wheel.name.split("-")[2:4]): wheel for wheel in (tmp_path / "dist").glob("*.whl")}
    assert set(wheels) == {f"{own}-{own}", "cp311-abi3"}
    with zipfile.ZipFile(wheels["cp311-abi3"]) as stable:
        stable.extractall(tmp_path / "packages")
    run(tmp_path / "packages", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--rootdir", ".", "tests")


def test_a_name_that_is_no_interpreter_is_told() -> None:
    done = subprocess.run(["./interpreters.sh", "python3.99"], cwd=INGOT / "python", capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr == "interpreters.sh: python3.99 is no Python of 3.11 or newer that runs here\n"


def test_the_stubs(packages: Path) -> None:
    run(packages, "mypy.stubtest", "ingot", "--ignore-disjoint-bases")

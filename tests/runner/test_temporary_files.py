"""What a contestant writes into its folder for temporary files goes with it, also when it is killed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from assay.builder.builder import Built
from assay.catalog.catalog import Catalog
from assay.languages.java.recipe import RECIPE as JAVA
from assay.languages.shared.recipe import Start
from assay.runner import session
from assay.runner.broken import Broken
from assay.runner.process import Limits

# Answers every line with the path of a new temporary folder, and removes none.
LEAVES = """
import json, sys, tempfile
for _ in sys.stdin:
    print(json.dumps({"ok": {"folder": tempfile.mkdtemp()}}), flush=True)
"""


@pytest.fixture(autouse=True)
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files of the whole machine, which no other program uses."""
    folder = tmp_path / "tmp"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_what_a_killed_contestant_leaves_goes_with_it(
    known: Catalog, machine: Path, limits: Limits, tmp_path: Path
) -> None:
    built = Built(known.contestant("python/fastavro"), Start([sys.executable, "-c", LEAVES]))
    with session.start(built, tmp_path / "a", limits) as one, session.start(built, tmp_path / "b", limits) as other:
        left = Path(one.ask_line(b"1\n")["folder"])
        others = Path(other.ask_line(b"1\n")["folder"])
        assert left.is_dir() and left.parent.parent == others.parent.parent == machine
        assert left.parent != others.parent
        one.end()
        assert not left.exists() and others.is_dir()
    assert list(machine.iterdir()) == []


def test_a_contestant_that_does_not_start_leaves_nothing(
    known: Catalog, machine: Path, limits: Limits, tmp_path: Path
) -> None:
    built = Built(known.contestant("python/fastavro"), Start([str(tmp_path / "nothing")]))
    with pytest.raises(Broken, match="does not start"):
        session.start(built, tmp_path / "log", limits)
    assert list(machine.iterdir()) == []


@pytest.mark.skipif(shutil.which("java") is None, reason="java is not installed")
def test_the_jvm_is_told_where(known: Catalog, tmp_path: Path) -> None:
    command = JAVA.start(known.contestant("java/avro-generic"), tmp_path, 0).command_in(tmp_path / "here")
    options = command[: command.index("-cp")]
    done = subprocess.run([*options, "-XshowSettings:properties", "-version"], capture_output=True, text=True)
    assert f"java.io.tmpdir = {tmp_path / 'here'}\n" in done.stderr

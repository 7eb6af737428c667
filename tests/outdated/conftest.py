"""Clients of registries that are planted: programs on PATH that answer what real ones answered once, or fail."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from assay.base.tools import find

ANSWERS = Path(__file__).parent / "answers"
Plant = Callable[..., Path]


@pytest.fixture
def plant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """Gives what plants a client; each call of it is a line of the file that is returned.

    ``prints``: a file that it prints. ``says``: what it says on standard error before it ends with ``code``.
    ``leaves``: the file of that name in the working folder has the content of ``prints``.
    """
    folder = tmp_path / "programs"
    folder.mkdir()

    def planted(program: str, prints: str = "", *, says: str = "", code: int = 0, leaves: str = "") -> Path:
        calls = tmp_path / f"{program}.calls"
        words = shlex.quote(str(ANSWERS / prints)) if prints else "/dev/null"
        script = [
            "#!/bin/sh",
            'case "$*" in *version|-version|--version) echo "99.0"; exit 0;; esac',
            f'echo "$*" >> {shlex.quote(str(calls))}',
            f"cat {words}{f' > {leaves}' if leaves else ''}",
            f"echo {shlex.quote(says)} >&2",
            f"exit {code}",
        ]
        path = folder / program
        path.write_text("\n".join(script) + "\n")
        path.chmod(0o755)
        return calls

    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    # pip is asked as a module of the lab's own Python.
    monkeypatch.setattr(sys, "executable", str(folder / "pip"))
    find.cache_clear()
    yield planted
    find.cache_clear()

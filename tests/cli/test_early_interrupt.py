"""Ctrl-C before a command begins, while the lab's own modules are still being read."""

from __future__ import annotations

import os
import subprocess
import sys

INTERRUPTED_IMPORT = """
import runpy, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "assay.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupting())
runpy.run_module("assay", run_name="__main__")
"""


def test_it_is_told_in_one_line() -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", INTERRUPTED_IMPORT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "assay: interrupted\n")

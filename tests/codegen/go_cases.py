"""What the tests of generated Go share: a schema of awkward names, and how Go is run."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from assay.languages.go.module import SETTINGS

AWKWARD = r"""{"type": "record", "name": "Root", "fields": [
  {"name": "_", "type": {"type": "enum", "name": "Named", "symbols": ["type", "_"]}},
  {"name": "__", "type": {"type": "fixed", "name": "_", "size": 0}},
  {"name": "func", "type": {"type": "record", "name": "named", "fields": []}},
  {"name": "Func", "type": {"type": "record", "name": "a.Named", "fields": [
    {"name": "x_y", "type": {"type": "array", "items": "long"}}]}},
  {"name": "xY", "type": ["null", "Root"]},
  {"name": "x_y", "type": ["a.Named", "null", "Root", {"type": "array", "items": "Root"}]},
  {"name": "X_Y", "type": {"type": "map", "values": ["Root"]}}
]}"""
EMPTY = '{"_":"type","__":"","func":{},"Func":{"x_y":[]},"xY":null,"x_y":null,"X_Y":{}}'
AWKWARD_LINE = (
    EMPTY.replace('"xY":null', f'"xY":{EMPTY}')
    .replace('"x_y":null', f'"x_y":[{EMPTY}]', 1)
    .replace('"X_Y":{}}', f'"X_Y":{{"":{EMPTY}}}}}', 1)
)


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **SETTINGS}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[:4000]
    return done.stdout

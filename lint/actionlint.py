"""Checks workflows by actionlint, built once from what go/go.mod pins: `lint/run python lint/actionlint.py FILE...`.

It has shellcheck look at the steps, too, where that is installed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from assay.base.errors import AssayError
from assay.languages.go.module import GoModule
from assay.languages.shared.recipe import BuildFailed
from toolchain import require

PINS = Path(__file__).resolve().with_name("go")
PACKAGE = "github.com/rhysd/actionlint/cmd/actionlint"


def main(files: list[str]) -> int:
    require("go")
    with TemporaryDirectory() as made:
        try:
            program = GoModule(PINS, Path(made) / "log").tool(PACKAGE)
        except (AssayError, BuildFailed) as error:
            print(f"actionlint: {error}", file=sys.stderr)
            return 2
    return subprocess.run([str(program), *files]).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Runs a command where its toolchain is there, since a contribution to one language does not need all of them.

So: `lint/run python lint/toolchain.py rustfmt rustfmt --edition 2021 FILE...`
"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

from assay.base.tools import CARGO, JAVAC, MAVEN, NODE, NPM, Tool, find
from assay.languages.go.module import GO
from assay.languages.ruby.recipe import RUBY

NEEDS = {
    "clippy": (CARGO, Tool("clippy-driver", ("--version",), (0,), "run `rustup component add clippy`")),
    "go": (GO,),
    "java": (replace(JAVAC, program="java"), MAVEN),
    # What ESLint asks for.
    "node": (replace(NODE, minimum=(20, 19), hint="install Node.js 20.19 or newer"), NPM),
    "ruby": (RUBY,),
    "rustfmt": (Tool("rustfmt", ("--version",), (1,), "run `rustup component add rustfmt` (Debian: rustfmt)"),),
    # Where PyPI has no program for the processor.
    "shellcheck": (Tool("shellcheck", ("--version",), (0, 9), "install ShellCheck (Debian: shellcheck)"),),
}


def require(name: str) -> None:
    """Ends the hook well, with a line that says so, where the toolchain is missing."""
    for tool in NEEDS[name]:
        if problem := find(tool).problem:
            print(f"not checked: {problem}")
            raise SystemExit(0)


def main(name: str, command: list[str]) -> int:
    require(name)
    return subprocess.run(command).returncode


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1], sys.argv[2:]))

"""Fails where Ruby finds a syntax error or something to warn of: `lint/run python lint/ruby_warnings.py FILE...`."""

from __future__ import annotations

import subprocess
import sys

from toolchain import require


def main(files: list[str]) -> int:
    require("ruby")
    found = False
    # One file a call: Ruby looks at the first only. Its exit code reports errors, not warnings.
    for file in files:
        done = subprocess.run(["ruby", "-wc", file], capture_output=True, text=True)
        if done.stderr or done.returncode != 0:
            found = True
            print(done.stderr, end="")
    return int(found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

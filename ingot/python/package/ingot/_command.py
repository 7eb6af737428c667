"""The command ``ingot``, which is that of the binary of this name."""

from __future__ import annotations

import signal
import sys

from ingot import _ingot


def main() -> int:
    """Do what the words behind the command's name say; gives the exit code."""
    command = getattr(_ingot, "command", None)
    if command is None:
        print("ingot: this build has no command: pip install ingot/python without INGOT_FEATURES", file=sys.stderr)
        return 2
    # Python's handler waits for the interpreter, which does nothing until the command has ended.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return int(command(sys.argv[1:]))

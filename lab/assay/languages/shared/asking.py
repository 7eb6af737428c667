"""A runtime's own words about itself."""

from __future__ import annotations

import subprocess
from functools import lru_cache


@lru_cache
def words_of(*command: str) -> str:
    """What a command prints, on either stream; empty where it does not run."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout + done.stderr


def line_of(lines: dict[str, str], version: str) -> str | None:
    """When the line of a version began, by the longest beginning of the version's number that the table has."""
    numbers = version.split(".")
    return next((lines[key] for end in range(len(numbers), 0, -1) if (key := ".".join(numbers[:end])) in lines), None)

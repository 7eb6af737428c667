"""What a process said when it died: of all that runtimes print then, the line that says why."""

from __future__ import annotations

import re

LONGEST = 200

# Go says why first, and then prints the stack of every goroutine without indenting the functions.
_FIRST = re.compile(r"^(?:panic|fatal error): ")
# What runtimes add below the reason: where in the code (indented), their version, how to see more.
_ADDED = re.compile(r"^(?:\s|Node\.js v|note: run with )")


def last_words(log: str) -> str:
    """The last line of a log that says why, cut to `LONGEST` characters; empty where it has none."""
    lines = [line for line in log.split("\n") if line.strip()]
    first = next((line for line in lines if _FIRST.match(line)), "")
    last = next((line for line in reversed(lines) if not _ADDED.match(line)), lines[-1] if lines else "")
    return (first or last).strip()[:LONGEST]

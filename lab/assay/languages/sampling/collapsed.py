"""Folded stacks as profilers write them: a line for each, frames from the outermost to the innermost, a weight."""

from __future__ import annotations

from collections.abc import Iterator


def lines(text: str) -> Iterator[tuple[list[str], float]]:
    """The frames and the weight of each line; lines that are none are passed over."""
    for line in text.splitlines():
        stack, _, weight = line.rpartition(" ")
        if stack and weight.isdigit():
            yield stack.split(";"), float(weight)

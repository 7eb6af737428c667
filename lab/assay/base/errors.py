"""The one exception that a user may see, and how near misses are worded."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class AssayError(Exception):
    """Bad input or a machine that cannot do what was asked: one line that says what, where, and what to do.

    The command line prints it and exits with code 2.
    """


def closest(word: str, words: Iterable[str]) -> str:
    """The tail of an error about an unknown word: the closest valid one, else all of them."""
    known = sorted(words)
    lowered = {k.lower(): k for k in known}
    near = difflib.get_close_matches(word.lower(), lowered, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{lowered[near[0]]}"?'
    if not known:
        return "there are none"
    return "valid: " + ", ".join(known)


def reason(error: Exception) -> str:
    """An exception in few words, on one line."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}" if text else type(error).__name__

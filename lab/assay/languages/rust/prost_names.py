"""The names that prost-build gives to messages and fields: those of the crate heck, keywords written raw."""

from __future__ import annotations

import re
from itertools import pairwise

from assay.languages.rust.names import KEYWORDS

# Keywords that may not be written raw.
NEVER_RAW = frozenset(["_", "super", "self", "Self", "extern", "crate"])


def snake(name: str) -> str:
    """The name of a field, or of the module of a message's `oneof`."""
    return _identifier("_".join(word.lower() for word in _words(name)))


def upper_camel(name: str) -> str:
    """The name of a message, or of a variant."""
    return _identifier("".join(word[:1].upper() + word[1:].lower() for word in _words(name)))


def _words(name: str) -> list[str]:
    """A word ends at a ``_``, before a capital after a small letter, and before the last capital of several."""
    return [word for part in re.split("[^A-Za-z0-9]+", name) for word in _words_of_part(part)]


def _words_of_part(part: str) -> list[str]:
    words = []
    start, last_case = 0, ""
    for at, (character, following) in enumerate(pairwise(part)):
        case = "a" if character.islower() else "A" if character.isupper() else last_case
        if case == "a" and following.isupper():
            words.append(part[start : at + 1])
            start, last_case = at + 1, ""
        elif last_case == "A" and character.isupper() and following.islower():
            words.append(part[start:at])
            start, last_case = at, ""
        else:
            last_case = case
    return [*words, part[start:]] if part else []


def _identifier(name: str) -> str:
    if name in NEVER_RAW:
        return f"{name}_"
    if name in KEYWORDS:
        return f"r#{name}"
    return f"_{name}" if name[:1].isnumeric() else name

"""Names in generated code, whatever the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable


def camel(name: str, letter: str = "T") -> str:
    """``some_name`` as ``SomeName``, with a letter before it where it would not begin with one."""
    text = "".join(part[:1].upper() + part[1:] for part in re.split("_+", name))
    return text if text[:1].isalpha() else f"{letter}{text}"


def same(name: str) -> str:
    return name


class Names:
    """Hands out identifiers, each once. ``key``: two names with the same key are the same to the language."""

    def __init__(self, taken: Iterable[str] = (), key: Callable[[str], str] = same) -> None:
        self.key = key
        self.taken = {key(name) for name in taken}

    def claim(self, wanted: str) -> str:
        """The wanted identifier, or the first free one of it followed by 2, 3, …"""
        name, number = wanted, 1
        while self.key(name) in self.taken:
            number += 1
            name = f"{wanted}{number}"
        self.taken.add(self.key(name))
        return name

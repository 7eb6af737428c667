"""Go names for the names of a schema.

The libraries see the schema's own names, through tags; these only have to be valid, distinct and recognizable. They
are exported, because the libraries see no others, and so begin with a capital letter: none is a keyword or a name that
Go itself has declared.
"""

from __future__ import annotations

import re


def exported(name: str) -> str:
    """The name in the style of Go's exported names."""
    text = "".join(part[:1].upper() + part[1:] for part in re.split("_+", name))
    return text if text[:1].isalpha() else f"X{text}"


class Names:
    """Hands out identifiers, each once."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = set(taken)

    def claim(self, wanted: str) -> str:
        """The wanted identifier, or the first free one of it followed by 2, 3, …"""
        name, number = wanted, 1
        while name in self.taken:
            number += 1
            name = f"{wanted}{number}"
        self.taken.add(name)
        return name
